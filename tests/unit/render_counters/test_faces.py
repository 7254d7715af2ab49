from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from jdgtools.appearance.counters import counter_problems
from jdgtools.model.pieces import Unit
from jdgtools.model.text import NO_TEXT, Text
from jdgtools.render.bounds import inside, item_box, overlap, placed_texts
from jdgtools.render.colors import contrast
from jdgtools.render.counters import FaceContext, FaceSpec, counter_list, face_scene
from jdgtools.render.counters.face import _Painter, _set, draw_face, reads_otherwise_turned
from jdgtools.render.counters.lettering import abbreviations, min_font_size, set_text
from jdgtools.render.counters.palette import counter_theme
from jdgtools.render.counters.pieces import back_state
from jdgtools.render.counters.signs import SIGNS
from jdgtools.render.counters.spec import (
    EDGE,
    ArtPicture,
    Band,
    CounterColors,
    Figure,
    Fill,
    Lettering,
    Shield,
)
from jdgtools.render.scene import Group, Rect, Use
from jdgtools.render.scene import TextItem as Printed
from jdgtools.render.shapes import INK
from jdgtools.render.symbols import has_symbol
from jdgtools.render.text import cap_height, points
from jdgtools.source.span import Span
from tests.bundled import bundled
from tests.drawings import missing_characters

from .battles import SERIES, battle, counters, rules


def languages(series: str) -> tuple[str, ...]:
    return battle(series).series.languages


def specs(series: str, language: str = "en") -> list[FaceSpec]:
    faces = []
    for counter in counters(series, language):
        faces.append(counter.front)
        if counter.back is not None:
            faces.append(counter.back)
    return faces


def cut_texts(spec: FaceSpec) -> list[tuple[str, ...]]:
    """Ratings and names that lose letters on a counter of 15 mm."""
    texts = []
    for part in spec.parts:
        if not isinstance(part, Lettering):
            continue
        width, height = part.box[2:]
        if part.is_turned:
            width, height = height, width
        least = min_font_size(1.0, part.essential)
        size = max(part.size, least)
        text = set_text(
            part.wordings, part.font, size, width, height, part.lines, min(least, size), part.author_wordings
        )
        if text.cut:
            texts.append(part.wordings)
    return texts


def test_names_keep_clear_of_the_letter_of_their_wing() -> None:
    """As wide as its box, a name touched the letter: `WDragoons`."""
    for spec in specs("mpbs"):
        letters = [
            p for p in spec.parts if isinstance(p, Lettering) and p.rating == "wing" and p.box[1] < 1.5
        ]
        names = [p for p in spec.parts if isinstance(p, Lettering) and not p.rating and p.box[1] < 1.5]
        rims = [
            p.box[0] + p.box[2]
            for p in spec.parts
            if isinstance(p, Fill) and p.shape == "round" and p.box[0] < 1.0
        ]
        if letters:
            assert names and all(name.box[0] >= max(rims) + 0.4 for name in names), spec.title


@pytest.mark.parametrize("series", SERIES)
def test_every_unit_type_has_both_faces_with_a_drawn_symbol(series: str) -> None:
    model = battle(series)
    faces = rules(series).hook("faces", "FACES")
    context = FaceContext(model, "en")
    for kind in model.series.unit_types:
        front = {f.id: f.high or 1 for f in model.series.unit_fields if f.type == "int"}
        for footprint in kind.footprints:
            unit = Unit(
                "u", Text.of("Name"), None, None, kind.id, None, arm=kind.arm, footprint=footprint,
                front={**front, **kind.attributes},
            )  # fmt: skip
            for back in (False, True):
                spec = faces.unit(context, unit, back)
                assert spec.hexes == footprint
                figures = [p for p in spec.parts if isinstance(p, Figure)]
                assert any(p.symbol == kind.symbol for p in figures), kind.id
                assert has_symbol(kind.symbol)
                assert not cut_texts(spec), kind.id
            assert faces.unit(context, unit, True) != faces.unit(context, unit, False)


