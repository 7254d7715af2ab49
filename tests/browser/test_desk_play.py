"""The battle played on its page in a real browser: by mouse, by keys, by two at one screen, from a log."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from jdgtools.cli.group import main
from jdgtools.engine.jdg.greedy import GreedyPlayer
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.staff import make_game
from jdgtools.engine.players import parse_seat
from jdgtools.engine.table import Table
from tests.browser.test_desk_page import HOSTILE, Open, Serve
from tests.unit.engine.matches import match

TEACHING = Path(__file__).parents[2] / "scenarios" / "teaching-jdg"
READY = "() => ['asked', 'waiting', 'end'].includes(document.body.dataset.state)"


def begin(page: Any, seats: tuple[str, str] = ("person", "random"), seed: int = 3) -> None:
    """Go from the desk to the page of a game and start one."""
    if page.locator("#to-play").count():
        page.click("#to-play")
    page.wait_for_selector("body[data-ready]")
    for side, seat in enumerate(seats):
        page.select_option(f"#seats select[data-side='{side}']", seat)
    page.fill("#seed", str(seed))
    page.evaluate("document.body.dataset.state = ''")
    page.click("#start")
    page.wait_for_function(READY)


def revision(page: Any) -> str:
    return str(page.get_attribute("body", "data-revision"))


def wait_after(page: Any, before: str) -> None:
    """Wait until the game has gone on, and somebody is asked or it has ended."""
    page.wait_for_function(
        "before => document.body.dataset.revision !== before && document.body.dataset.state !== 'thinking'",
        arg=before,
    )


def take(page: Any, text: str) -> None:
    """Choose an action of the list by a click."""
    before = revision(page)
    page.click(f'#actions button[data-text="{text}"]')
    wait_after(page, before)


def texts(page: Any) -> list[str]:
    return list(page.eval_on_selector_all("#actions button", "all => all.map((one) => one.dataset.text)"))


def middle_of(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click_mark(page: Any, selector: str) -> None:
    """Click where a hex or a handle is marked on the map."""
    page.mouse.click(*middle_of(page, selector))


def log_of(page: Any) -> str:
    return str(page.evaluate("fetch(`/play/${location.hash.slice(1)}/log`).then((a) => a.text())"))


def position_of(page: Any) -> Any:
    return page.evaluate("fetch(`/play/${location.hash.slice(1)}/position`).then((a) => a.json())")[
        "position"
    ]


def expected_log(log: str, seats: tuple[str, str], seed: int) -> list[str]:
    """The log that the library gives for the decisions of the persons in a log."""
    lines = log.splitlines()
    one: Match = make_game(match("teaching-jdg", "battle").t.package)
    table = Table(one, [parse_seat(seat) for seat in seats], seed, json.loads(lines[0])["package"])
    while len(table.recorder.lines) < len(lines) and table.end is None:
        node = table.open_decision
        if node is None:
            table.step()
            continue
        place = len(table.recorder.lines)
        if json.loads(lines[place])[0] == "t":
            place += 1
        table.decide([one.action_text(action) for action in node.actions].index(json.loads(lines[place])[1]))
    return table.recorder.lines


def test_a_game_against_a_bot_by_mouse_and_keys_to_its_end(serve: Serve, open_page: Open) -> None:
    page = open_page(serve("teaching-jdg", read_only=True))
    begin(page)
    before = revision(page)
    click_mark(page, "#layer-lens .target[data-hex='0303']")  # the setup by mouse
    wait_after(page, before)
    take(page, "order davout fr-13l")  # from the list by mouse
    page.focus("#actions button")
    before = revision(page)
    page.keyboard.press("Enter")  # the first of the list by keys
    wait_after(page, before)
    for number in range(400):
        if page.get_attribute("body", "data-state") == "end":
            break
        before = revision(page)
        assert page.evaluate("document.activeElement.closest('#actions') !== null"), "the list has the focus"
        for _ in range(number % 3):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        wait_after(page, before)
    log = log_of(page)
    assert '["d", "place fr-1cu 0303"]' in log and '["d", "order davout fr-13l"]' in log
    assert log.splitlines() == expected_log(log, ("person", "random"), 3)
    winner = json.loads(log.splitlines()[-1])
    assert winner[0] == "e"
    words = page.inner_text("#waiting")
    assert winner[2] in words and f"{winner[3][0]} – {winner[3][1]}" in words


def to_a_move(page: Any) -> None:
    """Decide until a unit may be moved."""
    for _ in range(80):
        if any(text.startswith("unit ") for text in texts(page)):
            return
        before = revision(page)
        first = next((text for text in texts(page) if text.startswith("order ")), texts(page)[0])
        take(page, first)
        assert revision(page) != before
    raise AssertionError("no unit moves")


def test_a_unit_is_moved_and_turned_on_the_map(serve: Serve, open_page: Open) -> None:
    page = open_page(serve("teaching-jdg"))
    begin(page)
    to_a_move(page)
    unit = next(text for text in texts(page) if text.startswith("unit ")).split()[1]
    hexes = {one["piece"]: one["hex"] for one in position_of(page)["pieces"]}
    before = revision(page)
    click_mark(page, f"#layer-lens .actor[data-hex='{hexes[unit]}']")
    if revision(page) == before and page.is_visible("#all-actions"):
        assert all(unit in text for text in texts(page)), "the list has what the hex is about alone"
        page.keyboard.press("Escape")
        assert page.is_hidden("#all-actions")
        page.click(f'#actions button[data-text="unit {unit}"]')
    wait_after(page, before)
    there = next(text for text in texts(page) if text.startswith("go ")).split()[1]
    before = revision(page)
    click_mark(page, f"#layer-lens .target[data-hex='{there}']")
    wait_after(page, before)
    assert {one["piece"]: one["hex"] for one in position_of(page)["pieces"]}[unit] == there
    before = revision(page)
    click_mark(page, "#layer-labels .handle[data-facing='3']")
    wait_after(page, before)
    decisions = [json.loads(line)[1] for line in log_of(page).splitlines() if line.startswith('["d"')]
    place = decisions.index(f"go {there}")
    assert decisions[place - 1 : place + 2] == [f"unit {unit}", f"go {there}", "face 3"]
    assert page.locator("#events summary").count() > 0
    page.locator("#events summary").first.click()
    assert page.locator("#events details[open] p b").first.inner_text().startswith("JDG-")


def test_undo_and_a_saved_game_loaded_again(serve: Serve, open_page: Open, tmp_path: Path) -> None:
    page = open_page(serve("teaching-jdg"))
    begin(page)
    for _ in range(5):
        take(page, texts(page)[0])
    position, log, shown = position_of(page), log_of(page), texts(page)
    take(page, texts(page)[-1])
    assert log_of(page) != log
    before = revision(page)
    page.keyboard.press("u")
    wait_after(page, before)
    assert (position_of(page), log_of(page), texts(page)) == (position, log, shown)
    with page.expect_download() as download:
        page.click("#save")
    saved = tmp_path / "saved.jdglog"
    download.value.save_as(saved)
    assert saved.read_text(encoding="utf-8") == log
    page.reload()
    page.wait_for_selector("#actions button")
    assert texts(page) == shown, "the address of a game stays its address"
    page.click("#new")
    page.set_input_files("#log", saved)
    page.select_option("#seats select[data-side='1']", "random")
    page.evaluate("document.body.dataset.state = ''")
    page.click("#load")
    page.wait_for_function(READY)
    assert (position_of(page), log_of(page), texts(page)) == (position, log, shown)


def test_two_at_one_screen_do_not_see_each_other_s_orders(serve: Serve, open_page: Open) -> None:
    page = open_page(serve("teaching-jdg"))
    begin(page, ("person", "person"))
    curtains = 0
    for _ in range(30):
        if page.is_visible("#curtain"):
            curtains += 1
            assert page.locator("#layer-counters g[data-piece]").count() == 0
            assert page.locator("#actions button").count() == 0
            page.click("#show")
        side = page.evaluate("document.getElementById('asked').className")
        if "orders" in page.inner_text("#question") and side == "side1":
            break
        first = next((text for text in texts(page) if text.startswith("order ")), texts(page)[0])
        before = page.get_attribute("body", "data-revision")
        page.click(f'#actions button[data-text="{first}"]')
        page.wait_for_function(
            "b => document.body.dataset.revision !== b || !document.getElementById('curtain').hidden",
            arg=before,
        )
    assert curtains
    hidden = [one for one in position_of(page)["pieces"] if "hidden" in one["marks"]]
    assert hidden and all(one["side"] == 0 and "orders" not in one["states"] for one in hidden)
    assert page.locator("#layer-counters .badge").count() == len(hidden)
    assert "Davout: orders" not in page.inner_text("#events")


def test_a_log_is_replayed_to_its_end(serve: Serve, open_page: Open, tmp_path: Path) -> None:
    log = tmp_path / "game.jdglog"
    play = ["play", str(TEACHING), "--scenario", "battle", "--players", "greedy,random", "--seed", "5"]
    assert CliRunner().invoke(main, [*play, "--log", str(log)]).exit_code == 0
    check = CliRunner().invoke(main, ["replay", str(TEACHING), str(log), "--scenario", "battle", "--check"])
    assert check.exit_code == 0, check.output
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()[1:]]
    steps, end = sum(line[0] in "dc" for line in lines), lines[-1]
    page = open_page(serve("teaching-jdg"))
    page.click("#to-play")
    page.wait_for_selector("body[data-ready]")
    page.set_input_files("#log", log)
    page.click("#replay")
    page.wait_for_selector("body[data-step='0']")
    assert page.inner_text("#step-shown") == f"0 / {steps}"
    page.click("#forward")
    page.wait_for_selector("body[data-step='1']")
    page.keyboard.press(".")
    page.wait_for_selector("body[data-step='2']")
    page.click("#back")
    page.wait_for_selector("body[data-step='1']")
    page.select_option("#jump", label="2")
    page.wait_for_function("() => Number(document.body.dataset.step) > 2")
    assert "Turn 2" in page.inner_text("#turn-shown")
    at = int(page.get_attribute("body", "data-step"))
    page.click("#run")
    page.wait_for_function("at => Number(document.body.dataset.step) > at + 1", arg=at)
    page.click("#run")
    page.wait_for_timeout(500)
    paused = page.get_attribute("body", "data-step")
    page.wait_for_timeout(800)
    assert page.get_attribute("body", "data-step") == paused
    page.click("#last")
    page.wait_for_selector(f"body[data-step='{steps}']")
    words = page.inner_text("#waiting")
    assert end[2] in words and f"{end[3][0]} – {end[3][1]}" in words
    page.select_option("#seen", "0")
    page.click("#first")
    page.wait_for_selector("body[data-step='0']")


def test_a_broken_log_is_refused_with_its_line(serve: Serve, open_page: Open, tmp_path: Path) -> None:
    page = open_page(serve("teaching-jdg"))
    begin(page, ("random", "random"))
    lines = log_of(page).splitlines()
    lines[6] = '["d", "fly <b>home</b>"]'
    broken = tmp_path / "broken.jdglog"
    broken.write_text("\n".join(lines), encoding="utf-8")
    page.click("#new")
    page.set_input_files("#log", broken)
    for button in ("#load", "#replay"):
        page.evaluate("document.getElementById('message').hidden = true")
        page.click(button)
        page.wait_for_selector("#message:not([hidden])")
        assert page.inner_text("#message") == "line 7: `fly <b>home</b>` is not legal here"


def test_a_bot_that_thinks_is_stopped(serve: Serve, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        GreedyPlayer, "hangs_on_dice", lambda *_: True
    )  # it thinks from the first decision on
    page = open_page(serve("teaching-jdg"))
    begin(page, ("person", "person"))
    while page.is_hidden("#curtain"):
        before = revision(page)
        page.click("#actions button")
        page.wait_for_function(
            "b => document.body.dataset.revision !== b || !document.getElementById('curtain').hidden",
            arg=before,
        )
    page.click("#show")
    page.evaluate(
        """() => {
            const kind = document.querySelector("#table-seats select[data-side='1']");
            kind.parentElement.querySelector("input[type=number]").value = "1000";
        }"""
    )
    page.select_option("#table-seats select[data-side='1']", "rollout")
    # Between two of its decisions the button is hidden for a moment: it is pressed in the moment in which it is there.
    waits = "() => { const stop = document.getElementById('stop'); return !stop.hidden && "
    words = "document.getElementById('waiting').innerText"
    thinking = page.wait_for_function(f"{waits}(stop.click(), {words}); }}").json_value()
    assert "thinking" in thinking
    page.wait_for_selector("#resume:not([hidden])")
    page.select_option("#table-seats select[data-side='1']", "person")
    page.wait_for_selector("body[data-state=asked]")


def test_hostile_names_are_text(serve: Serve, open_page: Open, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(TEACHING, tmp_path / "hostile"))
    oob = folder / "oob.csv"
    text = oob.read_text(encoding="utf-8")
    assert text.count("1er Cuirassiers") >= 1
    oob.write_text(text.replace("1er Cuirassiers", HOSTILE.replace('"', "'")), encoding="utf-8")
    page = open_page(serve(folder))
    begin(page)
    assert HOSTILE.replace('"', "'") in page.inner_text("#actions")
    assert page.evaluate("window.hurt") is None
    assert page.locator("#actions img, #actions script, #actions b").count() == 0


def test_a_battle_that_cannot_be_played_says_why(serve: Serve, open_page: Open, tmp_path: Path) -> None:
    page = open_page(serve("teaching-afe"))
    page.click("#to-play")
    page.wait_for_selector("body[data-ready]")
    page.click("#start")
    page.wait_for_selector("#message:not([hidden])")
    assert "not played yet" in page.inner_text("#message")
    folder = Path(shutil.copytree(TEACHING, tmp_path / "wrong"))
    oob = folder / "oob.csv"
    oob.write_bytes(oob.read_bytes().replace(b"line_infantry", b"line_infantri", 1))
    page = open_page(serve(folder))
    page.click("#to-play")
    page.wait_for_selector("#message:not([hidden])")
    assert "has errors" in page.inner_text("#message") and page.is_disabled("#start")


@pytest.mark.parametrize(
    ("language", "mist", "marker"),
    [("en", "Morning mist", "Morand's division (6)"), ("fr", "Brume du matin", "Division Morand (6)")],
)
def test_markers_and_rules_are_shown_by_name(
    serve: Serve, open_page: Open, language: str, mist: str, marker: str
) -> None:
    page = open_page(serve("teaching-jdg", language=language))
    page.click("#to-play")
    page.wait_for_selector("body[data-ready]")
    labels = page.locator("#ignored label").all_inner_texts()
    assert mist in [label.strip() for label in labels] and len(labels) > 1
    assert not any("jacquinot-late" in label for label in labels)
    page.check("#ignored [value=mist]")
    begin(page)
    assert page.inner_text("#left-out").endswith(f": {mist}")
    for _ in range(40):
        if page.locator("#cup li").count():
            break
        take(page, texts(page)[0])
    assert marker in page.locator("#cup li span").all_inner_texts()
    sentences = page.locator("#actions button > span").all_inner_texts()
    shown = " ".join([page.inner_text("#cup"), page.inner_text("#events"), *sentences])
    assert "morand-" not in shown and "bianchi-" not in shown, shown


@pytest.mark.parametrize("address", ["/play", "/play/setup", "/static/play/play.js"])
def test_only_the_page_itself_is_answered(serve: Serve, open_page: Open, address: str) -> None:
    served = serve("teaching-jdg")
    page = open_page(served)
    home = served.address.split("/?")[0]
    assert page.request.get(home + address).status == 200
    assert page.request.get(home + address, headers={"origin": "http://evil.example"}).status == 403
    assert (
        page.request.post(home + "/play/begin", data="{}", headers={"origin": "http://evil.example"}).status
        == 403
    )
    assert page.context.browser.new_context().request.get(home + address).status == 403


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_is_in_reach_on_a_small_screen(serve: Serve, open_page: Open, scheme: str) -> None:
    page = open_page(serve("teaching-jdg", language="fr"), 1280, 720, scheme)
    begin(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for id in ("undo", "save", "new", "to-desk", "question", "actions"):
        box = page.locator(f"#{id}").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 1280 and box["y"] + box["height"] <= 720, id
    assert "Placer" in page.inner_text("#actions")
