r"""Saved games and logs: the command tree, typed views of its commands.

The text of a save is a sequence joined by ESC: `begin_save`, commands, `end_save`; a command
may itself be such a sequence. Reading keeps every command verbatim; pieces are parsed when
asked for.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from msgspec import Struct

from jdgtools.errors import InputRefused
from jdgtools.vassal.codecs import read_int
from jdgtools.vassal.encoding import decode, decode_bytes, encode
from jdgtools.vassal.obfuscation import KEY, MAX_TEXT, deobfuscate, obfuscate
from jdgtools.vassal.traits.piece import Piece

ESC = "\x1b"
_ESC = b"\x1b"
_CHUNK = 2**20
BEGIN_SAVE = "begin_save"
END_SAVE = "end_save"
SETUP_STACK = "SETUP_STACK\t"
"""Command without which VASSAL creates the at-start stacks and decks a second time."""
MAX_DEPTH = 100
"""Deepest nesting of command sequences that is read."""
_QUOTED = (b"\\", b"'")
"""Beginnings of tokens that may have to stand in quotes."""
_EMPTY_STACK = re.compile(rb"\x1b\+/[^/\x1b]*/stack/[^;/\x1b]*;-?\d+;-?\d+(?:;@@-?\d+)?\\*(?=\x1b)")
"""A stack without pieces between two commands, with the backslashes before the second one."""
MAX_COMMANDS = 1_000_000
"""Most commands of a saved game or log."""


class SaveCommand(Struct, frozen=True, dict=True):
    """A command of a saved game or log, with its sub-commands."""

    text: str
    """The command itself, verbatim."""
    subs: tuple[SaveCommand, ...] = ()
    """Commands appended to it, in order."""

    @classmethod
    def parse(cls, text: str) -> SaveCommand:
        """Return the command tree of a sequence joined by ESC.

        Raises:
            InputRefused: nested deeper than `MAX_DEPTH`, or with far too much text in deep places.
        """
        return cls.parse_bytes(text.encode("utf-8", "surrogatepass"))

    @classmethod
    def parse_bytes(cls, data: bytes) -> SaveCommand:
        """Return the command tree of a sequence joined by ESC, in UTF-8.

        Raises:
            InputRefused: nested deeper than `MAX_DEPTH`, or with far too much text in deep places.
        """
        return cls._parse(data, 0, [6 * len(data) + 10_000_000])

    @classmethod
    def _parse(cls, data: bytes, depth: int, budget: list[int]) -> SaveCommand:
        if _ESC not in data:
            return cls(data.decode("utf-8", "surrogatepass"))
        # Each level holds its own copy of the text while it is read: bound their sum.
        heads: list[list[bytes]] = []
        first = data
        while _ESC in first:
            budget[0] -= len(first)
            if depth + len(heads) > MAX_DEPTH or budget[0] < 0:
                raise InputRefused(f"saved game nests its commands too deep (at most {MAX_DEPTH} levels)")
            first, *rest = decode_bytes(first, _ESC)
            heads.append(rest)
        exact = len(heads) == 1 and _same([first, *heads[0]], data)
        # VASSAL appends what follows a sequence to the sequence's own first command.
        deeper = depth + len(heads)
        subs: list[SaveCommand] = []
        while heads:
            waiting = heads.pop()[::-1]
            while waiting:  # one after the other, so that a token goes when its command comes
                token = waiting.pop()
                if _ESC in token:
                    subs.append(cls._parse(token, deeper, budget))
                else:  # tens of thousands have none below them
                    subs.append(cls(token.decode("utf-8", "surrogatepass")))
        command = cls(first.decode("utf-8", "surrogatepass"), tuple(subs))
        if not exact:
            command.__dict__["source"] = data.decode("utf-8", "surrogatepass")
        return command

    def format(self) -> str:
        """Return the text of the tree: as it was read, or as VASSAL writes it."""
        source: str | None = self.__dict__.get("source")
        if source is not None:
            return source
        if not self.subs:
            return self.text
        return encode([self.text, *[c.format() for c in self.subs]], ESC)

    def walk(self) -> Iterator[str]:
        """Yield the text of every single command in the order VASSAL runs them."""
        yield self.text
        for sub in self.subs:
            if sub.subs:
                yield from sub.walk()
            else:
                yield sub.text


def _same(tokens: list[bytes], data: bytes) -> bool:
    """Return whether the tokens of a sequence give its text again."""
    # Without quotes around tokens decoding loses delimiters and their escapes alone, and encoding brings
    # these back unless a token asks for quotes: that is quick to see and nearly always so.
    length = sum(map(len, tokens)) + sum([t.count(_ESC) for t in tokens if _ESC in t]) + len(tokens) - 1
    if length == len(data) and not any(t[:1] in _QUOTED for t in tokens):
        return True
    return encode([t.decode("utf-8", "surrogatepass") for t in tokens], ESC) == data.decode(
        "utf-8", "surrogatepass"
    )


class AddPiece(Struct, frozen=True):
    """A piece, stack or deck that comes into the game."""

    text: str
    """The whole command, verbatim."""

    @property
    def piece(self) -> Piece:
        """The piece, with its id.

        Raises:
            InputRefused: the command is damaged.
        """
        return Piece.parse(self.text)


class RemovePiece(Struct, frozen=True):
    """A piece that leaves the game."""

    id: str
    """Id of the piece."""


class ChangePiece(Struct, frozen=True):
    """A new state of a piece."""

    id: str
    """Id of the piece."""
    state: str
    """New state of all traits, nested."""
    old_state: str | None = None
    """State before, for undo."""


class MovePiece(Struct, frozen=True):
    """A move of a piece."""

    id: str
    """Id of the piece."""
    map: str
    """Map it goes to; `null` for none."""
    x: int
    """New pixel x."""
    y: int
    """New pixel y."""
    under: str
    """Id of the piece above it; `null` for none."""
    old_map: str
    """Map it came from."""
    old_x: int
    """Old pixel x."""
    old_y: int
    """Old pixel y."""
    old_under: str
    """Id of the piece that was above it."""
    player: str = ""
    """Id of the player who moved it."""


class AddPlayer(Struct, frozen=True):
    """A player who takes a side."""

    id: str
    """Id of the player (a hash of the password)."""
    name: str
    """Name shown."""
    side: str
    """Side."""

    def format(self) -> str:
        """Return the command."""
        return "PLAYER\t" + encode((self.id, self.name, self.side), "\t")


class SetPropertyValue(Struct, frozen=True):
    """A global property gets a value."""

    name: str
    """Name."""
    value: str
    """Value."""
    container: str = "Module"
    """`Module`, a map's name, or `map:zone`."""

    def format(self) -> str:
        """Return the command."""
        return encode(("GlobalProperty\t", self.name, self.value, self.container), ";")


