"""Digits of a module's counters: the table that the designer fills in, and what a filled table reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from jdgtools.importers.counter_prints import find_shapes
from jdgtools.importers.digit_table import DIGITS_FILE, MIXED, NamedShape
from jdgtools.importers.digits import OPEN_FILE, Reading, blocking_shapes, read_digits
from jdgtools.importers.draft import table
from jdgtools.importers.evidence import Evidence
from jdgtools.importers.pictures import faces
from jdgtools.importers.ratings import Rules
from jdgtools.importers.shape_clusters import Cluster, cluster, groups
from jdgtools.importers.shapes import MAX_PIXELS, SIDE, InkShape, Print
from jdgtools.importers.view import ModuleView
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.decoding import decode_uncached
from jdgtools.untrusted.rasters import pair
from jdgtools.vassal.package import Module

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PICTURES = 3000
"""Most pictures of counters that are looked at."""
FIRST_GROUPS, LATER_GROUPS = 24, 24
"""Most signs that the designer is asked about in the first table, and in each later one."""
_EXAMPLES = 3
_BIG, _SMALL = 8, 2
"""Times that a shape is enlarged for the eye, and the others of its group below it."""


def gather_evidence(view: ModuleView, rules: Rules, files: dict[str, bytes]) -> Evidence:
    """Return what the texts and pictures of a module's pieces say.

    Args:
        view: the module.
        rules: with the shapes that the designer has named.
        files: of the project; a list of what is not read is added.
    """
    if not any(shape.digit for shape in rules.digits):
        return Evidence(view.module, steps=view.steps)
    images = [
        faces(slot.piece, view.steps)[0]
        for slot in view.slots
        if slot.holder is None or slot.holder.kind != "DrawPile"
    ]
    reading = read_digits(module_shapes(view.module, images), rules.digits)
    for n, row in enumerate(reading.rows, 1):
        view.report.doubt(f"digits of counters, row {n}: {row.line()}")
    if reading.unread:
        files[OPEN_FILE] = open_digits(reading)
        pictures = len({picture for picture, _, _ in reading.unread})
        view.report.lack(
            f"digits of {pictures} pictures are not read: {OPEN_FILE} says which, and why; "
            "`jdg import --suggest --rules` shows the shapes that are in the way"
        )
    return Evidence(view.module, reading.values, view.steps)


def open_digits(reading: Reading) -> bytes:
    """Return the table of what is not read."""
    return table(
        ("picture", "row", "reason"),
        [{"picture": p, "row": str(n), "reason": why} for p, n, why in reading.unread],
    )


def module_shapes(module: Module, images: Sequence[str]) -> dict[str, Print | None]:
    """Return name of a picture -> its shapes, each picture once."""
    shapes: dict[str, Print | None] = {}
    for image in dict.fromkeys(images):
        if not image or image.lower().endswith(".svg") or len(shapes) >= MAX_PICTURES:
            continue
        data = module.image(image)
        shapes[image] = None if data is None else find_shapes(data)
    return shapes


def digit_files(
    module: Module, images: Sequence[str], named_shapes: Sequence[NamedShape]
) -> dict[str, bytes]:
    """Return the table of shapes and a picture of each, to be named; {} where no shape repeats.

    Once digits are named, the table also has the shapes that still keep a row of a counter from being read: a
    figure may stand on one counter alone.

    Args:
        module: the module.
        images: pictures of its units.
        named_shapes: what an earlier table says; its digits are written into the new one.
    """
    pictures = module_shapes(module, images)
    names = list(pictures)
    digits = {shape.mask: "" if shape.digit == MIXED else shape.digit for shape in named_shapes}
    if any(digit.isdecimal() for digit in digits.values()):
        groups_asked = _later_groups(pictures, named_shapes)
    else:
        groups_asked = groups(
            [c for c in cluster(_shapes(pictures, has_strokes=False)) if len(c.members) > 1]
        )[:FIRST_GROUPS]
    rows, files = [], {}
    for n, group in enumerate(groups_asked, 1):
        file = f"digits/{n:02d}.png"
        files[file] = _sheet(module, group, names)
        rows.append(
            {
                "shape": str(n),
                "picture": file,
                "counters": str(len({picture for one in group for picture, _ in one.members})),
                "height": " ".join(f"{one.height:.4f}" for one in group),
                "digit": digits.get(group[0].mask, ""),
                "mask": " ".join(one.mask.hex() for one in group),
            }
        )
    if rows:
        files[DIGITS_FILE] = table(list(rows[0]), rows)
    return files


def _shapes(pictures: Mapping[str, Print | None], *, has_strokes: bool = True) -> list[tuple[InkShape, ...]]:
    """Return the shapes of every picture; those of strokes only once figures are named."""
    return [
        counter_print.every_shape(has_strokes=has_strokes) if counter_print else ()
        for counter_print in pictures.values()
    ]


def _later_groups(
    pictures: Mapping[str, Print | None], named_shapes: Sequence[NamedShape]
) -> list[list[Cluster]]:
    """Return the groups of a table after the first: those that were named before, and what is in the way."""
    names = list(pictures)
    places: dict[bytes, list[tuple[int, InkShape]]] = {}
    for n, shapes in enumerate(_shapes(pictures)):
        for shape in shapes:
            places.setdefault(shape.mask, []).append((n, shape))
    before: dict[str, list[Cluster]] = {}
    mixed_masks = set()
    for known_shape in named_shapes:
        if known_shape.digit == MIXED:
            mixed_masks.add(known_shape.mask)
        elif known_shape.digit and known_shape.mask in places:
            one = Cluster(known_shape.mask, known_shape.height, places[known_shape.mask])
            before.setdefault(known_shape.digit, []).append(one)
    groups_before = [group for clusters in before.values() for group in groups(clusters)]
    masks_before = {one.mask for group in groups_before for one in group}
    groups_asked: list[tuple[bool, list[Cluster]]] = []
    for is_main, blocking in blocking_shapes(pictures, named_shapes):
        clusters = cluster([blocking.get(name, ()) for name in names])
        new = [c for c in clusters if c.mask not in masks_before]
        masks_before.update(c.mask for c in new)
        mixed_groups = [[c] for c in new if c.mask in mixed_masks]
        others = groups([c for c in new if c.mask not in mixed_masks])
        groups_asked += [(is_main, group) for group in (*mixed_groups, *others)]
    # The main row first; of both, what most counters wait for first, what is in the way of one alone last.
    groups_asked.sort(key=lambda asked: (not asked[0], len({p for c in asked[1] for p, _ in c.members}) < 2))
    return [*groups_before, *(group for _, group in groups_asked[:LATER_GROUPS])]


def _sheet(module: Module, group: Sequence[Cluster], names: Sequence[str]) -> bytes:
    """Return a picture of a group: a shape enlarged, counters with a frame around it, and all its shapes."""
    from PIL import Image, ImageDraw

    side = SIDE * _BIG
    wide = (side + 8) * (_EXAMPLES + 1) + 8
    small = SIDE * _SMALL + 4
    across = (wide - 8) // small
    lines = (len(group) + across - 1) // across if len(group) > 1 else 0
    sheet = Image.new("RGB", (wide, side + 16 + lines * small), (250, 248, 240))
    for n, one in enumerate(group if lines else ()):
        at = (8 + n % across * small, side + 14 + n // across * small)
        sheet.paste(_ink(one.mask, SIDE * _SMALL), at)
    sheet.paste(_ink(group[0].mask, side), (8, 8))
    members = [member for one in group for member in one.members]
    step = max(1, len(members) // _EXAMPLES)
    for n, (picture, shape) in enumerate(members[::step][:_EXAMPLES], 1):
        try:
            data = module.image(names[picture]) or b""
            pixels = decode_uncached("rasters:module_pixels", data, max_pixels=MAX_PIXELS)
        except FileRefused:
            continue
        width, height = pair(pixels)
        counter = Image.frombytes("RGB", (width, height), pixels[8:])
        share = side / max(width, height)
        big = counter.resize((max(1, round(width * share)), max(1, round(height * share))))
        left, top = shape.left * big.width, shape.top * big.height
        right, bottom = left + shape.width * big.width, top + shape.height * big.height
        box = (left - 3, top - 3, right + 2, bottom + 2)
        ImageDraw.Draw(big).rectangle(box, outline=(230, 0, 120), width=2)
        sheet.paste(big, (8 + (side + 8) * n, 8))
    out = io.BytesIO()
    sheet.save(out, "PNG", optimize=False)
    return out.getvalue()


def _ink(mask: bytes, side: int) -> Image:
    """Return a shape as a picture of `side` x `side` pixels."""
    from PIL import Image

    image = Image.frombytes("L", (SIDE, SIDE), bytes(255 - v for v in mask))
    return image.resize((side, side), Image.Resampling.NEAREST)


def count_unnamed(files: Mapping[str, bytes]) -> int:
    """Return how many rows of a table wait for their digit."""
    if DIGITS_FILE not in files:
        return 0
    rows = csv.DictReader(io.StringIO(files[DIGITS_FILE].decode()))
    return sum(not row["digit"] for row in rows)
