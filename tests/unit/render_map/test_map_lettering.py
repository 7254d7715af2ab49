"""Lettering of every bundled battle: on the sheet, on nothing that must be seen, and near what it names."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from msgspec.structs import replace

from jdgtools.hexgrid.layout import Layout
from jdgtools.render.bounds import inside, item_box, overlap
from jdgtools.render.map import lettering, marks, place_names
from jdgtools.render.map.draw import map_scenes, print_map
from jdgtools.render.map.flags import FLAG_PLACE, NUMBER_PLACE
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.inks import MIN_CONTRAST
from jdgtools.render.map.landscape import Styles, landscape
from jdgtools.render.map.setup_areas import setup_areas
from jdgtools.render.map.sheet import MapSheet
from jdgtools.render.map.small_print import KINDS, all_readable_from, small_print
from jdgtools.render.scene import Group, Path
from jdgtools.render.sheets.map_paper import map_paper_of
from jdgtools.render.text import points, typographic
from jdgtools.render.themes import THEMES
from tests.tools.contrast import measure
from tests.unit.render_map.conftest import SCENARIOS, context_of, items, same_name, texts, way_points

BATTLES = sorted(folder.name for folder in SCENARIOS.iterdir() if (folder / "battle.yaml").exists())


CASES = [
    *((name, "en") for name in BATTLES),
    *((name, language) for name in BATTLES if "teaching" in name for language in ("fr", "pl")),
    ("teaching-afe", "hu"),
    # On papers for which the hexes are drawn smaller, or larger.
    ("rolica-1808", "pl", "a3"),
    ("teaching-afe", "fr", "a3"),
    ("teaching-jdg", "en", "a4"),
    ("teaching-mpbs", "pl", "letter"),
]


@pytest.fixture(scope="module", params=CASES, ids="-".join)
def maps(request):
    name, language, *papers = request.param
    context = context_of(name)
    options = replace(context.options, language=language)
    if papers:
        printing = replace(context.print_settings, map=map_paper_of({"paper": papers[0], "hex": "fit"}))
        options = replace(options, printing=printing)
    context = replace(context, options=options, _values={})
    assert context.language == language
    scenes = map_scenes(context)
    return context, scenes.print_scene, scenes.screen, scenes.window


def layout_of(context) -> Layout:
    """The hexes as they lie on the sheet."""
    sheet = MapSheet(context)
    the_map = sheet.context.battle.map
    return Layout(the_map.grid, the_map.hex_mm, sheet.origin)


def test_nothing_is_lettered_off_the_sheet(maps) -> None:
    _, printed, screen, (x, y, width, height) = maps
    for scene, room in (
        (printed, (0.0, 0.0, printed.width, printed.height)),
        (screen, (x, y, x + width, y + height)),
    ):
        rows = texts(scene)
        assert rows
        for text, _, box in rows:
            assert inside(box, room), text.string


def test_no_two_letterings_overlap(maps) -> None:
    for scene in maps[1:3]:
        rows = [(t, box) for t, _, box in texts(scene, "numbers", "marks", "names", "regions", "setup areas")]
        for (a, first), (b, second) in combinations(rows, 2):
            if not same_name(a, b):
                assert not overlap(first, second), (a.string, b.string)


def test_names_leave_stars_arrows_and_peaks_free(maps) -> None:
    for scene in maps[1:3]:
        signs = [box for item in items(scene, "marks") if isinstance(item, Group) and (box := item_box(item))]
        signs += [box for item in items(scene, "names") if isinstance(item, Path) and (box := item_box(item))]
        for text, _, box in texts(scene, "names", "regions"):
            for sign in signs:
                assert not overlap(box, sign), text.string


def test_numbers_stand_beside_the_arrows_in_their_hexes(maps) -> None:
    context, printed, _, _ = maps
    layout = layout_of(context)
    frame = MapFrame(context.battle.map, layout)
    arrows = marks.entry_arrows(frame, context.theme, context.battle)
    assert arrows
    boxes = [box for arrow in arrows for box in arrow.boxes]
    for text, _, (left, top, right, bottom) in texts(printed, "numbers"):
        figures = (left, top, right, bottom - 0.22 * text.size)  # digits have no descenders
        assert not any(overlap(figures, box) for box in boxes), text.string


def test_no_letter_is_upside_down(maps) -> None:
    """A name that reads up along a bend to the left ended on its head."""
    context, print_scene, screen, _ = maps
    for scene in (print_scene, screen):
        turned = [text for text, _, _ in texts(scene, "names") if text.rotate]
        assert all(abs((text.rotate + 180) % 360 - 180) < 103 for text in turned)
    assert turned or context.battle.id not in ("edgehill-1642", "teaching-afe")


def test_no_number_is_crossed_by_a_way(maps) -> None:
    _, printed, _, _ = maps
    points = way_points(printed)
    crossed = set()
    for text, _, (left, top, right, bottom) in texts(printed, "numbers"):
        foot = bottom - 0.22 * text.size  # digits have no descenders
        if any(left < x < right and top < y < foot for x, y in points):
            crossed.add(text.string)
    assert not crossed


def test_no_house_stands_on_the_number_of_its_settlement(maps) -> None:
    """Wherever the number stands: corners of roofs and plots lie off its figures.

    Not where hexes are so small that numbers are enlarged to be read: houses do not know of that.
    """
    context, printed, _, _ = maps
    the_map, layout = context.battle.map, layout_of(context)
    usual = context.theme.number("map.grid.number_size") * layout.size
    styles = Styles.of(context.battle, context.theme).hexes
    corners = [
        command[-2:]
        for item in items(printed, "buildings")
        if isinstance(item, Path) and item.fill is not None
        for command in item.commands
        if command[0] in "ML"
    ]
    assert corners
    for text, _, (left, top, right, bottom) in texts(printed, "numbers"):
        foot = bottom - 0.22 * text.size
        style = styles[the_map.terrain[the_map.grid.index(text.string)]]
        pattern = context.theme.text(f"map.terrain.{style}.pattern")
        if pattern not in ("village", "town") or text.size > 1.01 * usual:
            continue
        assert not any(left < x < right and top < y < foot for x, y in corners), text.string


def test_all_lettering_has_contrast_with_what_lies_about_it(maps) -> None:
    """Measured on the picture, halo and signs below included."""
    rows = measure(maps[1])
    assert len(rows) > 40 and rows[0].contrast >= MIN_CONTRAST, rows[:5]


ALIKE = (("rolica-1808", "vimeiro-1808"), ("bouvines-1214", "edgehill-1642"))
"""Large battles whose ground is of the same kinds and levels, or of those of another battle."""
OTHERS = [theme for theme in THEMES if theme != "classic"]
IN_OTHER_THEMES = [
    *((name, theme) for name in BATTLES if not any(name in group for group in ALIKE) for theme in OTHERS),
    *((group[n % len(group)], theme) for group in ALIKE for n, theme in enumerate(OTHERS)),
]
"""Every kind of ground at every level in every theme; of battles alike one, in turns."""


@pytest.mark.parametrize(("name", "theme"), IN_OTHER_THEMES)
def test_all_lettering_has_contrast_in_every_theme(name: str, theme: str) -> None:
    context = context_of(name)
    battle = replace(context.battle, theme={**context.battle.theme, "name": theme})
    rows = measure(print_map(replace(context, battle=battle, _values={})))
    assert len(rows) > 40 and rows[0].contrast >= MIN_CONTRAST, rows[:5]


def test_numbers_stand_below_the_rock_of_a_cliff() -> None:
    """The crags of Roliça are as dark as the figures; their middle three reach over the whole upper edge."""
    context = context_of("rolica-1808")
    layout = layout_of(context)
    tops = {text.string: box[1] for text, _, box in texts(print_map(context), "numbers")}
    for name in ("0721", "0921", "1121"):
        index = context.battle.map.grid.index(name)
        assert tops[name] > layout.centre(index)[1] - 0.3 * layout.size, name


def test_hardly_a_name_stands_upon_ways_or_houses(maps) -> None:
    """One or two of a map may, where a road runs through a village or the paper is small."""
    context, printed, _, _ = maps
    sheet = MapSheet(context)
    frame = MapFrame(sheet.context.battle.map, layout_of(context))
    roofs = landscape(frame, context.theme, Styles.of(context.battle, context.theme)).roofs
    points = way_points(printed)
    on_ways, on_houses = set(), set()
    for text, _, box in texts(printed, "names"):
        left, top, right, bottom = box
        if not text.rotate and any(left < x < right and top < y < bottom for x, y in points):
            on_ways.add(text.string)
        if sum(overlap(box, roof) for roof in roofs) > 2:
            on_houses.add(text.string)
    assert len(on_ways) <= 2 and len(on_houses) <= 1, (on_ways, on_houses)


def test_no_name_stands_upon_a_hedge() -> None:
    context = context_of("edgehill-1642")
    frame = MapFrame(MapSheet(context).context.battle.map, layout_of(context))
    hedges = [
        frame.natural_edge(*frame.side_keys(feature.side))
        for feature in frame.map.features
        if feature.kind == "hedge"
    ]
    points = [point for hedge in hedges for point in hedge]
    assert points
    for text, _, (left, top, right, bottom) in texts(print_map(context), "names"):
        assert not any(left < x < right and top < y < bottom for x, y in points), text.string


def test_stars_of_hexes_side_by_side_stand_alike() -> None:
    context = context_of("edgehill-1642")
    layout = layout_of(context)
    printed = print_map(context)
    boxes = [box for item in items(printed, "marks") if isinstance(item, Group) and (box := item_box(item))]
    middles = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in boxes]
    (hill,) = (region for region in context.battle.map.regions if region.id == "essex-hill")
    places = set()
    for index in hill.hexes:
        x, y = layout.centre(index)
        (star,) = (at for at in middles if layout.hex_at(*at) == index)
        places.add((round(star[0] - x, 1), round(star[1] - y, 1)))
    assert len(hill.hexes) > 4 and len(places) == 1


def test_the_name_of_a_river_keeps_away_from_that_of_its_ford() -> None:
    """Beside each other they are read as one: `The ford Marenne`."""
    context = context_of("teaching-afe")
    middles = {
        t.string: ((b[0] + b[2]) / 2, (b[1] + b[3]) / 2) for t, _, b in texts(print_map(context), "names")
    }
    rivers = [
        at
        for t, _, b in texts(print_map(context), "names")
        if t.string == "Marenne" and "italic" in t.font
        for at in [((b[0] + b[2]) / 2, (b[1] + b[3]) / 2)]
    ]
    assert len(rivers) == 1 and dist(middles["The ford"], rivers[0]) > 0.8 * context.battle.map.hex_mm


def test_stars_leave_numbers_arrows_and_houses_free(maps) -> None:
    context, printed, _, _ = maps
    the_map = context.battle.map
    layout = layout_of(context)
    frame = MapFrame(the_map, layout)
    size = layout.size
    arrows = [b for arrow in marks.entry_arrows(frame, context.theme, context.battle) for b in arrow.boxes]
    boxes_of_stars = [
        box for item in items(printed, "marks") if isinstance(item, Group) and (box := item_box(item))
    ]
    # Stars are as wide as high and smaller than arrows.
    boxes_of_stars = [
        b
        for b in boxes_of_stars
        if abs((b[2] - b[0]) / (b[3] - b[1]) - 1.0) < 0.12 and b[2] - b[0] < 0.26 * size
    ]
    victory = marks.victory_hexes(context.battle.scenarios[0])
    # Areas of many hexes have no star in each: the places with points of their own do.
    starred = [i for i, points in victory.items() if points is not None or len(victory) <= marks.MAX_STARS]
    assert len(boxes_of_stars) >= len(starred) > 0
    houses = []
    for place in the_map.places:
        if place.rank in ("city", "town", "village", "farm"):
            (x, y), r = frame.layout.centre(place.hex), 0.2 * size
            houses.append((x - r, y - 0.8 * r, x + r, y + 0.8 * r))
    numbers = [box for _, _, box in texts(printed, "numbers")]
    for star in boxes_of_stars:
        assert not any(overlap(star, other) for other in (*houses, *arrows, *numbers))


@pytest.mark.parametrize("name", ["vimeiro-1808", "bremule-1119", "bouvines-1214", "edgehill-1642"])
def test_every_hex_that_counts_in_these_battles_has_a_star(name: str) -> None:
    """The crest and the village of Vimeiro, and Radway below Edge Hill, are not told by an outline of their own."""
    hexes = marks.victory_hexes(context_of(name).battle.scenarios[0])
    assert 0 < len(hexes) <= marks.MAX_STARS


def test_words_of_a_setup_area_stand_in_it(maps) -> None:
    context, printed, _, _ = maps
    layout = layout_of(context)
    areas = setup_areas(context.battle, "first")
    hexes = {index for area in areas for index in area.hexes}
    boxes = [box for _, _, box in texts(printed, "setup areas")]
    assert len(boxes) >= len(areas)
    for left, top, right, bottom in boxes:
        assert layout.hex_at((left + right) / 2, (top + bottom) / 2) in hexes


def test_letters_on_paper_can_be_read(maps) -> None:
    """Five points, or half as large again as their share of the hex where hexes are tiny."""
    context, printed, _, _ = maps
    layout = layout_of(context)
    beside_arrows = {hex_ for entry in context.battle.map.entries for hex_ in entry.hexes}
    rows = texts(printed, "names", "numbers", "regions", "setup areas")
    assert rows
    for text, _, _ in rows:
        if layout.hex_at(text.x, text.y) not in beside_arrows:
            assert text.size >= min(lettering.MIN_LETTERS, 1.5 * 0.095 * layout.size) - 1e-9, (
                text.string,
                text.size,
            )


def test_letters_of_five_points_or_a_finding(maps) -> None:
    """All letters of the map are measured; what is smaller is named with its size."""
    context, printed, _, _ = maps
    rows = texts(printed, *KINDS)
    least = points(min(text.size for text, _, _ in rows))
    found = small_print(printed)
    assert (least < 5.0 - 1e-6) == bool(found)
    if found:
        assert min(row.points for row in found) == pytest.approx(least)
        assert layout_of(context).size < all_readable_from(context)


def test_names_stand_near_their_places(maps) -> None:
    context, printed, _, _ = maps
    the_map = context.battle.map
    layout = layout_of(context)
    rows = texts(printed, "names")
    built = lettering.built_terrain(context.battle)
    for place in the_map.places:
        # A village of several hexes may have its name at each of them.
        middles = [layout.centre(index) for index in place_names.home(the_map, place, built)]
        words = typographic(place.name.get(context.language))
        whole = f"{words} {place.height_metres}"
        near = [
            min(dist(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), middle) for middle in middles)
            for text, _, box in rows
            # In one line or two.
            if text.string in words or (len(text.string) > 4 and text.string in whole)
        ]
        assert near, words
        assert min(near) < 0.95 * layout.size, words


def test_numbers_give_way_to_what_the_upper_hexside_carries(maps) -> None:
    context, printed, _, _ = maps
    the_map = context.battle.map
    layout = layout_of(context)
    upper = (0,) if the_map.grid.orientation == "flat" else (0, 5)
    heights: dict[bool, set[float]] = {True: set(), False: set()}
    for text, _, box in texts(printed, "numbers"):
        index = the_map.grid.index(text.string)
        busy = any(the_map.features_at(index, d) for d in upper)
        heights[busy].add(round(box[1] - layout.centre(index)[1], 6))
    assert min(heights[True]) > min(heights[False]) + 0.5
    # Lower still where ways leave no room there.
    drops = {height - min(found) for found in heights.values() for height in found}
    assert all(drop == pytest.approx(0.12 * layout.size, abs=1e-4) for drop in drops if drop)


def test_names_keep_clear_of_the_flags_of_the_module(maps) -> None:
    """Flags stand at a corner of their hex, with a number."""
    context, printed, screen, _ = maps
    layout, battle = layout_of(context), context.battle
    across, down = FLAG_PLACE[layout.grid.orientation]
    right, below = NUMBER_PLACE[layout.grid.orientation]
    covered, s = [], layout.size
    for index in {index for scenario in battle.scenarios for index in marks.victory_hexes(scenario)}:
        x, y = layout.centre(index)
        flag, number = (x + across * s, y + down * s), (x + (across + right) * s, y + (down + below) * s)
        boxes = [(cx - 0.11 * s, cy - 0.07 * s, cx + 0.11 * s, cy + 0.07 * s) for cx, cy in (flag, number)]
        for scene in (printed, screen):
            for text, _, box in texts(scene, "names", "marks", "regions"):
                if len(text.string) > 2 and any(overlap(box, other) for other in boxes):
                    covered.append((text.string, layout.grid.id(index)))
    assert len(covered) <= 2, covered
