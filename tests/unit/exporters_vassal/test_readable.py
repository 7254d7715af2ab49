"""What makes a module readable: outlines, badges of stacks, flags above counters, words on buttons."""

from __future__ import annotations

import io

import pytest
from msgspec.structs import replace
from PIL import Image

from jdgtools.exporters.module.drawing import command_card
from jdgtools.exporters.module.stack_badge import LEADER, STACK_BADGE, stack_step
from jdgtools.exporters.module.upright import UPRIGHT, arrow_name, arrow_picture
from jdgtools.exporters.module.window_parts import MAP_LAYER, UNITS
from jdgtools.model.text import Text
from jdgtools.render.counters.bulk import EDGE_INK
from jdgtools.render.map.flags import FLAG_PLACE, NUMBER_PLACE
from jdgtools.render.scene import TextItem
from jdgtools.render.text import text_width, typographic
from jdgtools.vassal.encoding import decode_array
from jdgtools.vassal.traits import CalculatedProperty, Label, Layer, ReportAction, Rotator, expand
from tests.unit.exporters_vassal.conftest import ALL_BATTLES, BATTLES, MODULES, built_once, module_context_of
from tests.unit.exporters_vassal.test_module import prop, prototypes, slots


@pytest.mark.parametrize("name", BATTLES)
def test_every_face_has_a_dark_line_at_its_edge(name: str) -> None:
    entries = built_once(name).module.entries
    faces = [n for n in entries if n.startswith(("images/unit-", "images/leader-", "images/activation-"))]
    assert faces
    for face in faces:
        with Image.open(io.BytesIO(entries[face])) as image:
            picture = image.convert("RGB")
        right, low = picture.width - 1, picture.height - 1
        edge = [(0, low // 2), (right, low // 2), (right // 2, 0), (right // 2, low), (0, 0), (right, low)]
        assert {picture.getpixel(point) for point in edge} == {EDGE_INK}
        assert picture.getpixel((right // 2, 3)) != EDGE_INK or picture.getpixel((3, low // 2)) != EDGE_INK


@pytest.mark.parametrize("name", BATTLES)
def test_the_top_of_a_stack_says_how_many_it_holds_and_that_a_commander_lies_below(name: str) -> None:
    built = built_once(name)
    pieces = [p for p in slots(built) if prop(p, "Kind") in ("unit", "leader")]
    for piece in pieces:
        whole = expand(piece, prototypes(built))
        texts = {t.name: t.expression for t in whole.all(CalculatedProperty)}
        assert texts["Stack_count"] == '{StackSize>1&&StackPos==1?" "+StackSize+" ":""}'
        assert f'CountStack("{LEADER}")>0' in texts["Leader_below"]
        assert [t.text for t in whole.all(Label) if t.property == "Stack_label"] == ["$Stack_count$"]
        assert (prop(whole, LEADER) == "1") == (prop(whole, "Kind") == "leader")
        # What stands out of the counter on its left would shift the piece in its stack.
        half = module_context_of(name).counter_px / 2
        block = prototypes(built)[STACK_BADGE]
        assert all(trait.x > -half for trait in (*block.all(Label), *block.all(Layer)))


@pytest.mark.parametrize("name", BATTLES)
def test_flags_lie_in_a_layer_above_units_and_beside_them(name: str) -> None:
    built = built_once(name)
    board = next(built.module.root.find("Map"))
    [layers] = board.find("LayeredPieceCollection")
    assert layers.get("property") == MAP_LAYER
    assert decode_array(layers.get("layerOrder")) == (UNITS,)
    for piece in slots(built):
        kind, is_flag = prop(piece, "Kind"), prop(piece, "Obj") == "1"
        if kind in ("unit", "leader", "marker"):
            assert prop(piece, MAP_LAYER) == ("" if is_flag else UNITS), piece.name
    for across, down in FLAG_PLACE.values():
        assert max(abs(across), abs(down)) > 0.39  # at the edge of the hex, most of it off the counter


@pytest.mark.parametrize("name", ALL_BATTLES)
def test_flags_hide_no_badge_of_a_stack(name: str) -> None:
    """A stack of up to four leans up and to the right; its badges are those of its top piece."""
    made = module_context_of(name)
    assert made.battle.map is not None
    orientation = made.battle.map.grid.orientation
    (across, down), (right, below) = FLAG_PLACE[orientation], NUMBER_PLACE[orientation]
    flag = [(across, down, 0.12, 0.14), (across + right, down + below, 0.10, 0.07)]
    block = expand(prototypes(built_once(name))[STACK_BADGE], {})
    step, half = stack_step(made.counter_px), 0.14 * made.counter_px
    for badge in (*block.all(Label), *block.all(Layer)):
        for lift in range(1, 4):
            x, y = badge.x + lift * step, badge.y - lift * step
            for dx, dy, wide, high in flag:
                apart = abs(x - dx * made.hex_px) >= half + wide * made.hex_px
                assert apart or abs(y - dy * made.hex_px) >= half + high * made.hex_px


@pytest.mark.parametrize("language", ["en", "fr", "pl", "hu"])
def test_every_button_with_an_icon_has_a_word_beside_it(language: str) -> None:
    built = built_once("teaching-afe", language)
    root = built.module.root
    board = next(root.find("Map"))
    words = {
        "Inventory": "text",
        "NotesWindow": "buttonText",
        "GlobalMap": "buttonText",
        "LOS_Thread": "label",
        "ImageSaver": "buttonText",
        "HidePiecesButton": "buttonText",
        "PlayerRoster": "buttonText",
    }
    for kind, attribute in words.items():
        for component in root.find(kind):
            assert component.get(attribute).strip(), kind
    assert board.get("markUnmovedText")
    for zoom in root.find("Zoomer"):
        assert all(zoom.get(k) for k in ("inTooltip", "outTooltip", "pickTooltip", "inButtonText"))
        assert language == "en" or zoom.get("inTooltip") != "Zoom in"


@pytest.mark.parametrize("name", BATTLES)
def test_the_map_shows_the_last_move_and_a_flare_and_clears_moved_marks_with_a_word(name: str) -> None:
    board = next(built_once(name).module.root.find("Map"))
    [shown] = board.find("HighlightLastMoved")
    assert shown.get("enabled") == "true"
    [flare] = board.find("Flare")
    assert "$FlareLocation$" in flare.get("reportFormat")
    assert board.get("markUnmovedReport").startswith("$PlayerName$: ")


@pytest.mark.parametrize("name", BATTLES)
def test_every_side_has_a_private_window_and_there_is_a_side_for_one_player(name: str) -> None:
    built = built_once(name)
    sides = [entry.text for roster in built.module.root.find("PlayerRoster") for entry in roster.children]
    assert sides[-1] == "Solo"
    windows = list(built.module.root.find("PrivateMap"))
    assert [decode_array(w.get("side")) for w in windows] == [(side, "Solo") for side in sides[:-1]]
    assert all(w.get("visible") == "false" for w in windows)
    assert all(w.get("moveToFormat") == w.get("createFormat") == "" for w in windows)
    assert len({w.get("mapName") for w in windows}) == len(windows)


@pytest.mark.parametrize("name", BATTLES)
def test_a_player_may_have_counters_upright_with_an_arrow_for_the_facing(name: str) -> None:
    built = built_once(name)
    [preference] = built.module.root.find("BooleanPreference")
    assert (preference.get("name"), preference.get("default")) == (UPRIGHT, "false")
    assert preference.get("desc")
    seen = 0
    for slot in slots(built):
        whole = expand(slot, prototypes(built))
        kinds = [type(t) for t in whole.traits]
        upright = [t for t in whole.all(Layer) if t.name == "Upright_face"]
        if prop(slot, "Kind") != "unit" or Rotator not in kinds:
            assert not upright
            continue
        [face] = [t for t in whole.all(Layer) if t.name == "Face"]
        if not upright:  # two hexes: it covers both, so it stays turned
            assert "" not in face.images
            continue
        seen += 1
        # Outside the rotator the face as it is, inside it the face or the arrow in its place.
        order = [whole.traits.index(t) for t in (upright[0], next(iter(whole.all(Rotator))), face)]
        assert order == sorted(order)
        assert whole.basic.image == ""
        assert upright[0].images == ("", *face.images[:-1])
        assert face.images[-1] == ""
        assert all(face.images[:-1])
        # One arrow a facing of the rotator, drawn over the upright face.
        [arrow] = [t for t in whole.all(Layer) if t.name == "Arrow"]
        facings = next(iter(whole.all(Rotator))).facings
        assert arrow.images == ("", *(arrow_name(n * 12 // facings) for n in range(facings)))
        assert whole.traits.index(arrow) < order[0]
        texts = {t.name: t.expression for t in whole.all(CalculatedProperty)}
        assert f"?{len(face.images)}:" in texts["Face_shown"]
        assert texts["Upright_shown"].endswith(":0}")
        assert texts["Arrow_shown"].endswith("?Facing_Facing:0}")
        assert all(f'GetString("{UPRIGHT}")' in texts[n] for n in ("Face_shown", "Upright_shown"))
    assert seen


def test_the_arrow_lies_outside_the_counter_towards_its_front() -> None:
    with Image.open(io.BytesIO(arrow_picture(72))) as image:
        alpha = image.convert("RGBA").getchannel("A")
    assert alpha.width == alpha.height
    left, top, right, low = alpha.getbbox() or (0, 0, 0, 0)
    assert low <= (alpha.height - 72) // 2 + 8
    assert top == 0
    assert abs((left + right) - alpha.width) <= 2


@pytest.mark.parametrize("name", ALL_BATTLES)
def test_badges_of_a_stack_hide_nothing_of_a_counter_that_stands_straight(name: str) -> None:
    """Their lower edge is that of the counter at most by a twelfth: names and ratings stand further in."""
    built = built_once(name)
    # Counters of a module are as wide as the slots of its palette.
    size = int(next(built.module.root.find("PieceSlot")).get("width"))
    block = expand(prototypes(built)[STACK_BADGE], {})
    straight = name in ("bremule-1119", "bouvines-1214", "edgehill-1642")  # others face a corner of the page
    for trait in (*block.all(Label), *block.all(Layer)):
        lower_edge = trait.y + 0.15 * size
        assert (lower_edge <= -size / 2 + size / 12) == straight


@pytest.mark.parametrize(("name", "language"), MODULES)
def test_names_of_cards_stand_whole_beside_the_marker_or_above_the_strip_of_their_state(
    name: str, language: str
) -> None:
    made = replace(module_context_of(name), language=language, counter_px=72)
    axes = made.axes("command")
    for command in made.battle.commands if axes else ():
        [layer] = command_card(made, command).layers
        lines = [item for item in layer.items if isinstance(item, TextItem)]
        assert " ".join(line.string for line in lines) == typographic(made.say(command.name))
        marked = any(v.marker for axis in axes for v in axis.values)
        for line in lines:
            right = line.x + text_width(line.string, line.font, line.size)
            # Markers of wings are 0.7 of a counter and lie 0.6 to the right of the middle; strips are 16 high.
            assert right <= (72 + (0.6 - 0.35) * 72 if marked else 2 * 72), line.string
            assert line.y + line.size / 2 <= (72 if marked else 72 - 16), line.string


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Thomières (70th Line)", ["Thomières", "(70th Line)"]),
        ("Fane (Light)", ["Fane (Light)"]),
        ("6th (Light) Brigade Fane", ["6th (Light) Brigade", "Fane"]),
    ],
)
def test_brackets_at_the_end_of_a_name_begin_a_line_of_its_card(name: str, lines: list[str]) -> None:
    """A card said `Thomières (70th` and `Line)`."""
    made = replace(module_context_of("rolica-1808"), counter_px=72)
    [layer] = command_card(made, replace(made.battle.commands[0], name=Text.of(name))).layers
    assert [item.string for item in layer.items if isinstance(item, TextItem)] == lines


def test_cards_of_demoralised_formations_say_so() -> None:
    """JDG-11.2: no marker shows it, so the card has a strip."""
    built = built_once("teaching-jdg")
    cards = [p for p in slots(built) if prop(p, "Kind") == "command"]
    assert cards
    for card in cards:
        whole = expand(card, prototypes(built))
        texts = {c.name: c.expression for c in whole.all(CalculatedProperty)}
        [strip] = [label for label in whole.all(Label) if label.property == "morale_label"]
        assert strip.text == '{morale==1?"":morale_text}'
        assert "demoralised" in texts["morale_text"]


@pytest.mark.parametrize("name", ["teaching-jdg", "edgehill-1642"])
def test_the_chat_names_the_card_of_a_formation_once_and_without_its_box(name: str) -> None:
    series = module_context_of(name).series
    cards = [a.id for a in series.state_axes if a.applies_to == ("command",)]
    units = [a.id for a in series.state_axes if a.applies_to == ("unit",)]
    assert cards
    assert units
    blocks = prototypes(built_once(name))
    for axis, who in [(a, "$BasicName$") for a in cards] + [
        (a, "$BasicName$ [$Formation$] $location$") for a in units
    ]:
        block = blocks.get(f"State {axis}")
        reports = block.all(ReportAction) if block else ()
        assert all(r.format.startswith(f"{who}: ") for r in reports)
        assert reports or axis not in cards
