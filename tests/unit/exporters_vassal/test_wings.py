"""Rolls of wings and leaders, initiative by orders, and who has acted, each against the charts and the rules."""

from __future__ import annotations

import re

import pytest

from tests.tools.tabletop import Tabletop
from tests.tools.tabletop_counters import Counter
from tests.unit.exporters_vassal.conftest import built_once, context

NAME = "teaching-mpbs"
ORDERS = ("make_ready", "charge", "receive_charge", "rally")
"""In the order of the values of the axis."""


def tabletop(seed: int = 1) -> Tabletop:
    return Tabletop(built_once(NAME), "setup-battle.vsav", seed)


def of_kind(table: Tabletop, kind: str) -> dict[str, Counter]:
    return {str(p.look("Id")): p for p in table.pieces if p.look("Kind") == kind}


def rating(command: str) -> int:
    battle = context(NAME).battle
    [wing] = [c for c in battle.commands if c.id == command]
    [leader] = [x for x in battle.leaders if x.id == wing.leader]
    return int(str(leader.front["rating"]))


def is_horse(command: str) -> bool:
    [wing] = [c for c in context(NAME).battle.commands if c.id == command]
    return wing.values["type"] == "cavalry"


def drm(chart: str, *keys: str) -> int:
    value = context(NAME).charts.get(chart).value(*keys)
    assert isinstance(value, int)
    return value


def said(line: str) -> tuple[int, int, int, bool]:
    """Roll, total, what is needed, and whether it succeeded."""
    match = re.search(r": die (\d+).*?total (-?\d+) against (-?\d+): (passed|failed)", line)
    assert match is not None, line
    return int(match[1]), int(match[2]), int(match[3]), match[4] == "passed"


@pytest.mark.parametrize("wing", ["horn", "torsten", "falk"])
@pytest.mark.parametrize("order", ORDERS)
def test_a_change_of_orders_reads_the_table(wing: str, order: str) -> None:
    """T-ORDERS-CHANGE for every pair of orders (MP-5.7.2-a, -c), with the wing commander and the kind of wing."""
    table = tabletop(len(wing) + ORDERS.index(order))
    for piece in table.pieces:
        if piece.look("LeaderOf"):
            piece.map = table.main_map
    card = of_kind(table, "command")[wing]
    for new in ORDERS:
        card.values["order"] = str(ORDERS.index(order) + 1)
        table.lines()
        card.command(f"order_to_{new}")
        lines = [line for line in table.lines() if ": die " in line]
        rolls = context(NAME).charts.get("T-ORDERS-CHANGE").value(order, new)
        assert bool(lines) == (rolls is not None)
        if not lines:
            continue
        roll, total, needed, success = said(lines[0])
        modifier = rating(wing)
        if is_horse(wing) and new in ("charge", "receive_charge"):
            modifier += drm("T-ORDERS-CHANGE-DRM", f"cavalry_to_{new}")
        assert (total, needed) == (roll + modifier, rolls[1])
        assert success == (total <= rolls[1])


def test_a_wing_of_which_half_is_lost_changes_to_rally_more_easily() -> None:
    """MP-5.7.3-a: more than half Morale Broken, Morale Shaken or eliminated."""
    table = tabletop()
    card = of_kind(table, "command")["horn"]
    units = [p for p in of_kind(table, "unit").values() if p.look("CmdNo") == card.look("CmdNo")]
    units = [p for p in units if p.map == table.main_map]
    card.values["order"] = "1"
    for lost in range(len(units) + 1):
        if lost:
            units[lost - 1].map = "Losses"
            units[lost - 1].spot = table.middle("Losses", str(units[lost - 1].look("LostBox")))
        table.lines()
        card.command("order_to_rally")
        assert ("half of the wing lost -2" in table.lines()[-1]) == (2 * lost > len(units))


