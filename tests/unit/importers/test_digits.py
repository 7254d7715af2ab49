"""Digits in the pictures of counters: named once by the designer, read from every counter, doubts said."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from PIL import Image, ImageDraw, ImageFont

from jdgtools.cli.group import main as cli
from jdgtools.errors import InputRefused
from jdgtools.importers.assistant import advise
from jdgtools.importers.counter_digits import digit_files
from jdgtools.importers.counter_numbers import colour_word
from jdgtools.importers.counter_prints import find_shapes
from jdgtools.importers.digit_table import NamedShape, table_rows
from jdgtools.importers.digits import Reading, read_digits
from jdgtools.importers.ratings import read_rules
from jdgtools.importers.shape_clusters import Cluster, cluster, groups
from jdgtools.importers.shapes import InkShape, Print
from jdgtools.importers.vassal import ImportOptions, import_module
from tests.tools.habits_answers import answer, name_shapes
from tests.tools.habits_module import counter, habits_module, units
from tests.unit.importers.modules import foreign


def printed(numbers: Sequence[str], ground: tuple[int, int, int], noise: int = 0, ink: str = "black",
            form: str = "PNG") -> bytes:  # fmt: skip
    """A counter with numbers in its lower part."""
    image = Image.new("RGB", (72, 72), ground)
    draw = ImageDraw.Draw(image)
    draw.rectangle((20, 14, 50, 34), outline="black", fill="white")
    for n, text in enumerate(numbers):
        draw.text((6 + 25 * n, 46), text, ink, font=ImageFont.load_default(18), anchor="la")
    dice = random.Random(len(numbers) + noise + sum(ground))
    for _ in range(noise * 60):
        at = dice.randrange(72), dice.randrange(72)
        r, g, b = image.getpixel(at)  # type: ignore[misc]
        image.putpixel(at, (max(0, r - 20), max(0, g - 20), max(0, b - 20)))
    out = io.BytesIO()
    image.save(out, form)
    return out.getvalue()


def shapes_in(data: bytes, way: int = 0) -> tuple[InkShape, ...]:
    found = find_shapes(data)
    return found.ways()[way].shapes if found else ()


def prints(pictures: Mapping[str, Sequence[InkShape]]) -> dict[str, Print | None]:
    return {name: Print(tuple(shapes)) for name, shapes in pictures.items()}


def name_clusters(clusters: Sequence[Cluster], truth: Mapping[int, Sequence[str]]) -> list[NamedShape]:
    """Name every cluster as the designer would: by looking at its first counter."""
    table = []
    for group in clusters:
        picture, shape = group.members[0]
        table.append(NamedShape(group.mask, group.height, truth_of(shape, truth[picture])))
    return table


def truth_of(shape: InkShape, numbers: Sequence[str]) -> str:
    """The digit at the place of a shape on a counter of `printed`."""
    if not 0.55 < shape.top < 0.9:
        return "-"
    n = int((shape.left * 72 - 4) // 25)
    inside = int((shape.left * 72 - (6 + 25 * n)) // 9)
    return numbers[n][min(inside, len(numbers[n]) - 1)] if 0 <= n < len(numbers) else "-"


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
@pytest.mark.parametrize("noise", [0, 4])
def test_whole_counters_after_the_names(noise: int, form: str) -> None:
    dice = random.Random(3)
    truth, shapes = {}, []
    for n in range(90):
        numbers = [str(dice.randrange(1, 13)), str(dice.randrange(1, 10))]
        truth[n] = numbers
        ground = [(150, 180, 225), (235, 230, 210), (120, 160, 110)][n % 3]
        shapes.append(shapes_in(printed(numbers, ground, noise, form=form)))
    clusters = [c for c in cluster(shapes) if len(c.members) > 1]
    assert len(clusters) <= 30
    reading = read_digits(prints({str(n): s for n, s in enumerate(shapes)}), name_clusters(clusters, truth))
    answers = [reading.values.get(str(n), {}) for n in truth]
    wrong = [n for n, v in enumerate(answers) if v and (v["digits:1,1"], v["digits:1,2"]) != tuple(truth[n])]
    assert wrong == []
    assert sum(bool(v) for v in answers) >= 0.95 * len(truth)
    assert {name for name, _, _ in reading.unread} == {str(n) for n, v in enumerate(answers) if not v}


def read(truth: Mapping[int, Sequence[str]], pictures: Sequence[bytes], drop: str = "") -> Reading:
    found = [find_shapes(p) for p in pictures]
    shapes = [p.shapes if p else () for p in found]
    table = [s for s in name_clusters(cluster(shapes), truth) if s.digit != drop]
    return read_digits({str(n): p for n, p in enumerate(found)}, table)


GROUND = (200, 210, 180)


def test_a_shape_without_a_name_leaves_its_counter_unread() -> None:
    truth = {n: [str(2 + n % 4), str(3 + n % 5)] for n in range(20)}
    pictures = [printed(numbers, GROUND) for numbers in truth.values()]
    reading = read(truth, pictures, drop="7")
    sevens = {str(n) for n, numbers in truth.items() if "7" in numbers}
    assert sevens and {name for name, _, why in reading.unread if "not named" in why} == sevens
    assert set(reading.values) == {str(n) for n in truth} - sevens


def test_a_counter_with_another_count_or_colour_is_unread() -> None:
    truth: dict[int, list[str]] = {n: [str(2 + n % 4), str(3 + n % 5)] for n in range(40)}
    truth[40], truth[41] = ["4"], ["3", "5"]
    pictures = [printed(truth[n], GROUND, ink="#c01010" if n == 41 else "black") for n in truth]
    reading = read(truth, pictures)
    assert {(name, why) for name, _, why in reading.unread} == {
        ("40", "1 numbers, usual are 2"),
        ("41", "a number in red"),
    }


def test_what_is_in_the_way_of_a_counter_is_asked_once_digits_are_named() -> None:
    """A figure that stands on one counter alone was never shown, so that counter could not be read."""
    truth = {n: [str(2 + n % 3), str(3 + n % 3)] for n in range(20)} | {20: ["9", "4"], 21: ["2", "8"]}
    pictures = {f"{n}.png": printed(numbers, GROUND) for n, numbers in truth.items()}
    # A counter without any figure that has a name: most have some, so this may be one.
    truth[22], pictures["22.png"] = ["6"], printed(["6"], GROUND)
    module = foreign()
    module.entries |= {f"images/{name}": data for name, data in pictures.items()}

    def asked(named: Sequence[NamedShape]) -> list[NamedShape]:
        files = digit_files(module, list(pictures), named)
        assert {f"digits/{n:02d}.png" for n in range(1, len(files))} == files.keys() - {"digits.csv"}
        return table_rows(files["digits.csv"], "digits.csv")

    shapes = [shapes_in(data) for data in pictures.values()]
    clusters = {group.mask: group for group in cluster(shapes)}

    def name_all(table: Sequence[NamedShape]) -> list[NamedShape]:
        found = [clusters[shape.mask].members[0] for shape in table]
        digits = [truth_of(shape, truth.get(n, ())) for n, shape in found]
        return [replace(shape, digit=digit) for shape, digit in zip(table, digits, strict=True)]

    first = name_all(asked([]))
    assert not {"6", "8", "9"} & {shape.digit for shape in first}
    second = asked(first)
    old = [shape for shape in second if shape.digit]
    assert {s.mask for s in old} == {s.mask for s in first} and len(second) == len(first) + 3
    third = name_all(second)
    assert {s.mask: s.digit for s in asked(third)} == {s.mask: s.digit for s in third}
    assert {"8", "9"} < {shape.digit for shape in third}
    reading = read_digits(prints(dict(zip(pictures, shapes, strict=True))), third)
    assert [reading.values[f"{n}.png"] for n in (20, 21)] == [
        {"digits:1,1": "9", "digits:1,2": "4"}, {"digits:1,1": "2", "digits:1,2": "8"},
    ]  # fmt: skip


def test_a_row_that_only_other_counters_have_is_not_missed() -> None:
    """Counters of one side have their numbers at the head, and letters where the others have theirs."""

    def figure(mask: int, top: float) -> InkShape:
        return InkShape(bytes([mask]) * 196, 0.3, top, 0.1, 0.2, (0, 0, 0))

    table = [NamedShape(bytes([mask]) * 196, 0.2, str(mask // 60)) for mask in (60, 120, 240)]
    letter = figure(20, 0.7)
    heads = {f"h{n}": [figure(60, 0.1), letter] for n in range(6)}
    feet = {f"f{n}": [figure(120, 0.7)] for n in range(6)}
    reading = read_digits(prints({**heads, **feet}), table)
    assert len(reading.rows) == 2 and len(reading.values) == 12 and reading.unread == ()
    # Where a counter has both rows, the letter may be a number that nobody has named.
    both = {"b": [figure(60, 0.1), figure(120, 0.7)]}
    assert {name for name, _, _ in read_digits(prints({**heads, **feet, **both}), table).unread} == set(heads)


def test_nothing_is_read_without_names() -> None:
    shapes = [shapes_in(counter(u)) for u in units()]
    table = [NamedShape(c.mask, c.height, "") for c in cluster(shapes)]
    assert read_digits(prints({str(n): s for n, s in enumerate(shapes)}), table).values == {}
    assert read_digits({"a": None, "b": Print(())}, []).rows == ()


def test_colours_have_plain_names() -> None:
    words = [
        colour_word(c) for c in ((0, 0, 0), (255, 255, 255), (200, 20, 20), (20, 20, 200), (240, 230, 40))
    ]
    assert words == ["black", "white", "red", "blue", "yellow"]


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe\x00", b"a,b\n1,2\n", b"shape,digit,height,mask\n1,x,0.2,00\n", b"shape,digit,height,mask\n1,,0.2,00\n",
     b"shape,digit,height,mask\n1,5,nan," + b"00" * 196 + b"\n", b'shape,digit,height,mask\n"1,5'],
)  # fmt: skip
def test_a_damaged_table_is_refused(data: bytes) -> None:
    with pytest.raises(InputRefused, match="table"):
        table_rows(data, "table.csv")


def test_the_line_of_a_wrong_digit_is_named() -> None:
    rows = b"shape,digit,height,mask\n1,5,0.2," + b"00" * 196 + b"\n2,five,0.2," + b"00" * 196 + b"\n"
    with pytest.raises(InputRefused, match=r"table.csv:3: digit 'five'"):
        table_rows(rows, "table.csv")


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\nxxxx", printed([], GROUND)[:150]])
def test_damaged_pictures_have_no_shapes(data: bytes) -> None:
    assert find_shapes(data) is None


def test_from_the_module_to_ratings_of_every_unit(tmp_path: Path) -> None:
    module = tmp_path / "m.vmod"
    habits_module(saves=1).write(module)
    runner = CliRunner()
    first = ["import", str(module), "--series", "jdg", "--suggest", "-o", str(tmp_path / "a")]
    shown = runner.invoke(cli, first)
    assert "shapes in the counters' pictures" in shown.output
    assert len(list((tmp_path / "a" / "digits").glob("*.png"))) == 12
    name_shapes(tmp_path / "a", units())
    rules = tmp_path / "a" / "rules.yaml"

    advice = advise(module, ImportOptions(series="jdg", rules=rules), answer)
    assert advice.unnamed_shapes == 0 and {"strength", "cohesion", "movement"}.isdisjoint(advice.missing)
    (tmp_path / "b").mkdir()
    for name in ("rules.yaml", "digits.csv"):
        (tmp_path / "b" / name).write_bytes(advice.files[name])
    options = ImportOptions(series="jdg", rules=tmp_path / "b" / "rules.yaml")
    done = import_module(module, options)
    rows = list(csv.DictReader(io.StringIO(done.files["oob.csv"].decode())))
    read_units = sorted((r["side"], int(r["strength"]), int(r["cohesion"]), int(r["movement"])) for r in rows)
    assert read_units == sorted((u.side.lower(), u.strength, u.morale, u.movement) for u in units())
    assert any("1 number in red" in line for line in done.report.doubts)


def test_a_project_lists_the_counters_that_are_not_read(tmp_path: Path) -> None:
    module = tmp_path / "m.vmod"
    habits_module(saves=0).write(module)
    advice = advise(module, ImportOptions())
    for name in ("rules.yaml", "digits.csv"):
        (tmp_path / name).write_bytes(advice.files[name])
    name_shapes(tmp_path, units())
    table = (tmp_path / "digits.csv").read_text().splitlines()
    six = next(line for line in table if ",6," in line)
    (tmp_path / "digits.csv").write_text("\n".join(line for line in table if line != six) + "\n")
    done = import_module(module, ImportOptions(rules=tmp_path / "rules.yaml"))
    listed = list(csv.DictReader(io.StringIO(done.files["digits-open.csv"].decode())))
    assert {r["picture"] for r in listed} <= {u.image for u in units() if 6 in (u.strength, u.morale)}
    assert listed and any("digits-open.csv" in line for line in done.report.missing)


def test_rules_name_a_table_beside_them(tmp_path: Path) -> None:
    rules = tmp_path / "rules.yaml"
    rules.write_text("digits: none.csv\n")
    with pytest.raises(InputRefused, match=r"none.csv"):
        read_rules(rules, None)


def crowded(numbers: Sequence[str]) -> bytes:
    """A counter on which pale ink joins its figures with the frame, and whose last number stands in a box."""
    image = Image.open(io.BytesIO(printed(numbers[:1], GROUND)))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 71, 71), outline="black")
    draw.rectangle((0, 55, 20, 57), fill=(130, 140, 110))
    draw.text((6, 46), numbers[0], "black", font=ImageFont.load_default(18), anchor="la")
    draw.rectangle((34, 45, 50, 66), fill=(150, 20, 20))
    draw.text((37, 46), numbers[1], "white", font=ImageFont.load_default(18), anchor="la")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def test_figures_are_found_where_ink_joins_them_and_in_boxes() -> None:
    for numbers in (["2", "3"], ["7", "5"], ["4", "8"]):
        shapes = shapes_in(crowded(numbers), 1)
        lower = [s for s in shapes if s.top > 0.6 and 0.15 < s.height < 0.3 and s.left < 0.75]
        assert [round(s.left * 72) // 30 for s in lower] == [0, 1], [
            (s.left, s.top, s.height) for s in shapes
        ]
        assert [colour_word(s.rgb) for s in lower] == ["black", "white"]


def drawn(mask: int, left: float, width: float = 0.1) -> InkShape:
    return InkShape(bytes([mask]) * 196, left, 0.7, width, 0.2, (0, 0, 0))


SIX = [NamedShape(bytes([mask]) * 196, 0.2, str(mask // 40)) for mask in (40, 80, 120, 160, 200, 240)]


def test_numbers_at_other_places_are_other_rows() -> None:
    """Leaders have as many numbers as units, beside a portrait: they mean something else."""
    men = {f"u{n}": [drawn(40, 0.2), drawn(80, 0.7)] for n in range(8)}
    leaders = {f"l{n}": [drawn(120, 0.5), drawn(240, 0.85)] for n in range(4)}
    odd = {"odd": [drawn(40, 0.05), drawn(80, 0.3)]}
    reading = read_digits(prints({**men, **leaders, **odd}), SIX)
    assert [(row.counters, tuple(round(x, 4) for x in row.places)) for row in reading.rows] == [
        (8, (0.25, 0.75)),
        (4, (0.55, 0.9)),
    ]
    assert reading.values["u1"] == {"digits:1,1": "1", "digits:1,2": "2"}
    assert reading.values["l1"] == {"digits:2,1": "3", "digits:2,2": "6"}
    assert reading.unread == (("odd", 1, "a number stands elsewhere than on most counters"),)


def test_a_dash_at_a_figure_parts_it_from_the_next() -> None:
    with_dash = {f"u{n}": [drawn(40, 0.2, 0.19), drawn(80, 0.4)] for n in range(4)}
    assert read_digits(prints(with_dash), SIX).values["u0"] == {"digits:1,1": "1", "digits:1,2": "2"}
    assert read_digits(
        prints({"u": [drawn(40, 0.2), drawn(80, 0.31)], "v": [drawn(40, 0.2), drawn(80, 0.31)]}), SIX
    ).values["u"] == {"digits:1,1": "12"}


def test_a_shape_between_two_digits_is_asked_for() -> None:
    """A 5 of which no table has the like is nearer to a 6 than to a 5 of another print."""
    table = [NamedShape(bytes([mask]) * 196, 0.2, digit) for mask, digit in ((128, "6"), (72, "5"))]
    counters = {f"u{n}": [drawn(128, 0.2)] for n in range(4)} | {"new": [drawn(100, 0.2)]}
    reading = read_digits(prints(counters), table)
    assert reading.unread == (("new", 1, "a shape that is not named, or like two"),)


def over_a_drawing(number: str, patch: str, ink: str, join: bool) -> bytes:
    """A counter with a number on a patch of colour that touches a drawing of many shades."""
    image = Image.open(io.BytesIO(printed([], GROUND)))
    draw = ImageDraw.Draw(image)
    for n in range(12):
        draw.line((4 + 5 * n, 30 + n % 3, 12 + 4 * n, 47), fill=(60 + 5 * n, 80, 40), width=2)
    draw.rectangle((24, 44 if join else 46, 44, 67), fill=patch)
    draw.text((30, 46), number, ink, font=ImageFont.load_default(18), anchor="la")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(("patch", "ink"), [("#ffe020", "black"), ("black", "white")])
def test_a_figure_on_a_patch_that_touches_a_drawing_is_found(patch: str, ink: str) -> None:
    for number in "2357":
        shapes = shapes_in(over_a_drawing(number, patch, ink, join=True), 1)
        lower = [s for s in shapes if s.is_boxed and s.top > 0.6 and 0.15 < s.height < 0.25]
        assert [round(s.left * 72) // 4 for s in lower] == [7], [(s.left, s.top, s.height) for s in shapes]


def test_the_hole_of_a_figure_is_no_figure() -> None:
    for number in ("0", "6", "8", "4"):
        shapes = shapes_in(printed([number], GROUND))
        assert len([s for s in shapes if s.top > 0.6]) == 1


def test_signs_of_one_kind_in_other_sizes_and_inks_are_one_question() -> None:
    def figure(number: str, size: int, ink: str) -> InkShape:
        image = Image.new("RGB", (72, 72), GROUND)
        text = ImageDraw.Draw(image)
        text.text((20, 20), number, ink, font=ImageFont.load_default(size), anchor="la")
        out = io.BytesIO()
        image.save(out, "PNG")
        (shape,) = shapes_in(out.getvalue())
        return shape

    sizes = [(16, "black"), (22, "white"), (30, "#a01010")]
    pictures = [(figure(number, *look),) for number in "035689" for look in sizes]
    asked = groups(cluster(pictures))
    whose = [{"035689"[n // 3] for one in group for n, _ in one.members} for group in asked]
    assert all(len(digits) == 1 for digits in whose), whose
    assert len(asked) <= 0.7 * len(cluster(pictures))


def test_what_is_mixed_is_asked_one_by_one(tmp_path: Path) -> None:
    module = tmp_path / "m.vmod"
    habits_module(saves=0).write(module)
    advice = advise(module, ImportOptions())
    for name in ("rules.yaml", "digits.csv"):
        (tmp_path / name).write_bytes(advice.files[name])
    name_shapes(tmp_path, units())
    rows = list(csv.DictReader(io.StringIO((tmp_path / "digits.csv").read_text())))
    four = next(row for row in rows if row["digit"] == "4")
    four["digit"] = "/"
    out = io.StringIO()
    writer = csv.DictWriter(out, list(four), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    (tmp_path / "digits.csv").write_text(out.getvalue())
    again = advise(module, ImportOptions(rules=tmp_path / "rules.yaml")).files["digits.csv"].decode()
    waiting = [row for row in csv.DictReader(io.StringIO(again)) if not row["digit"]]
    assert waiting and all(len(row["mask"].split()) == 1 for row in waiting)


def sign(mask: int, left: float, top: float = 0.7, height: float = 0.2) -> InkShape:
    return InkShape(bytes([mask]) * 196, left, top, 0.05, height, (0, 0, 0))


SIGNS = [*SIX, NamedShape(bytes([20]) * 196, 0.24, "("), NamedShape(bytes([30]) * 196, 0.24, ")"),
         NamedShape(bytes([60]) * 196, 0.1, "+"), NamedShape(bytes([100]) * 196, 0.2, "-")]  # fmt: skip


def test_brackets_and_signs_belong_to_a_number() -> None:
    bracket = [sign(20, 0.14, 0.68, 0.24), drawn(80, 0.2), sign(30, 0.31, 0.68, 0.24), drawn(120, 0.7)]
    plus = [drawn(80, 0.2), sign(60, 0.62, 0.75, 0.1), drawn(120, 0.7)]
    plain = [drawn(80, 0.2), drawn(120, 0.7)]
    pictures = prints({f"{kind}{n}": shapes for kind, shapes in (("b", bracket), ("p", plus), ("n", plain))
                       for n in range(4)})  # fmt: skip
    minus = InkShape(b"", 0.62, 0.79, 0.06, 0.02, (0, 0, 0))
    between = InkShape(b"", 0.4, 0.79, 0.06, 0.02, (0, 0, 0))
    pictures |= {f"m{n}": Print((drawn(120, 0.7),), (minus,)) for n in range(4)}
    pictures |= {f"d{n}": Print((drawn(80, 0.2), drawn(120, 0.45)), (between,)) for n in range(4)}
    values = read_digits(pictures, SIGNS).values
    assert [sorted(values[name].values()) for name in ("b0", "p0", "n0", "m0", "d0")] == [
        ["(2)", "3"], ["+3", "2"], ["2", "3"], ["-3"], ["2", "3"],
    ]  # fmt: skip
    alone = {**pictures, "half": Print((sign(20, 0.14, 0.68, 0.24), drawn(80, 0.2), drawn(120, 0.7)))}
    reading = read_digits(alone, SIGNS)
    assert [why for name, _, why in reading.unread if name == "half"] == ["one bracket of a number"]


def test_counters_with_fewer_numbers_are_read_unless_something_hides_one() -> None:
    """Two figures of three, the third under a drawing or called no digit, are not the columns of another kind."""
    three = {f"t{n}": [drawn(80, 0.15), drawn(120, 0.45), drawn(160, 0.75)] for n in range(8)}
    two = {f"w{n}": [drawn(80, 0.15), drawn(160, 0.75)] for n in range(4)}
    pictures = prints({**three, **two})
    assert {"w0", "t0"} <= read_digits(pictures, SIGNS).values.keys()
    cells = bytearray(32 * 32)
    for y in range(22, 29):
        cells[32 * y + 14 : 32 * y + 18] = bytes([255] * 4)
    hidden = Print((drawn(80, 0.15), drawn(160, 0.75)), (), bytes(cells))
    no_digit = Print((drawn(80, 0.15), drawn(100, 0.45), drawn(160, 0.75)))
    reading = read_digits({**pictures, "hidden": hidden, "none": no_digit}, SIGNS)
    assert {name for name, _, _ in reading.unread} == {"hidden", "none"}
    assert not {"hidden", "none"} & reading.values.keys()


def test_what_stands_where_another_layout_has_a_number_is_print_on_a_counter_that_has_all_of_its_own() -> (
    None
):
    """A leader's portrait stands where a unit has its first number; the leader has two numbers, too."""
    men = {f"u{n}": Print((drawn(40, 0.2), drawn(80, 0.7))) for n in range(8)}
    cells = bytearray(32 * 32)
    for y in range(20, 31):
        cells[32 * y + 5 : 32 * y + 12] = bytes([255] * 7)
    leaders = {f"l{n}": Print((drawn(120, 0.5), drawn(240, 0.85)), (), bytes(cells)) for n in range(4)}
    half = {"half": Print((drawn(80, 0.7),), (), bytes(cells))}
    reading = read_digits({**men, **leaders, **half}, SIX)
    assert reading.values["l1"] == {"digits:2,1": "3", "digits:2,2": "6"}
    assert [name for name, _, _ in reading.unread] == ["half"]


