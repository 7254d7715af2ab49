from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from jdgtools.blazon import Charge, Field, draw_shield, read_blazon
from jdgtools.blazon.charges import DRAWINGS, charge_symbol
from jdgtools.blazon.lines import LINES
from jdgtools.blazon.ordinaries import draw_ordinary
from jdgtools.blazon.shield import shield_symbol
from jdgtools.blazon.vocabulary import CHARGES, ORDINARIES, TINCTURES
from jdgtools.render.backends.png import render_png
from jdgtools.render.bounds import items_box
from jdgtools.render.colors import parse_color
from jdgtools.render.scene import DrawingLayer, Scene

# Blazon -> tincture at places of the shield: x and y as shares of its width and height.
PLACES = {
    "gules": {(0.5, 0.5): "gules"},
    "per pale argent and azure": {(0.25, 0.4): "argent", (0.75, 0.4): "azure"},
    "per fess or and vert": {(0.5, 0.2): "or", (0.5, 0.7): "vert"},
    "per bend gules and vert": {(0.8, 0.2): "gules", (0.2, 0.7): "vert"},
    "per bend sinister gules and vert": {(0.2, 0.2): "gules", (0.8, 0.7): "vert"},
    "per chevron sable and argent": {(0.5, 0.2): "sable", (0.5, 0.8): "argent"},
    "per saltire or and gules": {(0.5, 0.15): "or", (0.1, 0.44): "gules"},
    "quarterly or and gules": {(0.25, 0.2): "or", (0.75, 0.2): "gules", (0.7, 0.6): "or"},
    "barry of six or and azure": {(0.5, 0.1): "or", (0.5, 0.24): "azure"},
    "paly of six or and gules": {(0.08, 0.3): "or", (0.25, 0.3): "gules"},
    "argent, a cross gules": {(0.5, 0.2): "gules", (0.2, 0.42): "gules", (0.2, 0.15): "argent"},
    "azure, a saltire argent": {(0.5, 0.46): "argent", (0.5, 0.15): "azure"},
    "gules a bend or": {(0.5, 0.43): "or", (0.8, 0.2): "gules"},
    "gules, a bend sinister or": {(0.5, 0.43): "or", (0.2, 0.2): "gules"},
    "or a chief azure": {(0.5, 0.12): "azure", (0.5, 0.6): "or"},
    "or a fess azure": {(0.5, 0.44): "azure", (0.5, 0.12): "or"},
    "or a pale azure": {(0.5, 0.2): "azure", (0.2, 0.2): "or"},
    "vert, a chevron argent": {(0.5, 0.4): "argent", (0.5, 0.15): "vert", (0.5, 0.8): "vert"},
    "argent a bordure sable": {(0.08, 0.3): "sable", (0.5, 0.5): "argent"},
    "or, three bars azure": {(0.5, 0.19): "azure", (0.5, 0.06): "or"},
    "gold with a blue cross": {(0.5, 0.2): "azure", (0.2, 0.15): "or"},
    "Quarterly, 1 and 4 azure; 2 and 3 gules a bend or": {
        (0.25, 0.2): "azure",
        (0.9, 0.1): "gules",
        (0.75, 0.21): "or",
    },
    "azure, a roundel or": {(0.5, 0.45): "or"},
    "azure, a fess embattled or": {(0.5, 0.44): "or", (0.14, 0.27): "azure", (0.085, 0.27): "or"},
    "argent, a chief indented gules": {(0.5, 0.1): "gules", (0.5, 0.4): "argent"},
    "or, a bordure engrailed vert": {(0.08, 0.3): "vert", (0.5, 0.5): "or"},
    "argent, a fess chequy or and azure": {(0.08, 0.38): "or", (0.25, 0.38): "azure", (0.5, 0.15): "argent"},
    "gules, a pale cotised or": {(0.5, 0.3): "or", (0.265, 0.3): "or", (0.315, 0.3): "gules"},
    "or, an orle of six roundels gules": {(0.14, 0.14): "gules", (0.5, 0.5): "or", (0.04, 0.5): "or"},
    "per pale wavy argent and azure": {(0.25, 0.4): "argent", (0.75, 0.4): "azure"},
    "azure, three bezants": {(0.29, 0.2): "or", (0.71, 0.2): "or", (0.5, 0.67): "or", (0.5, 0.2): "azure"},
}


