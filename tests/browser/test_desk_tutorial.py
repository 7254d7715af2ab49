"""The last part of docs/tutorial.md: from an empty folder to a built battle, by mouse and keyboard alone."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from jdgtools.cli.group import main
from jdgtools.loading import check
from tests.browser.test_desk_page import Open, Serve, digest, point, wait_for_change

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

    def press(self, key: str) -> None:
        before = digest(self.page)
        self.page.focus("#map")
        self.page.keyboard.press(key)
        wait_for_change(self.page, before)


def test_the_mouse_makes_a_battle(
    serve: Serve, open_page: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(*NEW)
    served = serve(tmp_path / "maida")
    page = open_page(served)
    hand = Hand(page)

    # The ground.
    hand.paint("terrain", "water", "3", "0113", "0117")
    hand.paint("terrain", "town", "1", "2016")
    hand.paint("terrain", "brush", "2", "0714", "1014")
    hand.paint("level", "1", "3", "1417", "2213")
    hand.paint("level", "2", "2", "1817", "2217")
    page.click("[data-tool=ways]")
    page.select_option("#terrain", "trail")
    hand.drag("1209", "1210", "1211")
    hand.name("Maida", "2016")
    hand.name("Farm of the Lamato", "1209")

    # Areas.
    hand.area("new/regions", "The landing place", "0107", "0108")
    hand.area("new/entries/british", "From the boats", "0105")
    hand.area("held/french", "", "2016")

    # The armies.
    hand.fields("british-a", name="78th Highlanders", short="78th", strength="4", cohesion="7")
    hand.fields("french-a", name="1er Léger", short="1 Lég.", type="light_infantry")
    hand.new_unit("british-a", "british-27", "27th Foot", "0607")
    hand.press("r")
    hand.new_unit("french-a", "french-pol", "Polonais", "2007")
    hand.choose("british-h")
    hand.drag("0208", "0506")

    # Whoever routs behind the heights is cut off; the author says so with one click for each side.
    for _ in range(2):
        before = digest(page)
        page.locator("#problems button.mend", has_text="Accept JDG107").first.click()
        wait_for_change(page, before)

    # What the hand has left, as an author would have typed it.
    text = served.text("map.yaml")
    assert "  - {id: maida, name: Maida, hex: 2016}" in text
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

    run("check", str(served.folder))
    run("build", str(served.folder), "--dpi", "50")
    assert list((served.folder / "out").rglob("*.vmod"))
    battle = check(served.folder).battle
    assert battle is not None and len(battle.units) == 10
