"""Saved games and predefined setups of a module: where every piece lies; read one after the other.

Of a saved game only the pieces are kept, and their traits are shared with those of other saved games, so
the memory follows the number of pieces, not the size of the files: tens of thousands of empty stacks cost
nothing.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from msgspec import Struct, field

from jdgtools.diagnostics.names import first_names
from jdgtools.errors import InputRefused
from jdgtools.importers.report import LossReport, Outcome
from jdgtools.importers.save_damage import SaveDamage
from jdgtools.vassal.components import Component
from jdgtools.vassal.limits import Limits
from jdgtools.vassal.package import Module, SaveFile, is_plain_save
from jdgtools.vassal.savegame import SETUP_STACK, SetBoards, SetPropertyValue, SetTurn, parse_command
from jdgtools.vassal.traits import BasicPiece, Deck, Piece, Stack

MAX_PIECES = 50_000
"""Most pieces of one saved game."""
MAX_PIECES_IN_ALL = 400_000
"""Most pieces of all saved games together that are looked at."""
MAX_NAMES = 5
"""Most names of setups that a refusal gives."""
MAX_SETUPS = 2_000
"""Most saved games that are read."""
MAX_SAVE_BYTES = 4 * 2**30
"""Inflated size of all saved games together: they are read one by one, so this bounds the time alone."""
FREE_SAVE_BYTES = 112 * 2**20
"""Inflated size of all saved games together that is read however small they are packed."""
MAX_SAVE_RATIO = 60
"""Inflated to packed size of all saved games together beyond `FREE_SAVE_BYTES`."""
_EMPTY_STACK = re.compile(r"\+/[^/]*/stack/[^;/]*;-?\d+;-?\d+(;@@-?\d+)?")


class TooManyPieces(InputRefused):
    """The saved games of a module hold more pieces than are looked at."""


class PlacedPiece(Struct, frozen=True):
    """A piece of VASSAL with its place on a map, in a saved game or at the start."""

    piece: Piece
    map: str
    x: int
    y: int
    height: int = 0
    """Place in its stack, 0 = bottom."""
    deck: str = ""
    """Name of the deck that it lies in."""


class Position(Struct, frozen=True):
    """A saved game or predefined setup."""

    name: str
    file: str
    description: str
    pieces: tuple[PlacedPiece, ...]
    turns: Mapping[str, str] = field(default_factory=dict)
    """Tracker id -> state."""
    boards: Mapping[str, SetBoards] = field(default_factory=dict)
    properties: Mapping[str, str] = field(default_factory=dict)
    """Global properties of the module -> their values."""
    has_stacks: bool = True
    """Whether what lies on the maps at the start is in it; otherwise VASSAL lays that out besides."""

    def digest(self) -> bytes:
        """Return what two saved games share that lay out the same pieces at the same places and turn."""
        lines = sorted(
            f"{p.piece.name}|{_image(p.piece)}|{p.map}|{p.x}|{p.y}|{p.height}|{p.deck}|"
            + "|".join(t.to_state() for t in p.piece.traits)
            for p in self.pieces
        )
        rest = [*map(repr, sorted(self.turns.items())), *sorted(b.format() for b in self.boards.values())]
        return sha256("\n".join([*lines, *rest]).encode("utf-8", "surrogatepass")).digest()


def read_positions(
    module: Module, report: LossReport, limits: Limits, chosen_names: Sequence[str] = ()
) -> Iterator[Position]:
    """Yield the saved games of a module: those of its predefined setups, then those that no setup names.

    A saved game that cannot be read, is beyond a limit or repeats another one is in the report.

    Args:
        module: the module.
        report: what is not read goes there.
        limits: of each saved game.
        chosen_names: names of the setups that are read, `*` for anything; none for all.

    Raises:
        InputRefused: no setup has such a name.
    """
    _refuse_unknown(module, chosen_names)
    _report_setups(module.root, report)
    names: dict[str, str] = {}
    digests: dict[bytes, str] = {}
    pieces = MAX_PIECES_IN_ALL
    left = _byte_budget(module)
    for component, name, file in _saved_games(module):

        def leave(
            note: str, outcome: Outcome = "unread", of: Component | None = component, at: str = file
        ) -> None:
            if of is not None:
                report.component(outcome, of, note)
            else:
                report.say(outcome, "SavedGame", at, note)

        if chosen_names and not any(_fits(name, pattern) for pattern in chosen_names):
            leave("not asked for (--setup)", "kept")
            continue
        if file in names:
            leave(f"the saved game of another setup, {names[file]}", "kept")
            continue
        if len(names) >= MAX_SETUPS:
            leave(f"more than {MAX_SETUPS} setups")
            continue
        names[file] = name
        try:
            size = _inflated_size(module.entries.get(file, b""))
            if pieces <= 0:
                raise TooManyPieces(f"more than {MAX_PIECES_IN_ALL} pieces in the saved games")
            if size > left:
                # What is not read costs nothing: those that follow are read.
                raise InputRefused(
                    "with it the saved games would inflate to far more than their size; it is not read"
                )
            left -= size
            save = module.save(file, limits, empty_stacks=False)
            description = component.get("description") if component is not None else ""
            position = read_position(save, name, file, description, report, min(pieces, MAX_PIECES))
        except TooManyPieces as error:
            leave(str(error))
            continue
        except InputRefused as error:
            leave(str(error))
            continue
        pieces -= len(position.pieces)
        digest = position.digest()
        if position.pieces and digest in digests:
            same = f"the same pieces at the same places and turn as in {digests[digest]}"
            if component is None:
                leave(same, "kept")
                continue
            # Two entries of the module's menu stay two scenarios.
            report.doubt(f"setup {name}: {same}")
        digests.setdefault(digest, name)
        _say_form(module.entries[file], name, file, report)
        yield position


def _say_form(data: bytes, name: str, file: str, report: LossReport) -> None:
    """Say of a saved game without an archive that newer versions of VASSAL do not open it."""
    if is_plain_save(data):
        report.doubt(
            f"setup {name}: {file} is a text of VASSAL 2, which VASSAL 3 does not open; it is kept so in "
            "module/, and a build that moves its pieces writes it as VASSAL 3 does"
        )


def _fits(name: str, pattern: str) -> bool:
    """Return whether a name fits a pattern, whatever its case; only `*` has a meaning of its own."""
    parts = [re.escape(part) for part in pattern.split("*")]
    return re.fullmatch(".*".join(parts), name, re.IGNORECASE | re.DOTALL) is not None


def _refuse_unknown(module: Module, chosen_names: Sequence[str]) -> None:
    names = [name for _, name, _ in _saved_games(module)] if chosen_names else []
    for pattern in chosen_names:
        if not any(_fits(name, pattern) for name in names):
            names_shown = first_names([repr(name) for name in names], MAX_NAMES) or "none"
            raise InputRefused(
                f"--setup {pattern!r}: the module has no setup of that name; it has {names_shown}"
            )


def _saved_games(module: Module) -> Iterator[tuple[Component | None, str, str]]:
    """Yield setup, name and entry of every saved game of a module."""
    names_before: set[str] = set()
    for component in module.root.find("PredefinedSetup"):
        file = component.get("file")
        if component.get("useFile", "true") != "false" and file:
            names_before.add(file)
            yield component, component.get("name"), file
    for entry in module.saved_games():
        if entry not in names_before:
            yield None, entry.rpartition("/")[2].rpartition(".")[0], entry


def _report_setups(root: Component, report: LossReport) -> None:
    """Say which entries of the module's menu lead to no saved game, or have no name."""
    for component in root.find("PredefinedSetup"):
        if component.get("isMenu") == "true":
            continue  # a menu of setups
        uses_file = component.get("useFile", "true") != "false"
        if uses_file and "file" not in component.attributes:
            note = "it names no saved game: VASSAL begins a new game, with the stacks at the start"
            report.component("kept", component, note)
        elif uses_file and not component.get("file"):
            report.component("unread", component, "the name of its saved game is empty")
        elif not component.get("name"):
            what = component.get("file")[:60] if uses_file else "a new game"
            report.doubt(f"a setup of the module's menu has no name: {what}")


