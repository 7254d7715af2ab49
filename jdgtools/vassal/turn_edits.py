"""Changes to the turns of a module: entries of its tracker's list, and where a saved game stands in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import decode, encode
from jdgtools.vassal.package import SaveFile
from jdgtools.vassal.savebuilder import list_level, turn_state
from jdgtools.vassal.savegame import SaveCommand, SetTurn, parse_command

_TRACKER = "TurnTracker0"


def turn_list_level(root: Component) -> Component | None:
    """Return the list at the top of the module's first turn tracker; None where it counts otherwise."""
    tracker = next(root.find("TurnTracker"), None)
    levels = [c for c in tracker.children if c.kind.endswith("TurnLevel")] if tracker is not None else []
    return levels[0] if levels and levels[0].kind == "ListTurnLevel" else None


def write_turn_list(root: Component, texts: Sequence[str]) -> None:
    """Write the entries of the turn tracker's list."""
    level = turn_list_level(root)
    if level is not None:
        level.attributes["list"] = encode(tuple(texts), ",")


def write_counter_end(root: Component, end: int) -> None:
    """Write the last turn of a tracker that counts; it begins again after that one."""
    tracker = next(root.find("TurnTracker"), None)
    level = next((c for c in tracker.children if c.kind.endswith("TurnLevel")), None) if tracker else None
    if level is not None and level.kind == "CounterTurnLevel":
        level.attributes |= {"loop": "true", "loopLimit": str(end)}


def with_turn(save: SaveFile, turn: int, size: int) -> SaveFile:
    """Return a saved game that stands at an entry of the turn tracker's list.

    Args:
        save: the saved game; one that says nothing of the tracker says it then.
        turn: the entry, from 0.
        size: number of entries.
    """
    return _with_state(save, {0: str(turn)}, list_level(turn, size))


def with_count(save: SaveFile, turn: int | None, end: int | None, stands: int) -> SaveFile:
    """Return a saved game whose turn tracker, which counts, stands at another turn or has another end.

    Args:
        save: the saved game; one that says nothing of the tracker says it then.
        turn: the turn where it stands; None leaves it.
        end: the last turn; None leaves it.
        stands: the turn where a game stands that says nothing of the tracker.
    """
    tokens = {0: str(turn)} if turn is not None else {}
    if end is not None:
        # The game says them too, and what it says goes before what the module says.
        tokens |= {2: "true", 3: str(end)}
    new = (str(stands), "0", *(("true", str(end)) if end is not None else ("false", "-1")))
    return _with_state(save, tokens, encode(new, ";"))


def _with_state(save: SaveFile, tokens: Mapping[int, str], new: str) -> SaveFile:
    """Return a saved game with other tokens in the state of its tracker's first level, or a new state."""
    if any(_is_state(text) for text in save.root.walk()):
        return replace(save, root=_with_tokens(save.root, tokens))
    state = SetTurn(_TRACKER, turn_state([new])).format()
    subs = save.root.subs
    end = len(subs) - 1 if subs and subs[-1].text == "end_save" else len(subs)
    root = SaveCommand(save.root.text, (*subs[:end], SaveCommand(state), *subs[end:]))
    return replace(save, root=root)


def _is_state(text: str) -> bool:
    state = parse_command(text) if text.startswith("TURN") else None
    return isinstance(state, SetTurn) and state.tracker == _TRACKER


def _with_tokens(command: SaveCommand, new: Mapping[int, str]) -> SaveCommand:
    subs = tuple(_with_tokens(sub, new) for sub in command.subs)
    text = command.text
    state = parse_command(text) if text.startswith("TURN") else None
    if isinstance(state, SetTurn) and state.tracker == _TRACKER:
        levels = decode(state.state, "|")
        tokens = decode(levels[1], ";") if len(levels) > 1 else []
        if tokens:
            tokens = [new.get(n, token) for n, token in enumerate(tokens)]
            levels = [*levels[:1], encode(tuple(tokens), ";"), *levels[2:]]
            text = SetTurn(_TRACKER, encode(tuple(levels), "|")).format()
    if text == command.text and all(a is b for a, b in zip(subs, command.subs, strict=True)):
        return command
    return SaveCommand(text, subs)
