"""The page on which the battle is played: what it tells, what it refuses, what its log holds."""

from __future__ import annotations

import json
import re
import shutil
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jdgtools.desk_page import play_app
from jdgtools.desk_page.app import desk_app
from jdgtools.desk_page.desk import Desk
from jdgtools.desk_page.play_words import words_of_play
from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode
from jdgtools.engine.jdg.greedy import GreedyPlayer
from jdgtools.engine.jdg.words import VERBS
from jdgtools.game_words import phrases
from jdgtools.model.phrases import LANGUAGES
from tests.unit.engine.matches import match

with warnings.catch_warnings():
    # New versions would rather have another client than older ones.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

ROOT = Path(__file__).parents[3]
HOME = {"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}
Facts = dict[str, Any]


class Page:
    """The page of a game as a browser would ask for it."""

    def __init__(self, desk: Desk) -> None:
        self.client = TestClient(desk_app(desk, 8000, "token", watch=False), "http://127.0.0.1:8000")
        self.client.cookies.set("jdg-desk-8000", "token")
        self.key = ""

    def get(self, address: str) -> Any:
        answer = self.client.get(address, headers=HOME)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, address: str, content: object = None, status: int = 200) -> Any:
        answer = self.client.post(address, json=content, headers=HOME)
        assert answer.status_code == status, answer.text
        return answer.json()

    def begin(self, seats: str = "person,random", seed: int = 3, **more: object) -> Facts:
        content = {"scenario": "battle", "seats": seats.split(","), "seed": seed, **more}
        self.key = self.post("/play/begin", content)["key"]
        return self.facts()

    def facts(self) -> Facts:
        """What the page is told once nobody thinks any more."""
        until = time.monotonic() + 60
        while (facts := self.get(f"/play/{self.key}/position"))["thinking"]:
            assert time.monotonic() < until
            time.sleep(0.005)
        return dict(facts)

    def decide(self, place: int) -> Facts:
        revision = self.facts()["revision"]
        self.post(f"/play/{self.key}/decide", {"revision": revision, "place": place})
        return self.facts()

    def play(self, choose: Callable[[Facts], int]) -> Facts:
        while (facts := self.facts())["asked"]:
            self.decide(choose(facts))
        return facts

    def log(self) -> str:
        return self.client.get(f"/play/{self.key}/log", headers=HOME).text


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Path(shutil.copytree(ROOT / "scenarios" / "teaching-jdg", tmp_path / "battle"))


@pytest.fixture
def page(folder: Path) -> Page:
    return Page(Desk(folder, read_only=True))


def middle(facts: Facts) -> int:
    return len(facts["actions"]) // 2


def test_a_game_on_the_page_is_the_game_of_the_library(page: Page) -> None:
    """The same decisions and the same seed give the same log, line by line, as the engine alone."""
    page.begin(seed=11)
    end = page.play(middle)["end"]
    lines = page.log().splitlines()
    game, dice = match("teaching-jdg", "battle"), Dice(11)
    bot = Dice(11 + 2)
    state, expected = game.start(), []
    while True:
        node = state.node
        if isinstance(node, DecisionNode):
            count = len(node.actions)
            place = count // 2 if node.side == 0 else bot.below(count)
            expected.append(["d", game.action_text(node.actions[place])])
            game.apply(state, place)
        elif isinstance(node, ChanceNode):
            place = dice.pick_weighted(node.weights)
            expected.append(["c", node.low + place])
            game.outcome(state, place)
        else:
            break
    assert [line for line in map(json.loads, lines[1:]) if line[0] in "dc"] == expected
    winner = game.winner(state)
    assert winner is not None
    assert (end["winner"], end["cause"], end["points"]) == (winner.winner, winner.cause, list(winner.points))


def test_undo_takes_the_last_decision_back_with_its_dice(page: Page) -> None:
    page.begin()
    for _ in range(6):
        page.decide(0)
    before, log = page.facts(), page.log()
    after = page.decide(0)
    page.post(f"/play/{page.key}/undo")
    again = page.facts()
    assert (again["position"], again["actions"]) == (before["position"], before["actions"])
    assert page.log() == log and again["history"] == []
    assert page.decide(0)["position"] == after["position"]


def test_a_saved_log_goes_on_from_the_same_position(page: Page) -> None:
    page.begin(seed=8)
    for _ in range(10):
        before = page.decide(1 if len(page.facts()["actions"]) > 1 else 0)
    log = page.log()
    facts = page.begin(seed=1, log=log)
    assert facts["position"] == before["position"] and facts["actions"] == before["actions"]
    assert page.log() == log, "the seed is that of the log"


