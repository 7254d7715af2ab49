"""The die, checks, and how a game ends (JDG-0.4, JDG-13), in the teaching battle and on an open field."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.engine.core.nodes import ChanceNode, DecisionNode, EndNode
from jdgtools.engine.core.state import ELIMINATED, FLED, GameState
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.phases import turn
from jdgtools.engine.jdg.victory import automatic_end, award_count, condition, end_of_game, final_points
from jdgtools.engine.jdg.words import DISORDERED, EXITS, POINTS, ROUTED
from jdgtools.package.model_play import (
    AllOf,
    Always,
    AnyOf,
    Destroyed,
    Eliminated,
    Exited,
    Fled,
    Losses,
    NoneOf,
    StateIs,
)
from tests.unit.engine.field import Field
from tests.unit.package.bundled import packages

FRANCE, AUSTRIA = 0, 1


@pytest.mark.parametrize(
    ("cohesion", "level", "passes"), [(6, 0, range(7)), (0, 0, range(1)), (9, 0, range(10)), (6, 2, ())]
)
def test_a_roll_up_to_the_rating_passes(cohesion: int, level: int, passes: range) -> None:
    """JDG-0.4.1-a, JDG-0.4.1-b, JDG-0.4.1-EX1, -EX3, -EX4; the face 0 counts as zero (JDG-0.4-b).

    A routed unit makes no check (JDG-10.2-t).
    """
    field = Field()
    unit = field.put("br-5", "1515", level=level, cohesion=cohesion)
    start = field.s.clone()
    for roll in range(10):
        field.s = start.clone()
        field.begin(("check", (unit,), 0, 0, 0, ()))
        if level == 2:
            assert field.chance != "cohesion check"
            return
        assert (
            isinstance(field.s.node, ChanceNode) and field.s.node.low == 0 and len(field.s.node.weights) == 10
        )
        field.play(roll)
        assert (field.s.level[unit] == DISORDERED) is (roll not in passes), roll


@pytest.mark.parametrize(("roll", "passes"), [(4, True), (5, False)])
def test_modifiers_are_added_to_the_roll(roll: int, passes: bool) -> None:
    """JDG-0.4.1-a, JDG-0.4.1-EX2: cohesion 6 and +2."""
    field = Field()
    unit = field.put("br-5", "1515", cohesion=6)
    field.begin(("check", (unit,), 0, 2, 0, ()))
    field.play(roll)
    assert (field.s.level[unit] == 0) is passes


@pytest.fixture
def game() -> Match:
    return Match(packages("teaching-jdg")[0][1])


def _broken(game: Match, state: GameState) -> None:
    """Eliminate the half of Bianchi's brigade."""
    for name in ("au-33", "au-39", "au-gren"):
        state.take(game.t.piece_of[name], ELIMINATED)


def test_an_automatic_victory_comes_at_the_end_of_its_turn(game: Match) -> None:
    """What happens in the turn does not end it; its phase F does, with turns left (JDG-13.1-a, JDG-13.1-b)."""
    state = game.start()
    while not (isinstance(state.node, DecisionNode) and state.node.kind == "movement"):
        game.apply(state, 0) if isinstance(state.node, DecisionNode) else game.outcome(state, 0)
    _broken(game, state)
    number = state.turn
    assert number < game.t.last
    for _ in range(400):
        if isinstance(state.node, EndNode):
            break
        assert state.turn == number
        game.apply(state, 0) if isinstance(state.node, DecisionNode) else game.outcome(state, 0)
    assert isinstance(state.node, EndNode)
    assert (state.node.winner, state.node.cause, state.turn) == (FRANCE, "broken", number)
    assert state.frames[-1][0] == "turn"


def test_only_what_the_scenario_lists_ends_a_game(game: Match) -> None:
    """JDG-13.1-c: without a condition of its list that is true the next turn begins."""
    state = game.start()
    assert automatic_end(game, state) is None
    state.frames = [("turn", 4)]
    number = state.turn
    assert turn(game, state, ("turn", 4)) is None
    assert state.turn == number + 1


@pytest.mark.parametrize(
    ("points", "winner", "cause"),
    [((20, 0), FRANCE, "broken"), ((0, 20), AUSTRIA, "late"), ((0, 0), -1, "broken")],
)
def test_of_automatic_victories_of_both_sides_that_with_more_points_counts(
    game: Match, points: tuple[int, int], winner: int, cause: str
) -> None:
    """Points are compared, and equal ones are a draw (AMB-96, JDG-13.1-a, JDG-13.1-c)."""
    state = game.start()
    state.turn = game.t.last
    for name in ("fr-13l", "fr-17", "fr-art"):
        state.level[game.t.piece_of[name]] = 2
    late = automatic_end(game, state)
    assert late is not None and (late.winner, late.cause) == (AUSTRIA, "late")
    _broken(game, state)
    both = automatic_end(game, state)
    assert both is not None
    # What the losses are worth is set off, so that the points are those of the case.
    gained = both.points[0] - state.memory[POINTS][0], both.points[1] - state.memory[POINTS][1]
    state.memory[POINTS] = (points[0] - gained[0], points[1] - gained[1])
    both = automatic_end(game, state)
    assert both is not None and (both.winner, both.cause) == (winner, cause)
    assert both.points == points