def test_a_figure_in_a_soft_rim_is_taken_as_it_stands_and_a_patch_where_a_counter_stays_open() -> None:
    """What a rim encloses is the figure's core, which nobody has named."""
    plain = (drawn(40, 0.2), drawn(80, 0.7))
    core = Print((drawn(2, 0.2, 0.08), drawn(80, 0.7)))
    rimmed = {f"r{n}": Print(plain, with_patches=core) for n in range(8)}
    patched = {"p": Print((drawn(80, 0.7),), with_patches=Print((drawn(120, 0.2), drawn(80, 0.7))))}
    reading = read_digits({**rimmed, **patched}, SIX)
    assert reading.values["r0"] == {"digits:1,1": "1", "digits:1,2": "2"}
    assert reading.values["p"] == {"digits:1,1": "3", "digits:1,2": "2"}
    assert not reading.unread


def touching(numbers: Sequence[str]) -> bytes:
    """A counter whose box a figure covers at its corner, and another one touches from the left."""
    image = Image.open(io.BytesIO(printed([], GROUND)))
    draw = ImageDraw.Draw(image)
    draw.rectangle((26, 43, 41, 66), fill="#ffe020")
    draw.text((15, 46), numbers[0], "black", font=ImageFont.load_default(18), anchor="la")
    draw.text((29, 46), numbers[1], "black", font=ImageFont.load_default(18), anchor="la")
    draw.text((40, 40), numbers[2], "black", font=ImageFont.load_default(16), anchor="la")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize("numbers", ["256", "482", "879"])
