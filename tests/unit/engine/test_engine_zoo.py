"""The environment of PettingZoo passes that library's own tests."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo")
pytestmark = pytest.mark.filterwarnings("ignore")


def test_the_tests_of_the_library_pass() -> None:
    from pettingzoo.test import api_test, seed_test

    from jdgtools.zoo import BattleEnv
    from tests.unit.engine.matches import match

    api_test(BattleEnv(match("teaching-jdg", "battle")), num_cycles=400, verbose_progress=False)
    seed_test(lambda: BattleEnv(match("teaching-jdg", "battle")), num_cycles=50)


def test_the_mask_is_the_legal_list_of_the_side_and_the_end_is_the_reward() -> None:
    from jdgtools.zoo import AGENTS, BattleEnv
    from tests.unit.engine.matches import match

    env = BattleEnv(match("teaching-jdg", "battle"))
    env.reset(seed=4)
    for agent in env.agent_iter():
        observation, _, ended, _, _ = env.last()
        if ended:
            env.step(None)
            continue
        count = int(observation["action_mask"].sum())
        assert count == len(env.game.legal(env.position))
        assert env.observe(AGENTS[1 - AGENTS.index(agent)])["action_mask"].sum() == 0
        with pytest.raises(ValueError, match="is none of the"):
            env.game.legal(env.position) and env.step(count)
        env.step(count - 1)
    assert env.position.node.cause
