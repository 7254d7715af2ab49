"""Retreat and rout of Au fil de l'épée, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input positions as JSON: `setup` as in a package and `unit`. Prints for each
where the unit may come to: `R` and `Dr` at once, `rout` in phase E. With `beaten`, a unit that has left its hex, also
`advance` and `pursuit`: hexes with their facings. A hex is given with what it costs besides: 1 for
a further level; "stays", "off" and "eliminated" are what happens elsewhere.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from stdlib_moves_afe import Package, Piece, may_stack

TOWARDS = {
    "flat": {"N": (0,), "S": (3,), "E": (1, 2), "W": (4, 5)},
    "pointy": {"N": (5, 0), "S": (2, 3), "E": (1,), "W": (4,)},
}


class Position:
    def __init__(self, package, content):
        self.package = package
        pieces = [Piece(package, entry) for entry in content["setup"] if entry["kind"] == "unit"]
        (self.unit,) = [piece for piece in pieces if piece.unit["id"] == content["unit"]]
        self.start = self.unit.hex
        beaten = content.get("beaten")
        self.left = {piece.hex for piece in pieces if piece.unit["id"] == beaten}
        pieces = [piece for piece in pieces if piece.unit["id"] != beaten]
        enemies = [piece for piece in pieces if piece.side != self.unit.side]
        self.friends = [p for p in pieces if p.side == self.unit.side and p is not self.unit]
        self.held = {enemy.hex for enemy in enemies}
        self.near = {to for h in self.held for to in package.neighbours[6 * h : 6 * h + 6]}
        self.cost = package.p["movement"]["steps"][self.unit.unit["class"]]["cost"]
        side = next(s for s in package.p["sides"] if s["id"] == self.unit.side)
        self.edge = side["rout_edge"]
        self.towards = TOWARDS[package.p["grid"]["orientation"]][self.edge]

    def step(self, where, direction):
        """Return the hex to which a step leads, or None."""
        to = self.package.neighbours[6 * where + direction % 6]
        return None if to < 0 or to in self.held or self.cost[6 * where + direction % 6] < 0 else to

    def may_stop(self, where):
        return may_stack(self.package, [self.unit, *(f for f in self.friends if f.hex == where)])

    def retreat(self):
        if self.unit.organisation == "routed":
            return self.straight(1)
        ends = {}
        for direction in range(6):
            to = self.step(self.start, direction)
            if to is not None and self.may_stop(to):
                ends[str(to)] = int(direction in self.unit.ahead(self.unit.facing))
        return ends or {"stays": 1}

    def straight(self, hexes):
        ends = {}
        for direction in self.towards:
            where = self.start
            for _ in range(hexes):
                where = None if where is None else self.step(where, direction)
            if where is not None and self.may_stop(where):
                ends[str(where)] = 0
        return ends or {"eliminated": 0}

    def advances(self, charged):
        """Return the hex that the beaten unit has left, with the facings there; after a charge those to charge on."""
        unit, ends = self.unit, {}
        if unit.organisation in ("discouraged", "routed"):
            return ends
        if charged and (
            unit.unit["chart_class"] not in ("Ch-m", "Ha-m") or unit.fatigue != "fresh" or unit.facing is None
        ):
            return ends
        for direction in range(6):
            to = self.step(self.start, direction)
            if to not in self.left or not self.may_stop(to):
                continue
            facings = range(6)
            if charged:
                turned = [(unit.facing + turn) % 6 for turn in (-1, 0, 1)]
                facings = sorted(f for f in turned if self.package.neighbours[6 * to + f] in self.held)
            ends[str(to)] = list(facings)
        return ends

    def rout(self):
        points = self.unit.unit["front" if self.unit.fatigue == "fresh" else "back"][self.package.allowance]
        points *= self.package.denominator
        edge = set(self.package.p["grid"]["edges"][self.edge])
        ends, seen, queue = {}, set(), [(self.start, None, 0)]
        while queue:
            where, line, spent = queue.pop()
            if (where, line, spent) in seen:
                continue
            seen.add((where, line, spent))
            lines = self.towards if line is None else (line,)
            free = {d for d in range(6) if self.step(where, d) is not None}
            clear = {d for d in free if self.step(where, d) not in self.near}
            ahead = [(d, d) for d in lines if d in clear]
            if not ahead and where in edge:
                if spent < points:
                    ends["off"] = 0
                    continue
            elif not ahead:
                beside = {(d + turn) % 6 for d in self.towards for turn in (5, 0, 1)}
                ahead = [(d, line) for d in beside if d in clear] or [(d, d) for d in lines if d in free]
            went = False
            for direction, kept in ahead:
                cost = self.cost[6 * where + direction]
                if spent + cost <= points:
                    went = True
                    queue.append((self.step(where, direction), kept, spent + cost))
            if not went:
                stops = where == self.start or self.may_stop(where)
                ends[str(where) if stops else "eliminated"] = 0
        return ends


def answer(package, content):
    position = Position(package, content)
    if "beaten" in content:
        return {"advance": position.advances(False), "pursuit": position.advances(True)}
    routed = position.unit.organisation == "routed"
    found = {} if position.unit.guns else {"R": position.retreat()}
    return {**found, "Dr": position.straight(2), **({"rout": position.rout()} if routed else {})}


def main(file):
    package = Package(json.loads(pathlib.Path(file).read_text(encoding="utf-8")))
    assert not any("site-packages" in path for path in sys.path)
    print(json.dumps([answer(package, position) for position in json.load(sys.stdin)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