@pytest.mark.parametrize("series", SERIES)
def test_every_marker_of_the_inventory_has_a_face_with_a_drawn_sign(series: str) -> None:
    definition = battle(series).series
    faces = rules(series).hook("faces", "FACES")
    for marker, language in product(definition.markers, definition.languages):
        of_battle = marker in battle(series).words.markers  # it may bear the symbol of an arm, or words alone
        known = marker.symbol in SIGNS or (of_battle and (not marker.symbol or has_symbol(marker.symbol)))
        assert known, f"{marker.id}: nobody has drawn `{marker.symbol}`"
        front = faces.marker(definition, marker, False, language, None)
        back = faces.marker(definition, marker, True, language, None)
        assert front is not None
        assert (back is None) == (marker.back_legend is None)
        assert front.title == marker.legend.get(language)


@pytest.mark.parametrize("series", SERIES)
@pytest.mark.parametrize("size", [12.7, 15.0])
def test_nothing_essential_is_smaller_than_five_points(series: str, size: float) -> None:
    for language in languages(series):
        for spec in specs(series, language):
            essential = {
                w for p in spec.parts if isinstance(p, Lettering) and p.essential for w in p.wordings
            }
            for text, at, _box in placed_texts(face_scene(spec, size)):
                printed = points(text.size * abs(at[0]))
                if any(text.string in wording for wording in essential):
                    assert printed >= 5.0 - 1e-6, (spec.title, text.string, printed)
                else:
                    assert printed >= 4.2 - 1e-6, (spec.title, text.string, printed)


@pytest.mark.parametrize("series", SERIES)
def test_text_stays_inside_its_slot_and_slots_inside_the_counter(series: str) -> None:
    for language in languages(series):
        for spec in specs(series, language):
            painter = _Painter(spec, counter_theme(), 1.0)
            for part in spec.parts:
                x, y, width, height = part.box
                assert inside((x, y, x + width, y + height), (0, 0, EDGE * spec.hexes, EDGE)), spec.title
                if not isinstance(part, Lettering):
                    continue
                for item in painter.draw(part):
                    assert isinstance(item, Printed)
                    left, top, right, bottom = item_box(item) or (0, 0, 0, 0)
                    # The measured box always has room for a descender; figures have none.
                    spare = 0.22 * item.size
                    slot = (x, y, x + width + (spare if part.is_turned else 0), y + height + spare)
                    assert inside((left, top, right, bottom), slot, 0.02), (spec.title, item.string)


@pytest.mark.parametrize("series", SERIES)
def test_ratings_never_overlap_art_nor_each_other(series: str) -> None:
    for spec in specs(series):
        painter = _Painter(spec, counter_theme(), 1.0)
        art, ratings = [], []
        for part in spec.parts:
            boxes = [item_box(item) for item in painter.draw(part)]
            if isinstance(part, Figure | ArtPicture | Shield):
                art += [b for b in boxes if b]
            elif isinstance(part, Lettering) and part.rating:
                for item in painter.draw(part):
                    assert isinstance(item, Printed)
                    left, top, right, bottom = item_box(item) or (0, 0, 0, 0)
                    ratings.append((left, top, right, bottom - 0.22 * item.size))
        for index, first in enumerate(ratings):
            assert not any(overlap(first, box) for box in art), spec.title
            assert not any(overlap(first, other) for other in ratings[index + 1 :]), spec.title


@pytest.mark.parametrize("series", SERIES)
def test_names_keep_clear_of_the_plates_below_them(series: str) -> None:
    """With the tails of their letters: `Burgundy` does not hang into the box of a rating."""
    for spec in specs(series):
        painter = _Painter(spec, counter_theme(), 1.0)
        plates = [p.box for p in spec.parts if isinstance(p, Fill) and p.outline and p.box[3] < EDGE / 2]
        for part in spec.parts:
            if not isinstance(part, Lettering) or part.rating or part.is_turned:
                continue
            for item in painter.draw(part):
                box = item_box(item)
                for x, y, width, height in plates:
                    if box and y > part.box[1] + part.box[3] / 2:
                        assert not overlap(box, (x, y, x + width, y + height)), spec.title