def test_figures_that_touch_a_box_are_told_from_it_by_their_strokes(numbers: str) -> None:
    found = find_shapes(touching(numbers))
    assert found
    strokes = [s for s in found.ways()[-1].shapes if s.top > 0.5 and s.height < 0.28]
    assert [colour_word(s.rgb) for s in strokes] == ["black"] * 3
    assert [s.is_boxed for s in strokes] == [False, True, False]


def test_a_sign_in_the_place_of_a_number_hides_none() -> None:
    """Guns have ∞ for a range: named `-` it may be a figure and something else, named `*` it is known."""
    three = {f"t{n}": [drawn(80, 0.15), drawn(120, 0.45), drawn(160, 0.75)] for n in range(8)}
    guns = {f"g{n}": [drawn(80, 0.15), drawn(100, 0.45), drawn(160, 0.75)] for n in range(4)}
    table = [*SIX, NamedShape(bytes([100]) * 196, 0.2, "*")]
    reading = read_digits(prints({**three, **guns}), table)
    assert not reading.unread and reading.values["g0"] == {"digits:2,1": "2", "digits:2,2": "4"}
    table[-1] = replace(table[-1], digit="-")
    assert {name for name, _, _ in read_digits(prints({**three, **guns}), table).unread} == {*guns}


def test_a_raised_small_figure_and_one_in_a_box_are_numbers_of_their_own() -> None:
    """8³ is no 83, and a 2 beside a 2 in a box is no 22."""
    small = InkShape(bytes([80]) * 196, 0.31, 0.68, 0.07, 0.13, (0, 0, 0))
    boxed = replace(drawn(80, 0.31), is_boxed=True)
    table = [*SIX, NamedShape(bytes([80]) * 196, 0.13, "2")]
    pictures = {f"s{n}": [drawn(120, 0.2), small] for n in range(4)}
    pictures |= {f"b{n}": [drawn(120, 0.2), boxed] for n in range(4)}
    values = read_digits(prints(pictures), table).values
    assert [sorted(values[name].values()) for name in ("s0", "b0")] == [["2", "3"]] * 2


