"""The form of the data files of charts: one key, note or cell a line, so that differences can be read."""

from __future__ import annotations

import json
from typing import Any

from jdgtools.charts.plain import Plain


def chart_json(plain: Plain) -> str:
    """Return plain chart data as JSON text with one key, note or cell a line, so that diffs are readable."""
    lines: list[str] = []
    for name, member in plain.items():
        if name == "axes":
            rows = ",\n".join(_axis_json(axis) for axis in member)
            lines.append(f' "axes": [\n{rows}\n ]')
        elif isinstance(member, list) and member and isinstance(member[0], dict):
            rows = ",\n".join(f"  {_dump(row)}" for row in member)
            lines.append(f' "{name}": [\n{rows}\n ]')
        else:
            lines.append(f' "{name}": {_dump(member)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _axis_json(axis: Plain) -> str:
    head = ", ".join(f'"{name}": {_dump(member)}' for name, member in axis.items() if name != "keys")
    rows = ",\n".join(f"   {_dump(key)}" for key in axis["keys"])
    return f'  {{{head}, "keys": [\n{rows}\n  ]}}'


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
