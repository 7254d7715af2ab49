"""Melee and charge of Au fil de l'épée, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input positions as JSON: `setup` as in a package, and `combats`, each the
units that attack and the hex that they attack. Prints for each position
`combats`: for each melee or charge the sum, the lines that count, and the cells of every roll.
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
    return {"combats": combats}


main(answer)
