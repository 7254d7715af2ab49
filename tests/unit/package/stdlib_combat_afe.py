"""Fire, melee and charge of Au fil de l'épée, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input positions as JSON: `setup` as in a package, and `combats`, each the
units that attack and the hex that they attack. Prints for each position

- `fires`: for every unit that may fire in phase D.2 and each hex at which it may, the sum, the lines that count,
  and the cell of every roll;
- `combats`: the same for each melee or charge.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from stdlib_lines import Moment, main


class Lines(Moment):
    charts = ("TBL-TERRAIN-HEX", "TBL-TERRAIN-HEXSIDE")


class Piece:
    def __init__(self, package, entry):
        self.unit = package.units[entry["piece"]]
        self.id, self.side, self.arm = self.unit["id"], self.unit["side"], self.unit["arm"]
        self.type, self.did = self.unit["chart_class"], entry["did"]
        (self.hex,), self.facing = entry["hexes"], entry["facing"]
        self.state = {
            axis["id"]: entry["state"].get(axis["id"], axis["default"]) for axis in package.p["states"]
        }
        self.routed = self.state["organisation"] == "routed"
        if self.routed:
            self.facing = None
        self.face = self.unit["front" if self.state["fatigue"] == "fresh" else "back"]
        self.front = set()
        if self.facing is not None:
            turns = (0,) if self.arm == "artillery" else (5, 0, 1)
            self.front = {(self.facing + turn) % 6 for turn in turns}


class Position:
    def __init__(self, package, content):
        self.package = package
        self.pieces = [Piece(package, entry) for entry in content["setup"]]
        self.by_id = {piece.id: piece for piece in self.pieces}
        self.stacks = {}
        for piece in self.pieces:
            self.stacks.setdefault(piece.hex, []).append(piece)

    def cell(self, chart, *keys):
        return self.package.cells[chart][keys]

    def enemies(self, where, side):
        return [piece for piece in self.stacks.get(where, []) if piece.side != side]

    def zones(self, hexes, target):
        """Return the zones of the units in a hex in which adjacent hexes lie."""
        directions = {self.package.direction(target, here) for here in hexes}
        return {
            "front" if direction in piece.front else "rear"
            for piece in self.stacks[target]
            for direction in directions
            if piece.facing is not None
        }

    # Fire ---------------------------------------------------------------------------------------------------

    def sees(self, gun, target):
        package, origin = self.package, gun.hex
        place = origin * package.p["sight"]["row_bytes"] + (target >> 3)
        if not package.bits[place] >> (target & 7) & 1:
            return False
        units = package.p["lines"]["units"]
        if gun.type in units["over"]:
            return True
        for places in package.line(origin, target):
            if len(places) == 1 and self.blocks(places[0], origin, target):
                return False
        return True

    def blocks(self, where, origin, target):
        package, units = self.package, self.package.p["lines"]["units"]
        if not any(piece.arm in units["arms"] for piece in self.stacks.get(where, [])):
            return False
        level, one, two = (package.levels[place] for place in (where, origin, target))
        for rule in units["overlooked"]:
            if rule["higher"] == "both":
                if one > level and two > level:
                    return False
                continue
            high, low = (one, two) if rule["higher"] == "firer" else (two, one)
            if high <= level or high <= low:
                continue
            if rule["nearer"]:
                near = package.distance(where, origin if rule["nearer"] == "firer" else target)
                whole = package.distance(origin, target)
                if 2 * near > whole or (2 * near == whole and not rule["halfway"]):
                    continue
            return False
        return True

    def fires(self):
        found = {}
        for gun in self.pieces:
            around = self.package.around[6 * gun.hex : 6 * gun.hex + 6]
            near = any(self.enemies(where, gun.side) for where in around)
            if not gun.face["missile"] or gun.routed or near:
                continue
            weapon = "artillery" if gun.arm == "artillery" else gun.face["weapon"]
            most = self.cell("TBL-FIRE-WEAPON", weapon, "maximum")
            for target in sorted({piece.hex for piece in self.pieces if piece.side != gun.side}):
                line = self.package.line(gun.hex, target)
                distance = self.package.distance(gun.hex, target)
                if distance > most or not any(
                    around.index(where) in gun.front for where in line[0] if where >= 0 and where in around
                ):
                    continue
                if self.sees(gun, target):
                    found[f"{gun.id} {target}"] = self.fire(gun, weapon, target, distance, line[-1])
        return found

    def fire(self, gun, weapon, target, distance, last):
        package, stack = self.package, self.stacks[target]
        last = [here for here in last if here >= 0 and target in package.around[6 * here : 6 * here + 6]]
        steps = [6 * here + package.direction(here, target) for here in last]
        targets = [self.cell("TBL-FIRE-TARGET", piece.type) for piece in stack if piece.arm != "artillery"]
        computed = {
            "range": self.cell("TBL-FIRE-RANGE", weapon, str(distance)),
            "target_class": min(targets, default=0),
            "terrain": max((package.effects["fire_drm"][step] for step in steps), default=0),
        }
        groups = {"firers": [gun], "targets": stack, "target": stack}
        moment = Lines(package, (), groups, {}, target, steps, [(gun, self.zones(last, target))])
        total, lines = moment.sum("TBL-FIRE-DRM", (), computed)
        rows = [package.row("TBL-FIRE", roll + total) for roll in range(10)]
        return [total, lines, [self.cell("TBL-FIRE", row) for row in rows]]

    # Melee and charge -----------------------------------------------------------------------------------------

    def combat(self, names, target):
        package, defenders = self.package, self.stacks[target]
        attackers = [self.by_id[name] for name in names]
        hexes = sorted({piece.hex for piece in attackers})
        zones = [(piece, self.zones([piece.hex], target)) for piece in attackers]
        steps = [6 * here + package.direction(here, target) for here in hexes]
        levels = package.levels
        charge = any(piece.state["combat"] == "charge" for piece in attackers)
        around = package.around[6 * target : 6 * target + 6]
        enemies = [where >= 0 and bool(self.enemies(where, defenders[0].side)) for where in around]
        costs = [package.p["movement"]["steps"][piece.unit["class"]]["cost"] for piece in defenders]
        excluded = [
            where < 0 or any(cost[6 * target + d] < 0 for cost in costs) for d, where in enumerate(around)
        ]
        facts = {
            "assault": "charge" if charge else "ordinary",
            "attackers_higher": all(levels[here] > levels[target] for here in hexes),
            "attacker_lower": any(levels[here] < levels[target] for here in hexes),
            "surrounded": any(enemies) and all(a or b for a, b in zip(enemies, excluded, strict=True)),
        }
        strengths = [sum(piece.face["sp"] for piece in side) for side in (attackers, defenders)]
        rear = all(found == {"rear"} for _, found in zones)
        difference = min(piece.face["quality"] for piece in attackers) - min(
            piece.face["quality"] for piece in defenders
        )
        computed = {
            "ratio": self.cell("TBL-MELEE-RATIO", package.ratio("TBL-MELEE-RATIO", *strengths)),
            "type": min(self.type(one, other, rear) for one in attackers for other in defenders),
            "quality": self.cell("TBL-MELEE-QUALITY", package.row("TBL-MELEE-QUALITY", difference)),
            "terrain": min(self.effect(piece, target) for piece in attackers),
        }
        groups = {"attackers": attackers, "defenders": defenders}
        total, lines = Lines(package, (), groups, facts, target, steps, zones).sum(
            "TBL-MELEE-DRM", (), computed
        )
        total = min(max(total, self.cell("TBL-MELEE-LIMIT", "least")), self.cell("TBL-MELEE-LIMIT", "most"))
        rows = [package.row("TBL-MELEE", roll + total) for roll in range(10)]
        cells = [
            [self.cell("TBL-MELEE", row, k) for k in ("attacker", "defender", "advance")] for row in rows
        ]
        return [total, lines, cells]

    def type(self, attacker, defender, rear):
        value = self.cell("TBL-TYPE", attacker.type, defender.type)
        return max(value, 0) if defender.type in ("Su", "Pi") and (defender.routed or rear) else value

    def effect(self, piece, target):
        name = "melee_mounted" if piece.unit["class"] == "mounted" else "melee_foot"
        return self.package.effects[name][6 * piece.hex + self.package.direction(piece.hex, target)]


def answer(package, content):
    position = Position(package, content)
    combats = [position.combat(*combat) for combat in content["combats"]]
    return {"fires": position.fires(), "combats": combats}


main(answer)
