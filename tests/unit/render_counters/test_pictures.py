from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

from jdgtools.render.backends.pdf import render_pdf
from jdgtools.render.backends.png import render_png
from jdgtools.render.color_vision import simulate
from jdgtools.render.colors import contrast, distance, lighten, readable_on
from jdgtools.render.counters import Counter, face_scene
from jdgtools.render.counters.art import Art, read_art, user_art
from jdgtools.render.counters.bulk import draw_pngs
from jdgtools.render.counters.face import without_lettering
from jdgtools.render.counters.palette import COUNTER_DEFAULTS, NATIONS, counter_theme
from jdgtools.render.counters.spec import CounterColors, FaceContext, FaceSpec, Figure, Lettering, Part
from jdgtools.render.style import BASE_THEME, Theme
from jdgtools.render.themes import THEMES, read_theme, theme_for
from jdgtools.render.user_files import Refusal

from .battles import SERIES, battle, counters


def faces_png(some: Iterable[Counter], px: int = 75, theme: Theme | None = None) -> dict[str, bytes]:
    """Return PNG files of all faces, by `front_name` and `back_name`; equal faces once."""
    some = list(some)
    specs = {counter.front_name: counter.front for counter in some}
    specs |= {c.back_name: c.back for c in some if c.back is not None and c.back_name is not None}
    return draw_pngs(specs, px, theme)


