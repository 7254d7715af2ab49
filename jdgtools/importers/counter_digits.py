"""Digits of a module's counters: the table that the designer fills in, and what a filled table reads."""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping, Sequence

from jdgtools.importers.digits import (
    DIGITS_FILE,
    OPEN_FILE,
    NamedShape,
    Reading,
    blocking_shapes,
    read_digits,
)
from jdgtools.importers.draft import table
from jdgtools.importers.evidence import Evidence
from jdgtools.importers.pictures import faces
from jdgtools.importers.ratings import Rules
from jdgtools.importers.shapes import MAX_PIXELS, SIDE, Cluster, Shape, cluster, find_shapes
from jdgtools.importers.view import View
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.decoding import decode_uncached
from jdgtools.untrusted.rasters import pair
from jdgtools.vassal.package import Module

MAX_PICTURES = 3000
"""Most pictures of counters that are looked at."""
MAX_CLUSTERS = 60
"""Most shapes that the designer is asked about."""
_EXAMPLES = 3
_BIG = 8
"""Times that a shape is enlarged for the eye."""


def gather_evidence(view: View, rules: Rules, files: dict[str, bytes]) -> Evidence:
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
        view.report.lack(f"digits of {pictures} pictures are not read: {OPEN_FILE} says which, and why")
    return Evidence(view.module, reading.values, view.steps)


def open_digits(reading: Reading) -> bytes:
    """Return the table of what is not read."""
    return table(
        ("picture", "row", "reason"),
        [{"picture": p, "row": str(n), "reason": why} for p, n, why in reading.unread],
    )


def module_shapes(module: Module, images: Sequence[str]) -> dict[str, list[Shape] | None]:
    """Return name of a picture -> its shapes, each picture once."""
    shapes: dict[str, list[Shape] | None] = {}
    for image in dict.fromkeys(images):
        if not image or image.lower().endswith(".svg") or len(shapes) >= MAX_PICTURES:
            continue
        data = module.image(image)
        shapes[image] = None if data is None else find_shapes(data)
    return shapes


def digit_files(module: Module, images: Sequence[str], named: Sequence[NamedShape]) -> dict[str, bytes]:
    """Return the table of shapes and a picture of each, to be named; {} where no shape repeats.

    Once digits are named, the table also has the shapes that still keep a row of a counter from being read: a
    figure may stand on one counter alone.

    Args:
        module: the module.
        images: pictures of its units.
        named: what an earlier table says; its digits are written into the new one.
    """
    pictures = module_shapes(module, images)
    names = list(pictures)
    clusters = [c for c in cluster(list(pictures.values())) if len(c.members) > 1][:MAX_CLUSTERS]
    digits = {shape.mask: shape.digit for shape in named}
    if any(digit.isdecimal() for digit in digits.values()):
        clusters += _later_clusters(pictures, named, {c.mask for c in clusters})
    rows, files = [], {}
    for n, group in enumerate(clusters, 1):
        file = f"digits/{n:02d}.png"
        files[file] = _sheet(module, group, names)
        rows.append(
            {
                "shape": str(n),
                "picture": file,
                "counters": str(len({picture for picture, _ in group.members})),
                "height": f"{group.height:.4f}",
                "digit": digits.get(group.mask, ""),
                "mask": group.mask.hex(),
            }
        )
    if rows:
        files[DIGITS_FILE] = table(list(rows[0]), rows)
    return files


def _later_clusters(
    pictures: Mapping[str, Sequence[Shape] | None], named: Sequence[NamedShape], listed: Collection[bytes]
) -> list[Cluster]:
    """Return the clusters beside the first ones: those that were named before, and what is in the way."""
    names = list(pictures)
    places: dict[bytes, list[tuple[int, Shape]]] = {}
    for n, name in enumerate(names):
        for shape in pictures[name] or ():
            places.setdefault(shape.mask, []).append((n, shape))
    before = [
        Cluster(shape.mask, shape.height, places[shape.mask])
        for shape in named
        if shape.digit and shape.mask not in listed and shape.mask in places
    ]
    blocking = blocking_shapes(pictures, named)
    new = cluster([blocking.get(name, ()) for name in names])
    known = {*listed, *(c.mask for c in before)}
    return [*before, *[c for c in new if c.mask not in known][:MAX_CLUSTERS]]


def _sheet(module: Module, group: Cluster, names: Sequence[str]) -> bytes:
    """Return a picture of a cluster: the shape enlarged, then counters with a frame around it."""
    from PIL import Image, ImageDraw

    side = SIDE * _BIG
    sheet = Image.new("RGB", ((side + 8) * (_EXAMPLES + 1) + 8, side + 16), (250, 248, 240))
    mask = Image.frombytes("L", (SIDE, SIDE), bytes(255 - v for v in group.mask))
    sheet.paste(mask.resize((side, side), Image.Resampling.NEAREST), (8, 8))
    step = max(1, len(group.members) // _EXAMPLES)
    for n, (picture, shape) in enumerate(group.members[::step][:_EXAMPLES], 1):
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


def count_unnamed(files: Mapping[str, bytes], named: Sequence[NamedShape]) -> int:
    """Return how many shapes of a table wait for their digit."""
    digits = {shape.mask.hex(): shape.digit for shape in named}
    lines = files.get(DIGITS_FILE, b"").decode().splitlines()[1:]
    return sum(not digits.get(line.rpartition(",")[2], "") for line in lines)
