"""The reading of a story: what happened is taken one by one, and the referee's own position follows."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from jdgtools.package import Package
from tests.referee.ground import DISORDERED, ROUTED, Ground
from tests.referee.shadow import Shadow
from tests.referee.story import Happening, Picture, Step, Story

ASIDE = frozenset(
    [
        "accompany",
        "displace",
        "commander-lost",
        "square-left",
        "renfort-ends",
        "top",
        "due",
        "burrard",
        "face",
    ]
)
"""What may stand between the parts of a result; it moves no unit."""
MOVES = frozenset(["move", "advance", "pursue", "retreat", "rout"])


class Lost(Exception):
    """The story has left what the rules foresee; the referee goes on with the next event."""


class Disagreement(NamedTuple):
    """What a referee finds otherwise than the rules say."""

    step: int
    rules: str
    what: str


class Reading:
    """A place in a story, with the position there."""

    def __init__(self, package: Package, story: Story) -> None:
        """Begin before the first step."""
        self.ground = Ground(package)
        self.shadow = Shadow(self.ground)
        self.story = story
        self.place = -1
        self.queue: list[Happening] = []
        self.step: Step | None = None
        self.answer = ("", "")
        """Question and text of the last decision."""
        self.roll = -1
        self.turn = package.turns.first
        self.agreed: Counter[str] = Counter()
        self.disagreements: list[Disagreement] = []
        self.exits: dict[str, int] = {}
        """Where units left the map."""
        self.acted: set[str] = set()
        """Units that moved, turned, fired or fought in this activation."""
        self.holder = {entry.hex: entry.side for entry in package.victory.held}
        self._copy(story.first)
        for unit in self.ground.units:
            self._hold(unit)

    def _copy(self, picture: Picture) -> None:
        """Take over how everything stands."""
        names = {-1: "off map", -2: "eliminated", -3: "exited", -4: "fled"}
        self.shadow.place.update({p: (h if h >= 0 else names[h]) for p, h in picture.place.items()})
        self.shadow.level.update(picture.level)
        self.shadow.facing.update(picture.facing)
        self.shadow.stacks = dict(picture.stacks)
        self.shadow.square = set(picture.square)

    def need(self, holds: object, rules: str, *what: object) -> bool:
        """Count an agreement with statements, or write down a disagreement."""
        if holds:
            self.agreed[rules] += 1
        else:
            text = " ".join(str(part() if callable(part) else part) for part in what)
            self.disagreements.append(Disagreement(self.place, rules, text))
        return bool(holds)

    def weather(self) -> set[str]:
        """Return the flags of the turn."""
        return self.ground.flags.get(self.turn, set())

    def text(self, hex_index: int) -> str:
        """Return the printed number of a hex."""
        return self.ground.package.grid.ids[hex_index] if hex_index >= 0 else "no hex"

    def peek(self) -> Happening | None:
        """Return the next event that is more than an aside, without taking it; None at the end."""
        while True:
            while self.queue:
                if self.queue[0].kind not in ASIDE:
                    return self.queue[0]
                self._happen(self.queue.pop(0))
            if not self._turn_page():
                return None

    def take(self) -> Happening | None:
        """Take the next event, and let it happen."""
        event = self.peek()
        if event is not None:
            self.queue.pop(0)
            self._happen(event)
        return event

    def _turn_page(self) -> bool:
        if self.step is not None and self.step.asked == "setup":
            self._copy(self.step.after)
            for unit in self.ground.units:
                self._hold(unit)
        elif self.step is not None:
            self._compare(self.step.after)
        self.place += 1
        if self.place >= len(self.story.steps):
            self.step = None
            return False
        self.step = self.story.steps[self.place]
        self.queue = list(self.step.happenings)
        if self.step.answer:
            self.answer = (self.step.asked, self.step.answer)
            self.answered()
        else:
            self.roll = self.step.roll
            if self.step.asked == "arrival":
                self.rolled()
        return True

    def rolled(self) -> None:
        """Take note of a roll for reinforcements."""

    def answered(self) -> None:
        """Take note of a decision."""

    def _compare(self, after: Picture) -> None:
        """Compare the position with that of the engine, and go on from that."""
        shadow = self.shadow
        for unit in after.level:
            here, there = shadow.here(unit), after.place[unit]
            ok = here == there if there >= 0 else here < 0
            if not ok or (shadow.level[unit] != after.level[unit] and there >= 0):
                mine = (self.text(here), shadow.level[unit])
                self.need(False, "position", unit, mine, (self.text(there), after.level[unit]))
        self._copy(after)

    def happens(self, event: Happening) -> None:
        """Take note of an event, before it happens."""

    def _happen(self, event: Happening) -> None:
        self.happens(event)
        shadow, kind = self.shadow, event.kind
        if kind in MOVES or kind == "accompany":
            for piece in event.pieces[:1] if kind == "accompany" else event.pieces:
                if piece in self.ground.leaders:
                    shadow.place[piece] = event.numbers[1]
                    continue
                shadow.go(piece, event.numbers[1])
                self._hold(piece)
                if kind not in ("rout", "retreat"):
                    self.acted.add(piece)
        elif kind == "displace":
            shadow.place[event.pieces[0]] = event.numbers[1]
        elif kind == "enter":
            for piece in event.pieces:
                if piece in self.ground.units:
                    shadow.go(piece, event.numbers[0])
                    self._hold(piece)
                    self.acted.add(piece)
                else:
                    shadow.place[piece] = event.numbers[0]
        elif kind in ("eliminated", "fled", "leave-map"):
            for piece in event.pieces:
                self.exits[piece] = shadow.here(piece)
                shadow.take(piece, "exited" if kind == "leave-map" else kind)
        elif kind == "commander-lost":
            shadow.place[event.pieces[0]] = "eliminated"
        elif kind == "level":
            unit, (before, level) = event.pieces[0], event.numbers
            self.need(shadow.level[unit] == before, "JDG-10.1-a", unit, "had another level")
            shadow.level[unit] = level
            if level == ROUTED:
                shadow.facing[unit] = -1
            if level >= DISORDERED and unit in shadow.square and shadow.arm(unit) == "infantry":
                shadow.drop_square(shadow.here(unit))
        elif kind == "square":
            shadow.square |= set(event.pieces)
            self.acted |= set(event.pieces)
        elif kind == "square-left":
            shadow.square -= set(event.pieces)
        elif kind == "face":
            if shadow.facing[event.pieces[0]] != event.numbers[0]:
                self.acted.add(event.pieces[0])
            shadow.facing[event.pieces[0]] = event.numbers[0]
        elif kind == "turn":
            self.turn = event.numbers[0]

    def _hold(self, unit: str) -> None:
        here = self.shadow.here(unit)
        if here >= 0:
            side = self.shadow.side(unit)
            assert side is not None
            self.holder[here] = side