def test_by_mail_two_players_play_one_game(folder: Path) -> None:
    """Each loads the log, decides for his side until the other is asked, saves and sends it."""
    desks = [Page(Desk(folder)), Page(Desk(folder))]
    seats = ["person,mail", "mail,person"]
    desks[0].begin(seats[0], seed=4)
    side, turns = 0, 0
    while True:
        facts = desks[side].play(middle)
        log = desks[side].log()
        if facts["end"]:
            break
        assert facts["side"] == 1 - side and facts["actions"] == []
        side, turns = 1 - side, turns + 1
        desks[side].begin(seats[side], log=log)
    assert turns > 5
    alone = Page(Desk(folder))
    alone.begin("person,person", seed=4)
    alone.play(middle)
    assert alone.log() == log


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: ["{}", *lines[1:]], "line 1: not a log"),
        (lambda lines: [lines[0].replace('"package": "', '"package": "0'), *lines[1:]], "line 1: the log is of another"),
        (lambda lines: [*lines[:4], '["d", "fly 0101"]'], "line 5: `fly 0101` is not legal here"),
        (lambda lines: [*lines[:4], '["c", 11]'], "line 5: "),
        (lambda lines: [*lines[:4], "["], "line 5: damaged"),
        (lambda lines: [*lines[:4], "[[]]"], "line 5: "),
        (lambda lines: [lines[0].replace('"version": 1', '"version": 2'), *lines[1:]], "line 1: version 2"),
        (lambda lines: [*lines[:1], '["t", 1, "0000000000000000"]'], "line 2: the position of turn 1 differs"),
    ],
)  # fmt: skip
def test_a_log_that_does_not_fit_is_refused_in_one_line(
    page: Page, change: Callable[[list[str]], list[str]], words: str
) -> None:
    page.begin("random,random")
    page.facts()
    log = "\n".join(change(page.log().splitlines()))
    for address in ("/play/begin", "/play/replay"):
        error = page.post(address, {"scenario": "battle", "log": log}, 409)["error"]
        assert error.startswith(words) and "\n" not in error


def test_what_is_too_large_is_not_read(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_app, "_MAX_BODY", 1000)
    assert "too large" in page.post("/play/begin", {"log": "x" * 2000}, 413)["error"]
    assert "not understood" in page.post("/play/begin", {"what": 1}, 400)["error"]


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ("person,wizard", "there is no player `wizard`"),
        ("person,program:touch hacked", "`program:` is for `jdg play` alone"),
        ("person,plan:/etc/passwd", "`plan:` is for `jdg play` alone"),
        ("person,rollout:0", "the trials are a number"),
    ],
)
def test_players_that_a_page_does_not_get(page: Page, seats: str, words: str) -> None:
    assert words in page.post("/play/begin", {"seats": seats.split(",")}, 409)["error"]


def test_a_plan_comes_with_the_page(page: Page) -> None:
    plan = "morand go 0303\nfr-17 wait"
    facts = page.begin("plan,person", plans=[plan, ""])
    assert facts["side"] == 1 and facts["asked"]
    refusal = page.post("/play/begin", {"seats": ["plan", "person"], "plans": ["fly", ""]}, 409)["error"]
    assert "line 1" in refusal or "fly" in refusal


def test_the_other_side_s_orders_are_hidden(page: Page) -> None:
    """Neither pieces nor words nor events tell a side which groups of the other have got orders."""
    page.begin("person,person")
    looked = {0: False, 1: False}
    for _ in range(60):
        facts = page.facts()
        if not facts["asked"] or all(looked.values()):
            break
        side = facts["side"]
        assert facts["reader"] == side
        enemies = [
            one for one in facts["position"]["pieces"] if one["side"] != side and "hidden" in one["marks"]
        ]
        assert all("orders" not in one["states"] for one in enemies)
        looked[side] |= bool(enemies)
        for entry in facts["history"]:
            assert entry["side"] in (side, -1) or (entry["words"], entry["text"]) == ("", "")
            for event in entry["events"]:
                if event["text"].startswith("orders"):
                    assert event["text"] in ("orders 0", "orders 1")
        place = next((n for n, one in enumerate(facts["actions"]) if one["text"].startswith("order")), 0)
        page.decide(place)
    assert any(looked.values())


def test_a_bot_that_thinks_can_be_stopped_and_the_server_answers_meanwhile(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        GreedyPlayer, "hangs_on_dice", lambda *_: True
    )  # it thinks from the first decision on
    page.begin("person,person")
    while page.facts()["side"] == 0:
        page.decide(0)
    page.post(f"/play/{page.key}/seats", {"seats": ["person", "rollout:1000"]})
    facts = page.get(f"/play/{page.key}/position")
    assert facts["thinking"] and facts["side"] == 1
    log = page.log()
    begun = time.monotonic()
    page.get("/play/setup")
    page.post(f"/play/{page.key}/stop")
    assert time.monotonic() - begun < 20, "a thousand trials of four actions take minutes"
    facts = page.facts()
    assert not facts["thinking"] and not facts["asked"] and page.log() == log
    page.post(f"/play/{page.key}/seats", {"seats": ["person", "person"]})
    assert page.facts()["asked"]