@pytest.mark.parametrize("text", PLACES)
def test_tinctures_lie_where_heralds_expect_them(text: str) -> None:
    scene = Scene(110, 128, "", (DrawingLayer("a", draw_shield(text, (0, 0, 110, 128))),))
    image = Image.open(BytesIO(render_png(scene, size_px=(220, 256)))).convert("RGB")
    for (x, y), tincture in PLACES[text].items():
        pixel = image.getpixel((int((5 + 100 * x) * 2), int((5 + 118 * y) * 2)))
        assert isinstance(pixel, tuple)
        wanted = parse_color(TINCTURES[tincture])
        assert all(abs(a - b) < 12 for a, b in zip(pixel, wanted, strict=True)), (x, y, tincture, pixel)


@pytest.mark.parametrize(
    ("text", "field", "charges"),
    [
        ("Gules, a lion rampant or", Field("plain", ("gules",)), (Charge("lion", "or"),)),
        (
            "Gules, three lions passant guardant in pale Or armed azure",
            Field("plain", ("gules",)),
            (Charge("leopard", "or", 3, "pale"),),
        ),
        ("Azure, three fleurs-de-lis or", Field("plain", ("azure",)), (Charge("fleur-de-lys", "or", 3),)),
        (
            "Azure semé-de-lys or",
            Field("plain", ("azure",), semy=Charge("fleur-de-lys", "or")),
            (),
        ),
        (
            "Sable, on a chief argent three mullets gules",
            Field("plain", ("sable",)),
            (Charge("chief", "argent", on=(Charge("mullet", "gules", 3),)),),
        ),
        (
            "Argent, a fess gules between three roundels sable",
            Field("plain", ("argent",)),
            (Charge("fess", "gules", between=(Charge("roundel", "sable", 3),)),),
        ),
        (
            "Or, a lion gules within a bordure azure",
            Field("plain", ("or",)),
            (Charge("lion", "gules"), Charge("bordure", "azure")),
        ),
        ("Chequy or and azure", Field("chequy", ("or", "azure"), 6), ()),
        ("white, a red cross", Field("plain", ("argent",)), (Charge("cross", "gules"),)),
        ("Gules, a cross patty argent", Field("plain", ("gules",)), (Charge("cross patty", "argent"),)),
        ("Gules, three chevrons or", Field("plain", ("gules",)), (Charge("chevronel", "or", 3),)),
        (
            "Azure, a bend cotised argent between six lioncels or",
            Field("plain", ("azure",)),
            (Charge("bend", "argent", between=(Charge("lion", "or", 6),), has_cotises=True),),
        ),
        (
            "Sable, a cross engrailed or",
            Field("plain", ("sable",)),
            (Charge("cross", "or", line="engrailed"),),
        ),
        (
            "Or, a fess chequy azure and argent",
            Field("plain", ("or",)),
            (Charge("fess", "azure", pattern=Field("chequy", ("azure", "argent"), 6)),),
        ),
        ("Per fess indented or and vert", Field("per fess", ("or", "vert"), line="indented"), ()),
        ("Barry wavy of six azure and argent", Field("barry", ("azure", "argent"), 6, line="wavy"), ()),
        (
            "Argent, three boars' heads couped sable",
            Field("plain", ("argent",)),
            (Charge("boar head", "sable", 3),),
        ),
        ("Or, a double-headed eagle sable", Field("plain", ("or",)), (Charge("double eagle", "sable"),)),
        (
            "Or, an eagle displayed double-headed sable",
            Field("plain", ("or",)),
            (Charge("double eagle", "sable"),),
        ),
        (
            "Barry argent and azure, an orle of martlets gules",
            Field("barry", ("argent", "azure"), 6),
            (Charge("martlet", "gules", 8, "orle"),),
        ),
        ("Or, an orle gules", Field("plain", ("or",)), (Charge("orle", "gules"),)),
        ("Azure, a sun in his splendour or", Field("plain", ("azure",)), (Charge("sun", "or"),)),
    ],
)
def test_blazons_are_understood(text: str, field: Field, charges: tuple[Charge, ...]) -> None:
    blazon = read_blazon(text)
    assert blazon.problems == ()
    assert blazon.field == field
    assert blazon.charges == charges


