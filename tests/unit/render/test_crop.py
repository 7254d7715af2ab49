"""What is left of a drawing when it is cropped looks, inside the box, as the whole did."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from jdgtools.render.backends.png import render_png
from jdgtools.render.crop import crop
from jdgtools.render.scene import Circle, Group, Path, Rect, Scene, Stroke, TextItem, translation

POINT = st.tuples(st.integers(0, 40), st.integers(0, 40))
RING = st.lists(POINT, min_size=3, max_size=6).map(
    lambda points: (("M", *points[0]), *(("L", *point) for point in points[1:]), ("Z",))
)
PATH = st.builds(
    lambda rings, odd, line: Path(
        tuple(command for ring in rings for command in ring),
        "#3366aa",
        Stroke("#aa2200", 1.0) if line else None,
        even_odd=odd,
    ),
    st.lists(RING, max_size=4),  # none: a path of contours that a large, level map does not have
    st.booleans(),
    st.booleans(),
)
BOX = (10.0, 12.0, 24.0, 26.0)
"""Left, top, right, bottom."""


def shown(items: list[object]) -> bytes:
    left, top, right, bottom = BOX
    moved = Group(tuple(items), translation(-left, -top))  # type: ignore[arg-type]
    return render_png(Scene(right - left, bottom - top, "", Scene.of(1, 1, [moved]).layers), 60)


@given(st.lists(PATH, min_size=1, max_size=3))
def test_the_picture_inside_the_box_stays(paths: list[Path]) -> None:
    """Rings around the box, in it, across its edge and outside, filled by either rule."""
    assert shown(list(crop(paths, BOX))) == shown(list(paths))


def test_what_lies_outside_is_gone() -> None:
    inside, outside = (
        (("M", 15, 15), ("L", 18, 15), ("L", 15, 18), ("Z",)),
        (("M", 0, 0), ("L", 3, 0), ("Z",)),
    )
    arc = (("M", 30, 30), ("A", 20, 20, 0, 0, 1, 31, 31))
    items = [
        Path((*outside, *inside), "#000000"),
        Path(outside, "#000000"),
        Path(arc, None, Stroke("#000000", 0.1)),
        TextItem(2, 5, "no", 3),
        TextItem(12, 20, "yes", 3),
        Circle(60, 60, 3, "#000000"),
        Group((Rect(1, 1, 2, 2, "#000000"),)),
        Group((Rect(11, 13, 2, 2, "#000000"), Rect(1, 1, 2, 2, "#000000"))),
    ]
    left = crop(items, BOX)
    assert left[0] == Path(inside, "#000000")
    # How far an arc swings is not worked out: it stays.
    assert [type(item).__name__ for item in left] == ["Path", "Path", "TextItem", "Group"]
    assert isinstance(left[3], Group) and len(left[3].items) == 1
