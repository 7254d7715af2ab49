"""The core of the engine: the generator, and what a state can do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from jdgtools.engine.core.chance import Dice, game_seed
from jdgtools.engine.core.refusal import EngineRefused
from tests.unit.engine.matches import match


def test_the_generator_is_splitmix64() -> None:
    dice = Dice(1234567)
    assert [dice.bits() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_numbers_lie_below_their_bound_and_reach_all_of_it() -> None:
    dice = Dice(7)
    assert {dice.below(10) for _ in range(500)} == set(range(10))
    assert {dice.pick_weighted((0, 3, 0, 1)) for _ in range(200)} == {1, 3}


def test_games_of_a_run_have_seeds_of_their_own() -> None:
    assert len({game_seed(1, number) for number in range(1000)}) == 1000
    assert game_seed(1, 5) == game_seed(1, 5) != game_seed(2, 5)


def test_a_position_is_text_and_comes_back() -> None:
    game = match("teaching-jdg", "battle")
    state = game.start()
    text = game.position(state)
    other = game.from_position(text)
    assert game.position(other) == text
    assert other.node == state.node


@pytest.mark.parametrize("text", ["", "jdgpos 2 {}", "jdgpos 1 []", 'jdgpos 1 {"turn":1}', "jdgpos 1 {" * 9])
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(EngineRefused, match="not a position"):
        match("teaching-jdg", "battle").from_position(text)


@pytest.mark.parametrize(
    ("member", "change"),
    [
        ("turn", lambda turn: 99),
        ("place", lambda place: place[:-1]),
        ("place", lambda place: [place[0] + 1, *place[1:]]),
        ("place", lambda place: [10**6, *place[1:]]),
        ("level", lambda level: [3, *level[1:]]),
        ("level", lambda level: [0.5, *level[1:]]),
        ("facing", lambda facing: [6, *facing[1:]]),
        ("facing", lambda facing: [[0], *facing[1:]]),
        ("flags", lambda flags: [None, *flags[1:]]),
        ("flags", lambda flags: []),
        ("stacks", lambda stacks: [stack * 2 for stack in stacks]),
        ("stacks", lambda stacks: [0, *stacks[1:]]),
        ("stacks", lambda stacks: ["x", *stacks[1:]]),
        ("holder", lambda holder: [2, *holder[1:]]),
        ("holder", lambda holder: holder[1:]),
        ("memory", lambda memory: memory[:-1]),
        *(("memory", lambda memory, k=k: [*memory[:k], *[[99]], *memory[k + 1 :]]) for k in range(16)),
        *(("memory", lambda memory, k=k: [*memory[:k], "x", *memory[k + 1 :]]) for k in range(16)),
        ("frames", lambda frames: []),
        ("frames", lambda frames: [[], *frames]),
        ("frames", lambda frames: [0, *frames]),
        ("frames", lambda frames: [[frames[0][0], {}], *frames[1:]]),
        ("frames", lambda frames: [[frames[0][0], [[None]]], *frames[1:]]),
        ("frames", lambda frames: [["dance", 1], *frames]),
    ],
)
def test_a_damaged_position_is_refused(member: str, change: Callable[[Any], Any]) -> None:
    """Below the innermost frame no error would show before that one is done."""
    game = match("teaching-jdg", "battle")
    content = game.start().plain()
    content = json.loads(json.dumps(content))
    with pytest.raises(EngineRefused, match="not a position of this scenario"):
        game.from_position("jdgpos 1 " + json.dumps({**content, member: change(content[member])}))


def test_states_of_a_battle_are_refused_by_name() -> None:
    from jdgtools.engine.jdg.match import Match
    from tests.unit.package.bundled import packages

    package = next(package for known, package in packages("teaching-jdg") if known.id == "dawn")
    entries = [
        replace(entry, state={"morale": "demoralised"}) if entry.piece == "au-hus" else entry
        for entry in package.setup
    ]
    with pytest.raises(EngineRefused, match="the state `morale` of `au-hus`"):
        Match(replace(package, setup=tuple(entries)))


def test_what_a_package_lacks_or_overdoes_is_refused_by_name() -> None:
    from jdgtools.engine.jdg.match import Match

    package = match("teaching-jdg", "battle").t.package
    without = tuple(chart for chart in package.charts if chart.id != "TBL-SHOCK-DRM")
    with pytest.raises(EngineRefused, match="no chart `TBL-SHOCK-DRM`"):
        Match(replace(package, charts=without))
    strange = tuple(replace(e, default="x") if e.id == "retreat" else e for e in package.effects)
    with pytest.raises(EngineRefused, match="no retreat `x`"):
        Match(replace(package, effects=strange))
    fast = replace(package.units[0], front={**package.units[0].front, "movement": 10**6})
    with pytest.raises(EngineRefused, match="1000000 movement points; 999 is the most"):
        Match(replace(package, units=(fast, *package.units[1:])))
    nowhere = replace(package.units[0], movement_class="")
    with pytest.raises(EngineRefused, match="the unknown class ``"):
        Match(replace(package, units=(nowhere, *package.units[1:])))


def test_special_rules_in_words_are_refused_by_name() -> None:
    from jdgtools.engine.jdg.match import Match

    package = match("teaching-jdg", "battle").t.package
    rules = [replace(r, digest="0" * 16) if r.id == "mist" else r for r in package.special_rules]
    with pytest.raises(EngineRefused, match="`mist` is in words"):
        Match(replace(package, special_rules=tuple(rules)))
    with pytest.raises(EngineRefused, match="no special rule or reinforcement `fog-of-war`"):
        Match(package, ("fog-of-war",))


def _other_values() -> list[tuple[str, object]]:
    """Return every value of every option of the series that is not its ruling; of a number the next one."""
    from tests.unit.package.bundled import packages

    pairs: list[tuple[str, object]] = []
    for option in packages("teaching-jdg")[0][1].option_list:
        if option.text:
            continue  # an optional rule of the battle, in words, is refused
        values = [choice.value for choice in option.choices if choice.value != option.default]
        if not values and isinstance(option.default, int):
            values = [option.default + 1]
        pairs += [(option.id, value) for value in values or [[0, 0]]]
    return pairs


@pytest.mark.parametrize(("name", "value"), _other_values())
def test_every_value_of_an_option_is_worked_into_the_package_or_looked_up(name: str, value: object) -> None:
    """No value is taken and then played as the ruling: what those do that are looked up has tests of its own."""
    from jdgtools.engine.jdg import rulings
    from jdgtools.engine.jdg.match import Match
    from jdgtools.exporters.package import package_bytes, package_of
    from jdgtools.package import loads
    from tests.unit.package.bundled import battle, packages

    loaded = battle("teaching-jdg")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    scenario, before = packages("teaching-jdg")[0]
    changed = replace(scenario, options={**scenario.options, name: value})
    package = loads(package_bytes(package_of(loaded.battle, loaded.series, loaded.charts, changed)))
    assert package.options != before.options
    if name in rulings.RESOLVED:
        Match(package)
        assert replace(package, options=before.options, option_list=before.option_list) != before
    else:
        assert name in rulings.CHOSEN
        assert Match(package).t.options[name] != before.options[name]
        others = [path for path in Path(rulings.__file__).parent.glob("*.py") if path.name != "rulings.py"]
        assert any(f'"{name}"' in path.read_text(encoding="utf-8") for path in others)


def test_the_engine_knows_the_values_of_options_by_itself() -> None:
    """A package that allows itself another value, or is silent on one, is refused: nothing is played as if it knew."""
    from jdgtools.engine.jdg import rulings
    from jdgtools.engine.jdg.match import Match
    from tests.unit.package.bundled import packages

    package = packages("teaching-jdg")[0][1]
    options = [option for option in package.option_list if not option.text]
    words = {
        option.id: {choice.value for choice in option.choices}
        for option in options
        if isinstance(option.default, str)
    }
    assert {name: set(values) for name, values in rulings.WORDS.items()} == words
    assert {option.id for option in options if type(option.default) is int} == rulings.NUMBERS
    for option in options:
        bad = replace(option, value="guess", default="guess", choices=())
        changed = replace(package, option_list=[bad if o is option else o for o in package.option_list])
        with pytest.raises(EngineRefused, match=f"the option `{option.id}` has no value"):
            Match(changed)
    shorter = replace(package, option_list=[o for o in package.option_list if o.id != "night_fog"])
    with pytest.raises(EngineRefused, match="does not say the value of the option `night_fog`"):
        Match(shorter)


def test_an_edge_that_no_map_has_is_refused() -> None:
    from jdgtools.engine.jdg.match import Match
    from tests.unit.package.bundled import packages

    package = packages("teaching-jdg")[0][1]
    sides = [replace(package.sides[0], rout_edge="level"), package.sides[1]]
    with pytest.raises(EngineRefused, match="the map has no edge `level` for routed units"):
        Match(replace(package, sides=sides))