@pytest.mark.parametrize("use", ["continuation", "preemption"])
@pytest.mark.parametrize("order", ORDERS)
def test_continuation_and_preemption_read_the_table(order: str, use: str) -> None:
    """T-CONTINUATION (MP-4.3.2-a, -4.4.2-a, -5.6.4-d) with the marker No Continue (MP-4.4.2-c, -d)."""
    rolls = context(NAME).charts.get("T-CONTINUATION").value(order, use)
    for wing in ("horn", "torsten"):
        for marked in (False, True):
            table = tabletop(7)
            [leader] = [p for p in of_kind(table, "leader").values() if p.look("Id") == wing]
            leader.map = table.main_map
            leader.values["continuation"] = "2" if marked else "1"
            card = of_kind(table, "command")[wing]
            card.values["order"] = str(ORDERS.index(order) + 1)
            card.command(use)
            lines = [line for line in table.lines() if ": die " in line]
            assert bool(lines) == (rolls is not None)
            if not lines:
                continue
            roll, total, needed, success = said(lines[0])
            modifier = rating(wing) + (
                drm("T-CONTINUATION-DRM", "cavalry_wing", use) if is_horse(wing) else 0
            )
            if marked and use == "preemption":
                modifier += drm("T-CONTINUATION-DRM", "no_continue", use)
            if marked and use == "continuation":
                assert not success and "No Continue" in lines[0]
                continue
            assert (total, needed, success) == (roll + modifier, rolls[1], total <= rolls[1])


def test_an_interception_reads_the_order_of_the_wing() -> None:
    """T-INTERCEPTION, EX-9.3.3-1: morale 8 under Charge succeeds on 0 to 6."""
    charts = context(NAME).charts
    table = tabletop()
    horse = [p for p in of_kind(table, "unit").values() if "interception" in p.values]
    horse = [p for p in horse if p.map == table.main_map]
    assert horse
    for n, order in enumerate(ORDERS, 1):
        for piece in horse:
            for card in of_kind(table, "command").values():
                card.values["order"] = str(n)
            piece.values["interception"] = "1"
            table.lines()
            piece.command("interception")
            [line] = [x for x in table.lines() if ": die " in x]
            rolls = charts.get("T-INTERCEPTION").value(order)
            if rolls is None:  # MP-9.1.1a-d
                assert line.endswith(": failed – it stands") and "against" not in line
                continue
            roll, total, needed, success = said(line)
            morale = drm("T-INTERCEPTION-DRM", f"morale_{piece.look('r_morale_now')}")
            assert (total, needed) == (roll + morale, rolls[1])
            assert success == (total <= rolls[1])
            piece.values["interception"] = "2"
            piece.command("interception")
            assert [x for x in table.lines() if "not allowed" in x and "(MP-9.3.1-g)" in x]


def test_the_fate_of_leaders_and_of_units_that_cannot_retreat_is_read_in_words() -> None:
    """T-LEADER-CASUALTY, T-LEADER-REPLACEMENT, T-UNABLE: every row, by the die and the printed morale."""
    checks = {c.id: c for c in context(NAME).series.module.checks}
    charts = context(NAME).charts
    for check, chart in (
        ("leader_casualty", "T-LEADER-CASUALTY"),
        ("leader_replacement", "T-LEADER-REPLACEMENT"),
        ("unable_to_retreat", "T-UNABLE"),
    ):
        words = {code: text.get("en") for code, text in checks[check].words}
        rows = set()
        for seed in range(60):
            table = tabletop(seed)
            kind = "unit" if check == "unable_to_retreat" else "leader"
            pieces = of_kind(table, kind)
            piece = pieces["horn"] if kind == "leader" else pieces["em-red"]
            piece.map = "Losses" if check == "leader_replacement" else table.main_map
            piece.command(check)
            [line] = [x for x in table.lines() if ": die " in x]
            match = re.search(r": die (\d+).*?total (-?\d+): (.*)$", line)
            assert match is not None, line
            total = int(match[2])
            modifier = drm("T-UNABLE-DRM", f"morale_{piece.look('r_morale_now')}") if kind == "unit" else 0
            assert total == int(match[1]) + modifier
            cell = charts.get(chart).lookup(max(0, min(9, total)))
            assert cell is not None
            assert match[3] == (words[str(cell.value)] if cell.value else "no effect")
            rows.add(match[3])
        assert set(words.values()) <= rows


