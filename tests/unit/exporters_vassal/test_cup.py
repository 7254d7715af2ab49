"""The cup of every turn, played on a table without an engine, against the list that the rules give."""

from __future__ import annotations

import itertools
import random
from functools import cache

import pytest
from msgspec.structs import replace

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.module.arrivals import arrival_groups, is_uncertain
from jdgtools.exporters.module.assemble import ModuleBuild
from jdgtools.exporters.package import package_of
from jdgtools.exporters.vassal import make_module
from jdgtools.model.scenario import Arrival, Scenario
from jdgtools.package.model import Package
from tests.tools.tabletop import Tabletop
from tests.tools.tabletop_counters import Counter
from tests.unit.exporters_vassal.conftest import built_once, counter_width, module_context_of
from tests.unit.exporters_vassal.conftest import context as bundled

BATTLES = {
    "teaching-jdg": ("battle", "dawn"),
    "rolica-1808": ("historical", "loison"),
    "vimeiro-1808": ("historical", "hill"),
}
CASES = [(name, scenario, 1) for name, scenarios in BATTLES.items() for scenario in scenarios]
CASES += [("teaching-jdg", "battle", seed) for seed in range(2, 6)]


ONE_COMMAND = "teaching-jdg with a combined marker of one command"
CASES += [(ONE_COMMAND, scenario, 1) for scenario in BATTLES["teaching-jdg"]]


def context(name: str) -> BuildContext:
    """The context of a bundled battle, or of that in which the combined marker names one command."""
    if name != ONE_COMMAND:
        return bundled(name)
    made = bundled("teaching-jdg")
    activation = tuple(
        replace(m, commands=m.commands[:1]) if m.code == "C" else m for m in made.battle.activation
    )
    return replace(made, battle=replace(made.battle, activation=activation))


@cache
def built(name: str) -> ModuleBuild:
    return make_module(context(name)) if name == ONE_COMMAND else built_once(name)


def package(name: str, scenario: str) -> Package:
    made = context(name)
    [found] = [s for s in made.battle.scenarios if s.id == scenario]
    return package_of(made.battle, made.series, made.charts, found)