def test_a_stale_page_decides_nothing(page: Page) -> None:
    revision = page.begin()["revision"]
    page.decide(0)
    address = f"/play/{page.key}/decide"
    assert "gone on" in page.post(address, {"revision": revision, "place": 0}, 409)["error"]
    now = page.facts()["revision"]
    assert "no such action" in page.post(address, {"revision": now, "place": 9999}, 409)["error"]
    assert "not open any more" in page.post("/play/nothing/undo", None, 409)["error"]


def test_a_replay_shows_every_step_as_the_engine_has_it(page: Page) -> None:
    page.begin("random,greedy", seed=6)
    end = page.facts()["end"]
    lines = page.log().splitlines()
    key = page.post("/play/replay", {"scenario": "battle", "log": page.log()})["key"]
    replay = page.get(f"/play/{key}/table")["replay"]
    steps = [line for line in map(json.loads, lines[1:]) if line[0] in "dc"]
    assert replay["steps"] == len(steps) and replay["end"] == end
    assert replay["players"] == ["random", "greedy"] and replay["seed"] == 6
    game = match("teaching-jdg", "battle")
    state = game.start()
    for number, (kind, value) in enumerate(steps, 1):
        node = state.node
        if isinstance(node, DecisionNode):
            game.apply(state, [game.action_text(one) for one in node.actions].index(value))
        elif isinstance(node, ChanceNode):
            game.outcome(state, value - node.low)
        if number % 17 and number != len(steps):
            continue
        shown = page.get(f"/play/{key}/step/{number}")
        places = {one["piece"]: one["hex"] for one in shown["position"]["pieces"]}
        assert places == {
            piece: game.t.hex_ids[state.place[place]] if state.place[place] >= 0 else ""
            for place, piece in enumerate(game.t.ids)
        }
        assert kind == shown["history"][-1]["kind"]
    assert shown["end"] == end
    assert page.post("/play/replay", {"scenario": "dawn", "log": "\n".join(lines)}, 409)["error"].startswith(
        "line 1"
    )


def test_a_battle_with_errors_is_not_played(folder: Path) -> None:
    oob = folder / "oob.csv"
    oob.write_bytes(oob.read_bytes().replace(b"line_infantry", b"line_infantri", 1))
    page = Page(Desk(folder))
    assert page.get("/play/setup")["problem"]
    assert "has errors" in page.post("/play/begin", {}, 409)["error"]


def test_a_series_without_an_engine_is_named(tmp_path: Path) -> None:
    page = Page(Desk(Path(shutil.copytree(ROOT / "scenarios" / "teaching-afe", tmp_path / "afe"))))
    assert "not played yet" in page.post("/play/begin", {}, 409)["error"]


def test_what_the_engine_refuses_is_said(folder: Path) -> None:
    """The code of a rule in words is bound to its text: another text is not played."""
    scenario = folder / "scenarios" / "battle.yaml"
    text = scenario.read_text(encoding="utf-8")
    text = text.replace("On turn 1 no unit may leave", "On turns 1 and 2 no unit may leave")
    text = text.replace("Only if the French hold Valmar.", "Only if the French hold the hill.")
    scenario.write_text(text, encoding="utf-8")
    page = Page(Desk(folder))
    error = page.post("/play/begin", {"scenario": "battle"}, 409)["error"]
    assert ["`mist`" in line for line in error.splitlines()] == [True, False], "one line for each"
    assert "`jacquinot-late`" in error
    facts = page.begin("random,random", ignored=["mist", "jacquinot-late"])
    assert facts["ignored"] == ["mist", "jacquinot-late"]
    log = page.log()
    assert page.begin("random,random", log=log)["ignored"] == ["mist", "jacquinot-late"], "as the log says"
    assert page.post("/play/replay", {"scenario": "battle", "log": log})["key"]
    assert "there is no scenario" in page.post("/play/begin", {"scenario": "nowhere"}, 409)["error"]


def test_every_word_of_the_engine_has_a_sentence() -> None:
    assert set(VERBS) == set(phrases.ACTIONS.keys)
    texts = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "jdgtools/engine/jdg").glob("*.py"))
    kinds = set(re.findall(r"DecisionNode\([^\"]*?\"([a-z -]+)\"", texts))
    assert kinds - set(phrases.DECISIONS.keys) == set()
    events = set(re.findall(r"note\(\s*\"([a-z-]+)\"", texts)) - {"burrard"}
    assert events - set(phrases.EVENTS.keys) == set()


def test_the_scripts_say_no_word_that_the_page_has_not() -> None:
    static = ROOT / "jdgtools/desk_page/static/play"
    texts = "".join(path.read_text(encoding="utf-8") for path in static.iterdir())
    used = set(re.findall(r"\bword\(\"(\w+)\"", texts)) | set(
        re.findall(r"data-(?:word|label)=\"(\w+)\"", texts)
    )
    words = words_of_play("en")
    assert used <= words.keys()
    for language in LANGUAGES[1:]:
        assert words_of_play(language).keys() == words.keys()
