"""What of a saved game VASSAL passes over in silence, or an import does not follow: numbers and commands."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from msgspec import Struct, field

from jdgtools.importers.report import LossReport, Outcome
from jdgtools.vassal.codecs import INT, read_float, read_int
from jdgtools.vassal.encoding import decode
from jdgtools.vassal.savegame import (
    BEGIN_SAVE,
    END_SAVE,
    ChangePiece,
    LogStep,
    MovePiece,
    OtherCommand,
    ParsedCommand,
    RemovePiece,
    SetBoards,
    SetTurn,
)
from jdgtools.vassal.traits import BasicPiece, Deck, Layer, Piece, Rotator, Stack
from jdgtools.vassal.traits.base import Trait

MAX_NAMED = 5
"""Most kinds of damage of one saved game that are told one by one."""
_COMMANDS = (
    "begin_save", "end_save", "begin_log", "end_log", "+/", "-/", "D/", "M/", "LOG\t", "UNDO\t",
    "CHAT", "CLOCK", "EXT\t", "PLUGIN\t", "DECKREPOS", "DECK\t", "SEMAIL\t", "NOTES\t", "PNOTES\t",
    "PNOTE\t", "SNOTE\t", "UNMASK\t", "PLAYER\t", "PYREMOVE\t", "SHOW_RESULTS\t", "SGKC", "FLARE",
    "LOS\t", "SETUP_STACK", "MutableProperty\t", "GlobalProperty\t", "GlobalTranslatable\t",
    "LOCKSPOTAB", "CHECK\t", "TURN", "INVITE\t", "PRIV_CHAT", "PLAY\t", "SYNC", "AUDIO\t", "SPP\t", "Events",
)  # fmt: skip
"""How the commands begin that VASSAL's own components know; those of a board picker end with its name."""

_LOG = ("LOG\t", "begin_log", "end_log")
_NOTES = ("NOTES\t", "PNOTES\t", "PNOTE\t", "SNOTE\t")
_STRAY = "it stands behind the end of the saved game, or begins it again; as in VASSAL it counts all the same"
_CHANGES = "it moves, changes or removes a piece after it came; the piece is taken as it came"