@pytest.mark.parametrize(
    ("french", "english"),
    [
        ("D'azur à trois fleurs de lys d'or", "azure, three fleurs-de-lys or"),
        ("De gueules au lion d'or", "gules, a lion or"),
        ("Parti d'argent et d'azur", "per pale argent and azure"),
        ("D'or à l'aigle de sable", "or, an eagle sable"),
        ("Fascé d'or et de gueules", "barry or and gules"),
        ("D'or à la fasce de gueules", "or, a fess gules"),
        (
            "D'or à la croix de gueules cantonnée de quatre alérions d'azur",
            "or, a cross gules between four alerions azure",
        ),
        ("De gueules à trois léopards d'or en pal", "gules, three leopards in pale or"),
        ("D’azur semé de fleurs de lys d’or", "azure semy of fleurs-de-lys or"),
        ("D'or à l'aigle bicéphale de sable", "or, an eagle doubleheaded sable"),
        ("De sable à la croix engrêlée d'or", "sable, a cross engrailed or"),
        ("D'argent à trois hures de sable", "argent, three boars' heads sable"),
        (
            "D'argent au chef de gueules chargé de trois étoiles d'or",
            "argent, on a chief gules three mullets or",
        ),
    ],
)
def test_french_blazons_say_the_same(french: str, english: str) -> None:
    assert read_blazon(french) == read_blazon(english)
    assert read_blazon(french).problems == ()


def test_the_place_may_come_first() -> None:
    blazon = read_blazon("Argent, a martlet sable, in chief three roses gules")
    assert blazon.problems == ()
    assert blazon.charges == (Charge("martlet", "sable"), Charge("rose", "gules", 3, place="chief"))


def test_quarters_have_arms_of_their_own() -> None:
    blazon = read_blazon(
        "Quarterly 1st and 4th azure three fleurs-de-lys or; 2nd and 3rd gules three lions passant or"
    )
    assert blazon.problems == ()
    kinds = [q.charges[0].kind for q in blazon.field.quarters]
    assert kinds == ["fleur-de-lys", "leopard", "leopard", "fleur-de-lys"]


def test_quarters_may_be_said_in_one_breath() -> None:
    blazon = read_blazon("Quarterly gules a castle or and argent a lion rampant purpure")
    assert blazon.problems == ()
    assert [(q.field.tinctures, q.charges[0].kind) for q in blazon.field.quarters] == [
        (("gules",), "castle"),
        (("argent",), "lion"),
        (("argent",), "lion"),
        (("gules",), "castle"),
    ]


@pytest.mark.parametrize("line", sorted(set(LINES.values())))
def test_every_kind_of_edge_changes_the_drawing_and_stays_near_the_straight_one(line: str) -> None:
    for kind in ("bend", "fess", "pale", "chief", "chevron", "cross", "saltire", "bordure", "bar"):
        straight, own = items_box(draw_ordinary(kind, 2, "#000000")), draw_ordinary(kind, 2, "#000000", line)
        box = items_box(own)
        assert straight is not None and box is not None
        assert own != draw_ordinary(kind, 2, "#000000")
        assert all(abs(a - b) <= 16 for a, b in zip(box, straight, strict=True)), kind


@given(st.lists(st.sampled_from([*sorted(CHARGES), *sorted(ORDINARIES), *sorted(TINCTURES), *sorted(LINES), "cotised", "chequy", "boar's", "head", "quarterly", "1", "2", "and", "per", "pale", "on", "between", "charged", "with", "in", "three", ",", ";", "semy", "of", "barry", "x"]), max_size=14))  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_any_words_give_a_shield(words: list[str]) -> None:
    assert shield_symbol(" ".join(words)).items


@given(st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_any_text_gives_a_shield(text: str) -> None:
    assert shield_symbol(text).items


def test_every_word_has_a_drawing() -> None:
    assert set(CHARGES.values()) == set(DRAWINGS)
    for kind in DRAWINGS:
        box = items_box(charge_symbol(kind).items)
        assert box is not None
        x, y, width, height = charge_symbol(kind).box
        assert box[0] > x - 9
        assert box[1] > y - 9
        assert box[2] < x + width + 9
        assert box[3] < y + height + 9
    for kind in set(ORDINARIES.values()):
        assert draw_ordinary(kind, 2, "#000000"), kind
