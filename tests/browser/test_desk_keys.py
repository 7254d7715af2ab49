"""Hexsides, crossings and markers by keys alone, against the exact text that results; the bars on a small screen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.test_desk_areas import SCENARIO
from tests.browser.test_desk_page import Open, Serve, added_lines, changed_lines, digest, wait_for_change

SIDES = ["N", "NE", "SE", "S", "SW", "NW"]


def tool(page: Any, number: int, choice: str, value: str) -> None:
    """Take a tool by its number and choose what it writes, with Tab and the arrows."""
    page.focus("#map")
    page.keyboard.press(str(number))
    while page.evaluate("document.activeElement.id") != choice:
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Home")
    for _ in range(60):
        if page.input_value(f"#{choice}") == value:
            break
        page.keyboard.press("ArrowDown")
    assert page.input_value(f"#{choice}") == value
    while page.evaluate("document.activeElement.id") != "map":
        page.keyboard.press("Tab")


def here(page: Any) -> str:
    return str(page.inner_text("#hex-title").split()[-1])


def press(page: Any, key: str) -> None:
    """Press a key that changes the files."""
    before = digest(page)
    page.keyboard.press(key)
    wait_for_change(page, before)


def test_hexsides_by_keys(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("map.yaml")
    tool(page, 4, "terrain", "slope")
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    for number, side in enumerate(SIDES, 1):
        press(page, f"Alt+{number}")
        (line,) = added_lines(old, served.text("map.yaml"))
        assert f"{{kind: slope, sides: [{here(page)}/{side}]}}" in line
        press(page, "Control+z")
        assert served.text("map.yaml") == old
    press(page, "Alt+2")
    tool(page, 4, "terrain", "")
    press(page, "Alt+2")
    assert served.text("map.yaml") == old, "what takes everything off takes the entry away"


def test_a_crossing_by_keys(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("map.yaml")
    tool(page, 6, "terrain", "ford")
    page.keyboard.press("ArrowDown")
    for _ in range(30):
        if here(page) == "0204":
            break
        row = int(here(page)[2:])
        page.keyboard.press("ArrowRight" if here(page)[:2] < "02" else "ArrowDown" if row < 4 else "ArrowUp")
    assert here(page) == "0204"
    press(page, "Alt+2")
    assert added_lines(old, served.text("map.yaml")) == ["  - {kind: ford, side: 0204/NE}"]
    press(page, "Control+z")
    assert served.text("map.yaml") == old


def test_a_marker_is_laid_and_taken_away_by_keys(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text(SCENARIO)
    tool(page, 9, "marker", "smoke")
    page.keyboard.press("ArrowDown")
    press(page, "Enter")
    assert added_lines(old, served.text(SCENARIO)) == [f"markers_on_map: {{smoke: [{here(page)}]}}"]
    keys = [line.partition(":")[0] for line in served.text(SCENARIO).splitlines() if line[:1].isalpha()]
    assert keys.index("single_marker") < keys.index("markers_on_map") < keys.index("options")
    first = here(page)
    page.keyboard.press("ArrowDown")
    two = served.text(SCENARIO)
    press(page, "Enter")
    ((before, after),) = changed_lines(two, served.text(SCENARIO))
    assert (before, after) == (before, before.replace(first, f"{first}, {here(page)}"))
    press(page, "Enter")
    assert served.text(SCENARIO) == two


BARS = """async () => {
    for (let frame = 0; frame < 2; frame += 1)
        await new Promise(requestAnimationFrame);
    const seen = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden';
    return ['header', 'nav'].map((bar) => ({
        height: document.querySelector(bar).getBoundingClientRect().height,
        parts: [...document.querySelectorAll(['button', 'a', 'select', 'input'].map((part) => `${bar} ${part}`))]
            .filter(seen).map((one) => [one.id, one.getBoundingClientRect().left, one.getBoundingClientRect().right]),
    }));
}"""
"""Asks of both bars how high they are, and where each of their parts lies."""


@pytest.mark.parametrize("language", ["en", "fr", "pl", "hu"])
def test_the_bars_take_one_line_each_on_a_small_screen(serve: Serve, open_page: Open, language: str):
    page = open_page(serve("rolica-1808", language=language))
    for key in "123456789":
        page.focus("#map")
        page.keyboard.press(key)
        for bar in page.evaluate(BARS):
            assert bar["height"] < 50, (bar, key)
            assert len(bar["parts"]) > 5
            for part, left, right in bar["parts"]:
                assert left >= 0 and right <= 1280, part
    assert page.inner_text("#title") == "Roliça 1808"
    assert page.evaluate(
        "document.getElementById('title').scrollWidth <= document.getElementById('title').clientWidth"
    )
