"""Scenarios made, titled and taken away on the page, against the exact texts that result; undo gives equal bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jdgtools.desk_page.desk import Desk
from jdgtools.importers.vassal import import_module
from jdgtools.importers.write import write_project
from tests.browser.test_desk_page import Open, Serve, digest, point, wait_for_change
from tests.unit.importers.modules import foreign, save
from tests.unit.importers.test_foreign import START

LINE = "# yaml-language-server: $schema=../../../schemas/scenario.schema.json\n"


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def make(page: Any, title: str, base: str) -> None:
    before = digest(page)
    page.fill("#new-scenario-title", title)
    page.select_option("#new-scenario-base", base)
    page.press("#new-scenario-title", "Enter")
    wait_for_change(page, before)
    page.wait_for_function("t => document.getElementById('scenario-title').value === t", arg=title)


def undo(page: Any) -> None:
    before = digest(page)
    page.click("#undo")
    wait_for_change(page, before)


@pytest.mark.parametrize("battle", ["teaching-jdg", "teaching-afe", "teaching-mpbs"])
def test_a_scenario_is_made_titled_and_taken_away(serve: Serve, open_page: Open, battle: str) -> None:
    served = serve(battle)
    page = open_page(served)
    whole = contents(served.folder)
    sound = page.inner_text("#problem-count")

    make(page, "At dusk", "battle")
    assert served.text("scenarios/at-dusk.yaml") == (
        f"{LINE}format: 1\nid: at-dusk\ntitle: At dusk\nextends: battle\n"
    )
    now = contents(served.folder)
    assert {name for name in now if now[name] != whole.get(name)} == {"battle.yaml", "scenarios/at-dusk.yaml"}
    assert "yaml, scenarios/at-dusk.yaml]\n" in served.text("battle.yaml")
    assert page.input_value("#scenario") == "at-dusk", "whoever has made it works on it next"
    assert page.locator("#layer-counters g[data-piece]").count() > 0, "with the setup that it builds on"

    before = digest(page)
    page.fill("#scenario-title", "<b>Night: 'falls'</b>")
    page.press("#scenario-title", "Enter")
    wait_for_change(page, before)
    assert served.text("scenarios/at-dusk.yaml").splitlines()[3] == """title: "<b>Night: 'falls'</b>\""""
    assert page.inner_text("#scenario option:checked") == "<b>Night: 'falls'</b>"

    before = digest(page)
    page.click("#remove-scenario")
    wait_for_change(page, before)
    assert contents(served.folder) == whole
    assert page.inner_text("#problem-count") == sound
    for _ in range(3):
        undo(page)
    assert contents(served.folder) == whole
    assert not page.is_enabled("#undo")


