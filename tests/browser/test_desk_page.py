"""The page of the desk in a real browser: what it shows, and what a designer's hands leave in the files."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Served

Serve = Callable[..., Served]
Open = Callable[..., Any]


def point(page: Any, number: str, dx: float = 0, dy: float = 0) -> tuple[float, float]:
    """Where the middle of a hex is in the window, moved by parts of the hex's size."""
    x, y = page.evaluate(
        """async ([number, dx, dy]) => {
            const facts = await (await fetch('/facts')).json();
            const hex = facts.map.hexes.find((one) => one.id === number);
            const box = document.getElementById('map').getBoundingClientRect();
            const matrix = new DOMMatrix(getComputedStyle(document.getElementById('world')).transform);
            const size = facts.map.hexSize;
            return [hex.centre[0] + dx * size, hex.centre[1] + dy * size].map((value, axis) =>
                value * matrix.a + (axis ? matrix.f + box.top : matrix.e + box.left));
        }""",
        [number, dx, dy],
    )
    return x, y


def wait_for_change(page: Any, before: str) -> None:
    """Wait until the page shows a change of the files, its forms too."""
    page.wait_for_function("before => document.body.dataset.digest !== before", arg=before)
    wait_for_forms(page)


def wait_for_forms(page: Any) -> None:
    """Wait until the forms show what the files say now; the keyboard may go to one of them then."""
    page.wait_for_function("() => document.querySelector('#forms-part[aria-busy=true]') === null")


def digest(page: Any) -> str:
    return str(page.evaluate("document.body.dataset.digest"))


def picture_of(page: Any) -> str:
    """Return the digest of the drawing whose tiles are all there."""
    return str(page.evaluate("document.getElementById('map').dataset.picture"))


def wait_for_picture(page: Any, former: str) -> None:
    page.wait_for_function("p => document.getElementById('map').dataset.picture !== p", arg=former)


def stroke(page: Any, *points: tuple[float, float]) -> None:
    """Move the pointer with its button down, and wait until the files have changed."""
    before = digest(page)
    page.mouse.move(*points[0])
    page.mouse.down()
    for one in points[1:]:
        page.mouse.move(*one, steps=4)
    page.mouse.up()
    wait_for_change(page, before)


def changed_lines(old: str, new: str) -> list[tuple[str, str]]:
    before, after = old.splitlines(), new.splitlines()
    assert len(before) == len(after)
    return [(a, b) for a, b in zip(before, after, strict=True) if a != b]


def test_hover_says_what_a_hex_is_and_a_click_where_it_is_written(serve: Serve, open_page: Open):
    page = open_page(serve("teaching-jdg"))
    page.mouse.move(*point(page, "0203"))
    assert page.inner_text("#hex-title").endswith("0203")
    assert page.inner_text("#hex-facts")
    page.mouse.click(*point(page, "0203"))
    page.wait_for_selector("#lines input")
    assert "map.yaml:" in page.inner_text("#lines")


def test_the_counters_of_each_setup_lie_on_the_map(serve: Serve, open_page: Open):
    page = open_page(serve("teaching-jdg"))
    pieces = page.locator("#layer-counters g[data-piece]")
    assert pieces.count() > 3
    page.wait_for_function(
        "() => [...document.querySelectorAll('#pieces img')].slice(0, 3).every((one) => one.naturalWidth > 0)"
    )


