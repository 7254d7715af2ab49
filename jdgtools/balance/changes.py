"""What a change of a scenario means, in words with the value that it had before."""

from __future__ import annotations

from collections.abc import Mapping

from jdgtools.engine.variation import RATING, forbidden_word
from jdgtools.package import Package


def change_in_words(package: Package, change: str) -> str:
    """Return a change as a designer says it, e.g. `5th Foot: strength 8 instead of 7`.

    Args:
        package: That is changed.
        change: In a form that `jdgtools.engine.variation` knows.
    """
    head, _, rest = change.partition(":")
    if (word := forbidden_word(change)) is not None:
        return f"no action that begins with `{word}`"
    if change.startswith("last-turn="):
        return f"last turn {change.partition('=')[2]} instead of {package.turns.last}"
    if head == "without":
        return f"without {_name(package, rest)}"
    if head == "award":
        id_, _, points = rest.rpartition("=")
        return next(
            (
                f"{_words(award.name, id_)}: {points} points instead of {award.points}"
                for award in package.victory.awards
                if award.id == id_
            ),
            "",
        )
    if head == "option":
        id_, _, value = rest.partition("=")
        return next(
            (
                f"option {id_}: {value} instead of {_plain(one.value)}"
                for one in package.option_list
                if one.id == id_
            ),
            "",
        )
    match = RATING.fullmatch(change)
    return _rating(package, *match.groups()) if match else ""


def _rating(package: Package, id_: str, field: str, sign: str, digits: str) -> str:
    before = _value_before(package, id_, field)
    if before is None:
        return ""
    after = int(digits) if sign == "=" else max(0, before + int(sign + digits))
    return f"{_name(package, id_)}: {field} {after} instead of {before}"


def _value_before(package: Package, id_: str, field: str) -> int | None:
    """Return the rating of the front, as long as it is a whole number."""
    for group in package.arrivals:
        if group.id == id_ and field == "turn":
            return group.turn
    for marker in package.activation:
        if marker.id == id_ and field == "rating":
            return marker.rating
    ratings = {unit.id: unit.front for unit in package.units}
    ratings |= {leader.id: leader.front for leader in package.leaders}
    value = ratings.get(id_, {}).get(field)
    return value if isinstance(value, int) else None


def _name(package: Package, id_: str) -> str:
    names = {unit.id: unit.name for unit in package.units}
    names |= {leader.id: leader.name for leader in package.leaders}
    names |= {command.id: command.name for command in package.commands}
    return _words(names[id_], id_) if id_ in names else id_


def _words(name: Mapping[str, str], id_: str) -> str:
    return name.get("en") or next(iter(name.values()), "") or id_


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
