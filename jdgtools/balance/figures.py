"""The figures of a run: from what was counted to what a designer reads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from jdgtools.engine.contest import Chunk, paired_difference, wilson
from jdgtools.package import Package
from jdgtools.package.model_play import Holds

MINUTES = {"activate": 1.0, "fire": 0.5, "shock": 1.5, "charge": 0.5, "move": 0.1, "turn": 3.0}
"""Event -> minutes at the table of players who know the rules; an estimate of ours.

Calibrated by the one figure that we found: a published game of the series with battles of the same armies in
the same war takes three hours on the average (https://bigcream.it, Almeida & Bussaco). Learners need twice as
long.
"""


class SideFigures(Struct, frozen=True, rename={"wins": "won"}):
    """How a side did in all games of a run."""

    name: str
    player: str
    wins: int
    share: float
    low: float
    """Lower end of the interval (95 %, Wilson) of its share of wins."""
    high: float
    points: float
    """Mean at the end."""


class Tally(Struct, frozen=True):
    """How often something happened in all games of a run."""

    what: str
    count: int
    words: str = ""
    """What players read of it, for a line of a chart or an end of the game; empty = `what` alone."""

    @property
    def label(self) -> str:
        """What players read of it, or else its name."""
        return self.words or self.what


class TurnFigures(Struct, frozen=True, rename={"ends": "ended"}):
    """A turn, over all games."""

    turn: int
    games: int
    """Games that were still played at its end."""
    margin: float
    """Mean points of the first side less those of the second at its end."""
    ends: int
    """Games that ended in it."""


class Fall(Struct, frozen=True):
    """A hex of victory that came to a side in a turn."""

    hex: str
    place: str
    """Name of the award that asks for it alone."""
    side: str
    turn: int
    count: int


class FormationFigures(Struct, frozen=True):
    """What a formation lost, means over all games."""

    id: str
    name: str
    side: str
    units: int
    lost_units: float
    strength: int
    lost_strength: float


class MarkerFigures(Struct, frozen=True, rename={"draws": "drawn"}):
    """How an activation marker was used."""

    id: str
    draws: float
    """Times a game."""
    idle: float
    """Share of the draws in which its units did nothing."""


class ArrivalFigures(Struct, frozen=True):
    """A group of reinforcements: games by the turn in which it was due, and games without it."""

    id: str
    turns: tuple[tuple[int, int], ...]
    never: int


class Sensitivity(Struct, frozen=True):
    """A change of the scenario, played with the same seeds."""

    change: str
    share: float
    low: float
    high: float
    difference: float
    """Mean change of the share of the first side, game by game."""
    difference_low: float
    difference_high: float
    margin: float
    """Mean change of its points less those of the other side."""
    words: str = ""
    """What the change means, with the value before; empty = `change` alone."""


class Figures(Struct, frozen=True, rename={"ignored_rules": "ignored", "draws": "drawn", "stops": "stopped"}):
    """All figures of a run."""

    title: str
    games: int
    seed: int
    ignored_rules: tuple[str, ...]
    forbidden: tuple[str, ...]
    sides: tuple[SideFigures, SideFigures]
    draws: int
    ends: tuple[Tally, ...]
    stops: tuple[Tally, ...]
    turns: tuple[TurnFigures, ...]
    lead_changes: float
    falls: tuple[Fall, ...]
    formations: tuple[FormationFigures, ...]
    markers: tuple[MarkerFigures, ...]
    arrivals: tuple[ArrivalFigures, ...]
    lines: tuple[Tally, ...]
    """Rows of results and modifiers that counted: `CHART LINE`."""
    unused_lines: tuple[Tally, ...]
    """The rows that never did."""
    rules: int
    """Statements of the rules that made something happen."""
    decisions: float
    rolls: float
    minutes: float
    heat: dict[str, dict[str, int]]
    """`moves`, `fights`, `losses` -> hex -> how often, in all games."""
    sensitivities: tuple[Sensitivity, ...] = ()


def sum_counts(chunks: Iterable[Chunk]) -> Counter[str]:
    """Return the counts of all chunks together, by name; unlike with `+`, negative numbers stay."""
    total: Counter[str] = Counter()
    for chunk in chunks:
        total.update(chunk.counts)
    return total


def figures_of(
    package: Package,
    chunks: Sequence[Chunk],
    players: tuple[str, str],
    seed: int,
    ignored_rules: tuple[str, ...] = (),
    forbidden: tuple[str, ...] = (),
) -> Figures:
    """Return the figures of the games of a scenario.

    Args:
        package: What was played.
        chunks: What came of the games.
        players: How the person called the player of each side.
        seed: Of the run.
        ignored_rules: Special rules that were left out.
        forbidden: Actions that the players did not get.
    """
    counts = sum_counts(chunks)
    games = counts["games"]
    whole = max(games, 1)
    names = [side.name.get("en", side.id) for side in package.sides]
    title = package.battle.title.get("en", package.battle.id)
    scenario = package.scenario.title.get("en", package.scenario.id)
    heat = {
        kind: {name: n for (name,), n in _matches(counts, rf"heat {kind} (.+)")}
        for kind in ("moves", "fights", "losses")
    }
    return Figures(
        title=f"{title}: {scenario}",
        games=games,
        seed=seed,
        ignored_rules=ignored_rules,
        forbidden=forbidden,
        sides=(_side(counts, 0, names[0], players[0]), _side(counts, 1, names[1], players[1])),
        draws=counts["drawn"],
        ends=_ends(package, counts, names),
        stops=_tallies(counts, "stopped (.+)"),
        turns=tuple(
            TurnFigures(
                int(turn), n, counts[f"margin after turn {turn}"] / n, counts[f"ended in turn {turn}"]
            )
            for (turn,), n in sorted(
                _matches(counts, r"games in turn (\d+)"), key=lambda each: int(each[0][0])
            )
        ),
        lead_changes=counts["lead changes"] / whole,
        falls=_falls(package, counts, names),
        formations=_formations(package, counts, names, whole),
        markers=tuple(
            MarkerFigures(name, n / whole, counts[f"marker {name} idle"] / n)
            for (name,), n in sorted(_matches(counts, "marker (.+) drawn"))
        ),
        arrivals=tuple(
            ArrivalFigures(
                group.id,
                tuple(
                    (turn, counts[f"arrival {group.id} in turn {turn}"])
                    for turn in range(1, 200)
                    if counts[f"arrival {group.id} in turn {turn}"]
                ),
                counts[f"arrival {group.id} never"],
            )
            for group in package.arrivals
        ),
        lines=_lines(package, counts),
        unused_lines=_unused_lines(package, counts),
        rules=len(_matches(counts, "rule (.+)")),
        decisions=counts["decisions"] / whole,
        rolls=counts["rolls"] / whole,
        minutes=sum(counts[f"event {event}"] * minutes for event, minutes in MINUTES.items()) / whole,
        heat=heat,
    )


def sensitivity(change: str, base: Sequence[Chunk], other: Sequence[Chunk], words: str = "") -> Sensitivity:
    """Return what a change does to the first side, game by game with the same seeds."""
    before, after = ([r for c in sorted(run) for r in c.results] for run in (base, other))
    margins = [[m for c in sorted(run) for m in c.margins] for run in (base, other)]
    games = len(after)
    low, high = wilson(sum(after), games)
    mean, mean_low, mean_high = paired_difference(tuple(before), tuple(after))
    margin = sum(two - one for one, two in zip(*margins, strict=True)) / max(games, 1)
    share = sum(after) / max(games, 1)
    return Sensitivity(change, share, low, high, mean, mean_low, mean_high, margin, words)


def _matches(counts: Counter[str], pattern: str) -> list[tuple[tuple[str, ...], int]]:
    """Return the groups of a pattern and the counts of the keys that it fits wholly."""
    return [
        (match.groups(), n)
        for key, n in sorted(counts.items())
        if (match := re.fullmatch(pattern, key)) and n
    ]


def _tallies(counts: Counter[str], pattern: str) -> tuple[Tally, ...]:
    matching = [Tally(groups[0], n) for groups, n in _matches(counts, pattern)]
    return tuple(sorted(matching, key=lambda tally: (-tally.count, tally.what)))


def _side(counts: Counter[str], side: int, name: str, player: str) -> SideFigures:
    games = counts["games"]
    wins = counts[f"won {side}"]
    low, high = wilson(wins, games)
    whole = max(games, 1)
    return SideFigures(name, player, wins, wins / whole, low, high, counts[f"points {side}"] / whole)


def _falls(package: Package, counts: Counter[str], names: list[str]) -> tuple[Fall, ...]:
    places = {
        award.when.hexes[0]: award.name.get("en", "")
        for award in package.victory.awards
        if isinstance(award.when, Holds) and len(award.when.hexes) == 1
    }
    matching = _matches(counts, r"hex (.+) to (\d) in turn (\d+)")
    falls = [
        Fall(name, places.get(package.grid.ids.index(name), ""), names[int(side)], int(turn), n)
        for (name, side, turn), n in matching
    ]
    return tuple(sorted(falls, key=lambda fall: (fall.hex, fall.side, fall.turn)))


def _formations(
    package: Package, counts: Counter[str], names: list[str], games: int
) -> tuple[FormationFigures, ...]:
    sides = {side.id: name for side, name in zip(package.sides, names, strict=True)}
    rows = []
    for command in package.commands:
        units = [u for u in package.units if u.command == command.id and u.id not in package.unused]
        if units:
            strength = sum(int(unit.front.get("strength", 0)) for unit in units)
            rows.append(
                FormationFigures(
                    command.id,
                    command.name.get("en", command.id),
                    sides.get(str(command.side), ""),
                    len(units),
                    counts[f"lost units {command.id}"] / games,
                    strength,
                    counts[f"lost strength {command.id}"] / games,
                )
            )
    return tuple(rows)


def _ends(package: Package, counts: Counter[str], names: list[str]) -> tuple[Tally, ...]:
    """Return how the games ended, with the side that an end is for and its name."""
    winners = {side.id: f"{name}: " for side, name in zip(package.sides, names, strict=True)}
    words = {"points": "Points after the last turn", "level": "Level of victory after the last turn"} | {
        end.id: f"{winners.get(str(end.side), '')}{end.name.get('en') or end.id}"
        for end in package.victory.automatic
    }
    return tuple(Tally(t.what, t.count, words.get(t.what, "")) for t in _tallies(counts, "end (.+)"))


def _line_words(package: Package) -> dict[str, str]:
    """Return `CHART LINE` -> what players read of it."""
    return {
        f"{chart.id} {key.id}": f"{chart.title.get('en', chart.id)}: {key.label.get('en') or key.id}"
        for chart in package.charts
        for key in chart.axes[0].keys
    }


def _lines(package: Package, counts: Counter[str]) -> tuple[Tally, ...]:
    words = _line_words(package)
    return tuple(Tally(t.what, t.count, words.get(t.what, "")) for t in _tallies(counts, "line (.+)"))


def _unused_lines(package: Package, counts: Counter[str]) -> tuple[Tally, ...]:
    """Return the lines of the charts whose lines are counted, that never counted."""
    line_ids = {groups[0].split()[0] for groups, _ in _matches(counts, "line (.+)")}
    return tuple(
        Tally(line, 0, words)
        for line, words in _line_words(package).items()
        if line.split()[0] in line_ids and not counts[f"line {line}"]
    )