def test_what_is_no_digit_at_a_figure_keeps_a_counter_open() -> None:
    """A figure and a line were one shape, which the designer called no digit."""
    pictures = {f"u{n}": [drawn(80, 0.2), drawn(120, 0.7)] for n in range(8)}
    table = [*SIX, NamedShape(bytes([100]) * 196, 0.2, "-")]
    reading = read_digits(prints({**pictures, "merged": [drawn(100, 0.1), *pictures["u0"]]}), table)
    assert [name for name, _, _ in reading.unread] == ["merged"] and "merged" not in reading.values


def test_a_figure_that_one_way_to_look_alone_shows_is_in_doubt() -> None:
    """The way in which a counter has as many numbers as others may be the one that misses one."""
    pictures = prints({f"u{n}": [drawn(80, 0.2), drawn(120, 0.7)] for n in range(8)})
    three = Print((drawn(80, 0.2), drawn(160, 0.45), drawn(120, 0.7)))
    misses = Print((drawn(80, 0.2), drawn(120, 0.7)), with_patches=three)
    reading = read_digits({**pictures, "more": misses}, SIX)
    assert [name for name, _, _ in reading.unread] == ["more"] and "more" not in reading.values


def test_half_of_a_figure_that_is_named_as_no_digit_keeps_its_counter_open() -> None:
    """The 1 of a 10 stands in a box, and a way to look alone shows half of the 0, which is called no digit."""
    pictures = prints({f"u{n}": [drawn(80, 0.2), drawn(120, 0.7)] for n in range(8)})
    one, half = replace(drawn(40, 0.2), is_boxed=True), replace(drawn(100, 0.33), width=0.06)
    side = replace(half, width=0.01)
    of_box, of_figure = (Print((one, drawn(120, 0.7), shape)) for shape in (side, half))
    read = Print((one, drawn(120, 0.7)))
    reading = read_digits(
        {**pictures, "ten": replace(read, by_strokes=of_figure), "box": replace(read, by_strokes=of_box)},
        [*SIX, NamedShape(bytes([100]) * 196, 0.2, "-")],
    )
    assert [name for name, _, _ in reading.unread] == ["ten"] and "ten" not in reading.values
    assert [*reading.values["box"].values()] == ["1", "3"]