@pytest.mark.parametrize("series", SERIES)
def test_names_stand_within_their_stripes(series: str) -> None:
    """With the tails of their letters: the `p` of a white `6-pdr` does not end on the pale ground below."""
    for spec in (*specs(series), *specs(series, "fr")):
        stripes = [p.box for p in spec.parts if isinstance(p, Fill) and p.box[1] == 0 and p.box[3] < EDGE / 3]
        for text, _, (left, top, right, bottom) in placed_texts(face_scene(spec)):
            for x, _, width, height in stripes:
                if left < x + width and right > x and top < height:
                    assert bottom <= height + 0.02, (spec.title, text.string)


@pytest.mark.parametrize("series", SERIES)
def test_names_keep_clear_of_the_figures_above_them(series: str) -> None:
    for counter in counters(series):
        figures = [p.box for p in counter.front.parts if isinstance(p, Figure)]
        names = {
            w for p in counter.front.parts if isinstance(p, Lettering) and not p.rating for w in p.wordings
        }
        for text, _, _ in placed_texts(face_scene(counter.front)):
            capitals = text.y - cap_height(text.font, text.size)
            for _, y, _, height in figures:
                if counter.kind == "unit" and text.string in names and not text.rotate and capitals > y:
                    assert capitals >= y + height + 0.25, counter.id


@pytest.mark.parametrize("series", SERIES)
def test_no_edge_of_a_level_band_runs_along_lettering(series: str) -> None:
    """Letters stand on the band or clear of it: an edge along their heads or feet would blur their shapes."""
    clearance = 0.25
    for spec in (*specs(series), *specs(series, "fr")):
        bands = [p for p in spec.parts if isinstance(p, Band) and p.direction == "level"]
        for text, _, _ in placed_texts(face_scene(spec)):
            capitals = text.y - cap_height(text.font, text.size)
            for band in bands:
                middle = band.box[1] + band.box[3] / 2
                for edge in (middle - band.width / 2, middle + band.width / 2):
                    is_clear = text.y + clearance <= edge or capitals >= edge + clearance
                    assert is_clear, (spec.title, text.string)


def test_names_and_ranges_keep_clear_of_boxes_of_the_nato_kind() -> None:
    """Tails of the letters of a formation's name, which stands upright beside the box, too."""
    theme, problems = counter_theme().override({"counters": {"symbols": "nato"}})
    assert not problems
    for counter in counters("jdg"):
        painter = _Painter(counter.front, theme, 1.0)
        for part in counter.front.parts:
            if counter.kind != "unit" or not isinstance(part, Figure):
                continue
            (use,) = painter.draw(part)
            assert isinstance(use, Use)
            half = 50.0 * use.size / use.symbol.box[2] + 0.15, 33.0 * use.size / use.symbol.box[2] + 0.15
            around = use.x - half[0], use.y - half[1], use.x + half[0], use.y + half[1]
            scene = painter.scene(painter.draw_lettering(), None)
            for text, _, (left, top, right, bottom) in placed_texts(scene):
                # Numbers have no tails.
                low = bottom - (0.22 * text.size if "–" in text.string else 0.0)
                assert not overlap((left, top, right, low), around), (counter.id, text.string)


@pytest.mark.parametrize("series", SERIES)
def test_apostrophes_on_counters_are_those_of_printers(series: str) -> None:
    for language in languages(series):
        faces = specs(series, language)
        assert not any("'" in t.string for spec in faces for t, _, _ in placed_texts(face_scene(spec)))


@pytest.mark.parametrize("series", SERIES)
def test_no_legend_or_rating_is_cut_and_fonts_have_all_letters(series: str) -> None:
    for language in languages(series):
        for spec in specs(series, language):
            for part in spec.parts:
                if not isinstance(part, Lettering):
                    continue
                for wording in part.wordings:
                    assert not missing_characters(wording.replace("\n", ""), part.font), wording
            assert not cut_texts(spec), language