def picture(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


@pytest.mark.parametrize("series", SERIES)
def test_all_faces_at_once_equal_the_faces_one_by_one(series: str) -> None:
    some = [*counters(series)[:3], *counters(series)[-2:], *(c for c in counters(series) if c.hexes == 2)][:7]
    together = faces_png(some, 60)
    assert set(together) == {n for c in some for n in (c.front_name, c.back_name) if n}
    for counter in some:
        alone = faces_png([counter], 60)[counter.front_name]
        one, other = picture(alone), picture(together[counter.front_name])
        assert one.size == other.size == (60 * counter.hexes, 60)
        difference = ImageChops.difference(one, other).getextrema()
        assert max(high for _, high in difference) <= 8, counter.id


def test_pictures_are_the_same_every_time_and_agree_with_the_drawing() -> None:
    some = counters("jdg")[1:4]
    first = faces_png(some, 75)
    assert first == faces_png(some, 75)
    image = picture(render_png(face_scene(some[0].front), size_px=(75, 75)))
    difference = ImageChops.difference(image, picture(first[some[0].front_name])).getextrema()
    assert max(high for _, high in difference) <= 8


@pytest.mark.parametrize("series", SERIES)
def test_lettering_over_a_shared_ground_is_the_whole_drawing(series: str) -> None:
    some = counters(series)[::2]
    together = faces_png(some, 60)
    for counter in some:
        alone = picture(render_png(face_scene(counter.front), size_px=(60 * counter.hexes, 60)))
        difference = ImageChops.difference(alone, picture(together[counter.front_name]))
        assert max(high for _, high in difference.getextrema()) <= 24, counter.id
        assert max(ImageStat.Stat(difference).mean) < 0.2, counter.id


def test_units_of_one_kind_share_their_ground_but_for_one_that_the_theme_dresses_otherwise() -> None:
    one = next(c.front for c in counters("jdg") if any(isinstance(p, Figure) for p in c.front.parts))
    other = replace(one, title="another", parts=tuple(_of_another(part) for part in one.parts))
    dress = {"wears": {"another": "legion"}, "dress": {"legion": {"coat": "#c22828"}}}
    theme, problems = read_theme({"counters": dress})
    assert not problems
    assert without_lettering(one) == without_lettering(other)
    assert without_lettering(one, theme) != without_lettering(other, theme)
    plain, dressed = (draw_pngs({"one": one, "other": other}, 60, t) for t in (None, theme))
    assert plain["one"] != plain["other"]
    assert plain["one"] == dressed["one"]
    assert plain["other"] != dressed["other"]


def _of_another(part: Part) -> Part:
    if isinstance(part, Figure):
        return replace(part, wearer="another")
    return replace(part, wordings=("another",)) if isinstance(part, Lettering) else part


def test_a_blank_side_has_no_picture() -> None:
    counter = next(c for c in counters("jdg") if c.subject == "rout")
    assert counter.back is None
    assert set(faces_png([counter])) == {counter.front_name}


@pytest.mark.parametrize("px", [7, 2001])
def test_sizes_out_of_reason_are_refused(px: int) -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        faces_png(counters("jdg")[:1], px)


def test_symbols_can_be_boxes_and_colours_can_be_changed() -> None:
    unit = next(c for c in counters("jdg") if c.kind == "unit")
    theme = BASE_THEME.extend_defaults(COUNTER_DEFAULTS)
    boxes, problems = theme.override({"counters": {"symbols": "nato", "band": "#ffee00"}})
    assert not problems
    plain, recoloured = faces_png([unit], 60), faces_png([unit], 60, boxes)
    assert len(plain) == 2
    assert all(plain[name] != recoloured[name] for name in plain)


OPPONENTS = (
    ("french", "british"),
    ("french", "austrian"),
    ("french", "russian"),
    ("french", "prussian"),
    ("french", "spanish"),
    ("french", "portuguese"),
    ("british", "american"),
    ("russian", "ottoman"),
    ("polish", "russian"),
    ("english", "scottish"),
    ("english", "welsh"),
    ("norman", "french"),
    ("imperial", "swedish"),
    ("royalist", "parliament"),
    ("protestant", "catholic"),
    ("teutonic", "lithuanian"),
)


@pytest.mark.parametrize("nation", sorted(NATIONS))
def test_nations_are_pale_enough_for_dark_lettering(nation: str) -> None:
    ground = NATIONS[nation]
    theme = counter_theme()
    ink = readable_on(ground, theme.color("counters.dark"), theme.color("counters.light"))
    assert contrast(ink, ground) >= 7.0
    assert distance(ground, "#ffffff") > 5, "the white band would not show"


@pytest.mark.parametrize("pair", OPPONENTS)
def test_opponents_differ_for_every_reader(pair: tuple[str, str]) -> None:
    first, second = (NATIONS[n] for n in pair)
    assert distance(first, second) >= 20
    for deficiency in ("protanopia", "deuteranopia", "tritanopia"):
        assert distance(simulate(first, deficiency), simulate(second, deficiency)) >= 8, deficiency


def test_kinds_of_markers_have_contrast() -> None:
    theme = counter_theme()
    for key in theme.keys("counters.marker"):
        ground = theme.color(f"counters.marker.{key}")
        assert contrast(theme.color("counters.dark"), ground) >= 7
        assert contrast(lighten(ground, 0.55), theme.color("counters.dark")) >= 7


def write(folder: Path, name: str, data: bytes | str) -> str:
    file = folder / name
    if isinstance(data, str):
        file.write_text(data, encoding="utf-8")
    else:
        file.write_bytes(data)
    return name


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20">{}</svg>'


def test_own_pictures_are_taken_and_made_small(tmp_path: Path) -> None:
    out = BytesIO()
    Image.new("RGB", (1200, 600), (200, 30, 30)).save(out, "PNG")
    raster = read_art(tmp_path, write(tmp_path, "a.png", out.getvalue()))
    assert isinstance(raster, Art)
    assert raster.pixels == (480, 240)
    art = read_art(
        tmp_path, write(tmp_path, "b.svg", SVG.format('<rect width="10" height="20" fill="#0a0"/>'))
    )
    assert isinstance(art, Art)
    assert art.pixels == (240, 480)
    assert picture(art.data).getpixel((100, 100)) == (0, 170, 0)


def test_drawings_are_printed_in_vectors_and_others_as_pictures(tmp_path: Path) -> None:
    plain = SVG.format('<rect width="10" height="20" fill="#0a0"/>')
    blur = SVG.format(
        '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
        '<rect width="10" height="20" fill="#0a0" filter="url(#f)"/>'
    )
    made = {}
    for name, svg in (("plain.svg", plain), ("blurred.svg", blur)):
        write(tmp_path, name, svg)
        context = FaceContext(battle("jdg"), "en", tmp_path)
        part = user_art(context, name, (0.0, 0.0, 15.0, 15.0))
        assert part is not None
        made[name] = face_scene(FaceSpec("own", CounterColors("marker.marker"), (part,)))
    assert isinstance(read_art(tmp_path, "plain.svg", vectors=True), Art)
    files = {name: render_pdf([scene], "x") for name, scene in made.items()}
    assert b"/Image" not in files["plain.svg"]
    assert b"/Image" in files["blurred.svg"]
    pixels = [
        Image.open(BytesIO(render_png(scene, size_px=(60, 60)))).convert("RGB") for scene in made.values()
    ]
    assert pixels[0].getpixel((30, 30)) == (0, 170, 0)
    assert max(ImageStat.Stat(ImageChops.difference(*pixels)).mean) < 25
    assert pixels[0].getpixel((5, 30)) == pixels[1].getpixel((5, 30))


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.svg", SVG.format("<script>1</script>"), "script"),
        ("b.svg", SVG.format('<image href="https://example.org/x.png"/>'), "image"),
        ("c.svg", SVG.format('<use href="other.svg#a"/>'), "outside"),
        ("d.svg", SVG.format('<rect fill="url(http://example.org/p#a)"/>'), "outside"),
        ("e.svg", SVG.format("<style>@import 'x.css';</style>"), "outside"),
        ("f.svg", SVG.format('<rect onclick="x()"/>'), "script"),
        ("g.svg", '<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format(""), "document type"),
        ("h.svg", "<svg", "well-formed"),
        ("i.svg", "<html/>", "not an SVG"),
        ("n.svg", SVG.format("<g>" * 300 + "</g>" * 300), "nested too deeply"),
        ("j.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>', "size"),
        ("k.png", b"\x89PNG\r\n\x1a\nnonsense", "damaged"),
        ("l.txt", "hello", "neither"),
        ("m.svg", SVG.format("<g>" + " " * 1_100_000 + "</g>"), "larger"),
    ],
)
def test_pictures_that_ask_for_too_much_are_refused(
    tmp_path: Path, name: str, content: bytes | str, reason: str
) -> None:
    art = read_art(tmp_path, write(tmp_path, name, content))
    assert isinstance(art, Refusal)
    assert reason in art.reason


def test_pictures_outside_the_project_are_refused(tmp_path: Path) -> None:
    inner = tmp_path / "project"
    inner.mkdir()
    write(tmp_path, "secret.svg", SVG.format(""))
    (inner / "link.svg").symlink_to(tmp_path / "secret.svg")
    for path in ("../secret.svg", "link.svg", "nothing.png", "\0"):
        assert isinstance(read_art(inner, path), Refusal)


@pytest.mark.parametrize("name", THEMES)
def test_counters_keep_their_contrast_in_every_theme(name: str) -> None:
    theme = theme_for({"name": name})
    dark, alert = theme.color("counters.dark"), theme.color("counters.alert")
    for key in theme.keys("counters.marker"):
        assert contrast(dark, theme.color(f"counters.marker.{key}")) >= 7, key
    assert contrast(alert, theme.color("counters.light")) >= 4.5
    assert contrast(alert, theme.color("counters.band")) >= 4.5
    assert faces_png(counters("jdg")[:1], 60, theme)


def test_kinds_of_markers_differ_for_colour_blind_readers() -> None:
    theme = theme_for({"name": "colourblind"})
    grounds = [theme.color(f"counters.marker.{key}") for key in theme.keys("counters.marker")]
    for index, first in enumerate(grounds):
        for second in grounds[index + 1 :]:
            for deficiency in ("protanopia", "deuteranopia"):
                difference = distance(simulate(first, deficiency), simulate(second, deficiency))
                assert difference >= 10, (first, second, deficiency)


def test_a_battle_changes_the_colours_of_counters() -> None:
    theme, problems = read_theme({"counters": {"nation": {"french": "#112233"}, "bandd": "#ffffff"}})
    assert theme.color("counters.nation.french") == "#112233"
    assert [p.path for p in problems] == [("counters", "bandd")]