def test_some_numbers_of_a_row_stand_in_their_columns() -> None:
    """Staffs have no fire rating, and there are too few of them for a row of their own."""
    three = {f"t{n}": [drawn(80, 0.15), drawn(120, 0.45), drawn(160, 0.75)] for n in range(40)}
    staff = {"staff": [drawn(80, 0.15), drawn(200, 0.75)], "odd": [drawn(80, 0.3), drawn(200, 0.75)]}
    reading = read_digits(prints({**three, **staff}), SIX)
    assert reading.values["staff"] == {"digits:1,1": "2", "digits:1,3": "5"}
    assert [name for name, _, _ in reading.unread] == ["odd"]


def test_what_two_ways_to_look_at_a_counter_show_of_it_is_joined() -> None:
    """A frame joins the last figure in one way, a box the first in the other: each shows what the other lacks."""
    plain = {f"p{n}": Print((drawn(40, 0.2), drawn(80, 0.5), drawn(120, 0.8))) for n in range(6)}
    framed = replace(drawn(200, 0.78, 0.14), mask=b"\xff\x00" * 98)
    first = Print((drawn(40, 0.2), drawn(80, 0.5), framed))
    second = Print((drawn(80, 0.5), drawn(120, 0.8)))
    reading = read_digits({**plain, "joined": replace(first, by_strokes=second)}, SIX)
    assert [*reading.values["joined"].values()] == ["1", "2", "3"]