@pytest.mark.parametrize("series", SERIES)
def test_lettering_stands_out_from_the_ground(series: str) -> None:
    for counter in counters(series):
        painter = _Painter(counter.front, counter_theme(), 1.0)
        assert contrast(painter.ink, painter.ground) >= 4.5, counter.id
        for part in counter.front.parts:
            if isinstance(part, Lettering) and part.color.startswith("?"):
                assert contrast(painter.color(part.color), painter.color(part.color[1:])) >= 4.5, counter.id


def test_a_long_name_is_abbreviated_and_the_back_says_what_the_front_says() -> None:
    model = battle("jdg")
    long = replace(
        model.units[0], name=Text.of("Infanterie-Regiment Erzherzog Ferdinand Karl"), short=NO_TEXT
    )
    listing = counter_list(replace(model, units=(long,)), rules("jdg"))
    counter = next(c for c in listing if c.kind == "unit")
    assert counter.back is not None
    shown = []
    for spec in (counter.front, counter.back):
        strings = [t.string for t, _, _ in placed_texts(face_scene(spec))]
        shown.append(next(s for s in strings if s.startswith("Inf")))
    assert shown[0] == shown[1]
    assert len(shown[0]) < len("Infanterie-Regiment")


def test_the_cup_hides_activation_markers_and_orders_look_alike_face_down() -> None:
    listing = counters("jdg")
    for side in battle("jdg").sides:
        own = [c for c in listing if c.kind == "activation" and c.group == side.id]
        assert len({c.back_name for c in own}) == 1
        assert len({c.front_name for c in own}) > 1
    orders = [c for c in listing if c.subject in ("orders_received", "without_orders")]
    assert len(orders) == 2
    assert orders[0].back == orders[1].back
    assert orders[0].front != orders[1].front


def test_the_disordered_side_shows_the_ratings_of_the_back() -> None:
    counter = next(c for c in counters("jdg") if c.subject == "fr-13l")
    unit = battle("jdg").unit("fr-13l")
    assert unit is not None
    assert counter.back is not None
    for spec, back in ((counter.front, False), (counter.back, True)):
        shown = {p.rating: p.wordings[0] for p in spec.parts if isinstance(p, Lettering) and p.rating}
        for key in ("strength", "cohesion", "shock", "movement"):
            assert shown[key] == str(unit.value(key, back))


def test_medieval_ratings_stand_where_the_rules_say() -> None:
    counter = next(c for c in counters("afe") if c.kind == "unit")
    boxes = {p.rating: p.box for p in counter.front.parts if isinstance(p, Lettering) and p.rating}
    shield = next(p.box for p in counter.front.parts if isinstance(p, Shield))
    assert boxes["sp"][0] < boxes["quality"][0] < boxes["mp"][0]
    assert min(boxes[k][1] for k in ("sp", "quality", "mp")) > 10
    assert shield[0] < 2
    assert shield[1] < 2
    assert boxes["type"][0] > 7
    assert boxes["type"][1] < 2


def test_all_of_a_wide_counter_is_drawn_twice_as_wide() -> None:
    wide = next(c for c in counters("mpbs") if c.hexes == 2)
    scene = face_scene(wide.front, 20.0)
    assert (scene.width, scene.height) == (40.0, 20.0)
    assert sum(isinstance(p, Figure) and p.symbol == "pike_and_shot" for p in wide.front.parts) == 2


