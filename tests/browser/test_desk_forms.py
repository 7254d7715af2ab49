"""Formations, turns, victory and rules in forms on the page, against the exact texts; undo gives equal bytes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.test_desk_formations import tab_to
from tests.browser.test_desk_page import Open, Serve, changed_lines, digest, wait_for_change
from tests.browser.test_desk_scenarios import contents, undo

SCENARIO = "scenarios/battle.yaml"


def choose(page: Any, listed: str, entry: str = "") -> None:
    page.select_option("#form-list", listed)
    if entry:
        page.wait_for_selector(f"#form-entry option[value='{entry}']", state="attached")
        page.select_option("#form-entry", entry)
        page.wait_for_function("e => document.getElementById('form-entry').value === e", arg=entry)
    page.wait_for_selector("#form-fields [data-field]")


def fill(page: Any, field: str, value: str) -> None:
    before = digest(page)
    page.fill(f"#forms-part [data-field='{field}']", value)
    page.press(f"#forms-part [data-field='{field}']", "Tab")
    wait_for_change(page, before)


def test_formations_and_their_markers(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    page = open_page(served)
    whole, old = contents(served.folder), served.text("battle.yaml")
    choose(page, "commands", "frimont")
    fill(page, "name", "Frimont's <b>horse</b>")
    fill(page, "markers/frimont-1/rating", "6")
    assert changed_lines(old, served.text("battle.yaml")) == [
        (
            "    name: {en: Frimont's cavalry, fr: Cavalerie Frimont, pl: Kawaleria Frimonta}",
            "    name: {en: Frimont's <b>horse</b>, fr: Cavalerie Frimont, pl: Kawaleria Frimonta}",
        ),
        ("      - {id: frimont-1, code: O, rating: 5}", "      - {id: frimont-1, code: O, rating: 6}"),
    ]
    before = digest(page)
    page.click("#new-row")
    wait_for_change(page, before)
    assert "      - {id: frimont-2, code: O, rating: 6}\n" in served.text("battle.yaml")
    assert page.inner_text("#form-entry option:checked") == "Frimont's <b>horse</b>"

    page.fill("#new-entry-id", "reserve")
    page.fill("#new-entry-name", "The reserve")
    before = digest(page)
    page.press("#new-entry-name", "Enter")
    wait_for_change(page, before)
    page.wait_for_function("() => document.getElementById('form-entry').value === 'reserve'")
    entry = served.text("battle.yaml").partition("  - id: reserve\n")[2]
    assert entry.startswith("    name: The reserve\n    side: austria\n")
    before = digest(page)
    page.click("#remove-entry")
    wait_for_change(page, before)
    assert "id: reserve\n" not in served.text("battle.yaml")
    for _ in range(5):
        undo(page)
    assert contents(served.folder) == whole


def test_what_the_files_said_before_is_not_shown_over_a_change(serve: Serve, open_page: Open) -> None:
    """The answer for the field before comes while the next one is changed: its box stays as it was clicked."""
    served = serve("teaching-jdg")
    page = open_page(served)
    choose(page, "awards", "valmar")
    page.evaluate(
        """() => {
            const real = window.fetch;
            window.fetch = async (...request) => {
                const answer = await real(...request);
                if (String(request[0]).includes("/form/")) await new Promise((go) => setTimeout(go, 300));
                else if (String(request[0]).includes("/edit")) await new Promise((go) => setTimeout(go, 600));
                return answer;
            };
            window.seen = [];
        }"""
    )
    fill(page, "points", "4")
    before = digest(page)
    page.click("#form-fields [data-field='each']")
    page.evaluate(
        "() => setInterval(() => seen.push(document.querySelector(\"[data-field='each']\").checked), 10)"
    )
    wait_for_change(page, before)
    assert set(page.evaluate("() => seen")) == {True}
    assert "each: true" in served.text(SCENARIO)


def test_a_change_that_no_server_answered_does_not_silence_the_forms(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    page = open_page(served)
    choose(page, "commands", "frimont")
    for address in ("**/edit", "**/facts"):
        page.route(address, lambda route: route.abort())
    page.fill("#form-fields [data-field='name']", "Frimont's horse")
    page.press("#form-fields [data-field='name']", "Tab")
    page.wait_for_selector("#message:visible")
    page.unroute_all()
    fill(page, "markers/frimont-1/rating", "6")
    assert "{id: frimont-1, code: O, rating: 6}" in served.text("battle.yaml")
    choose(page, "awards", "valmar")
    assert page.is_visible("#form-fields [data-field='points']")


def test_victory_points_by_the_mouse_alone(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    page = open_page(served)
    whole, old = contents(served.folder), served.text(SCENARIO)
    choose(page, "awards", "valmar")
    fill(page, "points", "4")
    before = digest(page)
    page.select_option("#forms-part label.wide select", label="Austrians: hold Upper Mill (0202)")
    wait_for_change(page, before)
    assert changed_lines(old, served.text(SCENARIO)) == [
        ("      points: 3", "      points: 4"),
        (
            "      when: {holds: {side: austria, hexes: [0104]}}",
            "      when: {holds: {side: austria, place: hamlet}}",
        ),
    ]
    before = digest(page)
    page.check("#forms-part [data-field=each]")
    wait_for_change(page, before)
    fill(page, "id", "upper-mill-held")
    page.wait_for_function("() => document.getElementById('form-entry').value === 'upper-mill-held'")
    page.fill("#new-entry-name", "The ford")
    before = digest(page)
    page.press("#new-entry-name", "Enter")
    wait_for_change(page, before)
    assert "    - id: the-ford\n      name: The ford\n      side: austria\n" in served.text(SCENARIO)
    for _ in range(5):
        undo(page)
    assert contents(served.folder) == whole


def test_turns_and_rules_by_keys_alone(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    page = open_page(served)
    whole, old = contents(served.folder), served.text(SCENARIO)
    page.focus("#map")
    tab_to(page, "#form-list")
    page.keyboard.type("tu")  # what begins with it: “Turns”
    page.wait_for_function("() => document.getElementById('form-list').value === 'turns'")
    page.wait_for_selector("#form-fields [data-field=flags]")
    tab_to(page, "#form-fields [data-field=flags]")
    before = digest(page)
    page.keyboard.press("Control+a")
    page.keyboard.type("fog, night")
    page.keyboard.press("Tab")
    wait_for_change(page, before)
    assert changed_lines(old, served.text(SCENARIO)) == [
        (
            '  - {number: 1, time: "06:00", flags: [fog]}',
            '  - {number: 1, time: "06:00", flags: [fog, night]}',
        )
    ]
    before = digest(page)
    tab_to(page, "#new-entry button")
    page.keyboard.press("Enter")
    wait_for_change(page, before)
    assert '  - {number: 5, time: "08:00"}\nfirst_turn: 1\nlast_turn: 5\n' in served.text(SCENARIO)
    choose(page, "rules", "mist")
    fill(page, "text", "On turn 1 nobody leaves the road.")
    assert "      en: On turn 1 nobody leaves the road.\n" in served.text(SCENARIO)
    for _ in range(3):
        undo(page)
    assert contents(served.folder) == whole


@pytest.mark.parametrize("battle", ["teaching-afe", "teaching-mpbs", "rolica-1808"])
def test_every_list_of_a_battle_has_its_form(serve: Serve, open_page: Open, battle: str) -> None:
    served = serve(battle)
    page = open_page(served)
    whole = contents(served.folder)
    for scenario in page.locator("#scenario option").evaluate_all("all => all.map(one => one.value)"):
        page.select_option("#scenario", scenario)
        for listed in page.locator("#form-list option").evaluate_all("all => all.map(one => one.value)")[1:]:
            with page.expect_response(lambda answer: "/form/" in answer.url) as answer:
                page.select_option("#form-list", listed)
            assert answer.value.ok, answer.value.text()
        page.select_option("#form-list", "")
    assert contents(served.folder) == whole


def test_what_is_no_value_is_refused_and_said(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    page = open_page(served)
    whole = contents(served.folder)
    choose(page, "awards", "valmar")
    page.fill("#forms-part [data-field=when]", "<img src=x onerror=alert(1)>")
    page.press("#forms-part [data-field=when]", "Enter")
    page.wait_for_selector("#message:has-text('is no value for this field')")
    choose(page, "commands", "morand")
    page.click("#remove-entry")
    page.wait_for_selector("#message:has-text('take that away first')")
    assert contents(served.folder) == whole


def test_the_map_gets_a_column_and_loses_it(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    page = open_page(served)
    whole, hexes = (
        contents(served.folder),
        "async () => (await (await fetch('/facts')).json()).map.hexes.length",
    )
    count = page.evaluate(hexes)
    page.select_option("#resize-edge", "east")
    before = digest(page)
    page.click("#resize [data-word=add]")
    wait_for_change(page, before)
    assert page.evaluate(hexes) == count + 5
    before = digest(page)
    page.click("#resize [data-word=cut]")
    wait_for_change(page, before)
    assert contents(served.folder) == whole
    page.click("#resize [data-word=cut]")
    page.wait_for_selector("#message:not([hidden])")
    assert contents(served.folder) == whole, "a unit stands in the last column"


def test_what_was_typed_as_text_has_fields(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    page = open_page(served)
    whole, old = contents(served.folder), served.text("battle.yaml")
    choose(page, "battle")
    fill(page, "credits", "After <b>Chandler</b>")
    count = page.locator("#form-fields [data-field^='sources/#']").count()
    fill(page, "sources/+", "Oman, vol. 2")
    page.wait_for_selector(f"#form-fields [data-field='sources/#{count + 1}']")
    assert "Oman, vol. 2" in served.text("battle.yaml")
    fill(page, f"sources/#{count + 1}", "")
    page.wait_for_selector(f"#form-fields [data-field='sources/#{count + 1}']", state="detached")
    choose(page, "options")
    before = digest(page)
    page.select_option("#form-fields [data-field='options/draw_when_single']", "true")
    wait_for_change(page, before)
    assert "draw_when_single: true" in served.text("battle.yaml")
    choose(page, "places", "hamlet")
    fill(page, "id", "upper-hamlet")
    page.wait_for_function("() => document.getElementById('form-entry').value === 'upper-hamlet'")
    assert "place: upper-hamlet" in served.text(SCENARIO) or "id: upper-hamlet" in served.text("map.yaml")
    choose(page, "rules", "mist")
    effects = page.locator("#form-fields [data-field^='effects/#']").count()
    before = digest(page)
    page.select_option(
        "#forms-part label:has([data-field='effects/+']) select", label="No forced march: French"
    )
    wait_for_change(page, before)
    page.wait_for_selector(f"#form-fields [data-field='effects/#{effects + 1}']")
    assert "no_forced_march: {side: france}" in served.text(SCENARIO)
    page.fill("#forms-part [data-field='effects/+']", "walk faster")
    page.press("#forms-part [data-field='effects/+']", "Tab")
    page.wait_for_selector("#message:not([hidden])")
    for _ in range(6):
        undo(page)
    assert contents(served.folder) == whole
    assert served.text("battle.yaml") == old
