"""Traits that mark where a piece was or what it covers: moved mark, trail, area."""

from __future__ import annotations

from typing import Any, ClassVar

from jdgtools.vassal.codecs import BOOL, COLOR, FLOAT, INT, KEY, TEXT, read_int
from jdgtools.vassal.encoding import Color, Key, decode
from jdgtools.vassal.traits.base import Trait, extra_, field_, read_table, register, state_

BLACK = Color(0, 0, 0)
WHITE = Color(255, 255, 255)
GRAY = Color(128, 128, 128)


@register()
class AreaOfEffect(Trait):
    """A shaded area around the piece; the radius is in cells where the grid has cells, else pixels."""

    ID: ClassVar[str] = "AreaOfEffect;"
    STATE_DELIM: ClassVar[str] = ""

    color: Color | None = field_(COLOR, GRAY)
    opacity_percent: int = field_(INT, 30)
    radius: int = field_(INT, 1)
    always_active: bool = field_(BOOL, True)
    menu: str = field_(TEXT, "Show area")
    key: Key | None = field_(KEY, None)
    shader: str = field_(TEXT)
    fixed_radius: bool = field_(BOOL, True)
    radius_property: str = field_(TEXT)
    description: str = field_(TEXT)
    name: str = field_(TEXT)
    on_menu: str = field_(TEXT)
    on_key: Key | None = field_(KEY, None)
    off_menu: str = field_(TEXT)
    off_key: Key | None = field_(KEY, None)
    globally_visible: bool = field_(BOOL, True)
    active: bool = state_(BOOL, False)


@register()
class MarkWhenMoved(Trait):
    """VASSAL's "Mark When Moved": a sign that the piece has moved.

    It works on maps whose `markMoved` is other than `Never`.
    """

    ID: ClassVar[str] = "markmoved;"
    STATE_DELIM: ClassVar[str] = ""

    icon: str = field_(TEXT)
    x: int = field_(INT, 0)
    y: int = field_(INT, 0)
    menu: str = field_(TEXT, "Toggle whether piece marked as moved")
    key: Key | None = field_(KEY, Key.ctrl("M"))
    description: str = field_(TEXT)
    ignore_same: bool = field_(BOOL, False)
    true_menu: str = field_(TEXT, "", "Mark piece as moved")
    true_key: Key | None = field_(KEY, None)
    false_menu: str = field_(TEXT, "", "Mark piece as unmoved")
    false_key: Key | None = field_(KEY, None)
    moved: bool = state_(BOOL, False)


@register()
class Footprint(Trait):
    """The movement trail. It must lie outside (before) a rotator, else the trail turns too."""

    ID: ClassVar[str] = "footprint;"

    key: Key | None = field_(KEY, Key.ctrl("T"))
    menu: str = field_(TEXT, "Movement Trail")
    initially_visible: bool = field_(BOOL, False)
    globally_visible: bool = field_(BOOL, False)
    radius: int = field_(INT, 10)
    fill: Color | None = field_(COLOR, WHITE)
    line: Color | None = field_(COLOR, BLACK)
    selected_opacity: int = field_(INT, 100)
    unselected_opacity: int = field_(INT, 50)
    edge_point: int = field_(INT, 20)
    edge_display: int = field_(INT, 30)
    line_width: float = field_(FLOAT, 1.0)
    on_key: Key | None = field_(KEY, None)
    off_key: Key | None = field_(KEY, None)
    clear_key: Key | None = field_(KEY, None)
    description: str = field_(TEXT)
    ignore_same: bool = field_(BOOL, False)
    visible: bool = state_(BOOL, False)
    start_map: str = state_(TEXT)
    """Internal id of the map (`Map0`), not its name."""
    points: tuple[tuple[int, int], ...] = extra_("state", ())
    """The trail, in map pixels."""
    initialized: bool = extra_("state", False)
    """Whether the piece has ever been placed."""
    last_count: int | None = extra_("state", None)
    """Length of the trail when it was last cleared; None for the length of `points`."""

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        t = decode(text, ";")
        values = read_table(cls.STATE_TABLE, t[:2], "state_tail")
        count = max(0, read_int(t[2], 0)) if len(t) > 2 else 0
        points = []
        for token in t[3 : 3 + count]:
            xy = [*decode(token, ","), ""]
            if token:
                points.append((read_int(xy[0], 0), read_int(xy[1], 0)))
        rest = t[3 + count :]
        values["points"] = tuple(points)
        values["initialized"] = rest[:1] == ["true"]
        values["last_count"] = read_int(rest[1], count) if len(rest) > 1 else count
        values["state_tail"] = tuple(rest[2:])
        return values

    def _write_state(self) -> list[str]:
        return [
            BOOL.write(self.visible),
            self.start_map,
            str(len(self.points)),
            *[f"{x},{y}" for x, y in self.points],
            BOOL.write(self.initialized),
            str(len(self.points) if self.last_count is None else self.last_count),
        ]
