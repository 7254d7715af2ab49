"""A game that is played on the page: who sits where, what each may see, and the bots at work."""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Callable, Sequence
from threading import Event as Signal
from threading import RLock, Thread
from typing import TYPE_CHECKING

from jdgtools.desk_page.play_facts import Plain, ShownTable
from jdgtools.engine.checklist import obstacles
from jdgtools.engine.core.nodes import DecisionNode, Event
from jdgtools.engine.core.record import MAX_LOG_BYTES, header_of, ignored_of, lines_of
from jdgtools.engine.core.refusal import EngineRefused, RuleNotPlayed
from jdgtools.engine.load import game_of
from jdgtools.engine.players import MAX_PLAN_BYTES, PERSON, PlayerSpec, parse_seat
from jdgtools.engine.table import Table
from jdgtools.errors import InputRefused
from jdgtools.exporters.package import package_bytes, package_name, package_of
from jdgtools.package import loads

if TYPE_CHECKING:
    from jdgtools.desk_page.desk import Desk
    from jdgtools.engine.core.game import Game
    from jdgtools.engine.core.state import GameState

MAIL = "mail"
"""A person who decides elsewhere and gets the log; in the log he is a person."""
_ALL, _NOBODY = -1, -2
"""Readers that are no side."""
_MAX_HISTORY = 400
"""Actions and rolls that a page can still ask for."""


class _ThinkingStopped(Exception):
    """A bot was told to stop thinking."""


class PackedScenario:
    """A scenario of the desk's battle as `jdg build` would pack it now.

    Args:
        desk: whose battle it is.
        scenario_id: '' = the first.

    Raises:
        InputRefused: the battle has errors, or no such scenario.
    """

    def __init__(self, desk: Desk, scenario_id: str) -> None:
        loaded, view = desk.session.loaded, desk.view
        battle, series, charts = loaded.battle, loaded.series, loaded.charts
        counters = view.counters
        if loaded.report.has_errors or battle is None or series is None or charts is None:
            raise InputRefused("the battle has errors; the desk lists them")
        scenario = battle.scenario(scenario_id) if scenario_id else next(iter(battle.scenarios), None)
        context = view.context_of(scenario.id) if scenario is not None else None
        if scenario is None or context is None or counters is None:
            raise InputRefused(f"there is no scenario `{scenario_id}`")
        content = package_bytes(package_of(battle, series, charts, scenario))
        self.package = loads(content, package_name(battle, scenario))
        self.digest = hashlib.sha256(content).hexdigest()
        self.scenario = scenario
        self.context = context
        self.pictures = counters


class LoadedGame:
    """A packed scenario as the engine plays it, with how it is shown.

    Every game that is played or watched has its own: what it remembers is not shared.

    Args:
        packed: the scenario.
        ignored: rules that are left out.

    Raises:
        InputRefused: the engine does not play it; every reason has a line.
    """

    def __init__(self, packed_scenario: PackedScenario, ignored_rules: Sequence[str] = ()) -> None:
        self.digest = packed_scenario.digest
        self.ignored_rules = tuple(ignored_rules)
        self.scenario = packed_scenario.scenario.id
        self.pictures = packed_scenario.pictures
        try:
            self.game: Game = game_of(packed_scenario.package, ignored_rules)
        except EngineRefused:
            raise InputRefused("\n".join(obstacles(packed_scenario.package, ignored_rules))) from None
        self.shown_table = ShownTable(
            packed_scenario.context, packed_scenario.scenario, packed_scenario.pictures, self.game
        )


def seat_specs(seats: Sequence[str], plans: Sequence[str]) -> list[PlayerSpec]:
    """Return the players of two seats.

    Args:
        seats: as a person names the players; a plan is `plan` alone.
        plans: text of the plan of each side, where it has one.

    Raises:
        InputRefused: there is no such player, or a page may not have it.
    """
    specs = []
    for seat, plan in zip(seats, plans, strict=True):
        if seat == "plan":
            if len(plan.encode()) > MAX_PLAN_BYTES:
                raise InputRefused(f"the plan is larger than {MAX_PLAN_BYTES // 1024} KiB")
            specs.append(PlayerSpec("plan", plan, "plan:page"))
            continue
        try:
            spec = parse_seat(PERSON if seat == MAIL else seat)
        except EngineRefused as refusal:
            raise InputRefused(str(refusal)) from None
        if spec.kind in ("plan", "program"):  # a page starts no programs and reads no files
            raise InputRefused(f"`{spec.kind}:` is for `jdg play` alone")
        specs.append(spec)
    return specs


