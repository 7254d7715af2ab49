"""Named hexes and markers by the mouse on the page, against the exact text that results."""

from __future__ import annotations

import pytest

from tests.browser.test_desk_page import Open, Serve, added_lines, changed_lines, digest, point, stroke

SCENARIO = "scenarios/battle.yaml"


def test_a_place_is_named_renamed_and_loses_its_name(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("map.yaml")
    page.click("[data-tool=places]")
    page.fill("#name", "Zum Ochsen")
    stroke(page, point(page, "0302"))
    line = "  - {id: zum-ochsen, name: Zum Ochsen, hex: 0302}"
    assert added_lines(old, served.text("map.yaml")) == [line]
    page.fill("#name", "Au Bœuf: l'ancien")
    stroke(page, point(page, "0302"))
    renamed = """  - {id: zum-ochsen, name: "Au Bœuf: l'ancien", hex: 0302}"""
    assert added_lines(old, served.text("map.yaml")) == [renamed]
    page.fill("#name", "")
    stroke(page, point(page, "0302"))
    assert served.text("map.yaml") == old


def test_a_region_is_made_painted_and_left(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("map.yaml")
    page.click("[data-tool=areas]")
    page.select_option("#area", "new/regions")
    page.fill("#name", "The copse")
    stroke(page, point(page, "0302"), point(page, "0303"))
    assert added_lines(old, served.text("map.yaml")) == [
        "  - {id: the-copse, name: The copse, hexes: [0302, 0303]}"
    ]
    assert page.input_value("#area") == "regions/the-copse"
    assert page.locator("#layer-areas polygon").count() == 2
    stroke(page, point(page, "0402"), point(page, "0403"))
    made = "  - {id: the-copse, name: The copse, hexes: [0302, 0303, 0402, 0403]}"
    assert added_lines(old, served.text("map.yaml")) == [made]
    stroke(page, point(page, "0303"), point(page, "0302"))
    left = "  - {id: the-copse, name: The copse, hexes: [0402, 0403]}"
    assert added_lines(old, served.text("map.yaml")) == [left]


def test_an_entry_area_names_its_side(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("map.yaml")
    page.click("[data-tool=areas]")
    page.select_option("#area", "new/entries/france")
    page.fill("#name", "West")
    stroke(page, point(page, "0102"))
    assert added_lines(old, served.text("map.yaml")) == [
        "  - {id: west, name: West, side: france, hexes: [0102]}"
    ]


def test_hexes_that_a_side_holds_change_hands(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text(SCENARIO)
    page.click("[data-tool=areas]")
    page.select_option("#area", "held/france")
    stroke(page, point(page, "0402"))
    assert changed_lines(old, served.text(SCENARIO)) == [
        ("  held: {austria: [0104, 0402]}", "  held: {austria: [0104], france: [0402]}")
    ]


def test_a_marker_is_laid_and_taken_away(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text(SCENARIO)
    page.click("[data-tool=markers]")
    marker = page.evaluate("document.getElementById('marker').options[0].value")
    stroke(page, point(page, "0302"))
    assert any(marker in line and "0302" in line for line in served.text(SCENARIO).splitlines())
    stroke(page, point(page, "0302"))
    assert "0302" not in "".join(set(served.text(SCENARIO).splitlines()) - set(old.splitlines()))


@pytest.mark.parametrize("text", ['<img src=x onerror="window.hurt = 1">', "a: {b, #c]", "'\"\\", "- x"])
def test_a_hostile_name_is_written_and_shown_as_text(serve: Serve, open_page: Open, text: str):
    served = serve("teaching-jdg")
    page = open_page(served)
    page.click("[data-tool=places]")
    page.fill("#name", text)
    stroke(page, point(page, "0302"))
    page.mouse.move(*point(page, "0303"))
    page.mouse.move(*point(page, "0302"))
    assert text in page.inner_text("#hex-facts")
    page.click("[data-tool=areas]")
    page.select_option("#area", "new/regions")
    page.fill("#name", text)
    stroke(page, point(page, "0302"))
    assert page.evaluate("document.querySelector('#area').selectedOptions[0].textContent") == text
    assert page.evaluate("window.hurt") is None
    assert digest(page)
