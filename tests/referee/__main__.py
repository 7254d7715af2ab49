"""Play games under the eyes of a referee: `python -m tests.referee BATTLE --games 20`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter

from jdgtools.engine.jdg.staff import make_game
from tests.referee.referee import Referee
from tests.referee.story import story_of
from tests.unit.package.bundled import packages


def main(arguments: list[str]) -> int:
    """Play the games and print what the referee finds; 1 when he disagrees."""
    parser = ArgumentParser(prog="python -m tests.referee", description=__doc__)
    parser.add_argument("battle")
    parser.add_argument("--scenario", help="id; all scenarios where it is left out")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", default="brawler,brawler")
    parser.add_argument("--show", type=int, default=40, help="disagreements to print")
    parser.add_argument("--counts", action="store_true", help="print agreements of each statement")
    asked = parser.parse_args(arguments)
    agreed: Counter[str] = Counter()
    against: Counter[str] = Counter()
    shown = 0
    for scenario, package in packages(asked.battle):
        if asked.scenario not in (None, scenario.id):
            continue
        game = make_game(package)
        for number in range(asked.first, asked.first + asked.games):
            story = story_of(game, number, asked.players.split(","), asked.seed)
            referee = Referee(package, story)
            referee.read()
            agreed.update(referee.agreed)
            for found in referee.disagreements:
                against[found.rules] += 1
                if shown < asked.show:
                    shown += 1
                    print(f"{scenario.id} game {number} step {found.step} {found.rules}: {found.what}")
    print(f"{sum(agreed.values())} agreements, {sum(against.values())} disagreements: {dict(against)}")
    if asked.counts:
        for rules, count in sorted(agreed.items()):
            print(f"  {rules}  {count}")
    return int(bool(against))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
