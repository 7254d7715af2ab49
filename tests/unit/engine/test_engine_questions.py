"""A question says who acts or answers, and which enemies make it arise; its answers say what they do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jdgtools.engine.core.board import Subject
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode, EndNode
from jdgtools.engine.jdg.staff import make_game
from jdgtools.engine.jdg.words import CHARGE
from jdgtools.game_words import GameWords, names_of_package
from jdgtools.game_words.phrases import ACTIONS, ANSWERS, DECISIONS
from jdgtools.model.phrases import LANGUAGES
from tests.unit.engine.field import Field
from tests.unit.package.bundled import packages

ENGINE = Path(__file__).parents[3] / "jdgtools" / "engine" / "jdg"
LISTS = {
    "setup", "renfort", "orders", "strategic initiative", "combined marker", "order of routs", "advance",
    "counter-attack",
}  # fmt: skip
"""Decisions whose answers name the units of both sides."""


@pytest.fixture
def field() -> Field:
    one = Field()
    one.game.staff = make_game(one.t.package, [rule.id for rule in one.t.package.special_rules]).staff
    return one


def subject(field: Field) -> tuple[list[str], list[str]]:
    about = field.game.staff.question_subject(field.game, field.s)
    return [part.text for part in about.actors], [part.text for part in about.enemies]


def test_every_kind_of_decision_is_a_question_in_words() -> None:
    text = "".join(path.read_text("utf-8") for path in sorted(ENGINE.glob("*.py")))
    kinds = set(re.findall(r'DecisionNode\((?:[^"()]|\([^()]*\)|\[[^\]]*\])*?, "([a-z -]+)"', text))
    assert len(kinds) >= 28
    assert kinds <= set(DECISIONS.keys)
    assert {DECISIONS(kind, "en")[-1] for kind in kinds} == {"?"}
    for answer in ANSWERS.keys:
        kind, _, verb = answer.rpartition(" ")
        assert kind in DECISIONS.keys and verb in ACTIONS.keys, answer


def test_who_has_no_orders_is_named(field: Field) -> None:
    """JDG-2.4.2-a: the question is asked group by group."""
    t = field.t
    field.put("br-5", "0810", 1, orders=False)
    field.put("br-9-1", "0811", 1, orders=False)
    field.put("br-38", "0812", 1)
    marker = next(m for m, one in enumerate(t.markers) if one.id == "hill-1")
    field.begin(("leader", marker, 0))
    assert field.s.node and field.s.node.kind == "initiative of the leader"  # type: ignore[union-attr]
    assert subject(field) == (["br-5", "br-9-1"], [])


def test_counter_battery_says_against_whom(field: Field) -> None:
    """JDG-7.1-d: artillery that was fired at replies to those who fired."""
    guns = field.put("br-9pdr-a", "0810", 1)
    field.put("fr-guns-a", field.beside("0810", 1, 1), 4)
    field.begin(("replies", (guns,), field.hex(field.at("fr-guns-a")), field.s.place[guns]))
    assert field.actions() == ["reply fr-guns-a", "stay"]
    assert subject(field) == ([], ["br-9pdr-a"])
    words = GameWords(field.game, names_of_package(field.t.package, "en"), "en")
    node = field.s.node
    assert isinstance(node, DecisionNode)
    about = field.game.staff.question_subject(field.game, field.s)
    assert words.question(node.kind, about).startswith("Counter-battery fire? (enemy: 9-pdr")
    assert words.action(node.actions[-1], node.kind) == "Hold fire"


def test_a_square_says_against_whom(field: Field) -> None:
    """JDG-9.3.1-a: infantry that is charged may try to form square, then the charge may be recalled."""
    horse = field.put("br-20ld", "0810", 0, flags=CHARGE)
    here = field.beside("0810", 0)
    field.put("fr-86-1", here, 3)
    field.begin(("squares", (field.hex(here),), 0), ("recall", (horse,), field.hex(here), 0, 0, 0))
    assert subject(field) == (["fr-86-1"], ["br-20ld"])
    field.play(f"form {here}", 1)
    assert field.s.node and field.s.node.kind == "recall"  # type: ignore[union-attr]
    assert subject(field) == (["br-20ld"], ["fr-86-1"])


def test_a_pursuit_names_all_that_it_would_charge(field: Field) -> None:
    """JDG-9.5.2-m, -r: whom to pursue, then whether to charge on, at all who stand before it."""
    left, right = field.beside("1515", 0), field.beside("1515", 1)
    horse = field.put("fr-1ch", "1515", 0, flags=CHARGE, cohesion=9, strength=9, heavy=True)
    for name, here in (("br-5", left), ("br-40", right)):
        field.put(name, here, 3, cohesion=9, strength=4)
    field.begin(("charge-stands", (horse,)), ("combats", 1))
    ways = (f"retreat {field.beside(left, 0)}", f"retreat {field.beside(right, 0)}")
    field.play(6, *ways, 0, 0)
    words = GameWords(field.game, names_of_package(field.t.package, "en"), "en")
    node = field.s.node
    assert isinstance(node, DecisionNode) and node.kind == "pursued unit"
    assert words.action(node.actions[0], node.kind) == "Pursue 1/5th Foot"
    field.play("unit br-5", "face 0")
    node = field.s.node
    assert isinstance(node, DecisionNode) and node.kind == "pursuit"
    assert subject(field) == (["fr-1ch"], ["br-5", "br-40"])
    assert [words.action(action, node.kind) for action in node.actions] == ["Charge on", "Stop the pursuit"]
    field.s.events = []
    field.play(field.actions()[0])
    told = [words.event(event) for event in field.s.events if event.kind == "charge"]
    assert told == ["1er Chasseurs provisoire charges 1513, 1613"]


@pytest.mark.parametrize("seed", [1, 2])
def test_questions_of_whole_games(seed: int) -> None:
    package = packages("vimeiro-1808")[0][1]
    game = make_game(package)
    words = {
        language: GameWords(game, names_of_package(package, language), language) for language in LANGUAGES
    }
    adviser, state, count, asked = game.staff.adviser(game, seed), game.start(), seed, set()
    while not isinstance(node := state.node, EndNode):
        assert node is not None
        count = count * 48271 % 2147483647
        if isinstance(node, ChanceNode):
            game.outcome(state, count % len(node.weights))
            continue
        about = game.staff.question_subject(game, state)
        if node.kind in LISTS:
            assert about == Subject((), ())
        else:
            assert about.actors or about.enemies, (node.kind, state.frames[-1])
        sides = (
            {one.piece: one.side for one in game.staff.board(game, state).pieces} if count % 7 == 0 else {}
        )
        for part in about.actors if sides else ():
            assert part.kind == "marker" or sides[part.text] == node.side
        for part in about.enemies if sides else ():
            assert sides[part.text] != node.side
        if node.kind not in asked:
            asked.add(node.kind)
            for one in words.values():
                assert "{" not in one.question(node.kind, about)
                assert len({one.action(action, node.kind) for action in node.actions}) == len(node.actions)
        game.apply(state, count % len(node.actions) if count % 3 else adviser.choose(game, state))
    assert len(asked) >= 18
