"""Theme, orders, markers, charts, words of the battle, accepted warnings and ground of one scenario on the page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.test_desk_forms import choose, fill
from tests.browser.test_desk_page import (
    Open,
    Serve,
    changed_lines,
    digest,
    picture_of,
    point,
    stroke,
    wait_for_change,
    wait_for_picture,
)
from tests.browser.test_desk_scenarios import contents, undo

SCENARIO = "scenarios/battle.yaml"


def pick(page: Any, field: str, value: str) -> None:
    before = digest(page)
    page.select_option(f"#forms-part [data-field='{field}']", value)
    wait_for_change(page, before)


def test_a_theme_is_chosen_and_seen_at_once(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    page = open_page(served)
    whole, old = contents(served.folder), served.text("battle.yaml")
    choose(page, "theme")
    former = picture_of(page)
    pick(page, "theme/name", "night")
    wait_for_picture(page, former)
    assert changed_lines(old, served.text("battle.yaml")) == [("  name: classic", "  name: night")]
    before, box = digest(page), page.locator("#forms-part [data-field='theme/map/ground/0']")
    assert box.get_attribute("type") == "color"
    box.fill("#223344")
    box.dispatch_event("change")
    wait_for_change(page, before)
    assert '0: "#223344"' in served.text("battle.yaml")
    before = digest(page)
    page.click("#forms-part label:has([data-field='theme/map/ground/0']) button.plain")
    wait_for_change(page, before)
    assert "#223344" not in served.text("battle.yaml")
    for _ in range(3):
        undo(page)
    assert contents(served.folder) == whole


def test_orders_sides_and_markers_of_a_scenario(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-mpbs")
    page = open_page(served)
    whole = contents(served.folder)
    scenario = page.evaluate("document.getElementById('scenario').value")
    choose(page, "orders")
    field = page.locator("#form-fields [data-field^='orders/']").first.get_attribute("data-field")
    old = served.text(f"scenarios/{scenario}.yaml")
    pick(page, field, "rally")
    ((_, new),) = changed_lines(old, served.text(f"scenarios/{scenario}.yaml"))
    assert "rally" in new
    choose(page, "scenario-markers")
    fill(page, page.locator("#form-fields [data-field^='markers/']").first.get_attribute("data-field"), "7")
    assert ": 7" in served.text(f"scenarios/{scenario}.yaml")
    choose(page, "schedule")
    pick(page, "victory/schedule/in_force", "false")
    assert "in_force: false" in served.text(f"scenarios/{scenario}.yaml")
    for _ in range(3):
        undo(page)
    assert contents(served.folder) == whole


def test_the_first_value_of_a_chart(serve: Serve, open_page: Open) -> None:
    served = serve("bouvines-1214")
    page = open_page(served)
    whole = contents(served.folder)
    assert "\ncharts:" not in served.text("battle.yaml")
    page.select_option("#form-list", "charts")
    page.wait_for_selector("#new-cell:not([hidden])")
    page.select_option("#new-cell-chart", "TBL-TERRAIN-HEX")
    page.select_option("#new-cell-key", index=1)
    page.fill("#new-cell-value", "4")
    before = digest(page)
    page.press("#new-cell-value", "Enter")
    wait_for_change(page, before)
    assert "charts:\n  - {chart: TBL-TERRAIN-HEX, key: [" in served.text("battle.yaml")
    assert ", value: 4}\n" in served.text("battle.yaml")
    page.wait_for_selector("#form-fields [data-field=note]")
    fill(page, "note", "It had rained.")
    assert ", note: It had rained.}" in served.text("battle.yaml")
    for _ in range(2):
        undo(page)
    assert contents(served.folder) == whole


def test_a_warning_is_accepted_by_one_click_and_its_reason_written(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    old = served.text(SCENARIO)
    served.write(SCENARIO, old[: old.index("accepts:")])
    page = open_page(served)
    whole = contents(served.folder)
    offer = page.locator("#problems button.mend", has_text="Accept").first
    before = digest(page)
    # Another answer is asked for while the first is on its way: the keyboard goes to the field all the same.
    page.evaluate(
        """() => {
            const real = window.fetch;
            window.fetch = async (...request) => {
                const answer = await real(...request);
                if (String(request[0]).includes("/form/")) await new Promise((go) => setTimeout(go, 300));
                return answer;
            };
        }"""
    )
    offer.click()
    page.wait_for_function("() => document.getElementById('form-list').value === 'scenario-accepts'")
    page.select_option("#scenario", page.input_value("#scenario"))
    wait_for_change(page, before)
    page.wait_for_function("() => document.activeElement.dataset.field === 'reason'")
    before = digest(page)
    page.keyboard.type("The <b>road</b> was mined: p. 12")
    page.keyboard.press("Enter")
    wait_for_change(page, before)
    assert "  - {code: " in served.text(SCENARIO)
    assert 'reason: "The <b>road</b> was mined: p. 12"}\n' in served.text(SCENARIO)
    for _ in range(2):
        undo(page)
    assert contents(served.folder) == whole


@pytest.mark.parametrize("battle", ["teaching-jdg", "teaching-afe", "teaching-mpbs"])
def test_a_word_of_the_battle(serve: Serve, open_page: Open, battle: str) -> None:
    served = serve(battle)
    page = open_page(served)
    whole = contents(served.folder)
    page.select_option("#form-list", "own-terrains")
    page.wait_for_selector("#new-entry:not([hidden])")
    page.fill("#new-entry-name", "Sunken lane")
    before = digest(page)
    page.press("#new-entry-name", "Enter")
    wait_for_change(page, before)
    page.wait_for_function("() => document.getElementById('form-entry').value === 'sunken-lane'")
    assert "{id: sunken-lane, name: Sunken lane, like: " in served.text("battle.yaml")
    page.click("#tool-list button[data-tool=terrain]")
    page.wait_for_selector("#terrain option[value='sunken-lane']", state="attached")
    undo(page)
    assert contents(served.folder) == whole


def test_ground_of_one_scenario_alone(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    page = open_page(served)
    whole, the_map = contents(served.folder), served.text("map.yaml")
    page.click("#tool-list button[data-tool=terrain]")
    page.check("#alone")
    page.select_option("#terrain", "marsh")
    former = picture_of(page)
    stroke(page, point(page, "0303"), point(page, "0403"))
    assert served.text("map.yaml") == the_map
    assert "map:\n  hexes: {0303: marsh" in served.text(SCENARIO)
    wait_for_picture(page, former)
    page.mouse.move(*point(page, "0303"))
    assert "marsh" in page.inner_text("#hex-facts").lower()
    page.select_option("#form-list", "changed-hexes")
    page.wait_for_selector("#form-fields [data-field='map/hexes/0303']")
    page.click("#tool-list button[data-tool=ways]")
    page.select_option("#terrain", "road")
    stroke(page, point(page, "0303"), point(page, "0302"))
    assert "  ways:\n    - {kind: road, hexes: 0303-0302}\n" in served.text(SCENARIO)
    page.click("#tool-list button[data-tool=crossings]")
    page.select_option("#terrain", "ford")
    stroke(page, point(page, "0204", 0.36, -0.21), point(page, "0204", 0.35, -0.2))
    assert "kind: ford, sides: [0204/NE]" in served.text(SCENARIO)
    assert served.text("map.yaml") == the_map
    for _ in range(3):
        undo(page)
    assert contents(served.folder) == whole


def test_what_a_scenario_takes_off_the_map(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    page = open_page(served)
    whole, the_map = contents(served.folder), served.text("map.yaml")
    way = page.evaluate(
        """async () => (await (await fetch('/facts')).json()).map.hexes
            .filter((one) => one.ground.some((name) => /road/i.test(name))).map((one) => one.id)"""
    )
    page.click("#tool-list button[data-tool=ways]")
    page.check("#alone")
    page.select_option("#terrain", "")
    pair = next((a, b) for a in way for b in way if a < b and b in neighbours(page, a))
    stroke(page, point(page, pair[0]), point(page, pair[1]))
    assert f"  remove:\n    - {{kind: road, hexes: {pair[0]}-{pair[1]}}}\n" in served.text(SCENARIO)
    assert served.text("map.yaml") == the_map
    undo(page)
    assert contents(served.folder) == whole


def neighbours(page: Any, number: str) -> list[str]:
    return list(
        page.evaluate(
            """async (id) => (await (await fetch('/facts')).json()).map.hexes.find((one) => one.id === id).neighbours""",
            number,
        )
    )
