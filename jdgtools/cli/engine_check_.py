"""`jdg engine-check`: what the reference engine does not play of a scenario."""

from __future__ import annotations

from pathlib import Path

import click

from jdgtools.cli._game import battle_argument, game_package, ignore_option, scenario_option
from jdgtools.cli.output import echo
from jdgtools.errors import ExitCode


@click.command("engine-check")
@battle_argument
@scenario_option
@ignore_option
def command(battle: Path, scenario_id: str | None, ignore: tuple[str, ...]) -> int:
    """List what the engine does not play of BATTLE, a folder or a .jdgpkg file.

    First comes what keeps the scenario from being played at all; then choices that players do not get.
    """
    from jdgtools.engine.checklist import obstacles
    from jdgtools.engine.jdg.gaps import GAPS

    package = game_package(battle, scenario_id).package
    lines = obstacles(package, ignore)
    for line in lines:
        echo(f"refused: {line}")
    for gap in GAPS:
        echo(f"not played: {gap.statements}: {gap.what}")
    if lines:
        return int(ExitCode.BATTLE_ERRORS)
    echo(f"{package.battle.id}, {package.scenario.id}: can be played")
    return int(ExitCode.OK)
