"""Retreat and rout of Musket & Pike, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input positions as JSON: `setup` as in a package, `unit`, and `before`, the
units that it fought with. Prints for each how the unit may go, by the hex of its left half

- `retreat`: after one or two hexes, with the formation hits on the last step; `rout_retreat`: two hexes, or where it
  rolls because it cannot go on;
- `rout`: the end of its move in the rout phase, or "off", with the points that it has used.
"""

import heapq
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from stdlib_edges import distance, leads, rim
from stdlib_moves_mpbs import FIGHTERS, Package, Piece


class Driven:
    def __init__(self, package, content):
        self.package = package
        pieces = [Piece(package, entry) for entry in content["setup"]]
        by_id = {piece.unit["id"]: piece for piece in pieces}
        self.unit = unit = by_id[content["unit"]]
        self.before = [h for name in content["before"] for h in by_id[name].hexes]
        self.closed = {
            h
            for piece in pieces
            for h in piece.hexes
            if piece is not unit and (piece.side != unit.side or not self.passes(piece.arm))
        }
        self.table = package.p["movement"]["steps"][unit.unit["class"]]
        self.side_costs = {step: p["value"] for p in self.table["side_costs"] for step in p["steps"]}
        self.towards = [sum(parts) for parts in leads(package, unit.side)]  # as the angles between them

    def passes(self, arm):
        return arm not in FIGHTERS or {arm, self.unit.arm} == {"cavalry", "light_infantry"}

    def nearest(self, hexes):
        return min(distance(self.package, a, b) for a in hexes for b in self.before)

    def step(self, hexes, direction):
        """Return where all halves come to, the cost and the formation hits; None where they cannot go."""
        numbers = [6 * h + direction for h in hexes]
        after = [self.package.neighbours[n] for n in numbers]
        costs = [self.table["cost"][n] for n in numbers]
        if min(after) < 0 or min(costs) < 0 or self.closed & set(after):
            return None
        side = [self.side_costs.get(n, 0) for n in numbers]
        cost = max(c - s for c, s in zip(costs, side, strict=True)) + max(side)
        hits = any(n in self.table[f"disorders_{part}"] for n in numbers for part in ("hex", "side"))
        return after, cost, int(hits)

    def retreats(self, hexes):
        """Yield the hexes of the next step of a retreat, with the hits."""
        ways = []
        for direction in range(6):
            way = self.step(hexes, direction)
            if way is not None and self.nearest(way[0]) > max(1, self.nearest(hexes)):
                ways.append((-self.towards[direction], way[1], way))
        best = min((way[:2] for way in ways), default=None)
        yield from ((after, hits) for *rank, (after, _, hits) in ways if tuple(rank) == best)

    def retreat(self, in_order):
        ends = {}
        ways = [(self.unit.hexes, 0, 0)]
        for hexes, steps, hits in ways:
            onward = [(after, steps + 1, hit) for after, hit in self.retreats(hexes)] if steps < 2 else []
            ways.extend(way for way in onward if way not in ways)
            name = f"{hexes[0]} {steps}"
            if steps == 2 or (in_order and steps):
                ends[name] = max(hits if in_order else 0, ends.get(name, 0))
            elif not onward:
                ends[f"{name} cannot"] = 0
        return ends

    def least(self):
        """Return the cost of the cheapest way off the map from every hex."""
        edge = rim(self.package, self.unit.side)
        cost, queue = dict.fromkeys(edge, 1), [(1, h) for h in sorted(edge)]
        while queue:
            so_far, here = heapq.heappop(queue)
            if so_far > cost[here] or here in self.closed:
                continue
            for direction in range(6):
                to = self.package.neighbours[6 * here + direction]
                back = self.table["cost"][6 * to + (direction + 3) % 6] if to >= 0 else -1
                if back >= 0 and so_far + back < cost.get(to, 1 << 30):
                    cost[to] = so_far + back
                    heapq.heappush(queue, (cost[to], to))
        return edge, cost

    def rout(self):
        arm = "heavy_infantry" if self.unit.arm == "dismounted_cavalry" else self.unit.arm
        points = self.package.charts["T-MA"][arm, "formation_normal"] * self.package.denominator
        edge, least = self.least()
        ends, ways = {}, [(self.unit.hexes, 0)]
        for hexes, spent in ways:
            if edge & set(hexes):
                off = spent < points
                ends[f"{'off' if off else hexes[0]}"] = spent + off
                continue
            found = [way for d in range(6) if (way := self.step(hexes, d)) and way[0][0] in least]
            best = min((cost + least[after[0]] for after, cost, _ in found), default=0)
            onward = [
                (after, spent + cost)
                for after, cost, _ in found
                if cost + least[after[0]] == best and spent + cost <= points
            ]
            ways.extend(way for way in onward if way not in ways)
            if not onward:
                ends[str(hexes[0])] = spent
        return ends


def answer(package, content):
    driven = Driven(package, content)
    found = {"retreat": driven.retreat(True), "rout_retreat": driven.retreat(False)}
    return {**found, "rout": driven.rout()} if driven.unit.morale == "morale_broken" else found


def main(file):
    package = Package(json.loads(pathlib.Path(file).read_text(encoding="utf-8")))
    assert not any("site-packages" in path for path in sys.path)
    print(json.dumps([answer(package, position) for position in json.load(sys.stdin)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