def test_long_words_break_in_two_lines_and_rules_come_after_people() -> None:
    wordings = abbreviations("Głównodowodzący")
    assert wordings[:2] == ("Głównodowodzący", "Głównodo-\nwodzący")
    text = set_text(wordings, "sans-bold", 2.4, 10.5, 5.0, 2, 1.8)
    assert text.lines == ("Głównodo-", "wodzący")
    assert "zakoń-\nczony" in abbreviations("zakończony")
    assert "Polgár-\nmester" in abbreviations("A polgármester")
    # Rather the whole name in small letters than a name cut by rule; but the designer's short form first.
    name = abbreviations("Le connétable")
    assert set_text(name, "sans-bold", 2.2, 10.5, 2.5, 1, 1.5).lines == ("Le connétable",)
    assert abbreviations("Arnould d'Audenarde")[1:3] == ("Arn. d'Aud.", "Arnould d'A.")
    assert abbreviations("Gaucher of Saint-Pol")[1:3] == ("Gauch. of Saint-Pol", "G. of Saint-Pol")
    assert abbreviations("L'empereur Otton")[1] == "L'emp. Otton"
    assert "5th Brig. C. Crauf. & Trant" in abbreviations("5th Brigade C. Craufurd and Trant")
    small = [w for n in ("Gaucher de Saint-Pol", "Henryk z Brabancji") for w in abbreviations(n)]
    assert not any(part in wording.split() for wording in small for part in ("d.", "z."))
    both = abbreviations("Gren. Kirchenbetter", "Gren.")
    assert set_text(both, "sans-bold", 2.2, 13.0, 2.5, 1, 1.5, 2).lines == ("Gren.",)


def test_a_bracket_of_a_shortened_name_is_closed() -> None:
    wordings = abbreviations("Thomières (70. pułk liniowy)")
    assert wordings[1:3] == ("Thom. (70. pułk lin.)", "Thomières (70. p. l.)")
    assert all(w.count("(") == w.count(")") for w in wordings)


def test_a_box_of_text_is_as_high_as_its_letters() -> None:
    text = set_text(("Long words here",), "sans-bold", 2.0, 6.0, 5.0, 2, 1.0)
    assert len(text.lines) == 2
    assert cap_height("sans-bold", text.size) < 2


def test_the_name_of_a_command_beside_the_figure_is_in_the_language_of_the_counters() -> None:
    """`Reserve` is no word for a French or Polish sheet; names of people are the same in all."""
    project = bundled("rolica-1808")
    assert project.battle is not None
    assert project.series is not None
    for language, name in (("en", "Reserve"), ("fr", "Réserve"), ("pl", "Rezerwa")):
        sheet = counter_list(project.battle, project.series, language=language, project=project.folder)
        (dragoons,) = [c for c in sheet if c.id == "unit-br-20ld"]
        (turned,) = [p for p in dragoons.front.parts if isinstance(p, Lettering) and p.is_turned]
        assert turned.wordings[0] == name


def test_short_names_are_spoken_in_the_language_of_the_counters() -> None:
    model = battle("jdg")
    name = Text.of({"en": "Old Yellow brigade of Torsten", "fr": "Vieille brigade jaune de Torsten"})
    unit = replace(model.units[0], name=name, short=Text.of({"en": "Yellow", "fr": "Jaune"}))
    assert [unit.short_name(language) for language in ("en", "fr", "pl")] == ["Yellow", "Jaune", ""]
    assert replace(unit, short=Text.of("Horn")).short_name("pl") == "Horn"
    for language, short in (("en", "Yellow"), ("fr", "Jaune")):
        listing = counter_list(replace(model, units=(unit,)), rules("jdg"), language=language)
        face = next(c.front for c in listing if c.kind == "unit")
        assert short in [t.string for t, _, _ in placed_texts(face_scene(face))]


def test_problems_of_counters_name_the_nearest_word_and_file(tmp_path: Path) -> None:
    model = battle("afe")
    (tmp_path / "horse.svg").write_text("<svg/>", encoding="utf-8")
    units = (replace(model.units[0], art="hrose.svg"), replace(model.units[1], art="../horse.svg"))
    command = replace(model.commands[0], blazon="D'azur à trois étoilles d'or")
    problems = counter_problems(replace(model, units=units, commands=(command,)), tmp_path)
    assert [(d.code, d.hint) for d in problems] == [
        ("GEN016", "did you mean `horse.svg`?"),
        ("GEN016", None),
        ("GEN017", "did you mean `étoiles`?"),
    ]
    assert "outside the project folder" in problems[1].message


