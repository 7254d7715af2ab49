"""Fire and close combat of Musket & Pike, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input positions as JSON: `setup` as in a package, `orders` of the wings, and
`combats`, each the units that attack, with the hex that each attacks, and the unit that they attack. Prints

- `fires`: for every unit that may fire, each of its hexes from which, each hex at which, and each kind of fire, the
  sum, the lines that count, and of every roll the cell, what it does to the target and the check that falls due;
- `guns`: the same for artillery; `grazing`: the hexes that are hit too, along either side of the line;
- `attacks`: which hexes each unit may attack, and `combats`: the same as for fires, or what happens without a roll.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from stdlib_fire_mpbs import Fires
from stdlib_lines import main
from stdlib_pieces_mpbs import Lines


class Combats(Fires):
    def attacks(self):
        found = {}
        for piece in self.pieces:
            if not piece.fights or piece.broken or piece.state["formation"] in ("hedgehog", "column"):
                continue
            if piece.arm == "light_infantry" and any(p.arm == "cavalry" for p in self.units(piece.hexes[0])):
                continue
            fronts = {self.neighbour(piece.hexes[0], piece.facing + 1)}
            if len(piece.hexes) == 1:
                fronts.add(self.neighbour(piece.hexes[0], piece.facing))
            found[piece.id] = sorted(t for t in fronts if t >= 0 and self.may_attack(piece, t))
        return found

    def may_attack(self, piece, target):
        defender, terrain = self.defender(target), self.package.p["terrain"]
        if defender is None or defender.side == piece.side:
            return False
        kinds = [terrain["kinds"][terrain["hexes"][h]] for h in (target, *piece.hexes)]
        if len(piece.hexes) == 2 and any("bridge" in (kind["id"], kind["like"]) for kind in kinds):
            return False
        costs = self.package.p["movement"]["steps"][piece.unit["class"]]["cost"]
        steps = self.steps(piece, target)
        if any(costs[step] < 0 or self.effect(piece, step) == "NM" for step in steps):
            return False
        return self.matrix(piece, defender, True) is not None

    def defender(self, where):
        """Return the unit that defends a hex: guns and baggage do not if another is there."""
        units = [p for p in self.units(where) if p.fights]
        horse = [p for p in units if p.arm == "cavalry"]
        guns = [p for p in self.units(where) if p.arm == "artillery" and p.served]
        return (horse or units or guns or [None])[0]

    def steps(self, piece, target):
        return [6 * h + self.package.direction(h, target) for h in piece.hexes]

    def effect(self, piece, step):
        return self.package.effects["cc_cavalry" if piece.arm == "cavalry" else "cc_infantry"][step]

    def matrix(self, piece, defender, front):
        pikes = piece.arm == "heavy_infantry" and piece.face["pikes"]
        row = piece.arm if piece.arm in ("cavalry", "light_infantry") or pikes else "no_pikes"
        formation = defender.attacked().state["formation"]
        if defender.arm in ("cavalry", "light_infantry"):
            column = defender.arm
        elif defender.arm == "artillery":
            column = "artillery_alone"
        elif formation == "hedgehog":
            column = "hedgehog"
        elif defender.arm == "heavy_infantry" and defender.face["pikes"]:
            whole = formation != "formation_broken" and not defender.broken
            column = "hi_front" if front and whole else "hi_flank"
        else:
            column = "no_pikes_front" if front or defender.broken else "no_pikes_flank"
        return self.cell("T-CC-MATRIX", row, column)

    def combat(self, pairs, name):
        attackers, defender = [self.by_id[n] for n, _ in pairs], self.by_id[name]
        if defender.arm == "artillery":
            return ["captured"]
        weak = defender.arm == "light_infantry" and defender.strength == 1
        if weak and not all(p.arm == "light_infantry" and p.strength == 1 for p in attackers):
            return ["eliminated"]
        defenders = {p.id: p.attacked() for where in defender.hexes for p in self.units(where)}
        hexes = [(p, where) for p in attackers for where in p.hexes]
        zones = [(p, {self.zone(defender, h) for h in p.hexes} - {None}) for p in attackers]
        front = any("front" in found for _, found in zones)
        steps = [(p, self.steps(p, target)) for p, (_, target) in zip(attackers, pairs, strict=True)]
        halved = defender.arm == "heavy_infantry" and any(p.arm == "cavalry" for p in attackers)
        mine = 2 * sum(p.strength for p in attackers)
        theirs = (1 if halved else 2) * defender.strength
        momentum = [self.momentum(p) for p in attackers if p.state["momentum"] == "momentum"]
        computed = {
            "ratio": self.cell("T-CC-RATIO", self.package.ratio("T-CC-RATIO", mine, theirs)),
            "morale": max(p.morale for p in attackers) - defender.morale,
            "momentum": min(momentum, default=0),
            "matrix": min(self.matrix(p, defender, front) for p in attackers),
            "terrain": min(self.effect(p, step) for p, taken in steps for step in taken),
        }
        groups = {"attackers": attackers, "defenders": list(defenders.values())}
        crossed = [step for _, taken in steps for step in taken]
        moment = Lines(self.package, (), groups, {}, defender.hexes[0], crossed, zones)
        moment.led = [
            *(["attackers"] if any(self.leaders(h, p.side) for p, h in hexes) else []),
            *(["defenders"] if any(self.leaders(h, defender.side) for h in defender.hexes) else []),
        ]
        total, lines = moment.sum("T-CC-DRM", (), computed)
        total = min(max(total, self.cell("T-CC-LIMIT", "least")), self.cell("T-CC-LIMIT", "most"))
        rows = [self.key("T-CC", "total", roll + total) for roll in range(10)]
        return [total, lines, [self.cell("T-CC", row) for row in rows]]

    def momentum(self, piece):
        if piece.arm == "cavalry":
            return self.package.p["settings"]["cavalry_momentum"]
        return self.cell("T-MOMENTUM", piece.arm)


def answer(package, content):
    position = Combats(package, content)
    guns, grazing = position.bombards()
    return {
        "fires": position.fires(),
        "guns": guns,
        "grazing": grazing,
        "attacks": position.attacks(),
        "combats": [position.combat(*combat) for combat in content["combats"]],
    }


main(answer)
