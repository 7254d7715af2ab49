"""Draws the heat map of docs/balance.md: where a hundred greedy games of Roliça cost units (half a minute).

python -m tests.tools.balance_picture
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from jdgtools.balance.figures import figures_of
from jdgtools.balance.heat import HeatMap
from jdgtools.cli._game import game_package, map_context
from jdgtools.engine.contest import Order, run
from jdgtools.engine.players import parse_player
from jdgtools.package import loads
from jdgtools.render.backends.png import render_png
from jdgtools.render.scene import DrawingLayer, Item, Scene
from tests.tools.gallery import of_few_colors

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "pictures" / "balance-rolica-losses.png"
GAMES, WIDTH = 100, 480


def main() -> None:
    battle = ROOT / "scenarios" / "rolica-1808"
    content = game_package(battle, None).content
    greedy = parse_player("greedy")
    chunks = sorted(run(Order(content, (), (greedy, greedy), 1), GAMES, 2))
    figures = figures_of(loads(content, "rolica"), chunks, ("greedy", "greedy"), 1)
    context = map_context(battle)
    assert context is not None
    (flowable,) = HeatMap(context).element(figures.heat["losses"])(100.0)
    items: list[Item] = []
    flowable.draw(0.0, 0.0, items)
    scene = Scene(
        100.0, flowable.height, "losses", (DrawingLayer("map", tuple(items)),), background="#ffffff"
    )
    size = WIDTH, round(WIDTH * flowable.height / 100.0)
    picture = Image.open(io.BytesIO(render_png(scene, size_px=size))).convert("RGB")
    of_few_colors(picture).save(PICTURE, optimize=True)
    print(PICTURE)


if __name__ == "__main__":
    main()
