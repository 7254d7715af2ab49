"""How much work an SVG drawing asks for, told from its text before anything is drawn.

One unit is an element that is drawn: some ten microseconds. What looks at pixels (filters, layers that are
made apart and laid over the rest) counts as the units that it takes of a small drawing, `SMALL_PIXELS` large.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from jdgtools.render.svg_in.values import declarations, rule_blocks

SMALL_PIXELS = 230_400
"""Pixels of a drawing on a counter."""
_SIDE = 480
_FILTER_STEP = 2_000
"""A step of a filter over the whole picture."""
_LAYER = 800
"""A group that is drawn apart, since it has an opacity, a mask, or mixes with what lies below."""
_SMALL_LAYER = 50
"""The same of a single shape, which is rarely as large as the picture."""
_BASE_LAYER = 300
"""The same of a group on a base map."""
_SHAPE_SHARE = 50
"""A filter or layer of one shape on a base map, such as the shadow of a name, is so many times cheaper."""
_PATTERN = 1_100
"""A fill with a pattern over the whole picture."""
_PATH_SHARE = 0.02
"""Share of the picture that a path is taken to cover."""
_LETTERS = 6_400
"""A text of n letters takes n²/6400 units."""
_PARTS = 29
"""A text of n parts takes n²/29 units."""
_MATCHES = 250
"""Selectors of a style sheet that are held against an element in the time of one unit."""
_MAX = 10**9

_REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")]+)")
_PLAIN_SELECTOR = re.compile(r"[.#]?[A-Za-z_][\w-]*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_LAYERS = frozenset(("opacity", "mask", "clip-path", "mix-blend-mode", "isolation"))
_NO_LAYER = frozenset(("1", "1.0", "100%", "none", "normal", "auto", ""))
_NOT_DRAWN = frozenset(
    ("filter", "linearGradient", "radialGradient", "stop", "style", "defs", "title", "desc")
)
_MAX_LOOKS = 600_000
"""Rules that are held against elements here before the rest is taken for too much."""


class RingOfParts(Exception):
    """Parts of a drawing refer to one another in a ring; the text is the id of one."""


class WorkTotal(Struct, frozen=True):
    """Units of work, at most a thousand million each."""

    shapes: int = 0
    """Whatever the size of the picture."""
    pixels: int = 0
    """Of a small drawing; these grow with the number of pixels."""

    def __add__(self, other: WorkTotal) -> WorkTotal:
        return WorkTotal(min(self.shapes + other.shapes, _MAX), min(self.pixels + other.pixels, _MAX))

    def times(self, count: int) -> WorkTotal:
        """Return the work of so many repetitions."""
        return WorkTotal(min(self.shapes * count, _MAX), min(self.pixels * count, _MAX))

    def at(self, pixels: int) -> int:
        """Return the units for a picture of so many pixels."""
        return self.shapes + self.pixels * pixels // SMALL_PIXELS


def work_of(root: Any, side: float, is_base: bool) -> WorkTotal:
    """Return the work that a drawing asks for, with all that it repeats.

    Args:
        root: of its tree.
        side: its longer side in its own units.
        is_base: whether it is a base map.

    Raises:
        RingOfParts: it has no end.
        RecursionError: it is nested too deeply.
    """
    return _WorkCounter(root, side, is_base).total(root)


class _WorkCounter:
    """Walks through one drawing."""

    def __init__(self, root: Any, side: float, is_base: bool) -> None:
        elements = [element for element in root.iter() if isinstance(element.tag, str)]
        self._by_id = {element.get("id"): element for element in elements if element.get("id")}
        self._pixels_per_unit = _SIDE / side if side > 0 else 1.0
        self._is_base = is_base
        self._looks_of: dict[str, dict[tuple[str, str], None]] = defaultdict(dict)
        """Selector -> properties that ask for work; `*` of all that are more than a tag, a class or an id."""
        sheet = "".join(element.text or "" for element in elements if _local(element) == "style")
        selectors = 0
        for heads, body in rule_blocks(sheet):
            looks = [look for look in declarations(body) if _asks_for_work(*look)]
            for head in heads.split(","):
                selectors += len(head.split()) or 1
                selector = head.strip()
                named_looks = self._looks_of[selector if _PLAIN_SELECTOR.fullmatch(selector) else "*"]
                named_looks.update(dict.fromkeys(looks))
        self._sheet_work = WorkTotal(selectors * len(elements) // _MATCHES)
        self._looks_left = _MAX_LOOKS
        self._work_of: dict[Any, WorkTotal | None] = {}
        """Work of the elements that something refers to; None while it is being counted."""

    def total(self, root: Any) -> WorkTotal:
        """Return the work of the whole drawing."""
        return self._of(root) + self._sheet_work

    def _of(self, element: Any) -> WorkTotal:
        """Return the work of an element with all that it contains and refers to."""
        tag, children = _local(element), [child for child in element if isinstance(child.tag, str)]
        work = WorkTotal(1)
        for child in children:
            work += self._of(child)
        if tag == "text":
            work += _text_work(element)
        for key, value in element.attrib.items():
            if key.rpartition("}")[2] == "href" and value.strip()[:1] == "#" and tag != "a":
                work += self._of_name(value.strip()[1:])
        for name, value in self._looks(element, tag):
            self._looks_left -= 1
            if self._looks_left < 0:
                return WorkTotal(_MAX)
            work += self._look_work(element, name, value, bool(children) or tag == "use")
        return work

    def _looks(self, element: Any, tag: str) -> Iterable[tuple[str, str]]:
        """Return what an element says that may ask for work: itself, in its style, by the style sheet."""
        for key, value in element.attrib.items():
            looks = list(declarations(value)) if key == "style" else []
            yield from (look for look in looks if _asks_for_work(*look))
            if not looks and _asks_for_work(key, value):
                yield key, value
        if self._looks_of and not tag.startswith("fe") and tag not in _NOT_DRAWN:
            names = [f".{name}" for name in dict.fromkeys(element.get("class", "").split())]
            for selector in ("*", tag, f"#{element.get('id')}", *names):
                yield from self._looks_of.get(selector, ())

    def _look_work(self, element: Any, name: str, value: str, is_group: bool) -> WorkTotal:
        value = value.strip()
        references = WorkTotal()
        for target in _REFERENCE.findall(value):
            references += self._of_name(target.strip())
        if name == "filter" and value != "none":
            # Functions such as `blur()` and references, each a look at every pixel.
            steps = WorkTotal(0, _FILTER_STEP * value.count("(")) + references
            small = self._is_base and not is_group
            return WorkTotal(steps.shapes, steps.pixels // _SHAPE_SHARE) if small else steps
        if name in ("fill", "stroke") and any(self._is_pattern(one) for one in _REFERENCE.findall(value)):
            references += WorkTotal(0, int(_PATTERN * self._share(element)))
        if name.startswith("marker"):
            return references.times(_point_count(element))
        if name in _LAYERS and value not in _NO_LAYER:
            references += WorkTotal(0, self._layer_work(is_group))
        return references

    def _layer_work(self, is_group: bool) -> int:
        """Return the units of a layer; those of a base map, mostly of names and signs, are rarely large."""
        if self._is_base:
            return _BASE_LAYER if is_group else max(1, _SMALL_LAYER // _SHAPE_SHARE)
        return _LAYER if is_group else _SMALL_LAYER

    def _is_pattern(self, name: str) -> bool:
        element = self._by_id.get(name.strip())
        return element is not None and _local(element) == "pattern"

    def _share(self, element: Any) -> float:
        """Return the share of the picture that a shape covers, about; where it lies is not looked at."""
        sides = {"rect": ("width", "height"), "circle": ("r", "r"), "ellipse": ("rx", "ry")}.get(
            _local(element)
        )
        if sides is None:
            return _PATH_SHARE
        across, down = (_largest(element.get(side, "")) * self._pixels_per_unit / _SIDE for side in sides)
        return min(across, 1.0) * min(down, 1.0)

    def _of_name(self, name: str) -> WorkTotal:
        if name not in self._by_id:
            return WorkTotal()
        element = self._by_id[name]
        if element not in self._work_of:
            self._work_of[element] = None
            count = self._filter_work if _local(element) == "filter" else self._of
            self._work_of[element] = count(element)
        work = self._work_of[element]
        if work is None:
            raise RingOfParts(name)
        return work

    def _filter_work(self, element: Any) -> WorkTotal:
        """Return the work of the steps of a filter."""
        steps = sum(self._step_work(step) for step in element if isinstance(step.tag, str))
        return self._of(element) + WorkTotal(0, min(steps, _MAX))

    def _step_work(self, step: Any) -> int:
        """Return the units of one step beside the first, which the use of the filter counts."""
        kind = _local(step).lower()
        if kind == "femorphology":
            radius = _largest(step.get("radius", "")) * self._pixels_per_unit
            return int(min(54 * (2 * radius + 1) ** 2, _MAX))
        if kind == "feconvolvematrix":
            return int(min(135 * _largest(step.get("order", "3")) ** 2, _MAX))
        if kind == "feturbulence":
            return int(min(2_500 * _largest(step.get("numOctaves", "1")), _MAX))
        return _FILTER_STEP if kind.startswith("fe") and not kind.startswith(("fefunc", "femerge")) else 0


def _asks_for_work(name: str, value: str) -> bool:
    """Return whether a property may ask for more than the element itself."""
    return (
        "url(" in value
        or (name == "filter" and "(" in value)
        or (name in _LAYERS and value.strip() not in _NO_LAYER)
    )


def _text_work(element: Any) -> WorkTotal:
    letters = sum(len(part) for part in element.itertext())
    parts = sum(1 for _ in element.iter())
    return WorkTotal(letters * letters // _LETTERS + parts * parts // _PARTS)


def _largest(text: str) -> float:
    """Return the largest number in a text; 0 where there is none."""
    return max((abs(float(number)) for number in _NUMBER.findall(text)), default=0.0)


def _point_count(element: Any) -> int:
    """Return about how many points the path of an element has: each may carry a marker."""
    return 1 + len(re.findall(r"[-+0-9.]+", element.get("d", "") + " " + element.get("points", ""))) // 2


def _local(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]