def test_sound_pictures_take_no_hint_from_missing_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jdgtools.appearance.counters.MAX_TOLD", 1)
    model = battle("afe")
    (tmp_path / "horse.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', encoding="utf-8"
    )
    names = ("horse.svg", "hrose.svg", "hrose.svg", "horze.svg")
    units = tuple(replace(unit, art=name) for unit, name in zip(model.units, names, strict=False))
    problems = counter_problems(replace(model, units=units), tmp_path)
    hints = [problem.hint for problem in problems if problem.code == "GEN016"]
    assert hints == ["did you mean `horse.svg`?", "did you mean `horse.svg`?", None]


def test_pictures_of_which_something_was_said_are_not_looked_at(tmp_path: Path) -> None:
    model = battle("afe")
    units = tuple(replace(unit, art="lost.svg") for unit in model.units[:2])
    places = [Span("oob.csv", line, 1, line, 9) for line in (1, 2)]
    spans = {("unit", unit.id, "art"): place for unit, place in zip(units, places, strict=True)}
    changed = replace(model, units=units, spans={**model.spans, **spans})
    problems = counter_problems(changed, tmp_path, reported_spans=places[:1])
    assert [problem.span for problem in problems if problem.code == "GEN016"] == places[1:]


def test_numbers_that_read_otherwise_upside_down_are_known() -> None:
    assert [n for n in range(100) if reads_otherwise_turned(str(n))] == [
        n for n in range(100) if set(str(n)) <= set("01689") and set(str(n)) & set("69")
    ]
    assert reads_otherwise_turned("6")
    assert not any(map(reads_otherwise_turned, ("8", "26", "+6", "C6", "6–9", "", "–")))


def test_a_six_and_a_nine_have_a_line_below_on_a_counter_and_other_numbers_none() -> None:
    for text in ("6", "9", "16", "5", "4", "+6"):
        number = Lettering((2.0, 9.0, 6.0, 5.0), (text,), 4.0, rating="strength")
        name = replace(number, box=(2.0, 2.0, 6.0, 5.0), rating="")
        scene = draw_face(FaceSpec("", CounterColors("nation.french"), (number, name)))
        items = [item for layer in scene.layers for item in layer.items]
        items += [item for group in items if isinstance(group, Group) for item in group.items]
        lines = [i for i in items[1:] if isinstance(i, Rect)]
        assert len(lines) == (text in ("6", "9", "16"))
        for line in lines:
            [letters] = [i for i in items if isinstance(i, Printed) and i.y > 9.0]
            assert letters.y < line.y < line.y + line.height <= 14.0
            assert line.x + line.width / 2 == pytest.approx(letters.x)
            assert line.fill == letters.fill


@pytest.mark.parametrize("series", SERIES)
def test_names_of_neighbours_stand_on_one_line(series: str) -> None:
    """Whether a name has a "g" or not, it stands as high as the next one."""
    lines: dict[tuple[float, ...], set[float]] = {}
    for language in languages(series):
        for counter in counters(series, language):
            if counter.kind != "unit":
                continue
            [name] = [
                p
                for p in counter.front.parts
                if isinstance(p, Lettering) and not p.rating and not p.is_turned
            ]
            for text, _, _ in placed_texts(face_scene(replace(counter.front, parts=(name,)))):
                lines.setdefault((*name.box, text.size), set()).add(round(text.y, 3))
    assert lines
    assert all(len(tops) == 1 for tops in lines.values()), lines


def test_an_initial_stays_with_its_name_on_a_counter() -> None:
    def rows(words: str, width: float = 13.0) -> tuple[str, ...]:
        return set_text((words,), "sans-semibold", 2.2, width, 4.4, 2, 1.77).lines

    assert rows("5e brigade C. Craufurd") == ("5e brigade", "C. Craufurd")
    assert rows("W gotowości!", 12.6) == ("W gotowości!",)
    assert rows("Thomières (70. pułk liniowy)", 15.0) == ("Thomières", "(70. pułk liniowy)")
    # Without room beside it, it stands where it can.
    assert rows("C. Constantine", 10.4) == ("C.", "Constantine")


