"""Sides of counters by the ground colour of their pictures, where nothing else in a module says them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from jdgtools.importers.guess import COLOUR_SIDE, MOVES, Guesser
from jdgtools.importers.pictures import faces
from jdgtools.importers.textures import to_lab
from jdgtools.importers.view import ModuleView, Slot
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.decoding import decode_uncached
from jdgtools.untrusted.rasters import pair

MAX_PIXELS = 250_000
"""Largest picture that is looked at."""
MAX_PICTURES = 1_500
"""Most pictures that are looked at."""
MIN_KNOWN = 5
"""Counters of each of two sides that must be known."""
_NEAR = 14.0
"""Distance (Lab) from counters of a side beyond which nothing is said."""
_ALIKE = 3
"""Counters of a side that must be as near: one white one does not make all white ones its own."""
_SURE = 0.95
"""Share of the counters with a known side that their own colour must tell."""

Lab = tuple[float, float, float]


class ColourSide(Struct, frozen=True):
    """What the colour of a counter says."""

    side: str
    confidence: float
    """0 (as near to another side) to 1."""
    colour: str
    """Ground colour, `#rrggbb`."""


def colour_sides(
    pieces: Sequence[tuple[Slot, dict[str, str]]], guess: Guesser, view: ModuleView
) -> list[dict[str, str]]:
    """Give pieces that move, and whose side nothing says, the side whose colour their picture has.

    Args:
        pieces: every slot of the module with its texts; those that are told get one more.
        guess: knows the sides of the others.
        view: the module.

    Returns:
        A row for each piece that is told, the most doubtful first.
    """
    pieces_of_sides: list[tuple[str, str, dict[str, str]]] = []
    unknown: list[tuple[str, str, dict[str, str]]] = []
    for slot, values in pieces:
        side, image = guess.side(values), faces(slot.piece, view.steps)[0]
        if MOVES in values and image and not image.lower().endswith(".svg"):
            (pieces_of_sides if side else unknown).append((image, side, values))
    if not unknown or not guess.marks:
        return []
    images = dict.fromkeys(image for image, *_ in [*pieces_of_sides, *unknown])
    files = {image: data for image in images if (data := view.module.image(image)) is not None}
    answers = sides_by_colour([(i, s) for i, s, _ in pieces_of_sides], [i for i, *_ in unknown], files)
    palette: dict[tuple[str, str], set[str]] = {}
    for image, side, values in pieces_of_sides:
        palette.setdefault((values["name"], image), set()).add(side)
    rows = []
    for image, _, values in unknown:
        slots_copied = palette.get((values["name"], image), set())
        if len(slots_copied) == 1:
            (values[COLOUR_SIDE],) = (
                slots_copied  # a copy in a stack has the side of its counter in the palette
            )
        elif image in answers:
            answer = answers[image]
            values[COLOUR_SIDE] = answer.side
            confidence = f"{answer.confidence:.2f}"
            rows.append(
                {
                    "piece": values["name"],
                    "side": answer.side,
                    "confidence": confidence,
                    "colour": answer.colour,
                }
            )
    if rows:
        view.report.doubt(
            f"sides of {len(rows)} counters: nothing but the colour of their pictures says them; "
            "sides-by-colour.csv has them, the most doubtful first"
        )
    return sorted(rows, key=lambda row: (row["confidence"], row["piece"]))


def ground_colour(data: bytes) -> tuple[int, int, int] | None:
    """Return the colour that most of a counter's picture has; None where it cannot be read."""
    try:
        result = decode_uncached("rasters:module_pixels", data, max_pixels=MAX_PIXELS)
    except FileRefused:
        return None
    import numpy as np

    width, height = pair(result)
    pixels = np.frombuffer(result[8:], dtype=np.uint8).reshape(height, width, 3)
    inner = pixels[height // 10 : height - height // 10 or None, width // 10 : width - width // 10 or None]
    flat = inner.reshape(-1, 3)
    if not len(flat):
        return None
    coarse = (flat >> 4).astype(np.int64)
    keys = coarse[:, 0] * 256 + coarse[:, 1] * 16 + coarse[:, 2]
    values, counts = np.unique(keys, return_counts=True)
    members = flat[keys == values[int(counts.argmax())]]
    red, green, blue = (int(v) for v in np.median(members, axis=0))
    return red, green, blue


def sides_by_colour(
    sides: Sequence[tuple[str, str]], open_pictures: Sequence[str], pictures: Mapping[str, bytes]
) -> dict[str, ColourSide]:
    """Return picture -> side, for pictures whose ground has a colour of one side alone.

    Args:
        sides: picture and side of counters whose side is known.
        open_pictures: pictures of counters whose side nothing says.
        pictures: picture -> its file; SVG is not looked at.
    """
    names = list(dict.fromkeys([*(image for image, _ in sides), *open_pictures]))[:MAX_PICTURES]
    colours = {n: c for n in names if n in pictures and (c := ground_colour(pictures[n])) is not None}
    examples: dict[str, list[tuple[str, Lab]]] = {}
    for image, side in dict.fromkeys(sides):
        if image in colours:
            examples.setdefault(side, []).append((image, _lab(colours[image])))
    examples = {side: items for side, items in examples.items() if len(items) >= MIN_KNOWN}
    if len(examples) < 2:
        return {}
    tries = Counter(
        _nearest(lab, examples, image)[0] == side for side, items in examples.items() for image, lab in items
    )
    if tries[True] < _SURE * tries.total():
        return {}
    answers = {}
    for image in open_pictures:
        if image not in colours:
            continue
        lab = _lab(colours[image])
        side, near, far = _nearest(lab, examples, image)
        confidence = 1.0 if far == 0 else max(0.0, 1 - near / far)
        alike = sum(_distance(lab, other) <= _NEAR for _, other in examples[side])
        if near <= _NEAR and alike >= _ALIKE and confidence >= 0.5:
            colour_shown = "#" + "".join(f"{v:02x}" for v in colours[image])
            answers[image] = ColourSide(side, round(confidence, 2), colour_shown)
    return answers


def _lab(colour: tuple[int, int, int]) -> Lab:
    lightness, a, b = to_lab([list(colour)])[0]
    return float(lightness), float(a), float(b)


def _nearest(
    lab: Lab, examples: Mapping[str, Sequence[tuple[str, Lab]]], image: str
) -> tuple[str, float, float]:
    """Return the side with the nearest other picture, its distance, and that of the next side's nearest."""
    distances = sorted(
        (min((_distance(lab, other) for name, other in items if name != image), default=999.0), side)
        for side, items in examples.items()
    )
    return distances[0][1], distances[0][0], distances[1][0]


def _distance(a: Lab, b: Lab) -> float:
    return float(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5)
