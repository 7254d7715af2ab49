"""The close calls of a survey as text, as data, and as a block of overrides to paste."""

from __future__ import annotations

from typing import Any

from jdgtools.model.map import BattleMap
from jdgtools.model.survey import CloseCall

BLOCKS = {"terrain": "terrain", "level": "levels", "way": "ways", "bank": "banks"}
"""Kind of a call -> key under `overrides:`."""
_TITLES = {
    "terrain": "terrain",
    "level": "levels",
    "way": "roads and trails",
    "bank": "banks of rivers and other lines of hexsides",
}


def calls_data(battle_map: BattleMap | None) -> dict[str, Any]:
    """Return the close calls as JSON types: `geometry` (whether there is any), `close_calls`, `overrides`."""
    survey = battle_map.survey if battle_map is not None else None
    if battle_map is None or survey is None:
        return {"geometry": False, "close_calls": [], "overrides": {}}
    overrides: dict[str, dict[str, str | int]] = {}
    calls = []
    for call in survey.calls:
        name = battle_map.grid.id(call.hex)
        first_value, other = _typed_value(call, call.chosen), _typed_value(call, call.other)
        calls.append(
            {
                "kind": call.kind,
                "hex": name,
                "chosen": first_value,
                "other": other,
                "margin": call.margin,
                "why": call.why,
            }
        )
        overrides.setdefault(BLOCKS[call.kind], {})[name] = first_value
    return {"geometry": True, "close_calls": calls, "overrides": overrides}


def calls_text(battle_map: BattleMap | None) -> str:
    """Return the close calls in words, then the overrides that keep the map as it is, to change and paste."""
    survey = battle_map.survey if battle_map is not None else None
    if battle_map is None or survey is None:
        return "the map is not made of GIS data: there is nothing to call close"
    if not survey.calls:
        return "no close calls"
    names = [battle_map.grid.id(call.hex) for call in survey.calls]
    lines: list[str] = []
    kind = ""
    for call, name in zip(survey.calls, names, strict=True):
        if call.kind != kind:
            kind = call.kind
            lines += ["", _TITLES[kind]] if lines else [_TITLES[kind]]
        lines.append(f"  {name}  {call.chosen}, nearly {call.other}: {call.why}")
    lines += [
        "",
        "To settle them, add this to `geometry:` in the map file. As it stands it keeps every call;",
        "write the word after `or` to turn one.",
        "",
        "  overrides:",
    ]
    kind = ""
    for call, name in zip(survey.calls, names, strict=True):
        if call.kind != kind:
            kind = call.kind
            lines.append(f"    {BLOCKS[kind]}:")
        lines.append(f"      {_key(name)}: {call.chosen}  # or {call.other}")
    return "\n".join(lines)


def _typed_value(call: CloseCall, value: str) -> str | int:
    return int(value) if call.kind == "level" else value


def _key(name: str) -> str:
    """Return a hex number as a YAML key that every reader takes for text."""
    return name if name[:1].isalpha() and name.isalnum() else f'"{name}"'