def _byte_budget(module: Module) -> int:
    packed_bytes = sum(len(data) for name, data in module.entries.items() if data[:2] == b"PK")
    return min(MAX_SAVE_BYTES, max(FREE_SAVE_BYTES, MAX_SAVE_RATIO * packed_bytes))


def _inflated_size(data: bytes) -> int:
    """Return the size that an archive says its entries have; 0 for no archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return sum(i.file_size for i in archive.infolist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, struct.error):
        return 0


def read_position(
    save: SaveFile, name: str, file: str, description: str, report: LossReport, most: int = MAX_PIECES
) -> Position:
    """Return where everything lies in a saved game; later changes of pieces in a log do not count.

    A piece of a stack or deck lies where that does: the engine writes no place of its own into some.

    Raises:
        TooManyPieces: it holds more than `most`.
    """
    if save.damage:
        report.say("unread", "ModuleData", name, save.damage)
    pieces: dict[str, Piece] = {}
    holders: list[Stack | Deck] = []
    turns: dict[str, str] = {}
    boards: dict[str, SetBoards] = {}
    values: dict[str, str] = {}
    damage, unread_ids, has_stacks = SaveDamage(), set[str](), False
    for n, text in enumerate(save.root.walk()):
        damage.look_at_order(text, n == 0)
        if text[:2] == "+/":
            if _EMPTY_STACK.fullmatch(text):
                continue
            try:
                piece = Piece.parse(text)
            except InputRefused as error:
                report.say("unread", "Piece", f"{name}: {text[:40]}", str(error))
                unread_ids.add(text.split("/", 2)[1])
                continue
            damage.look_at_piece(piece)
            if isinstance(piece.basic, Stack | Deck):
                holders.append(piece.basic)
            elif isinstance(piece.basic, BasicPiece):
                if piece.id in pieces:
                    note = f"a second piece with the id {piece.id[:40]!r}; the last one counts"
                    report.say("unread", "Piece", f"{name}: {piece.name}", note)
                # Without the text that it was read from: hundreds of saved games stay in memory.
                pieces[piece.id] = Piece(piece.traits, piece.basic, piece.id)
            else:
                note = "its innermost trait is none of VASSAL's; nobody knows where it lies"
                report.say("unread", "Piece", f"{name}: {text[:40]}", note)
                unread_ids.add(piece.id)
            if len(pieces) > most:
                raise TooManyPieces(f"more than {most} pieces in the saved game, or in all together")
            continue
        command = parse_command(text)
        damage.look_at_command(text, command)
        has_stacks = has_stacks or (text.startswith(SETUP_STACK) and not damage.has_ended)
        if isinstance(command, SetTurn):
            turns[command.tracker] = command.state
        elif isinstance(command, SetBoards):
            boards[command.map] = command
        elif isinstance(command, SetPropertyValue) and command.container == "Module":
            values[command.name] = command.value
    _tell_holders(name, pieces, holders, unread_ids, report)
    damage.tell(name, report)
    placed_pieces = tuple(_place(pieces, holders))
    if len(placed_pieces) < len(pieces):
        report.say("kept", "Piece", name, "it lies on no map", len(pieces) - len(placed_pieces))
    return Position(name, file, description, placed_pieces, turns, boards, values, has_stacks)


def _tell_holders(
    name: str,
    pieces: Mapping[str, Piece],
    holders: Sequence[Stack | Deck],
    unread_ids: set[str],
    report: LossReport,
) -> None:
    """Say which pieces stacks and decks of a saved game hold that are not there, and which two of them hold.

    Args:
        name: of the saved game.
        pieces: those that were read, by their ids.
        holders: its stacks and decks.
        unread_ids: ids of pieces that could not be read.
        report: it goes there.
    """
    named_ids = {piece_id for holder in holders for piece_id in holder.pieces}
    absent = len(named_ids - pieces.keys() - unread_ids)
    if absent:
        note = "a stack or deck holds it, and the saved game does not have it"
        report.say("unread", "Piece", name, note, absent)
    in_stacks, in_decks = (
        Counter(i for holder in holders if isinstance(holder, kind) for i in holder.pieces if i in pieces)
        for kind in (Stack, Deck)
    )
    for count, note in (
        (sum(n > 1 for n in in_stacks.values()), "two stacks hold it; the last one counts, as in VASSAL"),
        (sum(n > 1 for n in in_decks.values()), "two decks hold it; the last one counts"),
        (len(in_stacks.keys() & in_decks.keys()), "a stack and a deck hold it; the deck counts"),
    ):
        if count:
            report.say("unread", "Piece", name, note, count)


def _place(pieces: Mapping[str, Piece], holders: list[Stack | Deck]) -> Iterator[PlacedPiece]:
    places: dict[str, tuple[Stack | Deck, int]] = {}
    for each in sorted(holders, key=lambda h: isinstance(h, Deck)):  # a deck goes before a stack
        places |= {piece_id: (each, n) for n, piece_id in enumerate(each.pieces)}
    for piece_id, piece in pieces.items():
        basic = piece.basic
        assert isinstance(basic, BasicPiece)
        entry = places.get(piece_id)
        holder, height = entry if entry is not None else (None, 0)
        # What a piece says itself may be where it lay before: the engine puts it where its stack is.
        at = holder if holder is not None else basic
        if at.map is not None:
            deck = holder.name if isinstance(holder, Deck) else ""
            yield PlacedPiece(piece, at.map, at.x, at.y, height, deck)


def _image(piece: Piece) -> str:
    return piece.basic.image if isinstance(piece.basic, BasicPiece) else ""
