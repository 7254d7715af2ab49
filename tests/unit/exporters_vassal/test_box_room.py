"""Room in the boxes beside the map: stacks that lie in them hide no title and stay inside."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.exporters.module.boxes import build_boxes
from jdgtools.exporters.module.stack_badge import stack_badge, stack_step
from jdgtools.vassal.traits import Label
from tests.unit.exporters_vassal.conftest import ALL_BATTLES, module_context_of

HEAD = 22
"""Height of the band behind the title, pixels."""


@pytest.mark.parametrize("name", ALL_BATTLES)
@pytest.mark.parametrize("counter_px", [40, 72, 144])
def test_the_badge_of_a_stack_of_two_lies_below_the_title_of_its_box(name: str, counter_px: int) -> None:
    context = replace(module_context_of(name), counter_px=counter_px)
    [label] = [t for t in stack_badge(context) if isinstance(t, Label)]
    badge = stack_step(counter_px) - label.y + label.size * 0.65
    boxes = [b for b in build_boxes(context).values() if b.window != "command"]
    assert boxes
    for box in boxes:
        _, middle = box.place(0)
        assert middle - badge >= box.y + HEAD
        # The last row of counters still lies in the box.
        _, lowest = box.place(box.columns * box.rows - 1)
        assert lowest + counter_px / 2 <= box.y + box.height