def test_the_initiative_counts_wings_under_the_highest_order() -> None:
    """MP-4.1.1-a to -c, -4.1.2-a, -b, AMB-06: wings without a commander on the map do not count."""
    sides = {s.id: s.name.get("en") for s in context(NAME).battle.sides}
    for orders in range(4**2):
        table = tabletop(orders)
        cards = of_kind(table, "command")
        in_play = {n: c for n, c in cards.items() if c.look("InPlay") == 1}
        assert in_play and set(in_play) < set(cards)
        for k, card in enumerate(cards.values()):
            card.values["order"] = str(1 + (orders // (1 if k % 2 else 4)) % 4)
        table.lines()
        table.button("Initiative")
        line = table.lines()[-1]
        for rank in ("charge", "make_ready", "receive_charge", ""):
            counted = {
                n for n, c in in_play.items() if rank and c.values["order"] == str(ORDERS.index(rank) + 1)
            }
            if counted:
                break
        if not counted:
            assert "no wing that can be activated" in line
            continue
        wings = {s.id: s.side for s in context(NAME).battle.commands}
        numbers = [sum(wings[n] == side for n in counted) for side in sides]
        first, second = sides.values()
        assert f"{first} {numbers[0]}, {second} {numbers[1]}" in line
        ratings = [min((rating(n) for n in counted if wings[n] == side), default=0) for side in sides]
        if numbers[0] != numbers[1]:
            assert line.endswith(first if numbers[0] > numbers[1] else second)
        elif ratings[0] != ratings[1]:
            assert line.endswith(first if ratings[0] < ratings[1] else second)
        else:
            match = re.search(rf"dice: {first} (\d), {second} (\d) – (.*)$", line)
            assert match is not None, line
            dice = int(match[1]), int(match[2])
            assert match[3] == (first if dice[0] > dice[1] else second if dice[1] > dice[0] else match[3])
            assert (dice[0] == dice[1]) == ("roll again" in match[3])


def test_the_list_of_wings_stands_by_order() -> None:
    """MP-4.2.1-b: Charge, Make Ready, Receive Charge, Rally, each wing with its state."""
    table = tabletop()
    cards = of_kind(table, "command")
    for card in cards.values():
        card.values["order"] = "2"
    cards["horn"].values["order"] = "3"
    of_kind(table, "leader")["horn"].values["activation"] = "3"
    table.button("Wings")
    lines = table.lines()
    assert [line.split(" ·")[0] for line in lines] == ["Charge", "Receive Charge"]
    assert "Horn" in lines[1] and lines[1].endswith("Finished")


def test_the_activation_list_stands_by_command_rating() -> None:
    """AFE-6.C-a, -l, -n: ascending ratings, each leader on the map with his state."""
    made = context("teaching-afe").battle
    table = Tabletop(built_once("teaching-afe"), "setup-battle.vsav")
    leaders = {str(p.look("Id")): p for p in table.pieces if p.look("Kind") == "leader"}
    on_map = {n for n, p in leaders.items() if p.map == table.main_map}
    acted = sorted(on_map)[0]
    leaders[acted].values["activation"] = "2"
    table.button("Activation list")
    lines = table.lines()
    heads = [int(re.match(r"Command rating (\d+)", line)[1]) for line in lines]  # type: ignore[index]
    assert heads == sorted(heads)
    for leader in made.leaders:
        name = leader.name.get("en")
        said_lines = [line for line in lines if f" {name} [" in line]
        if leader.id not in on_map or leader.role not in ("commander_in_chief", "banner_lord"):
            assert not said_lines
            continue
        [line] = said_lines
        assert line.startswith(f"Command rating {leader.front['rating']} ")
        state = "activated" if leader.id == acted else "to be activated"
        assert re.search(rf"{re.escape(name)} \[[^\]]*\]: {state}( ·|$)", line)


def test_leaders_who_enter_in_this_turn_take_their_place_in_the_list() -> None:
    """AFE-6.C-b, -e: Beaumont comes in turn 1, before Richard, since Louis's bonus is smaller than Henry's."""
    table = Tabletop(built_once("bremule-1119"), "setup-historical.vsav")
    table.button("Reinforcements due")
    table.lines()
    table.button("Activation list")
    lines = [re.sub(r"Command rating (\d) · ", r"\1 ", line) for line in table.lines()]
    state = "to be activated"
    assert lines == [
        f"1 William Crispin [French]: {state}",
        f"2 Matthew of Beaumont [French]: {state} · Richard [Anglo-Normans]: {state}",
        f"3 William of Warenne [Anglo-Normans]: {state}",
        f"4 Robert [Anglo-Normans]: {state}",
        f"5 King Henry [Anglo-Normans]: {state}",
    ]


def test_a_wing_that_is_due_counts_for_the_initiative() -> None:
    """MP-7.4-a: Hampden's column enters in turn 5 and counts from then on, not before."""
    table = Tabletop(built_once("edgehill-1642"), "setup-historical.vsav")
    card = of_kind(table, "command")["hampden"]
    for turn, expected in ((4, 0), (5, 1)):
        [table.turn] = [
            n for n, text in enumerate(table.turns) if text.startswith(f"{turn} ") and table.active[n]
        ]
        table.button("Reinforcements due")
        assert card.look("InPlay") == expected
