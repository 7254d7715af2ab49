"""Sides by the colour of counters, where nothing else says them: with confidence, or not at all."""

from __future__ import annotations

import csv
import io

from PIL import Image, ImageDraw

from jdgtools.importers.side_colours import ground_colour, sides_by_colour
from jdgtools.importers.vassal import ImportedProject, import_module
from jdgtools.vassal import build
from jdgtools.vassal.build import make
from jdgtools.vassal.package import Module
from jdgtools.vassal.traits import BasicPiece, MarkWhenMoved, Piece
from tests.unit.importers.modules import foreign

BLUE, RED, GREEN = (120, 150, 215), (205, 110, 100), (110, 180, 90)


def counter(ground: tuple[int, int, int], number: int) -> bytes:
    """Return a counter of a ground with a symbol and a shade of its own."""
    image = Image.new("RGB", (50, 50), tuple(v + number % 4 for v in ground))
    draw = ImageDraw.Draw(image)
    draw.rectangle((14, 14, 36, 28), fill=(250, 250, 245), outline=(20, 20, 20))
    draw.text((18, 32), str(number), (20, 20, 20))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def with_strays(*strays: tuple[int, int, int], red: tuple[int, int, int] = RED) -> Module:
    """Return a module with six counters of each side, and others in a folder that says nothing."""
    module = foreign(sides=("French", "Prussians"))
    tabs, number = [], 100
    for side, ground in (("French", BLUE), ("Prussians", red)):
        slots = []
        for _ in range(6):
            number += 1
            module.entries[f"images/c{number}.png"] = counter(ground, number)
            piece = Piece((MarkWhenMoved(),), BasicPiece(image=f"c{number}.png", name=f"Regiment {number}"))
            slots.append(build.piece_slot(piece, number))
        tabs.append(make("ListWidget", {"entryName": side}, slots))
    slots = []
    for n, ground in enumerate(strays):
        module.entries[f"images/s{n}.png"] = counter(ground, n)
        piece = Piece((MarkWhenMoved(),), BasicPiece(image=f"s{n}.png", name=f"Stray {n}"))
        slots.append(build.piece_slot(piece, 300 + n))
    tabs.append(make("ListWidget", {"entryName": "Reserve Pool"}, slots))
    module.root.children.append(build.piece_window("More", tabs))
    return module


def strays_of(done: ImportedProject) -> dict[str, tuple[str, str]]:
    """Return name -> (kind, side) of the counters that nothing but their colour tells."""
    rows = csv.DictReader(io.StringIO(done.files["pieces.csv"].decode()))
    return {r["name"]: (r["kind"], r["side"]) for r in rows if r["name"].startswith("Stray")}


def test_counters_of_a_side_s_colour_are_its_own() -> None:
    done = import_module(with_strays(BLUE, RED, BLUE).data())
    assert strays_of(done) == {
        "Stray 0": ("unit", "french"), "Stray 1": ("unit", "prussians"), "Stray 2": ("unit", "french")
    }  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(done.files["sides-by-colour.csv"].decode())))
    assert len(rows) == 3 and all(float(row["confidence"]) > 0.8 for row in rows)
    assert any("sides of 3 counters: nothing but the colour" in line for line in done.report.doubts)


def test_copies_of_counters_that_a_folder_tells_are_not_told_by_colour() -> None:
    module = with_strays(BLUE)
    (window,) = module.root.find("Map")
    copy = Piece((MarkWhenMoved(),), BasicPiece(image="c101.png", name="Regiment 101"))
    window.children.append(build.setup_stack("Start", [build.piece_slot(copy, 101)], x=99, y=99))
    done = import_module(module.data())
    rows = list(csv.DictReader(io.StringIO(done.files["sides-by-colour.csv"].decode())))
    assert [row["piece"] for row in rows] == ["Stray 0"]


def test_a_colour_of_no_side_says_nothing() -> None:
    done = import_module(with_strays(GREEN).data())
    assert strays_of(done) == {"Stray 0": ("marker", "")}
    assert "sides-by-colour.csv" not in done.files


def test_where_both_sides_have_one_colour_it_says_nothing() -> None:
    done = import_module(with_strays(BLUE, red=BLUE).data())
    assert strays_of(done) == {"Stray 0": ("marker", "")}


def test_one_white_counter_of_a_side_does_not_give_it_all_that_are_white() -> None:
    white = (245, 245, 245)
    grounds = {f"blue{n}": BLUE for n in range(12)} | {f"red{n}": RED for n in range(12)}
    pictures = {name: counter(ground, n) for n, (name, ground) in enumerate(grounds.items())}
    pictures |= {name: counter(white, n) for n, name in enumerate(("red-white", "stray"))}
    sides = [(name, name[:3]) for name in pictures if name != "stray"]
    assert sides_by_colour(sides, ["stray"], pictures) == {}
    assert sides_by_colour(sides, ["red1"], pictures)["red1"].side == "red"


def test_the_ground_is_what_most_of_a_counter_shows() -> None:
    colour = ground_colour(counter(RED, 4))
    assert colour is not None and all(abs(a - b) < 4 for a, b in zip(colour, RED, strict=True))
    assert ground_colour(b"no picture") is None