class Rules:
    """What the rules say of the cup, from the package alone: PROC-CUP of the digest."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.came: dict[str, int] = {}
        """Uncertain group -> turn in which its die said that it comes."""

    def cup(self, turn: int, on_map: set[str], waiting: set[str], out: set[str]) -> set[str]:
        """The markers of phase C.

        Args:
            turn: its number.
            on_map: units on the map.
            waiting: pieces that wait off the map.
            out: markers that are removed, chosen or left out.
        """
        found = set()
        command_of = {u.id: u.command for u in self.package.units}
        for marker in self.package.activation:
            if marker.code == "C" and (not marker.turns or turn in marker.turns):
                found.add(marker.id)
        for command in self.package.commands:
            markers = [
                m for m in self.package.activation if m.code == "O" and list(m.commands) == [command.id]
            ]
            units = {u for u, c in command_of.items() if c == command.id}
            due = [
                t for a in self.package.arrivals if units & waiting & set(a.pieces) for t in self._since(a)
            ]
            if units & on_map or any(t < turn for t in due):  # JDG-1-g, 5.2.1-c, -d
                found |= {m.id for m in markers}
            elif turn in due and markers:  # JDG-5.2.1-a, -b
                highest = max(m.rating or 0 for m in markers)
                found.add(next(m.id for m in markers if (m.rating or 0) == highest))
        return found - out

    def _since(self, arrival: object) -> list[int]:
        turn = self.came.get(arrival.id) if arrival.chance or arrival.required else arrival.turn
        return [] if turn is None else [turn]


def on_map(table: Tabletop) -> set[str]:
    return {str(p.look("Id")) for p in table.pieces if p.map == table.main_map and p.look("Unit") == "1"}


def waiting(table: Tabletop) -> set[str]:
    return {str(p.look("Id")) for p in table.pieces if p.map == "Reinforcements"}


def markers(table: Tabletop) -> dict[str, Counter]:
    return {str(p.look("Id")): p for p in table.pieces if p.look("Kind") == "activation"}


def at(table: Tabletop, place: int) -> set[str]:
    return {name for name, p in markers(table).items() if p.look("Place") == place}


def in_cup(table: Tabletop) -> set[str]:
    return {str(p.look("Id")) for p in table.cup}


def to_phase(table: Tabletop, start: str) -> None:
    while not table.phases[table.phase].startswith(start):
        table.step(1)


def note_arrivals(groups: tuple[Arrival, ...], scenario: Scenario, table: Tabletop, rules: Rules) -> None:
    """Tell the rules what the dice for uncertain groups said."""
    for number, group in enumerate(groups, 1):
        if group in scenario.arrivals and is_uncertain(group) and table.globals[f"Came{number}"] != "0":
            rules.came.setdefault(group.id, int(table.globals[f"Came{number}"]))


def enter(table: Tabletop, marker: Counter, rules: Rules, turn: int) -> None:
    """Bring the reinforcements onto the map that a marker brings."""
    [drawn] = [m for m in rules.package.activation if m.id == marker.look("Id")]
    if drawn.code == "C":
        return
    command_of = {u.id: u.command for u in rules.package.units}
    for arrival in rules.package.arrivals:
        if all(t > turn for t in rules._since(arrival)):
            continue
        for piece in table.pieces:
            name = str(piece.look("Id"))
            mine = name in arrival.pieces and command_of.get(name, arrival.command) == drawn.commands[0]
            if mine and piece.map == "Reinforcements":
                piece.map, piece.spot = table.main_map, (100, 100)


@pytest.mark.parametrize(("name", "scenario", "seed"), CASES)
def test_the_cup_of_every_turn_is_that_of_the_rules(name: str, scenario: str, seed: int) -> None:
    """JDG-1-g, -h, -q, 2.1.2-b, 2.2-c, -d, 5.2.1-a to -d: all turns, with losses and markers out of play."""
    table = Tabletop(built(name), f"setup-{scenario}.vsav", seed)
    rules = Rules(package(name, scenario))
    player = random.Random(f"{name} {scenario} {seed}")
    [played] = [s for s in context(name).battle.scenarios if s.id == scenario]
    groups = arrival_groups(module_context_of(name.split()[0]))
    removed = {m for m in markers(table) if m in played.removed_markers}
    assert not at(table, 0) - removed and not in_cup(table)
    for turn in played.turns:
        assert table.turns[table.turn].startswith(f"{turn.number} ".rstrip())
        if (
            player.random() < 0.3
        ):  # A formation is demoralised: its higher marker is out of play (JDG-11.2-d).
            gone = player.choice(sorted(at(table, 1)))
            markers(table)[gone].command("to removed")
            removed.add(gone)
        elif len(removed) > len(played.removed_markers):  # It comes back later (JDG-11.2-g).
            back = player.choice(sorted(removed - played.removed_markers))
            markers(table)[back].command("to pool")
            removed.remove(back)
        to_phase(table, "B.2")
        table.press("turn facts")
        note_arrivals(groups, played, table, rules)
        expected = rules.cup(turn.number, on_map(table), waiting(table), removed)
        chosen = ""
        if player.random() < 0.5:  # The side with the initiative chooses (JDG-3-e, -f).
            chosen = player.choice(sorted(expected))
            markers(table)[chosen].command("to chosen")
        table.lines()
        to_phase(table, "C.")
        assert in_cup(table) == expected - {chosen}
        assert f"Turn {turn.number}: markers in the cup: {len(expected - {chosen})}" in table.lines()
        table.button("Fill the cup")  # Again: nothing is doubled or lost.
        assert in_cup(table) == expected - {chosen}
        to_phase(table, "D.1")
        activations = []
        while in_cup(table) or at(table, 3):
            table.button("Draw a marker")
            if not at(table, 4):
                break
            [active] = at(table, 4)
            activations.append(active)
            enter(table, markers(table)[active], rules, turn.number)
            if len(activations) > 2:
                table.button("End activation")
                continue
            table.lines()
            table.button("Draw a marker")  # In an unfinished activation nothing is drawn.
            assert at(table, 4) == {active}
            assert "still active" in table.lines()[-1]
            table.button("Fill the cup")  # Nor is the cup filled again.
            assert at(table, 4) == {active} and "already" in table.lines()[-1]
            table.button("End activation")
            assert not at(table, 4)
        assert activations[:1] == [chosen] if chosen else True
        assert set(activations) | at(table, 6) == expected and len(at(table, 6)) == 1
        assert len(activations) == len(expected) - 1
        table.lines()
        table.button("Draw a marker")
        assert "the cup is empty" in table.lines()[-1]
        for unit in [p for p in table.pieces if p.look("Unit") == "1" and p.map == table.main_map]:
            if player.random() < 0.15:
                unit.map, unit.spot = "Losses", (0, 0)
        table.button("End turn")
        if turn is played.turns[-1]:  # The battle is over: nothing is gathered for a turn that is none.
            assert not in_cup(table) and "the battle is over" in table.chat[-2]
            continue
        assert not in_cup(table) and at(table, 1) == set(markers(table)) - removed


@pytest.mark.parametrize("name", BATTLES)
def test_used_markers_lie_side_by_side_inside_their_box(name: str) -> None:
    """Half of each can be seen: in one row there were fifteen pixels of each of 28."""
    table = Tabletop(built(name), f"setup-{BATTLES[name][0]}.vsav")
    [path] = [z.get("path") for z in table.root.find("Zone") if z.get("name") == "Used markers"]
    corners = [tuple(map(int, corner.split(","))) for corner in path.split(";")]
    (left, top), (right, low) = min(corners), max(corners)
    for marker in markers(table).values():
        marker.command("to used")
    spots = [marker.spot for marker in markers(table).values()]
    half = counter_width(built(name)) / 2
    assert len(spots) > 3
    assert all(left < x - half and x + half < right and top < y - half and y + half < low for x, y in spots)
    for (x, y), (beside, there) in itertools.combinations(spots, 2):
        assert abs(x - beside) >= half or abs(y - there) >= 2 * half
