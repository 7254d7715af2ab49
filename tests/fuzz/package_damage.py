"""Packages with one wrong value, played: `python -m tests.fuzz.package_damage [--cases 1000] [--seed 1]`.

In each case one value of the teaching battle's package becomes another of its kind, or one that is absurd: a
number, a name, a list that is shorter, longer or turned round. Random players play what is loaded. It is a defect
when anything but a refusal is raised, or when a game takes more than 20 seconds of computing.

The same seed makes the same cases.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.drive import play
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.jdg.staff import make_game
from jdgtools.engine.players import make_player
from jdgtools.errors import InputRefused
from jdgtools.exporters.package import package_bytes, package_of
from jdgtools.package import loads
from tests.unit.package.bundled import battle

MAX_SECONDS = 20.0
Place = tuple[str | int, ...]


def base() -> dict[str, Any]:
    """Return the package that is damaged, as JSON has it."""
    loaded = battle("teaching-jdg")
    assert loaded.battle and loaded.series and loaded.charts
    package = package_of(loaded.battle, loaded.series, loaded.charts, loaded.battle.scenarios[0])
    content: dict[str, Any] = json.loads(package_bytes(package))
    return content


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the place of every list and every single value."""
    if isinstance(value, dict):
        for key, below in value.items():
            yield from places(below, (*place, key))
    elif isinstance(value, list):
        yield place
        for number, below in enumerate(value):
            yield from places(below, (*place, number))
    else:
        yield place


def damaged(rng: random.Random, value: Any) -> Any:
    """Return another value of its kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([-1, 0, 1, value + 1, value - 1, 99, 255, 10**6, "x"])
    if isinstance(value, str):
        return rng.choice(["", "x", value + "x", "hill"])
    if isinstance(value, list):
        return rng.choice([[], value[:-1], value + value[-1:], value[::-1]])
    return rng.choice([0, "x", []])


def outcome(package: dict[str, Any], number: int) -> tuple[str, str]:
    """Return what comes of a package, `played`, `refused` or `defect`, and the words of the last two."""
    begin = time.process_time()
    try:
        game = make_game(loads(json.dumps(package).encode()))
        play(
            game, game.start(), [make_player(game, "random", side, side + 1) for side in (0, 1)], Dice(number)
        )
    except (InputRefused, EngineRefused) as refusal:
        return "refused", str(refusal)
    except Exception as error:  # whatever it is, it is a defect
        return "defect", f"{type(error).__name__}: {error}"
    seconds = time.process_time() - begin
    return ("played", "") if seconds < MAX_SECONDS else ("defect", f"{seconds:.0f} s")


def cases(count: int, seed: int) -> Iterator[tuple[Place, Any, str, str]]:
    """Yield place, new value, outcome and words of so many cases; every kind of member is as likely."""
    rng, plain = random.Random(seed), json.dumps(base())
    kinds: dict[tuple[str, ...], list[Place]] = {}
    for place in places(json.loads(plain)):
        kinds.setdefault(tuple(step for step in place if isinstance(step, str)), []).append(place)
    for number in range(count):
        package: Any = json.loads(plain)
        *above, last = rng.choice(kinds[rng.choice(list(kinds))])
        owner = package
        for step in above:
            owner = owner[step]
        owner[last] = damaged(rng, owner[last])
        yield (*above, last), owner[last], *outcome(package, number)


def main() -> int:
    """Run the cases; exit code 1 if one of them is a defect."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.package_damage", description=__doc__)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    for place, value, result, words in cases(options.cases, options.seed):
        counts[result] += 1
        if result == "defect":
            print(f"{'.'.join(map(str, place))} = {str(value)[:60]}: {words}")
    print(", ".join(f"{number} {result}" for result, number in sorted(counts.items())))
    return 1 if counts["defect"] else 0


if __name__ == "__main__":
    sys.exit(main())
