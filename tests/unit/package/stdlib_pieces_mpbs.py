"""Pieces of Musket & Pike in a position, by docs/package.md alone; stdlib_combat_mpbs.py loads it."""

import copy

from stdlib_lines import Moment

FOOT_AND_HORSE = ("heavy_infantry", "light_infantry", "cavalry", "dismounted_cavalry")


class Lines(Moment):
    charts = ("T-TEC-HEX", "T-TEC-HEXSIDE")
    led = ()

    def true(self, node):
        if node["kind"] == "leaders":
            return node["of"] in self.led
        return super().true(node)


class Piece:
    def __init__(self, package, entry):
        self.kind, self.id, self.hexes = entry["kind"], entry["piece"], entry["hexes"]
        self.facing, self.did, self.stack = entry["facing"], list(entry["did"]), entry["stack"]
        self.state = {
            axis["id"]: entry["state"].get(axis["id"], axis["default"]) for axis in package.p["states"]
        }
        if self.kind == "leader":
            self.side = next(x["side"] for x in package.p["leaders"] if x["id"] == self.id)
            self.arm = ""
            return
        self.unit = package.units[self.id]
        self.side, self.arm, self.type = self.unit["side"], self.unit["arm"], self.unit["chart_class"]
        self.face = self.unit["front"]
        self.lost = int(self.state["casualties"] or 0)
        self.strength = self.face.get("strength", 0) - self.lost
        self.broken = self.state["morale"] == "morale_broken"
        if self.broken or self.state["limbering"] == "limbered" or self.arm == "baggage":
            self.facing = None
        self.served = self.state["gun_status"] == "gun_served"

    @property
    def morale(self):
        less = {"morale_shaken": 1}.get(self.state["morale"], 0)
        return 1 if self.broken else self.face["morale"] - less

    @property
    def fights(self):
        return self.kind == "unit" and self.arm in FOOT_AND_HORSE

    def attacked(self):
        """Return the piece as it meets an attack: a column is broken at once."""
        if self.state["formation"] != "column":
            return self
        other = copy.copy(self)
        other.state = {**self.state, "formation": "formation_broken"}
        return other


class Position:
    def __init__(self, package, content):
        self.package, self.orders = package, content["orders"]
        self.pieces = [Piece(package, entry) for entry in content["setup"]]
        self.by_id = {piece.id: piece for piece in self.pieces}
        self.stacks = {}
        for piece in sorted(self.pieces, key=lambda piece: piece.stack):
            for where in piece.hexes:
                self.stacks.setdefault(where, []).append(piece)

    def cell(self, chart, *keys):
        return self.package.cells[chart][keys]

    def key(self, chart, axis, number):
        """Return the key of an axis for a number; beyond the ends the end keys."""
        keys = next(a for a in self.package.charts[chart]["axes"] if a["id"] == axis)["keys"]
        low, high = keys[0].get("low", number), keys[-1].get("high", number)
        number = min(max(number, low), high)
        return next(k["id"] for k in keys if k.get("low", number) <= number <= k.get("high", number))

    def units(self, where):
        return [piece for piece in self.stacks.get(where, []) if piece.kind == "unit"]

    def leaders(self, where, side):
        return [p for p in self.stacks.get(where, []) if p.kind == "leader" and p.side == side]

    def side(self, where):
        """The side that holds a hex with pieces of its own."""
        here = [
            p for p in self.stacks.get(where, []) if p.kind == "leader" or p.served or p.arm != "artillery"
        ]
        return here[0].side if here else None

    def neighbour(self, where, direction):
        return self.package.around[6 * where + direction % 6]

    def zone(self, piece, where):
        """Return the zone of a piece in which a hex next to it lies."""
        if piece.facing is None:
            return None
        k, halves = piece.facing, piece.hexes
        left, right = halves[0], halves[-1]
        zones = {"front": [(left, k), (left, k + 1)], "right_flank": [(right, k + 2)]}
        zones["left_flank"], zones["rear"] = [(left, k + 5)], [(right, k + 3), (right, k + 4)]
        if len(halves) == 2:
            zones["front"].append((right, k + 1))
            zones["rear"].append((left, k + 4))
        for name, places in zones.items():
            if any(self.neighbour(h, d) == where for h, d in places):
                return name
        return None

    def top(self, where):
        """Return the unit of a hex that is fired at, or that may fire: the top one."""
        units = [p for p in self.units(where) if p.arm != "baggage" and p.served]
        horse = [p for p in units if p.arm == "cavalry"]
        if horse and all(p.arm in ("cavalry", "light_infantry") for p in units):
            return horse[0]
        return units[0] if units else None

    def may_fire(self, piece, where):
        top = self.top(where)
        with_horse = piece.arm == "light_infantry" and top is not None and top.arm == "cavalry"
        if top is not piece and not with_horse:
            return False
        if piece.broken or piece.state["formation"] in ("hedgehog", "column"):
            return False
        return piece.state["pistols"] != "no_pistols" or piece.arm not in ("cavalry", "dismounted_cavalry")
