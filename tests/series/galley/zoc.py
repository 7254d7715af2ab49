"""Zones of control."""

from jdgtools.derived.occupancy import Occupancy


class OarZones:
    """Zones of the series."""

    def exerts(self, arm, state):
        """A ship ablaze has none."""
        if state.get("hull") == "ablaze":
            return False, "a ship ablaze has no zone (OA-6-a)"
        return True, "a ship has a zone (OA-6-a)"

    def reaches(self, map_rules, origin, direction, movement_class):
        """Not over booms."""
        ground = map_rules.map
        kinds = {f.kind for f in ground.by_side.get(ground.grid.hexside(origin, direction), ())}
        return "boom" not in kinds, "zones do not pass booms (OA-6-a)"

    def occupancy(self, map_rules, battle, scenario, unit_id, start):
        """Enemies close their hexes and stop a move next to them."""
        sides = {u.id: u.side for u in battle.units} | {x.id: x.side for x in battle.leaders}
        grid = map_rules.map.grid
        closed, stops = {}, {}
        for p in scenario.on_map():
            if p.kind == "unit" and sides.get(p.piece) != sides.get(unit_id):
                for h in p.hexes:
                    closed[h] = "an enemy"
                    for near in grid.neighbour_table[h]:
                        if near is not None:
                            stops[near] = "next to an enemy (OA-6-a)"
        return Occupancy(closed_hexes=closed, stops=stops)


RULES = OarZones()