def test_a_scenario_from_nothing_gets_its_first_units_by_the_mouse(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    page = open_page(served)
    whole = contents(served.folder)
    make(page, "Empty ground", "")
    path = "scenarios/empty-ground.yaml"
    made = served.text(path)
    assert made.startswith(f"{LINE}format: 1\nid: empty-ground\ntitle: Empty ground\nturns: {{count: 8,")
    assert page.locator("#layer-counters g[data-piece]").count() == 0
    page.click("#pieces [data-piece=fr-17]")
    before = digest(page)
    page.mouse.click(*point(page, "0203"))
    wait_for_change(page, before)
    assert served.text(path) != made
    assert "  - {unit: fr-17, hex: 0203}\n" in served.text(path)
    for _ in range(2):
        undo(page)
    assert contents(served.folder) == whole


def test_the_scenario_on_which_another_builds_is_not_taken_away(serve: Serve, open_page: Open) -> None:
    served = serve("rolica-1808")
    page = open_page(served)
    whole = contents(served.folder)
    assert page.input_value("#scenario") == "historical"
    page.click("#remove-scenario")
    page.wait_for_selector("#message:has-text('loison.yaml')")
    assert contents(served.folder) == whole


def test_by_keys_alone_and_with_its_own_files_a_scenario_goes(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    file = served.folder / "scenarios" / "dawn-austria.csv"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    page = open_page(served)
    whole = contents(served.folder)
    page.focus("#scenario")
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => document.getElementById('scenario-id').textContent === 'dawn'")
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "remove-scenario":
            break
    before = digest(page)
    page.keyboard.press("Enter")
    wait_for_change(page, before)
    now = contents(served.folder)
    assert set(whole) - set(now) == {"scenarios/dawn.yaml", "scenarios/dawn-austria.csv"}
    assert b"dawn" not in b"".join(now[name] for name in now if name.endswith(".yaml") and "lang" in name)
    assert page.inner_text("#scenario-id") == "battle"
    before = digest(page)
    page.focus("#map")
    page.keyboard.press("Control+z")
    wait_for_change(page, before)
    assert contents(served.folder) == whole, "the byte order mark of a table too"


def test_in_an_imported_module_a_scenario_builds_on_a_setup(
    serve: Serve, open_page: Open, tmp_path: Path
) -> None:
    module = foreign(saves={"Noon": save(*START), "Dusk": save(*START)})
    write_project(tmp_path / "imported", dict(import_module(module.data()).files))
    served = serve(tmp_path / "imported")
    page = open_page(served)
    assert page.is_visible("#scenario-in-module")
    bases = page.locator("#new-scenario-base option").evaluate_all("all => all.map(one => one.value)")
    assert bases == ["noon", "dusk"]
    make(page, "Dawn", "noon")
    assert served.text("scenarios/dawn.yaml") == "format: 1\nid: dawn\ntitle: Dawn\nextends: noon\n"
    assert Desk(served.folder).session.loaded.ok
    # One that the module has is missed there: the page says so, and undo brings it back.
    page.select_option("#scenario", "dusk")
    before = digest(page)
    page.click("#remove-scenario")
    wait_for_change(page, before)
    assert "has been taken out" in page.inner_text("#problems")
    undo(page)
    assert page.locator("#problems .error").count() == 0


def test_a_file_that_the_battle_does_not_name_is_not_written_over(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    served.write("scenarios/at-dusk.yaml", "notes of mine\n")
    page = open_page(served)
    whole = contents(served.folder)
    page.fill("#new-scenario-title", "At dusk")
    page.press("#new-scenario-title", "Enter")
    page.wait_for_selector("#message:has-text('scenarios/at-dusk.yaml')")
    assert contents(served.folder) == whole
    assert page.input_value("#new-scenario-title") == "At dusk"


STICKING_OUT = """() => [...document.querySelectorAll('aside *, header *, nav *')].filter((one) => {
  const [box, around] = [one, one.parentElement].map((element) => element.getBoundingClientRect());
  const clips = getComputedStyle(one.parentElement).overflowX !== 'visible';
  return box.width && !clips && box.right > around.right + 2;
}).map((one) => one.id || one.tagName)"""


@pytest.mark.parametrize("language", ["en", "fr", "pl", "hu"])
def test_long_names_and_many_messages_stay_inside(serve: Serve, open_page: Open, language: str) -> None:
    """On a small screen, and on a large dark one that the window is moved to."""
    served = serve("teaching-jdg", language=language)
    long = "The Loyal and Most Ancient Regiment of Donaudampfschifffahrtsgesellschaftskapitäne"
    for name in ("battle.yaml", "scenarios/battle.yaml", "scenarios/dawn.yaml"):
        lines = served.text(name).splitlines()
        served.write(name, "\n".join(f"title: {long}" if one.startswith("title:") else one for one in lines))
    table = served.text("oob.csv").splitlines()
    rows = [f"x-{n}," + table[1].partition(",")[2].replace(",", f" {long},", 1) for n in range(220)]
    wrong = [row.replace("line_infantry", "x" * 90 + str(n)) for n, row in enumerate(rows)]
    served.write("oob.csv", "\n".join([*table, *wrong]) + "\n")
    page = open_page(served)
    assert page.locator("#problems li").count() > 200
    page.click("#pieces button >> nth=0")
    page.wait_for_selector("#unit-fields input")
    for width, height, scheme in ((1280, 720, "light"), (2560, 1440, "dark")):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("innerWidth") == width
        assert page.evaluate(STICKING_OUT) == []
        header = page.locator("header").bounding_box()
        assert header["height"] < 60, "one line"
        assert page.locator("header h1").bounding_box()["width"] > 100