class PlacedBoard(Struct, frozen=True):
    """A board laid out on a map."""

    name: str
    """Name of the board."""
    column: int = 0
    """Column in the layout, from 0."""
    row: int = 0
    """Row in the layout, from 0."""
    is_reversed: bool = False
    """Whether it lies turned by 180 degrees."""


class SetBoards(Struct, frozen=True):
    """The boards of a map."""

    map: str
    """Name of the map."""
    boards: tuple[PlacedBoard, ...] = ()
    """The boards."""

    def format(self) -> str:
        """Return the command; the same text stands in a board picker's `setup` element."""
        tokens = [self.map + "BoardPicker"]
        for b in self.boards:
            name = encode((b.name, "rev") if b.is_reversed else (b.name,), "/")
            tokens += [name, str(b.column), str(b.row)]
        return encode(tokens, "\t")


class SetTurn(Struct, frozen=True):
    """The state of a turn tracker."""

    tracker: str
    """Id of the tracker: `TurnTracker0`, `TurnTracker1`, … in the module's order."""
    state: str
    """Where it stands, as a text that `turn_state` makes."""

    def format(self) -> str:
        """Return the command."""
        return encode(("TURN" + self.tracker, self.state), "\t")


class LogStep(Struct, frozen=True):
    """One step of a log file: what VASSAL does when a reader of the log presses its button."""

    command: SaveCommand
    """What was done."""


class OtherCommand(Struct, frozen=True):
    """Any other command, verbatim (`begin_save`, `end_save`, chat, notes, custom classes)."""

    text: str
    """The command."""


ParsedCommand = (
    AddPiece
    | RemovePiece
    | ChangePiece
    | MovePiece
    | AddPlayer
    | SetPropertyValue
    | SetBoards
    | SetTurn
    | LogStep
    | OtherCommand
)


def parse_command(text: str) -> ParsedCommand:
    """Return what a single command means; what is unknown or damaged comes back as `OtherCommand`."""
    head = text[:2]
    if head == "+/":
        return AddPiece(text)
    if head == "-/":
        return RemovePiece(text[2:])
    if head == "D/":
        t = decode(text[2:], "/")
        return ChangePiece(t[0], t[1], t[2] if len(t) > 2 else None) if len(t) > 1 else OtherCommand(text)
    if head == "M/":
        t = decode(text[2:], "/")
        if len(t) < 9:
            return OtherCommand(text)
        x, y, old_x, old_y = (read_int(t[i], 0) for i in (2, 3, 6, 7))
        return MovePiece(t[0], t[1], x, y, t[4], t[5], old_x, old_y, t[8], t[9] if len(t) > 9 else "")
    if text.startswith("LOG\t"):
        return LogStep(SaveCommand.parse(text[4:]))
    return _parse_text_command(text)


