"""`python -m tests.conformance OUT` writes the kit by which an engine in another language is tested.

`docs/conformance.md` describes the folder. The same source writes the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jdgtools.engine.jdg.staff import make_game
from jdgtools.exporters.package import package_bytes, package_of
from jdgtools.package import loads
from tests.conformance.cases import acts_cases, game_cases, movement_cases, sight_cases
from tests.unit.package.bundled import battle

HERE = Path(__file__).parent
PROGRAMS = ("engine.mjs", "acts.mjs", "check.mjs")
"""The example of an engine, and what compares it with the kit."""
SCENARIOS = (("teaching-jdg", "battle"), ("teaching-jdg", "dawn"), ("rolica-1808", "historical"))
MOVEMENT, SIGHT, ACTS = 150, 20, 20
"""Positions of each scenario with questions."""
GAMES = {"teaching-jdg": (0, 1, 2), "rolica-1808": (0,)}
"""Battle -> numbers of the games whose logs are in the kit."""


def write(out: Path, scenarios: Sequence[tuple[str, str]] = SCENARIOS) -> None:
    """Write the kit into a folder, which is made."""
    out.mkdir(parents=True, exist_ok=True)
    for program in PROGRAMS:
        shutil.copyfile(HERE / program, out / program)
    names = []
    for battle_id, scenario in scenarios:
        name = f"{battle_id}-{scenario}"
        names.append(name)
        loaded = battle(battle_id)
        assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
        known = loaded.battle.scenario(scenario)
        assert known is not None
        content = package_bytes(package_of(loaded.battle, loaded.series, loaded.charts, known))
        (out / f"{name}.jdgpkg").write_bytes(content)
        package = loads(content)
        game, data_alone = make_game(package), make_game(package, [rule.id for rule in package.special_rules])
        digest = hashlib.sha256(content).hexdigest()
        _write(out / f"{name}-movement.json", movement_cases(data_alone, MOVEMENT, 1808))
        _write(out / f"{name}-sight.json", sight_cases(data_alone, SIGHT, 1809))
        _write(out / f"{name}-acts.json", acts_cases(data_alone, ACTS, 1810))
        legal, counts = [], []
        for number in GAMES[battle_id]:
            played = game_cases(game, number, digest)
            (out / f"{name}-{number}.jdglog").write_text(played["log"], encoding="utf-8", newline="\n")
            legal += [{"game": number, **entry} for entry in played["legal"]]
            counts += [{"game": number, **entry} for entry in played["perft"]]
        _write(out / f"{name}-legal.json", legal)
        _write(out / f"{name}-perft.json", counts)
    _write(out / "kit.json", [{"format": "jdgkit", "version": 1, "scenarios": names}])


def _write(path: Path, entries: list[Any]) -> None:
    """Write a list with one entry a line."""
    lines = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("python -m tests.conformance OUT")
    write(Path(sys.argv[1]))