def test_paint_writes_the_character_of_the_hex_and_undo_takes_it_back(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old, picture = served.text("map.yaml"), picture_of(page)
    page.click("[data-tool=terrain]")
    page.select_option("#terrain", "wood")
    stroke(page, point(page, "0203"), point(page, "0204"))
    new = served.text("map.yaml")
    lines = changed_lines(old, new)
    assert lines and all(len(a) == len(b) for a, b in lines)
    assert sum(x != y for x, y in zip(old, new, strict=True)) <= 2
    wait_for_picture(page, picture)
    before = digest(page)
    page.click("#undo")
    wait_for_change(page, before)
    assert served.text("map.yaml") == old
    page.wait_for_function("p => document.getElementById('map').dataset.picture === p", arg=picture)


def test_a_counter_is_dragged_and_turned(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    counters = page.evaluate("fetch('/facts').then((a) => a.json()).then((f) => f.scenarios[0].counters)")
    lonely = [c for c in counters if c["wide"] == 1 and sum(c["hexes"] == o["hexes"] for o in counters) == 1]
    unit = next(one for one in lonely if one["facing"] is not None)
    free = page.evaluate(
        """async (number) => {
            const facts = await (await fetch('/facts')).json();
            const stands = new Set(facts.scenarios[0].counters.flatMap((one) => one.hexes));
            const hex = facts.map.hexes.find((one) => one.id === number);
            return hex.neighbours.find((one) => one && !stands.has(one));
        }""",
        unit["hexes"][0],
    )
    stroke(page, point(page, unit["hexes"][0]), point(page, free))
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(served.folder.glob("scenarios/*")))
    assert re.search(rf"{unit['piece']}\b.*{free}", text)
    before = digest(page)
    page.focus("#map")
    page.keyboard.press("r")
    wait_for_change(page, before)
    after = page.evaluate("fetch('/facts').then((a) => a.json()).then((f) => f.scenarios[0].counters)")
    facing = next(one["facing"] for one in after if one["piece"] == unit["piece"])
    assert facing == (unit["facing"] + 1) % 6


def test_a_file_that_is_saved_is_seen_without_reload(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    picture, before = picture_of(page), digest(page)
    text = served.text("map.yaml")
    served.write("map.yaml", text.replace(". v . . w .", ". v ? . w .", 1))
    wait_for_change(page, before)
    page.wait_for_selector("#problems button.error")
    wait_for_picture(page, picture)
    page.wait_for_selector("#layer-problems .error-mark", state="attached")
    assert page.evaluate("performance.getEntriesByType('navigation').length") == 1
    before = digest(page)
    served.write("map.yaml", text)
    wait_for_change(page, before)
    page.wait_for_selector("#problems button", state="detached")


def test_a_diagnostic_leads_to_its_hex_and_line_where_it_is_mended(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    old = served.text("oob.csv")
    served.write("oob.csv", old.replace(",line_infantry,", ",line_infantri,", 1))
    page = open_page(served)
    page.wait_for_selector("#problems button.error")
    page.locator("#problems button.error").first.click()
    field = page.locator("#lines input").first
    page.wait_for_function("() => document.querySelector('#lines input')?.value.includes('line_infantri')")
    before = digest(page)
    field.fill(field.input_value().replace("line_infantri,", "line_infantry,"))
    field.press("Enter")
    wait_for_change(page, before)
    assert served.text("oob.csv") == old


def test_a_diagnostic_is_mended_with_one_click(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    old = served.text("oob.csv")
    served.write("oob.csv", old.replace(",line_infantry,", ",line_infantri,", 1))
    page = open_page(served)
    offer = page.locator("#problems button.mend", has_text="line_infantry").first
    before = digest(page)
    offer.click()
    wait_for_change(page, before)
    assert served.text("oob.csv") == old
    page.wait_for_selector("#problems button.error", state="detached")


def test_an_edit_from_outside_during_a_stroke_loses_nothing(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    page.click("[data-tool=terrain]")
    page.select_option("#terrain", "wood")
    before = digest(page)
    page.mouse.move(*point(page, "0203"))
    page.mouse.down()
    old = served.text("map.yaml")
    served.write("map.yaml", "# from outside\n" + old)
    wait_for_change(page, before)
    before = digest(page)
    page.mouse.up()
    wait_for_change(page, before)
    new = served.text("map.yaml")
    assert new.startswith("# from outside\n")
    assert changed_lines("# from outside\n" + old, new) == [("  . . g . . .", "  . w g . . .")]


def test_hexsides_and_a_way_are_dragged(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("map.yaml")
    page.click("[data-tool=hexsides]")
    terrain = page.evaluate("document.getElementById('terrain').options[0].value")
    page.select_option("#terrain", terrain)
    stroke(page, point(page, "0303", 0, -0.45), point(page, "0303", 0, -0.42))
    lines = added_lines(old, served.text("map.yaml"))
    assert len(lines) == 1 and terrain in lines[0] and "0303/N" in lines[0]
    old = served.text("map.yaml")
    page.click("[data-tool=ways]")
    terrain = page.evaluate("document.getElementById('terrain').options[0].value")
    stroke(page, point(page, "0503"), point(page, "0502"), point(page, "0501"))
    lines = added_lines(old, served.text("map.yaml"))
    assert len(lines) == 1 and terrain in lines[0] and "0503-0502-0501" in lines[0]
    before = digest(page)
    page.focus("#map")
    page.keyboard.press("Control+z")
    wait_for_change(page, before)
    assert served.text("map.yaml") == old


def added_lines(old: str, new: str) -> list[str]:
    """Lines that have been put in; nothing else has changed."""
    before, after = old.splitlines(), new.splitlines()
    lines = [line for line in after if line not in before]
    assert [line for line in after if line not in lines] == before
    return lines


HOSTILE = '<img src=x onerror="window.hurt = 1"><script>window.hurt = 1</script>'


def test_names_from_files_are_text_and_never_run(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    battle = served.text("battle.yaml")
    battle = re.sub(r"(?m)^title:.*(\n[ \t]+.*)*", lambda _: f"title: '{HOSTILE}'", battle, count=1)
    served.write("battle.yaml", battle + "\n# x\n")
    oob = served.text("oob.csv")
    served.write("oob.csv", oob.replace(",line_infantry,", f",{HOSTILE.replace(chr(34), '')},", 1))
    page = open_page(served)
    page.wait_for_selector("#problems button")
    assert page.inner_text("#title") == HOSTILE
    page.locator("#problems button").first.click()
    page.wait_for_timeout(300)
    assert page.evaluate("window.hurt") is None
    assert page.locator("body img[src=x]").count() == 0


def test_by_keys_alone(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("map.yaml")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.id") == "map":
            break
    assert page.evaluate("document.activeElement?.id") == "map"
    page.keyboard.press("2")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    number = page.inner_text("#hex-title").split()[-1]
    here = page.evaluate(
        "n => fetch('/facts').then((a) => a.json()).then((f) => f.map.hexes.find((h) => h.id === n).terrain)",
        number,
    )
    terrains = page.evaluate("[...document.getElementById('terrain').options].map((one) => one.value)")
    index = next(at for at, one in enumerate(terrains) if one != here and one in ("clear", "wood"))
    page.keyboard.press("Shift+Tab")
    while page.evaluate("document.activeElement?.id") != "terrain":
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Home")
    for _ in range(index):
        page.keyboard.press("ArrowDown")
    while page.evaluate("document.activeElement?.id") != "map":
        page.keyboard.press("Tab")
    before = digest(page)
    page.keyboard.press("Enter")
    wait_for_change(page, before)
    assert sum(x != y for x, y in zip(old, served.text("map.yaml"), strict=True)) == 1
    before = digest(page)
    page.keyboard.press("Control+z")
    wait_for_change(page, before)
    assert served.text("map.yaml") == old


def test_lenses_colour_the_map(serve: Serve, open_page: Open):
    page = open_page(serve("teaching-jdg"))
    page.select_option("#lens", "zones")
    page.wait_for_selector("#layer-lens .zone0, #layer-lens .zone1", state="attached")
    page.select_option("#lens", "sight")
    page.mouse.click(*point(page, "0203"))
    page.wait_for_selector("#layer-lens .seen", state="attached")
    page.select_option("#lens", "reach")
    page.locator("#layer-counters g[data-piece]").first.wait_for(state="attached")
    page.locator("#pieces button", has_text=re.compile(r"\d{4}$")).first.click()
    page.wait_for_selector("#layer-lens .cost", state="attached")


def test_the_wheel_with_alt_turns_the_chosen_counter(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("scenarios/battle.yaml")
    page.click("#pieces [data-piece=fr-17]")
    page.mouse.move(*point(page, "0203"))
    page.keyboard.down("Alt")
    before = digest(page)
    page.mouse.wheel(0, 100)
    wait_for_change(page, before)
    page.keyboard.up("Alt")
    assert changed_lines(old, served.text("scenarios/battle.yaml")) == [
        ("  - {unit: fr-17, hex: 0101, facing: SE}", "  - {unit: fr-17, hex: 0101, facing: SW}")
    ]


def test_armies_have_their_lenses(serve: Serve, open_page: Open):
    page = open_page(serve("teaching-jdg"))
    page.select_option("#lens", "strengths")
    page.wait_for_selector("#layer-labels .cost", state="attached")
    assert page.inner_text("#notes li >> nth=0") == "French, at the start: 4 units, strengths 15"
    page.select_option("#lens", "command")
    page.wait_for_selector("body[data-lens=command]")
    assert page.locator("#layer-labels .cost").count() == 0
    assert page.locator("#layer-lens .zone0").count() and page.locator("#layer-lens .zone1").count()


def test_the_button_builds_what_jdg_build_would(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    page.click("#build")
    page.wait_for_function(
        "() => document.getElementById('message').textContent.includes('out/teaching-jdg')"
    )
    names = {path.name for path in (served.folder / "out" / "teaching-jdg").iterdir()}
    assert {"map-print.pdf", "counters-a4.pdf", "build-report.json"} <= names
    assert f"{len(names)} files" in page.inner_text("#message")


def test_a_battle_with_errors_is_not_built(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    served.write("oob.csv", served.text("oob.csv").replace(",line_infantry,", ",line_infantri,", 1))
    page = open_page(served)
    page.wait_for_selector("#problems button.error")
    page.click("#build")
    page.wait_for_function("() => document.getElementById('message').textContent.includes('errors')")
    assert not (served.folder / "out").exists()


def test_read_only_has_no_tools(serve: Serve, open_page: Open):
    page = open_page(serve("teaching-jdg", read_only=True))
    assert page.locator("#build").is_hidden()
    assert page.locator("#tool-list button").count() == 1
    assert page.is_visible("#read-only")


@pytest.mark.parametrize("battle", ["teaching-afe", "teaching-mpbs"])
def test_battles_of_other_series(serve: Serve, open_page: Open, battle: str):
    page = open_page(serve(battle))
    assert page.locator("#layer-counters g[data-piece]").count() > 3


def test_fill_pick_and_brush_sizes(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("map.yaml")
    page.click("[data-tool=terrain]")
    page.mouse.move(*point(page, "0202"))
    page.focus("#map")
    page.keyboard.press("i")
    assert page.input_value("#terrain") == "village"
    for _ in range(3):
        page.keyboard.press("]")
    assert page.input_value("#size") == "fill"
    stroke(page, point(page, "0502"))
    assert changed_lines(old, served.text("map.yaml")) == [
        ("  . . . w w .", "  . . . v v ."),
        ("  . v . . w .", "  . v . . v ."),
    ]
    old = served.text("map.yaml")
    page.click("[data-tool=level]")
    page.fill("#level", "3")
    page.select_option("#size", "2")
    stroke(page, point(page, "0102"))
    before, after = (
        text.split("levels: |")[1].split("#")[0].split() for text in (old, served.text("map.yaml"))
    )
    assert [at for at, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]] == [
        0,
        1,
        6,
        7,
        12,
    ]
    assert sum(x != y for x, y in zip(old, served.text("map.yaml"), strict=True)) == 5


def test_a_bridge_is_put_on_a_hexside(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("map.yaml")
    page.click("[data-tool=crossings]")
    page.select_option("#terrain", "ford")
    stroke(page, point(page, "0204", 0.36, -0.21), point(page, "0204", 0.35, -0.2))
    assert added_lines(old, served.text("map.yaml")) == ["  - {kind: ford, side: 0204/NE}"]


def test_a_stack_changes_its_order_and_loses_a_unit(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    path, art, line = (
        "scenarios/battle.yaml",
        "  - {unit: fr-art, hex: 0101, facing: SE}",
        "  - {unit: fr-17, hex: 0101, facing: SE}",
    )
    old = served.text(path)
    page.click("#pieces [data-piece=fr-17]")
    page.focus("#map")
    before = digest(page)
    page.keyboard.press("PageUp")
    wait_for_change(page, before)
    assert changed_lines(old, served.text(path)) == [(art, line), (line, art)]
    before = digest(page)
    page.keyboard.press("Delete")
    wait_for_change(page, before)
    assert served.text(path) == old.replace(line + "\n", "")


def test_the_slider_shows_what_has_arrived(serve: Serve, open_page: Open):
    page = open_page(serve("teaching-jdg"))
    counters = page.locator("#layer-counters g[data-piece=fr-30]")
    assert counters.count() == 0
    for turn in ("2", "3"):
        page.fill("#turn", turn)
        assert counters.count() == 1
    assert page.locator("#layer-counters g[data-piece=au-kav]").count() == 1
