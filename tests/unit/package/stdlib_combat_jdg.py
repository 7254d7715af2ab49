"""Fire, shock and charge of Jours de Gloire, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input positions as JSON: `setup` as in a package, `turn`, `guns`, and
`combats`, each a list of pairs of hexes: of attackers and of those whom they attack. Prints for each position

- `targets`: hexes at which each gun may fire as it faces; `fires`: for each of them and each kind of fire the
  total without the roll, the lines that count, and the cell of every roll;
- `attacks`: hexes that the units of each hex may attack; `combats`: the same as for fires, for each combat.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from stdlib_lines import Moment, main

KINDS = ("normal", "counter_battery", "reaction")


class Piece:
    def __init__(self, package, entry):
        self.unit = package.units[entry["piece"]]
        self.id, self.side, self.arm = self.unit["id"], self.unit["side"], self.unit["arm"]
        self.type, self.did = self.unit["chart_class"], ()
        (self.hex,), self.facing = entry["hexes"], entry["facing"]
        self.state = {
            axis["id"]: entry["state"].get(axis["id"], axis["default"]) for axis in package.p["states"]
        }
        if self.state["level"] == "routed":
            self.facing = None
        self.face = self.unit["front" if self.state["level"] == "ordered" else "back"]
        self.two = set() if self.facing is None else {self.facing, (self.facing + 1) % 6}
        all_six = package.column(self.hex, "six_front") or self.state["square"] == "in_square"
        self.front = set(range(6)) if all_six and self.facing is not None else self.two


class Position:
    def __init__(self, package, content):
        self.package = package
        by_stack = sorted(content["setup"], key=lambda entry: entry["stack"])
        self.pieces = [Piece(package, entry) for entry in by_stack]
        self.by_id = {piece.id: piece for piece in self.pieces}
        self.flags = next(t["flags"] for t in package.p["turns"]["track"] if t["number"] == content["turn"])
        self.charge_number = content["charge_number"]
        self.stacks = {}
        for piece in self.pieces:
            self.stacks.setdefault(piece.hex, []).append(piece)

    def enemies(self, where, side):
        return [piece for piece in self.stacks.get(where, []) if piece.side != side]

    # Fire ---------------------------------------------------------------------------------------------------

    def blocks(self, where, origin, target):
        package = self.package
        units = package.p["lines"]["units"]
        if not any(piece.arm in units["arms"] for piece in self.stacks.get(where, [])):
            return False
        own, one, two = (package.levels[place] for place in (where, origin, target))
        for rule in units["overlooked"]:
            if rule["higher"] == "both":
                if one > own and two > own:
                    return False
                continue
            high, low = (one, two) if rule["higher"] == "firer" else (two, one)
            if high <= own or high <= low:
                continue
            if rule["nearer"]:
                near = package.distance(where, origin if rule["nearer"] == "firer" else target)
                whole = package.distance(origin, target)
                if 2 * near > whole or (2 * near == whole and not rule["halfway"]):
                    continue
            return False
        return True

    def sees(self, origin, target):
        package = self.package
        place = origin * package.p["sight"]["row_bytes"] + (target >> 3)
        if not package.bits[place] >> (target & 7) & 1:
            return False
        arms = package.p["lines"]["units"]["arms"]
        for where in package.one_sided.get((origin, target), ()):
            if any(piece.arm in arms for piece in self.stacks.get(where, [])):
                return False
        both = package.p["lines"]["units"]["along"] == "both"
        for places in package.line(origin, target):
            if (len(places) == 1 or both) and all(
                where >= 0 and self.blocks(where, origin, target) for where in places
            ):
                return False
        return True

    def targets(self, gun):
        package = self.package
        held = {piece.hex for piece in self.pieces if piece.side != gun.side}
        ahead = {package.around[6 * gun.hex + d] for d in gun.two} & held
        found = []
        for target in sorted(held):
            distance = package.distance(gun.hex, target)
            if distance > gun.face["maximum_range"] or (self.flags and distance > 1):
                continue
            if (ahead and target not in ahead) or not self.in_cone(gun, target):
                continue
            if self.sees(gun.hex, target):
                found.append(target)
        return found

    def in_cone(self, gun, target):
        package = self.package
        if package.distance(gun.hex, target) == 1:
            return package.direction(gun.hex, target) in gun.front
        (a, b), (c, d) = (self.vector(k) for k in (gun.facing, (gun.facing + 1) % 6))
        q, r = package.difference(gun.hex, target)
        whole = a * d - b * c
        return (q * d - r * c) * whole >= 0 and (a * r - b * q) * whole >= 0

    def vector(self, direction):
        for here in range(len(self.package.levels)):
            there = self.package.around[6 * here + direction]
            if there >= 0:
                return self.package.difference(here, there)
        raise ValueError(direction)

    def fire(self, gun, target, kind):
        package = self.package
        stack = self.stacks[target]
        guns = [piece for piece in stack if piece.arm == "artillery"]
        aimed = {"normal": stack, "counter_battery": guns[:1], "reaction": stack[:1]}[kind]
        line = package.line(gun.hex, target)
        last = line[-1] if line else [gun.hex]
        cover = [
            package.effects["fire_drm"][6 * here + package.direction(here, target)]
            for here in last
            if here >= 0
        ]
        moment = Moment(
            package,
            self.flags,
            {"firers": [gun], "targets": stack, "target": aimed},
            {"fire": kind, "distance": package.distance(gun.hex, target)},
            target,
        )
        total, lines = moment.sum("TBL-FIRE-DRM", (kind,), {"terrain": max(cover)})
        total += gun.face["strength"]
        cells = package.cells["TBL-FIRE"]
        return [total, lines, [cells[package.row("TBL-FIRE", roll + total),] for roll in range(10)]]

    # Shock and charge -----------------------------------------------------------------------------------------

    def attackers(self, where):
        able = [
            piece
            for piece in self.stacks[where]
            if piece.arm != "artillery"
            and piece.state["level"] == "ordered"
            and piece.state["square"] == "not_in_square"
        ]
        return [piece for piece in able if piece.state["combat"] == "charge"] or able

    def attacks(self, where):
        units, package = self.attackers(where), self.package
        found = []
        for direction in sorted(units[0].front) if units else ():
            step = 6 * where + direction
            target = package.around[step]
            if target < 0 or not self.enemies(target, units[0].side):
                continue
            steps = package.p["movement"]["steps"]
            if any(steps[piece.unit["class"]]["cost"][step] < 0 for piece in units):
                continue
            if package.effects["shock_drm"][step] == "no_attack":
                continue
            if units[0].state["combat"] == "charge" and (
                package.effects["blocks_charge"][step] or package.column(target, "blocks_charge")
            ):
                continue
            found.append(target)
        return sorted(found)

    def combat(self, pairs):
        package = self.package
        attackers = [piece for where in sorted({a for a, _ in pairs}) for piece in self.attackers(where)]
        hexes = sorted({b for _, b in pairs})
        stacks = [piece for where in hexes for piece in self.stacks[where]]
        defenders = [piece for piece in stacks if piece.arm != "artillery"]
        strengths = [sum(piece.face["strength"] for piece in side) for side in (attackers, defenders)]
        best = [max(piece.face["cohesion"] for piece in side) for side in (attackers, defenders)]
        column = "charge" if any(piece.state["combat"] == "charge" for piece in attackers) else "shock"
        ratio = package.cells["TBL-RATIO"][package.ratio("TBL-RATIO", *strengths),]
        sums = []
        for target in hexes:
            origins = sorted({a for a, b in pairs if b == target})
            steps = [6 * here + package.direction(here, target) for here in origins]
            values = [package.effects["shock_drm"][step] for step in steps]
            kind = package.kind(target)
            open_ground = "clear" in (kind["id"], kind["like"])
            moment = Moment(
                package,
                self.flags,
                {"attackers": attackers, "defenders": self.stacks[target]},
                {
                    "charge_number": self.charge_number,
                    "attack_out_of_six_front": any(
                        package.direction(here, target) not in self.attackers(here)[0].two for here in origins
                    ),
                },
                target,
                steps,
                [(unit, self.zones(here, target)) for here in origins for unit in self.attackers(here)],
            )
            computed = {
                "ratio": ratio,
                "cohesion_difference": best[0] - best[1],
                "terrain": max(values) if open_ground else min(values),
            }
            sums.append(moment.sum("TBL-SHOCK-DRM", (column,), computed))
        total, lines = min(sums, key=lambda pair: pair[0])
        cells = package.cells["TBL-SHOCK"]
        rows = [package.row("TBL-SHOCK", roll + total) for roll in range(10)]
        results = [[cells[row, key] for key in ("attacker", "defender", "then")] for row in rows]
        return [total, lines if len(hexes) == 1 else {}, results]

    def zones(self, here, target):
        """Return the zones of the defenders' infantry and cavalry in which the attackers' hex lies."""
        direction = self.package.direction(target, here)
        return {
            "front" if direction in piece.front else "rear"
            for piece in self.stacks[target]
            if piece.facing is not None and piece.arm != "artillery"
        }


def answer(package, content):
    position = Position(package, content)
    targets, fires = {}, {}
    for name in content["guns"]:
        gun = position.by_id[name]
        targets[name] = position.targets(gun)
        for target in targets[name]:
            armed = any(piece.arm == "artillery" for piece in position.stacks[target])
            for kind in KINDS:
                if kind == "counter_battery" and not armed:
                    continue
                if kind == "reaction" and package.distance(gun.hex, target) > 1:
                    continue
                fires[f"{name} {target} {kind}"] = position.fire(gun, target, kind)
    attacks = {str(where): position.attacks(where) for where in sorted(position.stacks)}
    combats = [position.combat(pairs) for pairs in content["combats"]]
    return {"targets": targets, "fires": fires, "attacks": attacks, "combats": combats}


main(answer)
