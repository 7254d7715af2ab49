"""A battle as an environment of PettingZoo, for those who train players (the extra `jdgtools[zoo]`).

Agents act in turn (AEC). An action is a place in the sorted list of legal actions; the mask says how many
there are. An observation is what the side may know. The reward is given at the end: 1, 0 or -1.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.game import Game
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode, EndNode
from jdgtools.engine.core.state import GameState
from jdgtools.engine.load import load_game

MAX_ACTIONS = 1024
"""Places of the action space; a decision of a bundled battle has at most some 400."""
AGENTS = ("side_0", "side_1")


class BattleEnv(AECEnv):  # type: ignore[misc]
    """A game of a package between two agents, `side_0` and `side_1`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "jdgtools_battle_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, game: Game | Path | str, render_mode: str | None = None) -> None:
        """Make the environment of a game, or of the package in a file.

        Raises:
            InputRefused: the file is damaged.
            EngineRefused: the engine does not play it.
        """
        super().__init__()
        self.game = game if isinstance(game, Game) else load_game(game)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        size = len(self._vector(self.game.start()))
        low, high = np.iinfo(np.int64).min, np.iinfo(np.int64).max
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(low, high, (size,), np.int64),
                    "action_mask": Box(0, 1, (MAX_ACTIONS,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces = {agent: Discrete(MAX_ACTIONS) for agent in AGENTS}

    def observation_space(self, agent: str) -> Dict:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed the next one goes on with the dice of the last."""
        if seed is not None or not hasattr(self, "dice"):
            self.dice = Dice(seed or 0)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.position = self.game.start()
        self.agent_selection = AGENTS[0]
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent knows, and the mask of its legal actions."""
        side = AGENTS.index(agent)
        mask = np.zeros(MAX_ACTIONS, np.int8)
        node = self.position.node
        if isinstance(node, DecisionNode) and node.side == side:
            mask[: len(node.actions)] = 1
        return {"observation": self._vector(self.game.view(self.position, side)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent whose turn it is.

        Raises:
            ValueError: it is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        legal = self.game.legal(self.position)
        if action is None or not 0 <= action < len(legal):
            raise ValueError(f"{action} is none of the {len(legal)} legal actions")
        self.game.apply(self.position, int(action))
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the position as text."""
        return self.game.position(self.position)

    def close(self) -> None:
        """Do nothing: a battle has nothing open."""

    def _go_on(self) -> None:
        """Roll until somebody decides or the game is over."""
        while isinstance(node := self.position.node, ChanceNode):
            self.game.outcome(self.position, self.dice.pick_weighted(node.weights))
        if isinstance(node, EndNode):
            for side, agent in enumerate(AGENTS):
                self.rewards[agent] = 0.0 if node.winner < 0 else 1.0 if node.winner == side else -1.0
            self.terminations = dict.fromkeys(AGENTS, True)
        elif isinstance(node, DecisionNode):
            if len(node.actions) > MAX_ACTIONS:
                raise ValueError(f"{len(node.actions)} legal actions are more than the action space has")
            self.agent_selection = AGENTS[node.side]

    def _vector(self, state: GameState) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Return turn, and place, level, facing and flags of every piece, and holders of hexes."""
        parts = [state.turn, *state.place, *state.level, *state.facing, *state.flags, *state.holder]
        return np.array(parts, np.int64)
