"""Leaders lost and followed: a program that knows docs/package.md alone says what the rules say, case by case."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.unit.package.bundled import battle
from tests.unit.package.test_strangers import stranger
from tests.unit.package.test_strangers_turns import package_file

Case = tuple[str, list[dict[str, Any]], dict[str, Any], dict[str, list[str]]]
PHILIP = {"france": ["philip"], "allies": ["otto"]}


def at(health: str, person: str, *places: object) -> dict[str, Any]:
    return {"health": health, "person": person, "at": list(places)}


STPOL = [303, 304]
DREUX = [267, 293, 294, 295]
PONTHIEU = [265, 266, 292]
BOUVINES: list[Case] = [
    ("AFE-7.5.2-a", [{"wound": "stpol"}], {"stpol": at("wounded", "original", 304)}, PHILIP),
    (
        "AFE-7.5.2-c, AFE-7.6-c, AMB-40: dead, and the back is unhurt",
        [{"wound": "stpol"}, {"wound": "stpol"}],
        {"stpol": at("unhurt", "replacement", *STPOL)},
        PHILIP,
    ),
    (
        "AFE-7.6-d, -e: captured; the reserve comes",
        [{"capture": "dreux", "by": "al-limburg"}],
        {
            "dreux": at("captured", "original", "al-limburg"),
            "french-captain": at("unhurt", "original", *DREUX),
        },
        PHILIP,
    ),
    (
        "AFE-7.6-g: the reserve who falls comes again",
        [{"capture": "dreux", "by": "al-limburg"}, {"kill": "french-captain"}],
        {
            "dreux": at("captured", "original", "al-limburg"),
            "french-captain": at("unhurt", "original", *DREUX),
        },
        PHILIP,
    ),
    (
        "AFE-7.6-g: so does the back",
        [{"kill": "stpol"}, {"kill": "stpol"}],
        {"stpol": at("unhurt", "replacement", *STPOL)},
        PHILIP,
    ),
    (
        "AFE-7.6-i, -j: Ponthieu has 4, which nobody else on the map has",
        [{"capture": "philip", "by": "al-limburg"}],
        {
            "philip": at("captured", "original", "al-limburg"),
            "french-captain": at("unhurt", "original", 323, 325, 350, 395),
        },
        {"france": ["ponthieu"], "allies": ["otto"]},
    ),
    (
        "AFE-7.6-j: the back of Guérin has 4 as well, and the owner chooses (AMB-43)",
        [{"kill": "guerin"}, {"capture": "philip", "by": "al-limburg"}],
        {
            "guerin": at("unhurt", "replacement", 278, 305, 328, 329, 331, 356),
            "philip": at("captured", "original", "al-limburg"),
            "french-captain": at("unhurt", "original", 323, 325, 350, 395),
        },
        {"france": ["guerin", "ponthieu"], "allies": ["otto"]},
    ),
    (
        "AFE-7.5-b: eliminated in melee, his only unit there: captured",
        [{"melee": "fr-ponthieu", "by": "al-brabant"}],
        {
            "ponthieu": at("captured", "original", "al-brabant"),
            "french-captain": at("unhurt", "original", 265, 266),
        },
        PHILIP,
    ),
    (
        "AFE-7.5-c: by fire: to the nearest unit of his banner; 266 lies beside 292",
        [{"fire": "fr-ponthieu", "by": "al-brabant", "surrounded": False}],
        {"ponthieu": at("unhurt", "original", 265, 266)},
        PHILIP,
    ),
    (
        "AFE-7.5-d: surrounded",
        [{"fire": "fr-ponthieu", "by": "al-brabant", "surrounded": True}],
        {
            "ponthieu": at("captured", "original", "al-brabant"),
            "french-captain": at("unhurt", "original", 265, 266),
        },
        PHILIP,
    ),
    (
        "AFE-7.5-e, AFE-7.1-g: the last unit of the banner, by fire: dead, and nobody follows",
        [
            {"off": "fr-champagne"},
            {"fire": "fr-stpol", "by": "al-brabant", "surrounded": False},
        ],
        {"stpol": at("unhurt", "original", "dead")},
        PHILIP,
    ),
    (
        "AFE-7.5-i, AFE-7.1-h: the last unit of the banner leaves the map: safe",
        [{"off": "fr-champagne"}, {"off": "fr-stpol"}],
        {"stpol": at("unhurt", "original", "safe")},
        PHILIP,
    ),
    (
        "AFE-7.5.1-b: free when the captor is eliminated",
        [{"capture": "stpol", "by": "al-limburg"}, {"melee": "al-limburg", "by": "fr-stpol"}],
        {
            "stpol": at("unhurt", "original", *STPOL),
            "french-captain": at("unhurt", "original", *STPOL),
        },
        PHILIP,
    ),
    (
        "AFE-7.5-k: a captor who leaves the map keeps him",
        [{"capture": "stpol", "by": "al-limburg"}, {"off": "al-limburg"}],
        {
            "stpol": at("captured", "original", "al-limburg"),
            "french-captain": at("unhurt", "original", *STPOL),
        },
        PHILIP,
    ),
    (
        "AFE-7.5-c, -h, AMB-44: a commander-in-chief goes to the nearest unit of the army after fire",
        [{"fire": "fr-household", "by": "al-limburg", "surrounded": False}],
        {"philip": at("unhurt", "original", 323, 325)},
        PHILIP,
    ),
]
"""Statements, events, leaders who are not as before, who commands in chief; worked out from the rules by hand."""


def test_leaders_of_au_fil_de_l_epee_by_the_page_alone(tmp_path: Path) -> None:
    package = package_file(battle("bouvines-1214"), tmp_path)
    answers: list[Any] = stranger("stdlib_leaders_afe.py", package, [events for _, events, _, _ in BOUVINES])
    wrong = {
        name: found
        for (name, _, leaders, supreme), found in zip(BOUVINES, answers, strict=True)
        if found != {"leaders": leaders, "supreme": supreme}
    }
    assert wrong == {}