class PlayedGame:
    """A game on the page. Bots think in a thread of their own, and can be stopped.

    Args:
        loaded: what is played.
        seats: player of each side as a person names him, `mail` beside what `jdg play` knows.
        plans: text of the plan of each side, where it has one.
        seed: of the dice.

    Raises:
        InputRefused: there is no such player, or a plan is not understood.
    """

    def __init__(self, loaded: LoadedGame, seats: Sequence[str], plans: Sequence[str], seed: int) -> None:
        self.loaded = loaded
        self.seats = list(seats)
        self._lock = RLock()
        self._stop = Signal()
        self._thread: Thread | None = None
        self._thinking = False
        self._problem = ""
        self._revision = 0
        self._first_revision = 0
        """Revision before which nothing that happened is shown: it was undone, or is of another game."""
        self._history: deque[Plain] = deque(maxlen=_MAX_HISTORY)
        specs = seat_specs(seats, plans)
        try:
            self._table = Table(
                loaded.game, specs, seed, loaded.digest, loaded.ignored_rules, look_up=self._look_up
            )
        except EngineRefused as refusal:
            raise InputRefused(str(refusal)) from None
        self._page_facts = self._facts()

    # --- what a page asks for ------------------------------------------------------------------

    def facts(self, after: int = -1) -> Plain:
        """Return the position, the actions of who decides, and what has happened after a revision."""
        with self._lock:
            reader = self._page_facts["reader"]
            history = [
                one if one["side"] in (-1, reader) or reader == _ALL else {**one, "words": "", "text": ""}
                for one in self._history
                if one["revision"] > max(after, self._first_revision)
            ]
            return {
                **self._page_facts,
                "history": history,
                "cleared": self._first_revision,
                "thinking": self._thinking,
            }

    def log(self) -> str:
        """Return the log of the game so far."""
        with self._lock:
            return self._table.recorder.text()

    def go_on(self) -> None:
        """Let the bots and the dice go on until a person decides."""
        with self._lock:
            if self._thinking or self._table.open_decision is not None or self._table.end is not None:
                return
            self._problem = ""
            self._stop.clear()
            self._thinking = True
            self._thread = Thread(target=self._work, daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Let the bots stop thinking; the position stays as it is."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def decide(self, revision: int, place: int) -> None:
        """Carry out what a person has decided.

        Raises:
            InputRefused: the page shows an older position, or there is no such action.
        """
        with self._lock:
            node = self._table.open_decision
            if self._thinking or revision != self._revision or node is None or self._away(node.side):
                raise InputRefused("the game has gone on; look at the position again")
            if not 0 <= place < len(node.actions):
                raise InputRefused("there is no such action")
            self._do(lambda: self._table.decide(place))
            self._page_facts = self._facts()
        if not self._problem:
            self.go_on()

    def undo(self) -> None:
        """Take the last decision of a person back.

        Raises:
            InputRefused: there is none.
        """
        self.stop()
        with self._lock:
            if not self._table.undo():
                raise InputRefused("there is nothing to undo")
            self._begin_anew()

    def seat(self, seats: Sequence[str], plans: Sequence[str]) -> None:
        """Let others play from now on.

        Raises:
            InputRefused: there is no such player, or a plan is not understood.
        """
        specs = seat_specs(seats, plans)
        self.stop()
        with self._lock:
            try:
                for side, spec in enumerate(specs):
                    self._table.seat(side, spec)
            except EngineRefused as refusal:
                raise InputRefused(str(refusal)) from None
            self.seats = list(seats)
            self._revision += 1
            self._page_facts = self._facts()
        self.go_on()

    def load(self, lines: list[str]) -> None:
        """Go on with the game of a log.

        Raises:
            InputRefused: it is of another package, or a line does not hold.
        """
        with self._lock:
            try:
                self._table.load(lines)
            except EngineRefused as refusal:
                raise InputRefused(str(refusal)) from None
            self._begin_anew()

    # --- how it is done ------------------------------------------------------------------------

    def _look_up(self) -> None:
        if self._stop.is_set():
            raise _ThinkingStopped

    def _work(self) -> None:
        """Let chance and the bots do one thing after the other, until a person decides."""
        try:
            while self._table.open_decision is None and self._table.end is None and not self._problem:
                self._do(self._table.step)
        except _ThinkingStopped:
            pass
        finally:
            with self._lock:
                self._thinking = False
                self._page_facts = self._facts()

    def _do(self, step: Callable[[], list[Event]]) -> None:
        """Do one thing, and keep what came of it for the page."""
        state, lines = self._table.state, self._table.recorder.lines
        node, before, turn = state.node, len(lines), state.turn
        try:
            events = step()
        except (EngineRefused, RuleNotPlayed, RuntimeError) as stop:
            self._problem = str(stop)
            return
        text = next(str(json.loads(line)[1]) for line in lines[before:] if line[2] in "dc")
        public_events = [self._table.public_event(event) for event in events]
        entry = self.loaded.shown_table.entry(node, turn, text, public_events)
        with self._lock:
            self._revision += 1
            self._history.append({**entry, "revision": self._revision})

    def _begin_anew(self) -> None:
        self._problem = ""
        self._revision += 1
        self._first_revision = self._revision
        self._page_facts = self._facts()

    def _away(self, side: int) -> bool:
        return self.seats[side] == MAIL

    def _reader(self) -> int:
        """Return the side whose view is shown, or _ALL, or _NOBODY where it is nobody's turn to look."""
        decision = self._table.open_decision
        persons = [side for side in self._table.persons if not self._away(side)]
        if self._table.end is not None or not self._table.persons:
            return _ALL
        if decision is not None and not self._away(decision.side):
            return decision.side
        return persons[0] if len(persons) == 1 else _NOBODY

    def _facts(self) -> Plain:
        table, shown_table, reader = self._table, self.loaded.shown_table, self._reader()
        decision, end, node = table.open_decision, table.end, table.state.node
        if decision is not None and self._away(decision.side):
            decision = None
        return {
            "revision": self._revision,
            "reader": reader,
            "side": node.side if isinstance(node, DecisionNode) else -1,
            "asked": decision is not None,
            "question": shown_table.question(table.state, decision.kind) if decision is not None else "",
            "actions": shown_table.actions(table.state, decision.actions, decision.kind)
            if decision is not None
            else [],
            "position": shown_table.position(known_to(self.loaded.game, table.state, reader)),
            "seats": list(self.seats),
            "hotSeat": self.seats == [PERSON, PERSON],
            "seed": table.seed,
            "ignored": list(self.loaded.ignored_rules),
            "canUndo": table.can_undo,
            "problem": self._problem,
            "end": shown_table.end(end) if end is not None else None,
        }


def known_to(game: Game, state: GameState, reader: int) -> GameState:
    """Return the state as a side knows it; all of it for -1, and for -2 what both sides know."""
    if reader == _ALL:
        return state
    if reader == _NOBODY:
        return game.view(game.view(state, 0), 1)
    return game.view(state, reader)


def log_lines(content: bytes) -> tuple[list[str], tuple[str, ...]]:
    """Return the lines of a log that a page has sent, and the rules that its game leaves out.

    Raises:
        InputRefused: it is too large, or no log.
    """
    if len(content) > MAX_LOG_BYTES:
        raise InputRefused(f"the log is larger than {MAX_LOG_BYTES // 1024 // 1024} MiB")
    try:
        lines = lines_of(content)
        return lines, ignored_of(header_of(lines))
    except EngineRefused as refusal:
        raise InputRefused(f"line 1: {refusal}") from None
