"""Units of the order of battle on the page, links to an editor, the keys shown."""

from __future__ import annotations

import pytest

from tests.browser.test_desk_formations import setup_of
from tests.browser.test_desk_page import (
    HOSTILE,
    Open,
    Serve,
    added_lines,
    changed_lines,
    digest,
    point,
    stroke,
    wait_for_change,
)

SCENARIO = "scenarios/battle.yaml"


def test_a_field_of_a_unit_is_its_cell(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("oob.csv")
    page.click("#pieces [data-piece=fr-17]")
    field = page.locator("#unit-fields [data-field=cohesion]")
    assert field.input_value() == "6"
    before = digest(page)
    field.fill("7")
    field.press("Enter")
    wait_for_change(page, before)
    line = "fr-17,17e Ligne,,france,morand,line_infantry,french,Morand,5,{},6,5,4,5,5,5,,"
    assert changed_lines(old, served.text("oob.csv")) == [(line.format(6), line.format(7))]
    before = digest(page)
    page.locator("#unit-fields [data-field=name]").fill(HOSTILE)
    page.locator("#unit-fields [data-field=name]").press("Enter")
    wait_for_change(page, before)
    assert HOSTILE in page.inner_text("#pieces [data-piece=fr-17]")
    assert page.evaluate("window.hurt") is None


def test_what_is_being_typed_stays_when_the_files_change(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    page.click("#pieces [data-piece=fr-17]")
    field = page.locator("#unit-fields [data-field=name]")
    field.press("End")
    field.press_sequentially(" de ligne")
    before = digest(page)
    served.write("oob.csv", served.text("oob.csv").replace("17e Ligne,,", "17e Ligne,17L,", 1))
    wait_for_change(page, before)
    page.wait_for_function("() => document.querySelector('#unit-fields [data-field=short]').value === '17L'")
    assert field.input_value() == "17e Ligne de ligne"
    before = digest(page)
    field.press("Enter")
    wait_for_change(page, before)
    assert "fr-17,17e Ligne de ligne,17L,france" in served.text("oob.csv")


def test_a_unit_is_made_like_another_and_waits_for_its_hex(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    oob, setup = served.text("oob.csv"), served.text(SCENARIO)
    page.click("#pieces [data-piece=fr-17]")
    page.locator("#new-unit").wait_for()
    before = digest(page)
    page.fill("#new-unit-id", "fr-18")
    page.fill("#new-unit-name", "18e Ligne")
    page.press("#new-unit-name", "Enter")
    wait_for_change(page, before)
    line = "fr-18,18e Ligne,,france,morand,line_infantry,french,Morand,5,6,6,5,4,5,5,5,,"
    assert added_lines(oob, served.text("oob.csv")) == [line]
    page.check("#only-waiting")
    assert page.locator("#pieces [data-piece=fr-17]").is_hidden()
    page.click("#pieces [data-piece=fr-18]")
    before = digest(page)
    page.mouse.click(*point(page, "0302"))
    wait_for_change(page, before)
    assert [one.strip() for one in added_lines(setup, served.text(SCENARIO))] == [
        "- {unit: fr-18, hex: 0302, facing: E}"
    ]


def test_a_unit_becomes_part_of_a_reinforcement(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text(SCENARIO)
    page.click("#pieces [data-piece=fr-17]")
    page.wait_for_function("() => document.getElementById('unit-arrival').options.length > 1")
    arrival = page.evaluate("document.getElementById('unit-arrival').options[1].value")
    before = digest(page)
    page.select_option("#unit-arrival", arrival)
    wait_for_change(page, before)
    new = served.text(SCENARIO)
    assert "  - {unit: fr-17, hex: 0101, facing: SE}\n" not in new
    (line,) = [one for one in new.splitlines() if one not in old.splitlines()]
    assert "fr-17]" in line
    page.wait_for_function("id => document.getElementById('unit-arrival').value === id", arg=arrival)


@pytest.mark.parametrize("editor", ["vscode", ""])
def test_a_line_opens_in_the_editor(serve: Serve, open_page: Open, editor: str):
    served = serve("teaching-jdg", editor=editor)
    page = open_page(served)
    page.mouse.click(*point(page, "0203"))
    page.wait_for_selector("#lines input")
    links = page.locator("#lines a")
    if not editor:
        assert links.count() == 0
        return
    address = links.first.get_attribute("href")
    place = links.first.inner_text()
    assert address == f"vscode://file{served.folder.resolve().as_posix()}/{place}"


def test_the_keys_are_shown(serve: Serve, open_page: Open):
    page = open_page(serve("teaching-jdg"))
    page.focus("#map")
    page.keyboard.press("?")
    assert page.locator("#help[open]").count() == 1
    assert page.locator("#help-keys li").count() > 15
    page.keyboard.press("Escape")
    assert page.locator("#help[open]").count() == 0


def test_by_keys_alone_a_place_is_named(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("map.yaml")
    page.focus("#map")
    page.keyboard.press("7")
    page.keyboard.press("Shift+Tab")
    while page.evaluate("document.activeElement?.id") != "name":
        page.keyboard.press("Shift+Tab")
    page.keyboard.type("Inn")
    while page.evaluate("document.activeElement?.id") != "map":
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    number = page.inner_text("#hex-title").split()[-1]
    before = digest(page)
    page.keyboard.press("Enter")
    wait_for_change(page, before)
    new = served.text("map.yaml")
    assert new != old and f"name: Inn, hex: {number}" in new


def test_a_unit_of_a_spreadsheet_is_shown_and_the_page_says_that_it_is_not_written(
    serve: Serve, open_page: Open
):
    served = serve("teaching-afe")
    page = open_page(served)
    page.locator("#pieces button").first.click()
    page.wait_for_selector("#unit-reason:not([hidden])")
    assert "is a spreadsheet, which is shown and not written" in page.inner_text("#unit-reason")
    assert page.locator("#unit-fields input").count() == 0
    assert page.is_hidden("#new-unit")


def test_a_unit_is_deleted_with_what_is_said_of_it_and_comes_back(serve: Serve, open_page: Open):
    served = serve("edgehill-1642")
    page = open_page(served)
    files = {path: path.read_bytes() for path in sorted(served.folder.rglob("*.*"))}
    page.click("#pieces [data-piece=ro-rupert]")
    page.wait_for_selector("#remove-unit:visible")
    before = digest(page)
    page.click("#remove-unit")
    wait_for_change(page, before)
    assert "ro-rupert" not in served.text("oob.csv")
    setup = served.text("scenarios/historical.yaml")
    assert "{units: [ro-wales, ro-maurice, ro-lifeguard-horse], along: [2214, 2414, 2514]}" in setup
    assert page.locator("#pieces [data-piece=ro-rupert]").count() == 0
    before = digest(page)
    page.click("#undo")
    wait_for_change(page, before)
    assert {path: path.read_bytes() for path in files} == files
    # An award is about this one alone.
    page.click("#pieces [data-piece=ro-lifeguard]")
    page.wait_for_function("() => document.getElementById('unit-title').textContent === 'ro-lifeguard'")
    page.click("#remove-unit")
    page.wait_for_selector("#message:has-text('is about `ro-lifeguard` alone')")
    assert {path: path.read_bytes() for path in files} == files


def test_a_unit_is_dragged_out_of_a_group_and_the_others_stay(serve: Serve, open_page: Open):
    served = serve("edgehill-1642")
    page = open_page(served)
    before_all = setup_of(page, "historical")
    stroke(page, point(page, "2314"), point(page, "2312"))
    after = setup_of(page, "historical")
    moved = {piece for piece in after if after[piece] != before_all[piece]}
    assert moved and all(after[piece] == "2312" for piece in moved)
    assert "GEN067" not in page.inner_text("#problems")
