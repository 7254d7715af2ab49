"""Changes of mind made on the page: each writes what the command of its name writes; undo gives equal bytes."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from jdgtools.cli.group import main
from tests.browser.test_desk_forms import SCENARIO
from tests.browser.test_desk_page import Open, Serve, digest, wait_for_change
from tests.browser.test_desk_scenarios import contents, undo


def commanded(folder: Path, *arguments: str) -> dict[str, bytes]:
    """What the files say after a command has changed a copy of them."""
    copy = Path(shutil.copytree(folder, folder.parent / "copy"))
    name, *rest = arguments
    result = CliRunner().invoke(main, ["refactor", name, str(copy), *rest])
    assert result.exit_code == 0, result.output
    changed = contents(copy)
    shutil.rmtree(copy)
    return changed


def submit(page: Any, form: str) -> None:
    before = digest(page)
    page.click(f"#{form} button")
    wait_for_change(page, before)


def pick(page: Any, piece: str) -> None:
    page.click(f"#pieces [data-piece='{piece}']")
    page.wait_for_function("id => document.getElementById('unit-title').textContent === id", arg=piece)


def test_ids_of_units_leaders_and_scenarios(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    page = open_page(served)
    whole = contents(served.folder)
    for piece, new in (("fr-17", "fr-17l"), ("davout", "auerstaedt")):
        expected = commanded(served.folder, "rename", piece, new)
        pick(page, piece)
        assert page.input_value("#rename-piece-id") == piece
        page.fill("#rename-piece-id", new)
        submit(page, "rename-piece")
        assert contents(served.folder) == expected
        page.wait_for_function("id => document.getElementById('unit-title').textContent === id", arg=new)
    page.select_option("#scenario", "dawn")
    expected = commanded(served.folder, "rename", "dawn", "day-break")
    page.fill("#rename-scenario-id", "day-break")
    submit(page, "rename-scenario")
    assert contents(served.folder) == expected
    page.wait_for_function("() => document.getElementById('scenario').value === 'day-break'")
    page.fill("#rename-scenario-id", "battle")
    page.click("#rename-scenario button")
    page.wait_for_selector("#message:not([hidden])")
    assert "has the id `battle` already" in page.inner_text("#message")
    assert contents(served.folder) == expected, "nothing is written"
    assert page.input_value("#scenario") == "day-break"
    page.fill("#rename-scenario-id", "<b>/..")
    page.click("#rename-scenario button")
    page.wait_for_function("() => document.getElementById('message').textContent.includes('is no id')")
    for _ in range(3):
        undo(page)
    assert contents(served.folder) == whole


def test_the_setup_moves_and_formations_join(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    page = open_page(served)
    whole = contents(served.folder)
    expected = commanded(served.folder, "shift", "1S", "--scenario", "battle", "--side", "france")
    page.select_option("#shift-side", "france")
    page.select_option("#shift-direction", "S")
    submit(page, "shift")
    assert contents(served.folder) == expected != whole
    undo(page)
    page.fill("#shift-count", "40")
    page.click("#shift button")
    page.wait_for_selector("#message:not([hidden])")
    assert "would leave the map" in page.inner_text("#message")

    pick(page, "fr-17")
    before = digest(page)
    for unit in ("fr-17", "fr-30"):
        page.check(f"#split-units input[value={unit}]")
    page.fill("#split-id", "light")
    page.press("#split-id", "Enter")
    wait_for_change(page, before)
    expected = commanded(served.folder, "merge", "light", "morand")
    assert page.inner_text("#formation-title") == "light"
    assert page.locator("#merge-into option").all_inner_texts() == ["morand", "jacquinot"], "of its own side"
    page.select_option("#merge-into", "morand")
    submit(page, "merge")
    assert contents(served.folder) == expected == whole
    undo(page)
    undo(page)
    assert contents(served.folder) == whole


def test_the_map_is_turned_numbered_and_scaled(serve: Serve, open_page: Open) -> None:
    served = serve("teaching-jdg")
    served.write(SCENARIO, served.text(SCENARIO) + "notes: Look at 0103 first.\n")
    page = open_page(served)
    whole = contents(served.folder)
    for summary in page.locator("#size-part summary").all():
        summary.click()
    for how, command in (("mirror", "mirror"), ("turn", "turn"), ("quarter", "pointy")):
        expected = commanded(served.folder, command)
        before = digest(page)
        page.click(f"#turn-map button[value={how}]")
        wait_for_change(page, before)
        assert contents(served.folder) == expected != whole
        undo(page)
    expected = commanded(served.folder, "renumber", "--first-column", "11", "--letters", "row")
    assert page.input_value("#renumber-first_column") == "1"
    page.fill("#renumber-first_column", "11")
    page.select_option("#renumber-letters", "row")
    submit(page, "renumber")
    assert contents(served.folder) == expected
    page.wait_for_selector("#remarks:not([hidden])")
    assert "0103" in page.inner_text("#remarks"), "numbers in texts for people are named, as the command does"
    page.click("#remarks button")
    assert page.is_hidden("#remarks")
    undo(page)
    expected = commanded(served.folder, "scale", "--hex-metres", "150", "--strength", "2")
    assert page.input_value("#scale-hex") == "200"
    page.fill("#scale-hex", "150")
    page.fill("#scale-strength", "2")
    submit(page, "scale")
    assert contents(served.folder) == expected
    page.wait_for_selector("#remarks:not([hidden])")
    assert "200 infantry" in page.inner_text("#remarks")
    undo(page)
    expected = commanded(served.folder, "extend", "--north", "1", "--terrain", "wood")
    page.select_option("#resize-terrain", "wood")
    before = digest(page)
    page.click("#resize [data-word=add]")
    wait_for_change(page, before)
    assert contents(served.folder) == expected
    undo(page)
    assert contents(served.folder) == whole


def test_nothing_is_offered_that_may_not_be_changed(serve: Serve, open_page: Open) -> None:
    page = open_page(serve("teaching-afe", read_only=True))
    for form in ("rename-scenario", "shift", "merge", "size-part", "rename-piece"):
        assert page.is_hidden(f"#{form}"), form
