"""Turns of a scenario: one more at the end, and the last one of a scenario that ends earlier."""

from __future__ import annotations

import re

from jdgtools.desk.documents import Documents
from jdgtools.desk.operations.field_values import WHOLE_NUMBER
from jdgtools.desk.operations.lists import ProjectList, no_such_entry, taken_over
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.structured_text import Value, add_entry, replace_scalar, set_key, text_of
from jdgtools.desk.text_edit import Edit, TextEdit

_CLOCK = re.compile(r"([0-9]{1,2}):([0-9]{2})")
_DAY = 24 * 60
"""Minutes of a day."""


def new_turn(documents: Documents, project_list: ProjectList) -> Edit:
    """Return the edit that adds a turn after the last one, as much later as that is after the one before."""
    owner = project_list.owner
    if owner is None or not (owner.is_map or owner.elements()):
        raise (
            no_such_entry(documents, project_list, "turns")
            if taken_over(documents, project_list)
            else EditRefused("the scenario has no turns; write one first")
        )
    if owner.is_map:
        count = text_of(owner.get("count"))
        if not WHOLE_NUMBER.fullmatch(count):
            raise EditRefused("the number of turns cannot be read")
        return Edit("a turn more", (set_key(project_list.document, owner, "count", int(count) + 1),))
    numbers = [text_of(one.get("number")) for one in owner.elements()]
    if not all(WHOLE_NUMBER.fullmatch(one) for one in numbers):
        raise EditRefused("the numbers of the turns cannot be read")
    values: dict[str, Value] = {"number": int(numbers[-1]) + 1}
    clock = [_minutes(text_of(one.get("time"))) for one in owner.elements()[-2:]]
    if len(clock) == 2 and clock[0] is not None and clock[1] is not None:
        later = (2 * clock[1] - clock[0]) % _DAY
        values["time"] = f"{later // 60:02}:{later % 60:02}"
    last = move_last_turn(project_list, numbers[-1], str(values["number"]))
    return Edit("a turn more", (add_entry(project_list.document, owner, values), *last))


def move_last_turn(project_list: ProjectList, old: str, new: str) -> list[TextEdit]:
    """Return what makes another turn the last one of a scenario that names the old one."""
    root = project_list.document.node
    last = root.get("last_turn") if root is not None else None
    return (
        [replace_scalar(project_list.document, last, new)]
        if last is not None and text_of(last) == old
        else []
    )


def _minutes(text: str) -> int | None:
    parts = _CLOCK.fullmatch(text)
    return int(parts[1]) * 60 + int(parts[2]) if parts else None