def test_an_article_never_stands_alone_on_its_line() -> None:
    wordings = ("A konnetábl", *abbreviations("A konnetábl")[1:])
    assert set_text(wordings, "sans-semibold", 2.0, 8.0, 4.6, 2, 1.765).lines == ("Konnetábl",)
    assert set_text(wordings, "sans-semibold", 2.0, 12.0, 4.6, 2, 1.765).lines == ("A konnetábl",)
    for spec in specs("afe", "hu"):
        for part in spec.parts:
            assert not isinstance(part, Lettering) or "A" not in _set(part, 1.0).lines, part.wordings


def test_a_reverse_shows_a_state_that_its_arm_knows() -> None:
    """In Musket & Pike guns have fired where horse and foot are shaken, and baggage is taken."""
    context = FaceContext(battle("mpbs"), "en")
    states = {unit.arm: back_state(context, unit) for unit in context.battle.units}
    assert {arm: state and state.id for arm, state in states.items()} == {
        "heavy_infantry": "formation_shaken",
        "light_infantry": "formation_shaken",
        "cavalry": "formation_shaken",
        "dismounted_cavalry": "formation_shaken",
        "artillery": "gun_fired",
        "baggage": "baggage_captured",
    }


def test_a_commander_who_has_moved_has_a_band_from_rim_to_rim() -> None:
    """Commander and word lie on it; a plate behind the word alone cut off its edge."""
    backs = [c.back for c in counters("jdg", "fr") if c.back is not None and "(a bougé)" in c.back.title]
    assert backs
    for spec in backs:
        (band,) = (part for part in spec.parts if isinstance(part, Band))
        assert band.direction == "level" and band.box[0] == 0.0 and band.box[2] == EDGE
        plates = [part for part in spec.parts if isinstance(part, Fill) and part.color == "light"]
        assert all(part.box[1] >= band.box[1] + band.box[3] for part in plates)


def test_rows_of_a_legend_are_as_narrow_as_can_be() -> None:
    def rows(words: str, width: float = 12.6, lines: int = 2) -> tuple[str, ...]:
        return set_text((words,), "sans-semibold", 2.3, width, 6.8, lines, 1.77).lines

    assert rows("Recevoir la charge") == ("Recevoir", "la charge")
    assert rows("Direction de déroute") == ("Direction", "de déroute")
    assert rows("Formation rompue, moral ébranlé", lines=3) == ("Formation", "rompue,", "moral ébranlé")


def test_values_of_a_wounded_leader_are_named_in_the_language_of_the_counters() -> None:
    def names(language: str) -> set[str]:
        faces = [c.front for c in counters("afe", language) if c.front_name.startswith("leader-marker")]
        faces = faces or [c.front for c in counters("afe", language) if ": " in c.front.title]
        return {p.wordings[0] for f in faces for p in f.parts if isinstance(p, Lettering) and p.size == 1.8}

    assert names("en") == {"Rng", "MP"}
    assert names("fr") == {"Ray", "PM"}
    assert names("hu") == {"Hat", "MP"}


def test_a_figure_has_pale_contours_on_a_dark_ground() -> None:
    theme = counter_theme()
    for ground, is_pale in (("#1c1c1e", True), ("#1f4fae", True), ("#c8202c", False), ("#f2c12e", False)):
        figure = Figure((2.0, 2.0, 8.0, 8.0), "banner_lord", paper="$ground", dress=("french",))
        spec = FaceSpec("", CounterColors("nation.none", ground), (figure,))
        [drawn] = _Painter(spec, theme, 1.0).draw(figure)
        assert isinstance(drawn, Use)
        contour = dict(drawn.colors)[INK]
        assert contrast(contour, ground) > 2.6
        assert (contour == theme.color("counters.light")) is is_pale