def _parse_text_command(text: str) -> ParsedCommand:
    if text.startswith("PLAYER\t"):
        t = decode(text, "\t")
        return AddPlayer(t[1], t[2], t[3]) if len(t) > 3 else OtherCommand(text)
    if text.startswith("GlobalProperty\t;"):
        t = [*decode(text, ";"), ""]
        return SetPropertyValue(t[1], t[2], t[3]) if len(t) > 3 else OtherCommand(text)
    t = decode(text, "\t")
    if text.startswith("TURN"):
        return SetTurn(t[0][4:], t[1]) if len(t) > 1 else OtherCommand(text)
    if t[0].endswith("BoardPicker") and (len(t) % 3 == 1):
        boards = []
        for name, column, row in zip(t[1::3], t[2::3], t[3::3], strict=True):
            parts = decode(name, "/")
            boards.append(PlacedBoard(parts[0], read_int(column, 0), read_int(row, 0), parts[1:2] == ["rev"]))
        return SetBoards(t[0].removesuffix("BoardPicker"), tuple(boards))
    return OtherCommand(text)


def parse_save(text: str) -> SaveCommand:
    """Return the command tree of a saved game or log that is a text already.

    The counterpart of `SaveCommand.format`, for programs that use this package alone; importers have bytes.

    Raises:
        InputRefused: it is no saved game, or has no end (half a game is not a game).
    """
    return parse_save_bytes(text.encode("utf-8", "surrogatepass"))


def parse_save_bytes(data: bytes) -> SaveCommand:
    """Return the command tree of a saved game or log, in UTF-8.

    Raises:
        InputRefused: it is no saved game, is not UTF-8, or has no end (half a game is not a game).
    """
    if not data.startswith(BEGIN_SAVE.encode()):
        raise InputRefused("not a saved game: it does not start with begin_save")
    if data.count(_ESC) > MAX_COMMANDS:
        raise InputRefused(f"saved game has more than {MAX_COMMANDS} commands")
    root = SaveCommand.parse_bytes(data)
    if root.text != BEGIN_SAVE or not any(c.text == END_SAVE for c in root.subs):
        if any(c.text.startswith(END_SAVE) for c in root.subs):
            raise InputRefused(
                "saved game has text right behind its end_save, which VASSAL does not take for one"
            )
        raise InputRefused("saved game is truncated: it has no end_save")
    return root


def read_save(data: bytes, limit: int = MAX_TEXT) -> SaveCommand:
    """Return the command tree of the bytes of an entry `savedGame`, whatever its header.

    The counterpart of `write_save`, for programs that use this package alone: `read_save_file` counts what it
    reveals against the limits of a whole archive, and asks `read_revealed` then.

    Args:
        data: bytes of the entry.
        limit: most bytes a compressed form may inflate to.

    Raises:
        InputRefused: damaged, truncated, not UTF-8, or no saved game.
    """
    return read_revealed(deobfuscate(data, limit))


def read_revealed(data: bytes, empty_stacks: bool = True) -> SaveCommand:
    """Return the command tree of the text of an entry `savedGame`.

    Args:
        data: the text, in UTF-8.
        empty_stacks: whether stacks that hold nothing are read, too. VASSAL leaves one behind wherever pieces
            were moved, 65,000 in one saved game; without them it cannot be written again.

    Raises:
        InputRefused: truncated, not UTF-8, or no saved game.
    """
    checker = codecs.getincrementaldecoder("utf-8")()
    at = 0
    try:
        for at in range(0, len(data), _CHUNK):
            checker.decode(data[at : at + _CHUNK], at + _CHUNK >= len(data))
    except UnicodeDecodeError as error:
        # What the checker kept of the chunk before comes first in the bytes that it complains about.
        start = at + error.start - (len(error.object) - len(data[at : at + _CHUNK]))
        raise InputRefused(f"saved game is not UTF-8: byte {start} of its text") from None
    return parse_save_bytes(data if empty_stacks else _EMPTY_STACK.sub(b"", data))


def write_save(root: SaveCommand, key: int = KEY) -> bytes:
    """Return the bytes of the entry `savedGame` for a command tree."""
    return obfuscate(root.format().encode("utf-8"), key)