class SaveDamage(Struct):
    """Counts what one saved game says and nobody can read."""

    numbers: Counter[str] = field(default_factory=Counter)
    """Which number, and what stands there -> pieces."""
    commands: Counter[str] = field(default_factory=Counter)
    """First word of a command that is none of VASSAL's -> commands."""
    turns: Counter[str] = field(default_factory=Counter)
    """State of a turn tracker that says no turn -> trackers."""
    boards: Counter[str] = field(default_factory=Counter)
    """Map and what stands in the place of a column or row -> boards."""
    levels: Counter[str] = field(default_factory=Counter)
    """Level of a layer that has fewer, and what is taken for it -> pieces."""
    changes: int = 0
    """Commands that move, change or remove a piece after it came."""
    stray_commands: int = 0
    """Commands behind the end of the saved game, and second beginnings."""
    log_steps: int = 0
    notes: int = 0
    """Texts that players have written down."""
    has_ended: bool = False
    """Whether the end of the saved game was seen; only commands of logs belong behind it."""

    def look_at_piece(self, piece: Piece) -> None:
        """Note the numbers of a piece, stack or deck that are none; VASSAL takes others for them."""
        for trait in (*piece.traits, piece.basic):
            if isinstance(trait, Layer) and not trait.follow_property and trait.value != trait.level():
                self.levels[f"level {trait.value}, {trait.level()} is taken as in VASSAL"] += 1
            if trait.STATE_TABLE:
                odd = _odd_number(type(trait), trait.to_state())
                if odd:
                    self.numbers[odd] += 1

    def look_at_order(self, text: str, is_first: bool) -> None:
        """Note a command that stands where VASSAL writes none.

        Args:
            text: the command.
            is_first: whether it is the first of all.
        """
        is_behind = self.has_ended and bool(text) and not text.startswith(_LOG)
        self.stray_commands += is_behind or (text == BEGIN_SAVE and not is_first)
        self.has_ended = self.has_ended or text == END_SAVE

    def look_at_command(self, text: str, command: ParsedCommand) -> None:
        """Note a command that is none of VASSAL's, and boards whose place is none."""
        if isinstance(command, SetTurn):
            levels = decode(command.state, "|")
            # First which level is active, then where each stands.
            if len(levels) < 2 or read_int(decode(levels[1], ";")[0], None) is None:
                self.turns[command.state[:20]] += 1
        elif isinstance(command, SetBoards):
            tokens = decode(text, "\t")
            for place in (*tokens[2::3], *tokens[3::3]):
                if read_int(place, None) is None:
                    self.boards[f"{command.map[:40]}: {place[:20]!r}, 0 is taken as in VASSAL"] += 1
        elif isinstance(command, ChangePiece | MovePiece | RemovePiece):
            self.changes += 1
        elif isinstance(command, LogStep):
            self.log_steps += 1
        elif text.startswith(_NOTES) and text.partition("\t")[2]:
            self.notes += 1
        elif isinstance(command, OtherCommand) and text and not text.startswith(_COMMANDS):
            word = text.split("\t")[0]
            if word.endswith("BoardPicker"):
                self.boards[f"{word.removesuffix('BoardPicker')[:40]}: a name, column or row is missing"] += 1
            else:
                self.commands[word.split("/")[0].split(";")[0][:40]] += 1

    def tell(self, name: str, report: LossReport) -> None:
        """Say all that was noted.

        Args:
            name: of the saved game or setup.
            report: it goes there.
        """
        for kind, counts, note in (
            ("PlaceOfPiece", self.numbers, "no number stands in its state: {}"),
            (
                "PlaceOfBoard",
                self.boards,
                "its place in the layout cannot be read: {}",
            ),
            ("PlaceOfPiece", self.levels, "a layer of it has fewer levels: {}"),
            ("Turn", self.turns, "the state of a turn tracker says no turn: {!r}; the first one is taken"),
            ("Command", self.commands, "a command that is none of VASSAL's: {!r}; nothing is made of it"),
        ):
            rest = counts.total()
            for what, count in counts.most_common(MAX_NAMED):
                report.say("unread", kind, name, note.format(what), count)
                rest -= count
            if rest:
                report.say("unread", kind, name, note.format("others"), rest)
        besides: tuple[tuple[str, int, Outcome, str], ...] = (
            ("Command", self.stray_commands, "unread", _STRAY),
            ("Command", self.changes, "unread", _CHANGES),
            ("LogStep", self.log_steps, "kept", "moves of a log are not followed; its beginning is read"),
            ("Notes", self.notes, "kept", "what players wrote down stays in the saved game"),
        )
        for kind, count, outcome, note in besides:
            if count:
                report.say(outcome, kind, name, note, count)


@lru_cache(maxsize=4096)
def _odd_number(kind: type[Trait], state: str) -> str:
    """Return which number of a state is none, and what is taken for it; '' where all are numbers."""
    if issubclass(kind, Rotator):
        odd = read_float(state, None) is None and bool(state)
        return f"facing {state[:20]!r}, 0 is taken as in VASSAL" if odd else ""
    tokens = decode(state, kind.STATE_DELIM) if kind.STATE_DELIM else [state]
    if issubclass(kind, BasicPiece | Stack | Deck) and tokens[0] == "null":
        return ""  # it lies nowhere, or where its stack does
    for n, column in enumerate(kind.STATE_TABLE):
        if column.codec is INT:
            text = tokens[n] if n < len(tokens) else ""
            if read_int(text, None) is None and (text or column.name in ("x", "y")):
                return f"{column.name} {text[:20]!r}, {column.missing} is taken as in VASSAL"
    return ""
