"""Changes to the turns of a module: entries of its tracker's list, and where a saved game stands in it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import decode, encode
from jdgtools.vassal.package import SaveFile
from jdgtools.vassal.savebuilder import list_level, turn_state
from jdgtools.vassal.savegame import Command, SetTurn, parse_command

_TRACKER = "TurnTracker0"


def turn_list_level(root: Component) -> Component | None:
    """Return the list at the top of the module's first turn tracker; None where it counts otherwise."""
    tracker = next(root.find("TurnTracker"), None)
    levels = [c for c in tracker.children if c.kind.endswith("TurnLevel")] if tracker is not None else []
    return levels[0] if levels and levels[0].kind == "ListTurnLevel" else None


def write_turn_list(root: Component, texts: Sequence[str]) -> None:
    """Write the entries of the turn tracker's list; their number stays."""
    level = turn_list_level(root)
    if level is not None:
        level.attributes["list"] = encode(tuple(texts), ",")


def with_turn(save: SaveFile, turn: int, size: int) -> SaveFile:
    """Return a saved game that stands at an entry of the turn tracker's list.

    Args:
        save: the saved game; one that says nothing of the tracker says it then.
        turn: the entry, from 0.
        size: number of entries.
    """
    if any(_is_state(text) for text in save.root.walk()):
        return replace(save, root=_with_turn(save.root, turn))
    state = SetTurn(_TRACKER, turn_state([list_level(turn, size)])).format()
    subs = save.root.subs
    end = len(subs) - 1 if subs and subs[-1].text == "end_save" else len(subs)
    root = Command(save.root.text, (*subs[:end], Command(state), *subs[end:]))
    return replace(save, root=root)


def _is_state(text: str) -> bool:
    state = parse_command(text) if text.startswith("TURN") else None
    return isinstance(state, SetTurn) and state.tracker == _TRACKER


def _with_turn(command: Command, turn: int) -> Command:
    subs = tuple(_with_turn(sub, turn) for sub in command.subs)
    text = command.text
    state = parse_command(text) if text.startswith("TURN") else None
    if isinstance(state, SetTurn) and state.tracker == _TRACKER:
        levels = decode(state.state, "|")
        tokens = decode(levels[1], ";") if len(levels) > 1 else []
        if tokens:
            levels = [*levels[:1], encode((str(turn), *tokens[1:]), ";"), *levels[2:]]
            text = SetTurn(_TRACKER, encode(tuple(levels), "|")).format()
    if text == command.text and all(a is b for a, b in zip(subs, command.subs, strict=True)):
        return command
    return Command(text, subs)
