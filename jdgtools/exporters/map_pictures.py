"""What became of a project's own pictures when the map was drawn, for the answer of a build.

A check looks at drawings at a small size. Drawn in full one may still take too long or too much memory; then
the map is made without its details, and whoever prints it has to know.
"""

from __future__ import annotations

from msgspec import json

from jdgtools.exporters.base import Loss
from jdgtools.exporters.context import BuildContext

_Shortfall = tuple[str, str, str]
"""Key of the picture in the model, its path, what is wrong."""


def picture_losses(exporter: str, context: BuildContext) -> list[Loss]:
    """Return a loss for every picture of the map that is coarse or missing.

    Args:
        exporter: name of the exporter whose product shows the map.
        context: the battle, after its map was drawn.
    """
    battle = context.battle
    if battle.map is None or not battle.map.art:
        return []
    # Kept as the drawn map is: a later build that takes the map from the cache says the same of it.
    inputs = battle.map.art, context.contents(battle.map.art.images)
    shortfalls = context.get_or_make("pictures of the map 1", inputs, lambda: json.encode(_find_all(context)))
    losses = []
    for key, image, message in json.decode(shortfalls, type=list[_Shortfall]):
        span = battle.span("art", key, "image")
        place = f"{span.file}:{span.line}:{span.col}" if span is not None else ""
        losses.append(Loss(exporter, f"picture {image}", message, place))
    return losses


def _find_all(context: BuildContext) -> list[_Shortfall]:
    from jdgtools.render.map.pictures import find_shortfall

    assert context.battle.map is not None
    art = context.battle.map.art
    pictures = [(base.key, base.image, True) for base in art.base if base.image]
    pictures += [(terrain.key, image, False) for terrain in art.terrain for image in terrain.images if image]
    pictures += [(symbol.key, symbol.image, False) for symbol in art.symbols if symbol.image]
    return [
        (key, image, message)
        for key, image, base in pictures
        if (message := find_shortfall(context.project, image, base))
    ]
