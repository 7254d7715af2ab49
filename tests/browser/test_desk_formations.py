"""Formations and reinforcements on the page: moved together, split, made to arrive; with the mouse and by keys."""

from __future__ import annotations

from typing import Any

from tests.browser.test_desk_page import (
    Open,
    Serve,
    changed_lines,
    digest,
    point,
    wait_for_change,
)

SCENARIO = "scenarios/battle.yaml"


def choose(page: Any, piece: str) -> None:
    page.click(f"#pieces [data-piece={piece}]")
    page.wait_for_function("id => document.getElementById('unit-title').textContent === id", arg=piece)


def tab_to(page: Any, selector: str) -> None:
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement?.matches(wanted)", selector):
            return
    raise AssertionError(f"the Tab key never comes to {selector}")


def setup_of(page: Any, scenario: str = "battle") -> dict[str, str]:
    return page.evaluate(
        """async id => Object.fromEntries((await (await fetch('/facts')).json()).scenarios
           .find(one => one.id === id).counters.map(one => [one.piece, one.hexes[0]]))""",
        scenario,
    )


def test_a_formation_is_dragged_as_one_and_undone_as_one(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old, before_all = served.text(SCENARIO), setup_of(page)
    choose(page, "fr-17")
    page.check("#together")
    marked = page.locator("#layer-counters .together, #layer-counters .picked").count()
    assert marked > 1
    start = before_all["fr-17"]
    x, y = point(page, start)
    target = next(
        hex_
        for hex_ in page.evaluate(
            """async start => (await (await fetch('/facts')).json()).map.hexes
               .find(one => one.id === start).neighbours.filter(one => one)""",
            start,
        )
        if hex_ > start
    )
    before = digest(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*point(page, target), steps=4)
    page.mouse.up()
    wait_for_change(page, before)
    after = setup_of(page)
    moved = {piece for piece in after if after[piece] != before_all[piece]}
    assert after["fr-17"] == target
    assert len(moved) == marked, "all that were marked, and no other"
    assert len(changed_lines(old, served.text(SCENARIO))) >= 1
    before = digest(page)
    page.click("#undo")
    wait_for_change(page, before)
    assert served.text(SCENARIO) == old


def test_by_keys_alone_a_formation_moves(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    before_all = setup_of(page)
    page.focus("#map")
    tab_to(page, "#pieces [data-piece=fr-17]")
    page.keyboard.press("Enter")
    page.focus("#map")
    page.keyboard.press("g")
    page.wait_for_selector("#layer-counters .together")
    hexes = page.evaluate("async () => (await (await fetch('/facts')).json()).map.hexes.map(one => one.id)")
    assert hexes
    while page.inner_text("#hex-title").split()[-1] != before_all["fr-17"]:
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    before = digest(page)
    page.keyboard.press("Enter")
    wait_for_change(page, before)
    after = setup_of(page)
    assert sum(after[piece] != before_all[piece] for piece in after) > 1


def test_a_unit_arrives_by_itself(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text(SCENARIO)
    choose(page, "fr-17")
    page.fill("#new-arrival-turn", "3")
    entry = page.input_value("#new-arrival-entry")
    before = digest(page)
    page.press("#new-arrival-turn", "Enter")
    wait_for_change(page, before)
    new = served.text(SCENARIO)
    assert set(new.splitlines()) - set(old.splitlines()) == {
        f"  - {{id: turn-3, command: morand, units: [fr-17], turn: 3, entry: {entry}}}"
    }
    assert "{unit: fr-17," not in new
    page.wait_for_function("() => document.getElementById('unit-arrival').value === 'turn-3'")


def test_a_formation_is_split_by_keys_alone(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old, units = served.text("battle.yaml"), served.text("oob.csv")
    page.focus("#map")
    tab_to(page, "#pieces [data-piece=fr-17]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#split:not([hidden])")
    page.focus("#map")
    tab_to(page, "#split-units [value=fr-17]")
    page.keyboard.press("Space")
    tab_to(page, "#split-id")
    page.keyboard.type("second")
    tab_to(page, "#split-name")
    page.keyboard.type("Deuxième brigade")
    before = digest(page)
    page.keyboard.press("Enter")
    wait_for_change(page, before)
    entry = served.text("battle.yaml").partition("  - id: second\n")[2].partition("\n  - id:")[0]
    assert entry.startswith("    name: Deuxième brigade\n    side: france\n"), entry
    ((before_line, after_line),) = changed_lines(units, served.text("oob.csv"))
    assert after_line == before_line.replace(",morand,", ",second,")
    before = digest(page)
    page.focus("#map")
    page.keyboard.press("Control+z")
    wait_for_change(page, before)
    assert (served.text("battle.yaml"), served.text("oob.csv")) == (old, units)
