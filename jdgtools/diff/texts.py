"""A difference as text for a terminal, as Markdown and as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

from msgspec import to_builtins

from jdgtools.diff.compare import BattleDifference, Change, DifferenceSection, HexChange, ValueChange

_SIGNS = {"added": "+", "removed": "-", "renamed": ">", "changed": "~"}
_NOTHING = "none"
_MARKUP = re.compile(r"([\\`*_\[\]<>|~&])")


def heading(section: DifferenceSection) -> str:
    """Return the title of a section with its scenario."""
    return f"{section.title}, scenario {section.scenario}" if section.scenario else section.title


def change_title(change: Change) -> str:
    """Return a thing by its id, with its name."""
    id_ = f"{change.former_id} → {change.id}" if change.former_id else change.id
    return f"{id_} ({change.name})" if change.name and change.name != change.id else id_


def value_text(value: ValueChange, is_new: bool = False) -> str:
    """Return what is said differently in words.

    Args:
        value: the change.
        is_new: whether the thing itself is new, so that there was nothing before.
    """
    if is_new:
        return f"{value.label}: {value.after}"
    if value.additions or value.removals:
        came = f"+ {', '.join(value.additions)}" if value.additions else ""
        went = f"- {', '.join(value.removals)}" if value.removals else ""
        return f"{value.label}: {'; '.join(filter(None, (came, went)))}"
    return f"{value.label}: {value.before or _NOTHING} → {value.after or _NOTHING}"


def hexes_text(change: HexChange) -> str:
    """Return a change of hexes with their number and a list of them."""
    count = len(change.hexes)
    return f"{change.before or _NOTHING} → {change.after or _NOTHING}: {count} ({' '.join(change.hexes)})"


def as_text(difference: BattleDifference) -> str:
    """Return the difference as lines for a terminal."""
    return "\n".join(_lines(difference)) + "\n"


def _lines(difference: BattleDifference) -> Iterator[str]:
    yield f"{difference.before} → {difference.after}"
    if not difference:
        yield "no difference"
    for section in difference.sections:
        yield ""
        yield heading(section)
        for change in section.changes:
            yield f"  {_SIGNS[change.what]} {change_title(change)}"
            yield from (f"      {value_text(v, change.what == 'added')}" for v in change.values)
        yield from (f"  {hexes_text(change)}" for change in section.hexes)


def as_markdown(difference: BattleDifference) -> str:
    """Return the difference as Markdown; nothing in it is taken for markup."""
    lines = [f"# {_plain(difference.before)} → {_plain(difference.after)}"]
    if not difference:
        lines += ["", "No difference."]
    for section in difference.sections:
        lines += ["", f"## {_plain(heading(section))}", ""]
        for change in section.changes:
            lines.append(f"- **{change.what}** {_plain(change_title(change))}")
            lines += [f"  - {_plain(value_text(v, change.what == 'added'))}" for v in change.values]
        lines += [f"- {_plain(hexes_text(change))}" for change in section.hexes]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def as_json(difference: BattleDifference) -> str:
    """Return the difference as JSON."""
    return json.dumps(to_builtins(difference), indent=2, ensure_ascii=False) + "\n"


FORMATS: dict[str, Callable[[BattleDifference], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "json": as_json,
}
"""Name of a format -> what writes it."""
