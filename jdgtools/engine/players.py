"""The players that the engine brings: what a person writes of them, and how they are made."""

from __future__ import annotations

from typing import NamedTuple

from jdgtools.engine.core.game import Game
from jdgtools.engine.core.outside import OutsidePlayer
from jdgtools.engine.core.player import Player, RandomPlayer
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.rollout import RolloutPlayer

KINDS = {
    "random": "takes any legal action",
    "greedy": "looks one action ahead",
    "rollout:N": "plays the best looking actions on N times",
    "plan:FILE": "follows the plan of a file, and is greedy where it says nothing",
    "program:COMMAND": "asks another program",
}
"""What a person writes -> what the player does."""
PERSON = "person"
"""A person, who answers on the terminal or on the page of the desk."""
MAX_TRIALS = 1000
MAX_PLAN_BYTES = 64 * 1024
"""Size of a plan."""


class PlayerSpec(NamedTuple):
    """A player as a person names him."""

    kind: str
    """`random`, `greedy`, `rollout`, `plan`, `program` or `person`."""
    value: str = ""
    """Number of trials, text of the plan, or command."""
    text: str = ""
    """What the person wrote."""


def parse_player(text: str) -> PlayerSpec:
    """Return the player of a text such as `greedy` or `rollout:8`; of a plan the value is its file.

    Raises:
        EngineRefused: there is no such player.
    """
    kind, colon, value = text.partition(":")
    with_value = {name.partition(":")[0]: ":" in name for name in KINDS}
    if kind not in with_value or with_value[kind] != bool(value) or bool(colon) != bool(value):
        raise EngineRefused(f"there is no player `{text}`; there are {', '.join(KINDS)}")
    if kind == "rollout" and not (value.isdecimal() and len(value) < 9 and 0 < int(value) <= MAX_TRIALS):
        raise EngineRefused(f"`{text}`: the trials are a number from 1 to {MAX_TRIALS}")
    return PlayerSpec(kind, value, text)


def parse_seat(text: str) -> PlayerSpec:
    """Return the player of a text as `parse_player`, or a person.

    Raises:
        EngineRefused: there is no such player.
    """
    return PlayerSpec(PERSON, "", PERSON) if text == PERSON else parse_player(text)


def make_player(game: Game, spec: PlayerSpec | str, side: int, seed: int) -> Player:
    """Return a player for a side of a game.

    Raises:
        EngineRefused: there is no such player, or his plan is not understood.
    """
    if isinstance(spec, str):
        spec = parse_player(spec)
    if spec.kind == "greedy":
        return game.staff.adviser(game, seed)
    if spec.kind == "rollout":
        return RolloutPlayer(game.staff.adviser(game, seed), int(spec.value), seed)
    if spec.kind == "plan":
        return game.staff.planner(game, seed, spec.value, side)
    if spec.kind == "program":
        return OutsidePlayer(spec.value, side, seed)
    return RandomPlayer(seed)
