"""The conformance kit: its bytes are always the same, it holds what the engine plays, and a small engine agrees."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from jdgtools.engine.core.perft import perft
from jdgtools.engine.core.record import replay
from tests.conformance.__main__ import SCENARIOS, write
from tests.unit.engine.matches import match

NODE = shutil.which("node")


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kit")
    write(folder)
    return folder


def test_another_process_writes_the_same_bytes(kit: Path, tmp_path: Path) -> None:
    out = tmp_path / "kit"
    seeded = {**os.environ, "PYTHONHASHSEED": "7"}
    subprocess.run([sys.executable, "-m", "tests.conformance", str(out)], env=seeded, check=True)
    names = sorted(path.name for path in kit.iterdir())
    assert names == sorted(path.name for path in out.iterdir())
    assert [name for name in names if (kit / name).read_bytes() != (out / name).read_bytes()] == []


@pytest.mark.parametrize(("battle", "scenario"), SCENARIOS)
def test_positions_and_logs_hold(kit: Path, battle: str, scenario: str) -> None:
    game, name = match(battle, scenario), f"{battle}-{scenario}"
    for entry in json.loads((kit / f"{name}-legal.json").read_text("utf-8")):
        state = game.from_position(entry["position"])
        assert [game.action_text(action) for action in game.legal(state)] == entry["actions"]
        assert game.position(state) == entry["position"]
    for entry in json.loads((kit / f"{name}-perft.json").read_text("utf-8")):
        state = game.from_position(entry["position"])
        assert [perft(game, state, depth) for depth in (1, 2)] == entry["counts"][:2]
    logs = sorted(kit.glob(f"{name}-*.jdglog"))
    assert logs
    for log in logs:
        lines = log.read_text("utf-8").splitlines()
        assert json.loads(lines[-1])[0] == "e"
        assert len(list(replay(game, lines[1:]))) == len(lines) - 1


@pytest.mark.skipif(NODE is None, reason="no JavaScript here")
def test_a_small_engine_in_javascript_agrees(kit: Path) -> None:
    assert NODE is not None
    done = subprocess.run([NODE, str(kit / "check.mjs")], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("all answers are equal\n")


@pytest.mark.skipif(NODE is None, reason="no JavaScript here")
@pytest.mark.parametrize("kind", ["movement", "sight", "acts"])
def test_an_answer_that_differs_is_named(kit: Path, tmp_path: Path, kind: str) -> None:
    assert NODE is not None
    changed = tmp_path / "kit"
    shutil.copytree(kit, changed)
    contents = json.loads((kit / "kit.json").read_text("utf-8"))
    contents[0]["scenarios"] = ["teaching-jdg-battle"]
    (changed / "kit.json").write_text(json.dumps(contents), encoding="utf-8")
    path = changed / f"teaching-jdg-battle-{kind}.json"
    entries = json.loads(path.read_text("utf-8"))
    if kind == "movement":
        entry = next(entry for entry in entries if entry["answer"])
        entry["answer"][next(iter(entry["answer"]))] += 1
    elif kind == "acts":
        entries[0]["answer"]["movers"].append("unit nobody")
    else:
        entries[0]["pairs"][0][2] ^= True
    path.write_text(json.dumps(entries), encoding="utf-8")
    done = subprocess.run([NODE, str(changed / "check.mjs")], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stdout.startswith(f"teaching-jdg-battle-{kind} ")
    assert done.stdout.endswith("1 answers differ\n")
