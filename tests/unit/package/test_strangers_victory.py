"""Points and ends of games: a program that knows docs/package.md alone counts as the engine and as the charts."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from jdgtools.engine.core.state import ELIMINATED, EXITED, FLED
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.victory import automatic_end, end_of_game, final_points
from jdgtools.engine.jdg.words import EXITS, POINTS
from jdgtools.exporters.package import package_bytes
from jdgtools.package import Package
from tests.unit.package.bundled import packages
from tests.unit.package.test_strangers import stranger

POSITIONS = 150
Position = dict[str, Any]
FATES = {ELIMINATED: "destroyed", FLED: "fled"}


def counted(package: Package, folder: Path, positions: list[Position]) -> list[Any]:
    """Return what the program says of positions."""
    file = folder / "one.jdgpkg"
    file.write_bytes(package_bytes(package))
    return stranger("stdlib_victory.py", file, positions)


@pytest.mark.parametrize(("name", "number"), [("rolica-1808", 0), ("teaching-jdg", 0), ("vimeiro-1808", 0)])
def test_points_and_ends_of_jours_de_gloire(tmp_path: Path, name: str, number: int) -> None:
    """Conditions of docs/package.md: JDG-13.1-a, JDG-13.2-a, AMB-96."""
    package = packages(name)[number][1]
    game, random = Match(package), Random(13)
    start, sides = game.start(), game.t.side_ids
    exits = [h for award in package.victory.awards for h in getattr(award.when, "hexes", ())]
    positions: list[Position] = []
    expected: list[Position] = []
    for _ in range(POSITIONS):
        s = start.clone()
        s.turn = random.randint(package.turns.first, package.turns.last)
        s.memory[POINTS] = (random.randint(0, 12), random.randint(0, 12))
        gone: dict[str, str] = {}
        left: dict[str, int] = {}
        states: dict[str, dict[str, str]] = {}
        risk = random.random()
        for unit in package.units:
            if unit.id in package.unused:
                continue
            piece = game.t.piece_of[unit.id]
            if random.random() < risk:
                fate = random.choice((ELIMINATED, ELIMINATED, FLED, EXITED))
                s.take(piece, fate)
                gone[unit.id] = FATES.get(fate, "exited")
                if fate == EXITED:
                    left[unit.id] = random.choice(exits or [0])
                    s.memory[EXITS] = (*s.memory[EXITS], (piece, left[unit.id]))
            elif s.place[piece] >= 0:
                s.level[piece] = random.randrange(3)
                states[unit.id] = {"level": ("ordered", "disordered", "routed")[s.level[piece]]}
            else:
                gone[unit.id] = "waiting"
        held: dict[str, str] = {}
        for h in range(len(package.grid.ids)):
            s.holder[h] = random.choice((0, 1, 1, -1))
            if s.holder[h] >= 0:
                held[str(h)] = sides[s.holder[h]]
        points = dict(zip(sides, s.memory[POINTS], strict=True))
        positions.append(
            {"turn": s.turn, "points": points, "held": held, "states": states, "gone": gone, "left": left}
        )
        automatic, end = automatic_end(game, s), end_of_game(game, s)
        expected.append(
            {
                "points": dict(zip(sides, final_points(game, s), strict=True)),
                "automatic": automatic and [winner(sides, automatic.winner), automatic.cause],
                "level": winner(sides, end.winner),
            }
        )
    answers = counted(package, tmp_path, positions)
    for answer in answers:
        answer["level"] = answer["level"][0]
    assert answers == expected
    assert len({str(known["points"]) for known in expected}) > POSITIONS // 3
    assert sum(known["automatic"] is not None for known in expected) > 5


def empty(package: Package) -> Position:
    """Return the end of the last turn of a game in which nothing has happened."""
    points = {side.id: 0 for side in package.sides}
    return {"turn": package.turns.last, "points": points, "held": {}, "states": {}, "gone": {}, "left": {}}


CASES = [  # battle, what has happened, points of the first and of the second side
    ("edgehill-1642", {}, (0, 0)),
    ("edgehill-1642", {"gone": {"ro-wales": "destroyed"}}, (0, 10)),
    ("edgehill-1642", {"gone": {"ro-wales": "fled"}, "states": {"ro-wales": {"casualties": "3"}}}, (0, 10)),
    ("edgehill-1642", {"states": {"ro-wales": {"casualties": "3"}}}, (0, 6)),
    ("edgehill-1642", {"gone": {"ro-wales": "pursued"}, "states": {"ro-wales": {"casualties": "3"}}}, (0, 0)),
    (
        "edgehill-1642",
        {"states": {"ro-gerard": {"casualties": "2"}, "pa-essex": {"casualties": "1"}}},
        (1, 2),
    ),
    ("edgehill-1642", {"gone": {"ro-gerard": "destroyed", "ro-dragoons-1": "destroyed"}}, (0, 5)),
    ("edgehill-1642", {"gone": {"ro-lifeguard": "destroyed"}}, (0, 15)),  # and the banner
    ("edgehill-1642", {"states": {"ro-battery": {"gun_status": "gun_captured"}}}, (0, 15)),
    ("edgehill-1642", {"states": {"ro-battery": {"gun_status": "gun_disabled"}}}, (0, 10)),
    ("edgehill-1642", {"states": {"pa-battery": {"gun_status": "gun_captured"}}}, (20, 0)),
    ("edgehill-1642", {"states": {"pa-gun-1": {"gun_status": "gun_disabled"}}}, (2, 0)),
    ("edgehill-1642", {"states": {"pa-baggage": {"baggage": "baggage_captured"}}}, (10, 0)),
    ("edgehill-1642", {"gone": {"king": "destroyed", "forth": "destroyed", "rupert": "destroyed"}}, (0, 80)),
    ("edgehill-1642", {"gone": {"ramsay": "destroyed", "balfour": "destroyed"}}, (10, 0)),
    ("bouvines-1214", {"gone": {"renaud": "destroyed", "guerin": "safe"}}, (4, 0)),
    (
        "bouvines-1214",
        {"states": {"renaud": {"health": "captured"}, "dreux": {"health": "captured"}}},
        (4, 4),
    ),
    (
        "bouvines-1214",
        {"gone": {"renaud": "destroyed"}, "states": {"renaud": {"health": "captured"}}},
        (4, 0),
    ),
    ("bouvines-1214", {"gone": {"al-saxons": "fled"}}, (4, 0)),  # and the car
    ("teaching-afe", {"states": {x: {"health": "captured"} for x in ("otto", "bertrade")}}, (4, 0)),
    ("teaching-afe", {"gone": {"cr-kni": "destroyed", "ot-swi": "fled", "ot-pik": "fled"}}, (3, 2)),
    ("teaching-afe", {"gone": {"cr-kni": "fled", "ot-swi": "destroyed", "ot-pik": "fled"}}, (2, 1)),
]


@pytest.mark.parametrize("name", sorted({case[0] for case in CASES}))
def test_points_for_what_happened(tmp_path: Path, name: str) -> None:
    """MP-15-a to -f by chart T-VP; lords killed or taken count once, and each for himself."""
    package, cases = packages(name)[0][1], [case for case in CASES if case[0] == name]
    answers = counted(package, tmp_path, [{**empty(package), **happened} for _, happened, _ in cases])
    sides = [side.id for side in package.sides]
    told = [tuple(answer["points"][side] for side in sides) for answer in answers]
    assert told == [points for _, _, points in cases]


@pytest.mark.parametrize(
    ("name", "states", "automatic"),
    [
        ("bouvines-1214", {"philip": {"health": "captured"}}, ["allies", "king-lost"]),
        ("bremule-1119", {"henry": {"health": "captured"}}, ["france", "henry-lost"]),
        ("bremule-1119", {"henry": {"health": "wounded"}}, None),
    ],
)
def test_a_king_who_is_taken_ends_the_game(
    tmp_path: Path, name: str, states: dict[str, Any], automatic: list[str] | None
) -> None:
    package = packages(name)[0][1]
    (answer,) = counted(package, tmp_path, [{**empty(package), "states": states}])
    assert answer["automatic"] == automatic


def winner(sides: tuple[str, ...], number: int) -> str | None:
    return sides[number] if number >= 0 else None