@pytest.mark.parametrize(
    ("points", "winner"),
    [
        ((12, 9), FRANCE), ((12, 10), FRANCE), ((11, 10), -1), ((10, 10), -1),
        ((10, 11), -1), ((10, 12), AUSTRIA), ((9, 12), AUSTRIA),
    ],
)  # fmt: skip
def test_the_side_with_more_points_wins(game: Match, points: tuple[int, int], winner: int) -> None:
    """After the last turn: JDG-13.2-a, JDG-13.2-EX1, AMB-96; the scenario names a lead of one a draw."""
    state = game.start()
    state.turn = game.t.last
    bare = end_of_game(game, state).points
    state.memory[POINTS] = (points[0] - bare[0], points[1] - bare[1])
    end = end_of_game(game, state)
    assert (end.points, end.winner, end.cause) == (points, winner, "level")


def test_each_who_fulfils_a_part_of_any_counts_once(game: Match) -> None:
    """Destroyed and fled are counted one by one, and nobody twice (docs/package.md, Conditions)."""
    lost = tuple(unit.id for unit in game.t.package.units if unit.side == "austria")
    gone = GameState.clone(game.start())
    for name, place in zip(lost, (ELIMINATED, FLED, ELIMINATED), strict=False):
        gone.take(game.t.piece_of[name], place)
    (award,) = (a for a in game.t.package.victory.awards if a.id == "mill")
    conditions = {
        "destroyed": Destroyed(lost, None),
        "fled": Fled(lost, None),
        "any": AnyOf((Eliminated(lost, None), Fled(lost, None))),
        "all": AllOf((Always(), Destroyed(lost, None))),
        "once": AnyOf((Eliminated(lost, None), Always())),
        "none": AllOf((NoneOf((Always(),)), Destroyed(lost, None))),
    }
    counts = {
        name: award_count(game, gone, replace(award, each=True, when=when))
        for name, when in conditions.items()
    }
    assert counts == {"destroyed": 2, "fled": 1, "any": 3, "all": 2, "once": 1, "none": 0}


@pytest.mark.parametrize(("percent", "holds"), [(50, True), (51, False)])
def test_losses_of_just_the_share_are_enough(game: Match, percent: int, holds: bool) -> None:
    """JDG-13.1-a: the automatic victory of the teaching battle asks for half of Bianchi's brigade."""
    state = game.start()
    strength = {unit: game.t.strength[game.t.piece_of[unit]][0] for unit in ("au-33", "au-39")}
    assert len(set(strength.values())) == 1
    state.take(game.t.piece_of["au-33"], ELIMINATED)
    assert condition(game, state, Losses(tuple(strength), percent)) is holds


def test_who_is_lost_is_in_no_state(game: Match) -> None:
    """A routed unit that was eliminated counts among the lost, not among the routed."""
    state = game.start()
    routed = StateIs(("fr-17", "fr-13l"), "routed", 1)
    unit = game.t.piece_of["fr-17"]
    state.level[unit] = ROUTED
    assert condition(game, state, routed)
    state.take(unit, ELIMINATED)
    state.level[unit] = ROUTED
    assert not condition(game, state, routed)


@pytest.mark.parametrize(
    ("edge", "hexes", "times"),
    [("", (), 2), ("S", (), 1), ("", ("0101",), 1), ("S", ("0101",), 2), ("E", (), 0)],
)
def test_who_has_left_counts_where_the_condition_asks(
    game: Match, edge: str, hexes: tuple[str, ...], times: int
) -> None:
    """An edge and hexes are alternatives; a condition with neither asks for no place (docs/package.md)."""
    t = game.t
    state = game.start()
    state.memory[EXITS] = (
        (t.piece_of["fr-17"], t.hex_of["0101"]),
        (t.piece_of["fr-13l"], t.hex_of["0305"]),
    )
    asked = Exited(("fr-17", "fr-13l", "fr-art"), None, edge, tuple(t.hex_of[name] for name in hexes))
    award = replace(t.package.victory.awards[0], each=True, when=asked)
    assert award_count(game, state, award) == times


@pytest.mark.parametrize(
    ("unit", "at", "points"), [("fr-1ch", "0305", 1), ("fr-1ch", "0101", 0), ("fr-17", "0305", 0)]
)
def test_a_special_rule_pays_for_its_units_at_its_hexes(game: Match, unit: str, at: str, points: int) -> None:
    """The rule of the teaching battle lets Jacquinot's horse leave by the south gate for a point each."""
    state = game.start()
    bare = final_points(game, state)
    state.memory[EXITS] = ((game.t.piece_of[unit], game.t.hex_of[at]),)
    assert final_points(game, state) == (bare[FRANCE] + points, bare[AUSTRIA])


def test_who_starts_among_the_eliminated_counts_so() -> None:
    """docs/package.md: a box that is `eliminated`; an entry of the setup there, and none under `unused`."""
    package = packages("teaching-jdg")[0][1]
    entry = next(e for e in package.setup if e.kind == "unit")
    fallen = replace(entry, hexes=(), area=(), box="eliminated", facing=None)
    setup = tuple(fallen if e is entry else e for e in package.setup)
    game = Match(replace(package, setup=setup))
    state = game.start()
    award = package.victory.awards[0]
    for kind, times in ((Eliminated, 1), (Destroyed, 1), (Fled, 0)):
        asked = replace(award, each=True, when=kind(units=(entry.piece,), count=None))
        assert award_count(game, state, asked) == times
        assert award_count(Match(package), Match(package).start(), asked) == 0
