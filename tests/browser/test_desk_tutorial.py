"""The last part of docs/tutorial.md: from an empty folder to a built battle, by mouse and keyboard alone."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from jdgtools.cli.group import main
from jdgtools.loading import check
from tests.browser.test_desk_page import Open, Serve, digest, point, wait_for_change, wait_for_forms

NEW = [
    "new",
    "maida",
    "--series",
    "jdg",
    "--size",
    "24x18",
    "--languages",
    "en,fr",
    "--sides",
    "british,french",
]


def run(*words: str) -> None:
    result = CliRunner().invoke(main, list(words), standalone_mode=False, catch_exceptions=False)
    assert result.return_value in (None, 0), result.output


TOOLS = ["select", "terrain", "level", "hexsides", "ways", "crossings", "places", "areas", "markers"]


class Hand:
    """A designer's hand on the page; each gesture ends when the files have changed.

    Args:
        page: of the desk.
    """

    def __init__(self, page: Any) -> None:
        self.page = page

    def drag(self, *hexes: str) -> None:
        before = digest(self.page)
        places = [point(self.page, one) for one in hexes]
        self.page.mouse.move(*places[0])
        self.page.mouse.down()
        for place in places[1:]:
            self.page.mouse.move(*place, steps=30)
        self.page.mouse.up()
        wait_for_change(self.page, before)

    def paint(self, tool: str, what: str, size: str, *hexes: str) -> None:
        self.page.click(f"[data-tool={tool}]")
        if tool == "level":
            self.page.fill("#level", what)
        else:
            self.page.select_option("#terrain", what)
        self.page.select_option("#size", size)
        self.drag(*hexes)

    def way(self, kind: str, *hexes: str) -> None:
        self.page.click("[data-tool=ways]")
        self.page.select_option("#terrain", kind)
        self.drag(*hexes)

    def mend(self, title: str) -> None:
        before = digest(self.page)
        self.page.locator("#problems button.mend", has_text=title).first.click()
        wait_for_change(self.page, before)

    def name(self, name: str, number: str) -> None:
        self.page.click("[data-tool=places]")
        self.page.fill("#name", name)
        self.drag(number)

    def area(self, kind: str, name: str, *hexes: str) -> None:
        self.page.click("[data-tool=areas]")
        self.page.select_option("#area", kind)
        self.page.select_option("#size", "1")
        if name:
            self.page.fill("#name", name)
        self.drag(*hexes)

    def choose(self, piece: str) -> None:
        self.page.click("[data-tool=select]")
        button = self.page.locator(f"#pieces [data-piece={piece}]")
        if button.get_attribute("aria-pressed") != "true":
            button.click()
        self.page.wait_for_function(
            "id => document.getElementById('unit-title').textContent === id", arg=piece
        )

    def fields(self, unit: str, **values: str) -> None:
        self.choose(unit)
        for field, value in values.items():
            before = digest(self.page)
            box = self.page.locator(f"#unit-fields [data-field={field}]")
            box.fill(value)
            box.press("Enter")
            wait_for_change(self.page, before)

    def new_unit(self, like: str, unit: str, name: str, hex_id: str) -> None:
        self.choose(like)
        before = digest(self.page)
        self.page.fill("#new-unit-id", unit)
        self.page.fill("#new-unit-name", name)
        self.page.press("#new-unit-name", "Enter")
        wait_for_change(self.page, before)
        self.choose(unit)
        before = digest(self.page)
        self.page.mouse.click(*point(self.page, hex_id))
        wait_for_change(self.page, before)
        self.page.focus("#map")

    def retitle(self, title: str) -> None:
        before = digest(self.page)
        self.page.fill("#scenario-title", title)
        self.page.press("#scenario-title", "Enter")
        wait_for_change(self.page, before)

    def new_scenario(self, title: str, base: str) -> None:
        before = digest(self.page)
        self.page.fill("#new-scenario-title", title)
        self.page.select_option("#new-scenario-base", base)
        self.page.click("#new-scenario button")
        wait_for_change(self.page, before)

    def form(self, listed: str, **values: str) -> None:
        if self.page.input_value("#form-list") != listed:
            self.page.select_option("#form-list", listed)
        for field, value in values.items():
            box = self.page.locator(f"#forms-part [data-field='{field.replace('__', '/')}']")
            before = digest(self.page)
            if value == "true":
                box.check()
            elif box.evaluate("one => one.tagName") == "SELECT":
                box.select_option(value)
            else:
                box.fill(value)
                box.press("Enter")
            wait_for_change(self.page, before)

    def condition(self, words: str) -> None:
        before = digest(self.page)
        self.page.select_option("#forms-part label.wide select", label=words)
        wait_for_change(self.page, before)

    def new_entry(self, name: str) -> None:
        before = digest(self.page)
        self.page.fill("#new-entry-name", name)
        self.page.press("#new-entry-name", "Enter")
        wait_for_change(self.page, before)
        self.page.wait_for_function(
            "name => document.getElementById('form-entry').selectedOptions[0].text === name", arg=name
        )

    def click(self, selector: str) -> None:
        before = digest(self.page)
        self.page.click(selector)
        wait_for_change(self.page, before)

    def press(self, key: str) -> None:
        before = digest(self.page)
        self.page.focus("#map")
        self.page.keyboard.press(key)
        wait_for_change(self.page, before)


STEPS = """(wanted) => {
    const here = document.activeElement, there = document.querySelector(wanted);
    if (here === null || there === null || here.matches(wanted))
        return here?.matches(wanted) ? 0 : 1;
    const way = here.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_PRECEDING ? -1 : 1;
    const [first, last] = way > 0 ? [here, there] : [there, here];
    const between = [...document.querySelectorAll('a[href], button, select, input, textarea, summary, [tabindex]')]
        .filter((one) => one.tabIndex >= 0 && !one.disabled && one.getClientRects().length > 0
            && first.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING
            && one.compareDocumentPosition(last) & Node.DOCUMENT_POSITION_FOLLOWING);
    return way * (between.length + 1);
}"""
"""Asks how many times the Tab key, or with Shift where that is less than 0, leads to a part of the page; 0 = it is there."""


class Keys(Hand):
    """The same gestures by keys alone: the pointer is never moved, nothing is focused but by the Tab key."""

    def tab_to(self, selector: str) -> None:
        # So many at once as seem to lie between; then one by one, to and fro.
        for number in range(400):
            steps = self.page.evaluate(STEPS, selector)
            if steps == 0:
                return
            for _ in range(1 if number else abs(steps)):
                self.page.keyboard.press("Tab" if steps > 0 else "Shift+Tab")
        raise AssertionError(f"the Tab key never comes to {selector}")

    def tool(self, name: str) -> None:
        number = TOOLS.index(name) + 1
        self.tab_to("#map")
        self.page.keyboard.press(str(number))
        assert self.page.get_attribute(f"[data-tool={name}]", "aria-checked") == "true"

    def option(self, selector: str, value: str) -> None:
        self.tab_to(selector)
        self.page.keyboard.press("Home")
        while self.page.input_value(selector) != value:
            before = self.page.input_value(selector)
            self.page.keyboard.press("ArrowDown")
            assert self.page.input_value(selector) != before, f"no {value}"

    def write(self, selector: str, text: str) -> None:
        self.tab_to(selector)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def walk(self, number: str) -> list[str]:
        """Go to a hex with the arrows; return the hexes on the way."""
        self.tab_to("#map")
        way = []
        for _ in range(100):
            here = self.page.inner_text("#hex-title").split()[-1]
            way.append(here)
            if here == number:
                return way
            columns, rows = (
                (int(number[k : k + 2]) - int(here[k : k + 2] or 0) for k in (0, 2))
                if here.isdigit()
                else (1, 1)
            )
            if columns:
                self.page.keyboard.press("ArrowRight" if columns > 0 else "ArrowLeft")
            else:
                self.page.keyboard.press("ArrowDown" if rows > 0 else "ArrowUp")
        raise AssertionError(f"the arrows never come to {number}")

    def enter(self) -> None:
        with self.page.expect_response("**/edit") as answer:
            self.page.keyboard.press("Enter")
        assert answer.value.ok, answer.value.text()
        self.page.wait_for_function(
            "digest => document.body.dataset.digest === digest", arg=answer.value.json()["digest"]
        )
        wait_for_forms(self.page)

    def drag(self, *hexes: str) -> None:
        if self.page.get_attribute("[data-tool=ways]", "aria-checked") == "true":
            for number in hexes:
                self.walk(number)
                self.page.keyboard.press("Enter")
            return self.enter()
        if self.page.get_attribute("[data-tool=select]", "aria-checked") == "true":
            # The chosen unit is put where it shall stand.
            self.walk(hexes[-1])
            return self.enter()
        self.walk(hexes[0])
        self.enter()
        for number in hexes[1:]:
            while self.page.inner_text("#hex-title").split()[-1] != number:
                self.step_to(number)
                self.enter()
        return None

    def step_to(self, number: str) -> None:
        here = self.page.inner_text("#hex-title").split()[-1]
        columns, rows = int(number[:2]) - int(here[:2]), int(number[2:]) - int(here[2:])
        key = (
            ("ArrowRight" if columns > 0 else "ArrowLeft")
            if columns
            else "ArrowDown"
            if rows > 0
            else "ArrowUp"
        )
        self.page.keyboard.press(key)

    def paint(self, tool: str, what: str, size: str, *hexes: str) -> None:
        self.tool(tool)
        if tool == "level":
            self.write("#level", what)
        else:
            self.option("#terrain", what)
        self.option("#size", size)
        self.drag(*hexes)

    def way(self, kind: str, *hexes: str) -> None:
        self.tool("ways")
        self.option("#terrain", kind)
        self.drag(*hexes)

    def name(self, name: str, number: str) -> None:
        self.tool("places")
        self.write("#name", name)
        self.drag(number)

    def area(self, kind: str, name: str, *hexes: str) -> None:
        self.tool("areas")
        self.option("#area", kind)
        self.option("#size", "1")
        if name:
            self.write("#name", name)
        self.drag(*hexes)

    def choose(self, piece: str) -> None:
        self.tool("select")
        if self.page.get_attribute(f"#pieces [data-piece={piece}]", "aria-pressed") != "true":
            self.tab_to(f"#pieces [data-piece={piece}]")
            self.page.keyboard.press("Enter")
        self.page.wait_for_function(
            "id => document.getElementById('unit-title').textContent === id", arg=piece
        )

    def fields(self, unit: str, **values: str) -> None:
        self.choose(unit)
        for field, value in values.items():
            self.write(f"#unit-fields [data-field={field}]", value)
            self.enter()

    def new_unit(self, like: str, unit: str, name: str, hex_id: str) -> None:
        self.choose(like)
        self.write("#new-unit-id", unit)
        self.write("#new-unit-name", name)
        self.enter()
        self.choose(unit)
        self.walk(hex_id)
        self.enter()

    def retitle(self, title: str) -> None:
        self.write("#scenario-title", title)
        self.enter()

    def new_scenario(self, title: str, base: str) -> None:
        self.write("#new-scenario-title", title)
        self.option("#new-scenario-base", base)
        self.tab_to("#new-scenario button")
        self.enter()

    def form(self, listed: str, **values: str) -> None:
        if self.page.input_value("#form-list") != listed:
            self.option("#form-list", listed)
        for field, value in values.items():
            selector = f"#forms-part [data-field='{field.replace('__', '/')}']"
            self.page.wait_for_selector(selector)
            if value == "true":
                self.tab_to(selector)
                before = digest(self.page)
                self.page.keyboard.press("Space")
                wait_for_change(self.page, before)
            elif self.page.locator(selector).evaluate("one => one.tagName") == "SELECT":
                self.pick(selector, value)
            else:
                self.write(selector, value)
                self.enter()

    def condition(self, words: str) -> None:
        values = "all => all.find((one) => one.text === words).value"
        selector = "#forms-part label.wide select"
        options = self.page.locator(f"{selector} option")
        self.pick(selector, options.evaluate_all(f"(all, words) => ({values})(all)", words))

    def pick(self, selector: str, value: str) -> None:
        """Choose in a list by typing its words, as a closed list takes them, so that it changes once."""
        self.tab_to(selector)
        before = digest(self.page)
        text = self.page.locator(f"{selector} option").evaluate_all(
            "(all, value) => all.find((one) => one.value === value).text", value
        )
        self.page.keyboard.type(text)
        wait_for_change(self.page, before)
        self.page.wait_for_function(
            "([selector, value]) => document.querySelector(selector).value === value", arg=[selector, value]
        )

    def new_entry(self, name: str) -> None:
        self.write("#new-entry-name", name)
        self.enter()
        self.page.wait_for_function(
            "name => document.getElementById('form-entry').selectedOptions[0].text === name", arg=name
        )

    def click(self, selector: str) -> None:
        self.tab_to(selector)
        self.enter()

    def press(self, key: str) -> None:
        self.tab_to("#map")
        before = digest(self.page)
        self.page.keyboard.press(key)
        wait_for_change(self.page, before)

    def mend(self, title: str) -> None:
        for _ in range(400):
            here = "[document.activeElement.matches('button.mend'), document.activeElement.textContent]"
            is_mend, text = self.page.evaluate(here)
            if is_mend and title in text:
                return self.enter()
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key never comes to {title}")


def new_battle(folder: Path) -> None:
    """Make the battle with which the page of the tutorial begins."""
    run("new", str(folder), *NEW[2:])


def make_ground(hand: Hand) -> None:
    """Steps 2 to 5."""
    hand.paint("terrain", "water", "3", "0113", "0117")
    hand.paint("terrain", "town", "1", "2016")
    hand.paint("terrain", "brush", "2", "0714", "1014")
    hand.paint("level", "1", "3", "1417", "2213")
    hand.paint("level", "2", "2", "1817", "2217")
    hand.way("trail", "1209", "1210", "1211")
    hand.name("Maida", "2016")
    hand.name("Farm of the Lamato", "1209")


def make_areas(hand: Hand) -> None:
    """Step 6."""
    hand.area("new/regions", "The landing place", "0107", "0108")
    hand.area("new/entries/british", "From the boats", "0105")
    hand.area("held/french", "", "2016")


def make_armies(hand: Hand) -> None:
    """Steps 7 and 8."""
    hand.fields("british-a", name="78th Highlanders", short="78th", strength="4", cohesion="7")
    hand.fields("french-a", name="1er Léger", short="1 Lég.", type="light_infantry")
    hand.new_unit("british-a", "british-27", "27th Foot", "0607")
    hand.press("r")
    hand.new_unit("french-a", "french-pol", "Polonais", "2007")
    hand.choose("british-h")
    hand.drag("0208", "0506")


def make_lists(hand: Hand) -> None:
    """Step 10."""
    hand.form("commands", name="Kempt's brigade", **{"markers__british-1-1__rating": "6"})
    hand.click("#new-row")
    hand.form("turns", count="6", minutes="30")
    hand.form("awards", name="The landing place")
    hand.condition("British: hold The landing place (0107, 0108)")
    hand.new_entry("British losses")
    hand.form("awards", side="french", points="1", each="true")
    hand.condition("eliminated: all units (British)")


def make_scenarios(hand: Hand) -> None:
    """Step 11."""
    hand.retitle("The fourth of July")
    hand.new_scenario("The evening before", "battle")
    hand.choose("british-h")
    hand.drag("0506", "0310")


@pytest.mark.parametrize("made_by", [Hand, Keys])
def test_the_page_makes_a_battle(
    made_by: type[Hand], serve: Serve, open_page: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    new_battle(tmp_path / "maida")
    served = serve(tmp_path / "maida")
    page = open_page(served)
    hand = made_by(page)

    make_ground(hand)
    make_areas(hand)
    make_armies(hand)

    # Whoever routs behind the heights is cut off; the author says so with one click for each side.
    for _ in range(2):
        hand.mend("Accept JDG107")
    make_lists(hand)
    make_scenarios(hand)

    # What the hand has left, as an author would have typed it.
    text = served.text("map.yaml")
    assert "  - {id: maida, name: Maida, hex: 2016, rank: town}" in text
    assert "Farm of the Lamato" in text
    assert "  - {id: the-landing-place, name: The landing place, hexes: [0107, 0108]}" in text
    assert "  - {id: from-the-boats, name: From the boats, side: british, hexes: [0105]}" in text
    assert "  - {kind: trail, hexes: 1209-1210-1211}" in text
    rows = {row["id"]: row for row in csv.DictReader(served.text("oob.csv").splitlines())}
    assert [rows["british-27"][key] for key in ("name", "short", "strength", "cohesion")] == [
        "27th Foot",
        "",
        "4",
        "7",
    ]
    assert rows["french-pol"]["type"] == "light_infantry"
    setup = served.text("scenarios/battle.yaml")
    assert "  - {unit: french-pol, hex: 2007, facing: W}" in setup
    assert "  - {unit: british-h, hex: 0506, facing: E}" in setup
    assert "held: {french: [2016]}" in setup
    assert "title: {en: The fourth of July, fr: La bataille}" in setup
    assert served.text("scenarios/the-evening-before.yaml") == (
        "# yaml-language-server: $schema=../.schemas/scenario.schema.json\n"
        "format: 1\n"
        "id: the-evening-before\n"
        "title: The evening before\n"
        "extends: battle\n"
        "setup:\n"
        "  - {unit: british-h, hex: 0310, facing: E}\n"
    )
    assert 'turns: {count: 6, start: "09:00", minutes: 30}' in setup
    award = "{id: british-losses, name: British losses, side: french, points: 1, each: true, "
    assert f"    - {award}when: {{eliminated: {{side: british}}}}}}\n" in setup
    assert "when: {holds: {side: british, region: the-landing-place}}}" in setup
    root = served.text("battle.yaml")
    assert """    name: {en: "Kempt's brigade", fr: "1re division"}\n""" in root
    assert "      - {id: british-1-3, code: O, rating: 5}" in root
    listed = "scenarios: [scenarios/battle.yaml, scenarios/the-evening-before.yaml]"
    assert listed in served.text("battle.yaml")

    run("check", str(served.folder))
    run("build", str(served.folder), "--dpi", "50")
    assert list((served.folder / "out").rglob("*.vmod"))
    battle = check(served.folder).battle
    assert battle is not None and len(battle.units) == 10
