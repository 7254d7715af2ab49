"""What terrain does over a step."""

from jdgtools.derived.protocols import StepEffect


class OarEffects:
    """Effects of the series."""

    effects = (StepEffect("gun_drm", "Modifier of guns over the step (OA-4-a)."),)

    def of_step(self, map_rules, origin, direction):
        """Shoals spoil the aim."""
        ground = map_rules.map
        target = ground.grid.neighbour(origin, direction)
        if target is None or not ground.playable[target]:
            return None
        return (-1 if ground.terrain[target] == "shoal" else 0,)


EFFECTS = OarEffects()
