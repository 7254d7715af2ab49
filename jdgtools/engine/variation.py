"""Changes of a package for a run: one rating, the last turn, an option, a formation less."""

from __future__ import annotations

import json
import re
from typing import Any

from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.package import loads

FORMS = {
    "last-turn=N": "the game ends with turn N",
    "ID.FIELD=N, ID.FIELD+N, ID.FIELD-N": "a rating of a unit, leader or activation marker, on both sides"
    " of its counter; or the `turn` of a group of reinforcements",
    "without:ID": "a formation with all its units, or one unit, takes no part",
    "award:ID=N": "the points of an award",
    "option:ID=VALUE": "an option of the rules",
    "forbid:WORD": "no player takes actions that begin with this word while there are others, e.g. `charge`",
}
"""Form of a change -> what it does."""
RATING = re.compile(r"([^.\s]+)\.(\w+)([=+-])(\d{1,3})")
"""A change of a rating: id, field, how it changes, number."""


def forbidden_word(change: str) -> str | None:
    """Return the word of a change `forbid:WORD`, which changes no package."""
    return change.removeprefix("forbid:") if change.startswith("forbid:") else None


def option_change(content: bytes, change: str) -> tuple[str, Any] | None:
    """Return the option and the value of a change `option:ID=VALUE`, None of any other change.

    Options are worked into costs, zones, sight and stacks when a package is built: it is built anew for it.

    Raises:
        EngineRefused: the package has no such option, or the option no such value.
    """
    match = re.fullmatch(r"option:(\w+)=(.+)", change)
    if match is None:
        return None
    name, text = match.groups()
    option = _record(json.loads(content)["option_list"], name, "option")
    before = option["value"]
    value: Any = {"true": True, "false": False}.get(text, text)
    is_number = text.removeprefix("-").isdecimal() and len(text) < 9
    if isinstance(before, int) and not isinstance(before, bool) and is_number:
        value = int(text)
    choices = [choice["value"] for choice in option["choices"]]
    if type(value) is not type(before) or (len(choices) > 1 and value not in choices):
        choices_in_words = ", ".join(json.dumps(choice) for choice in choices)
        raise EngineRefused(f"the option `{name}` cannot be `{text}`; its values are {choices_in_words}")
    return name, value


def change_package(content: bytes, change: str) -> bytes:
    """Return the package with a change.

    Raises:
        EngineRefused: the change is not understood, or names what the package has not.
    """
    package = json.loads(content)
    head, _, rest = change.partition(":")
    if match := re.fullmatch(r"last-turn=(\d{1,3})", change):
        _last_turn(package, int(match[1]))
    elif head == "without" and rest:
        _without(package, rest)
    elif head == "award" and (match := re.fullmatch(r"(.+)=(-?\d{1,4})", rest)):
        _record(package["victory"]["awards"], match[1], "award")["points"] = int(match[2])
    elif option_change(content, change) is not None:
        raise EngineRefused(
            f"the change `{change}` needs the folder of the battle: a package has its options worked in"
        )
    elif match := RATING.fullmatch(change):
        _rating(package, *match.groups())
    else:
        raise EngineRefused(f"the change `{change}` is none of: {'; '.join(FORMS)}")
    package_bytes = json.dumps(package, ensure_ascii=False, separators=(",", ":")).encode()
    loads(package_bytes, change)
    return package_bytes


def _record(records: list[dict[str, Any]], name: str, what: str) -> dict[str, Any]:
    for record in records:
        if record["id"] == name:
            return record
    raise EngineRefused(f"there is no {what} `{name}`; there are {', '.join(r['id'] for r in records[:20])}")


def _last_turn(package: dict[str, Any], turn: int) -> None:
    turns = package["turns"]
    track = [each["number"] for each in turns["track"]]
    if turns["first"] is None or not turns["first"] <= turn or (track and turn > max(track)):
        raise EngineRefused(f"the turn track has no turn {turn}: it goes to {max(track, default=0)}")
    turns["last"] = turn


def _without(package: dict[str, Any], name: str) -> None:
    units = [u["id"] for u in package["units"] if name in (u["id"], u["command"])]
    if not units:
        raise EngineRefused(f"there is no formation or unit `{name}`")
    package["unused"] = sorted({*package["unused"], *units})


def _rating(package: dict[str, Any], name: str, field: str, sign: str, digits: str) -> None:
    def changed(value: int) -> int:
        return int(digits) if sign == "=" else value + int(sign + digits)

    for group in package["arrivals"]:
        if group["id"] == name and field == "turn" and group["turn"] is not None:
            group["turn"] = changed(group["turn"])
            return
    for marker in package["activation"]:
        if marker["id"] == name and field == "rating" and marker["rating"] is not None:
            marker["rating"] = changed(marker["rating"])
            return
    for piece in (*package["units"], *package["leaders"]):
        faces = [face for face in (piece["front"], piece["back"]) if _is_number(face.get(field))]
        if piece["id"] == name:
            if not faces:
                numbers = sorted(key for key, value in piece["front"].items() if _is_number(value))
                raise EngineRefused(f"`{name}` has no rating `{field}`; it has {', '.join(numbers)}")
            for face in faces:
                face[field] = max(0, changed(face[field]))
            return
    raise EngineRefused(f"no unit, leader, marker or group of reinforcements `{name}` has `{field}`")


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
