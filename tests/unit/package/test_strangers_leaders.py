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


WILMOT = [391, 392, 393, 394, 395, 453, 454]
ASTLEY = [399, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410]
FORTH = {"royal": "forth", "parliament": "essex"}
ASTLEY_LEADS = {"royal": "astley", "parliament": "essex"}
MARKERS = {"markers": ""}


def told(leads: Any = None, where: Any = None, command: Any = None, lost: Any = ()) -> dict[str, Any]:
    return {"leads": leads or {}, "where": where or {}, "command": command or FORTH, "lost": list(lost)}


EDGEHILL: list[tuple[str, list[dict[str, Any]], dict[str, Any]]] = [
    ("MP-5.3.2-a: until markers are removed nobody leads", [{"hit": "wilmot"}], told({"wilmot": None})),
    (
        "MP-5.3.3-a, MP-5.3.4-a: 0 brings him back at once",
        [{"hit": "wilmot"}, {"roll": "wilmot", "value": 0}, MARKERS],
        told(where={"wilmot": WILMOT}),
    ),
    (
        "MP-5.3.3-a, -b: 1 in the next turn, a generic commander until then",
        [{"hit": "wilmot"}, {"roll": "wilmot", "value": 1}, MARKERS],
        told({"wilmot": "generic"}, {"wilmot": WILMOT}),
    ),
    (
        "MP-5.3.3-a: and then he is there",
        [{"pursued": "wilmot"}, {"roll": "wilmot", "value": 1}, MARKERS, MARKERS],
        told(where={"wilmot": WILMOT}),
    ),
    (
        "MP-5.3.3-a: 4 in the second turn after this one",
        [{"hit": "wilmot"}, {"roll": "wilmot", "value": 4}, MARKERS, MARKERS],
        told({"wilmot": "generic"}),
    ),
    (
        "MP-5.3.3-b: 7: eliminated, and Astley has a named replacement",
        [{"hit": "astley"}, {"roll": "astley", "value": 7}, MARKERS],
        told({"astley": "royal-spare"}, {"astley": ASTLEY}, lost=["astley"]),
    ),
    (
        "MP-5.3.1-b: without a roll",
        [{"eliminated": "wilmot"}, MARKERS],
        told({"wilmot": "generic"}, {"wilmot": WILMOT}, lost=["wilmot"]),
    ),
    (
        "MP-5.3.3-c, MP-5.3.4-d: Fortescue's one troop goes in the same turn: no roll, and he counts",
        [{"hit": "fortescue"}, {"gone": "pa-fortescue"}, MARKERS],
        told({"fortescue": None}, {"fortescue": []}, lost=["fortescue"]),
    ),
    (
        "MP-5.3.4-c: it goes a turn later: he does not return, and counts nothing",
        [
            {"hit": "fortescue"},
            {"roll": "fortescue", "value": 2},
            MARKERS,
            {"gone": "pa-fortescue"},
            MARKERS,
        ],
        told({"fortescue": "generic"}),
    ),
    (
        "MP-5.3.5-a, -b: Astley succeeds Forth, and his wing has the named replacement",
        [{"eliminated": "forth"}, MARKERS],
        told({"astley": "royal-spare"}, {"astley": ASTLEY}, ASTLEY_LEADS, ["forth"]),
    ),
    (
        "MP-5.3.5-a: no senior commander on the map",
        [{"eliminated": "astley"}, {"eliminated": "forth"}],
        told({"astley": None}, command={"royal": None, "parliament": "essex"}),
    ),
]
"""Statements, events and what the program says, worked out from the rules by hand."""


def test_leaders_of_musket_and_pike_by_the_page_alone(tmp_path: Path) -> None:
    package = package_file(battle("edgehill-1642"), tmp_path)
    answers: list[Any] = stranger("stdlib_leaders_mpbs.py", package, [events for _, events, _ in EDGEHILL])
    wrong = {
        name: found for (name, _, expected), found in zip(EDGEHILL, answers, strict=True) if found != expected
    }
    assert wrong == {}


def test_leaders_of_au_fil_de_l_epee_by_the_page_alone(tmp_path: Path) -> None:
    package = package_file(battle("bouvines-1214"), tmp_path)
    answers: list[Any] = stranger("stdlib_leaders_afe.py", package, [events for _, events, _, _ in BOUVINES])
    wrong = {
        name: found
        for (name, _, leaders, supreme), found in zip(BOUVINES, answers, strict=True)
        if found != {"leaders": leaders, "supreme": supreme}
    }
    assert wrong == {}