def test_figures_on_which_two_ways_disagree_are_in_doubt() -> None:
    plain = {f"p{n}": Print((drawn(40, 0.2), drawn(80, 0.5))) for n in range(6)}
    other = Print((drawn(40, 0.2), drawn(120, 0.5)))
    hole = Print((drawn(40, 0.2), replace(drawn(120, 0.52), height=0.15, top=0.72)))
    table = [*SIX, NamedShape(bytes([120]) * 196, 0.15, "3")]
    reading = read_digits(
        {
            **plain,
            "other": replace(plain["p0"], by_strokes=other),
            "hole": replace(plain["p0"], by_strokes=hole),
        },
        table,
    )
    assert "other" not in reading.values
    assert [*reading.values["hole"].values()] == ["1", "2"]


def test_small_print_near_the_large_figures_is_another_row() -> None:
    """A number of a corps printed small under the symbol is no rating, and in nobody's way."""
    small = [replace(drawn(200, 0.75), top=top, height=0.1) for top in (0.585, 0.625, 0.665, 0.705)]
    pictures = {f"s{n}": [drawn(40 * (1 + n % 3), 0.45), *small[n % 5 : n % 5 + 1]] for n in range(16)}
    reading = read_digits(prints(pictures), [*SIX, NamedShape(bytes([200]) * 196, 0.1, "5")])
    values = [[(key, text) for key, text in reading.values[name].items() if text != "5"] for name in pictures]
    assert values == [[("digits:1,1", str(1 + n % 3))] for n in range(16)]


def test_figures_in_discs_are_told_by_what_the_disc_leaves_out() -> None:
    """Two discs are alike but for the figures in them."""
    shapes = []
    for figure in ("1", "2"):
        image = Image.new("L", (14, 14), 255)
        ImageDraw.Draw(image).text((5, 1), figure, 0, font=ImageFont.load_default(10))
        shapes.append(InkShape(image.tobytes(), 0.1, 0.4, 0.2, 0.2, (0, 0, 0)))
    assert [len(c.members) for c in cluster([[shape] for shape in shapes])] == [1, 1]
