"""Fall-back, retreat and rout of Jours de Gloire, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input positions as JSON: `setup` as in a package, `unit`, `before`, the units
before which it goes, and `turn`. Prints for each where the unit may come to: `retreat` with its level afterwards, and
`rout` of a routed unit; "off" and "eliminated" are what happens elsewhere.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from stdlib_edges import distance, leads, rim
from stdlib_moves_jdg import Package, Piece, may_stack

LEVELS = ("ordered", "disordered", "routed")


class Driven:
    def __init__(self, package, content):
        self.package = package
        pieces = [Piece(package, entry) for entry in content["setup"]]
        (self.unit,) = [piece for piece in pieces if piece.unit["id"] == content["unit"]]
        self.start, self.level = self.unit.hex, LEVELS.index(self.unit.level)
        self.enemies = [piece for piece in pieces if piece.side != self.unit.side]
        self.friends = [p for p in pieces if p.side == self.unit.side and p is not self.unit]
        self.before = [enemy for enemy in self.enemies if enemy.unit["id"] in content["before"]]
        self.held = {enemy.hex for enemy in self.enemies}
        self.fronts = set().union(*(e.zone & e.front(package) for e in self.enemies))
        self.table = package.p["movement"]["steps"][self.unit.type]
        self.near = package.p["movement"]["steps_near_enemy"][self.unit.type]
        effect = next(e for e in package.p["effects"] if e["id"] == "retreat")
        self.words = {step: other["value"] for other in effect["others"] for step in other["steps"]}
        self.default = effect["default"]
        turn = next(t for t in package.p["turns"]["track"] if t["number"] == content["turn"])
        self.weather = [flag for flag in ("night", "fog") if flag in turn["flags"]]
        if len(self.weather) == 2:
            self.weather = [package.p["options"]["night_fog"]]
        self.unit.square = "not_in_square"

    def around(self, where):
        return self.package.neighbours[6 * where : 6 * where + 6]

    def may_stop(self, where, level):
        stack = [(friend, friend.level) for friend in self.friends if friend.hex == where]
        return may_stack(self.package, [*stack, (self.unit, LEVELS[level])])

    def hexes(self, level):
        arm = self.unit.arm
        return self.package.cell("TBL-DISTANCE", f"retreat_{arm}" if level == 2 else "fall_back")

    # Retreats -------------------------------------------------------------------------------------------------

    def lost(self, where, direction, to):
        """Return the levels that a step of a retreat costs; None where it is not allowed."""
        step = 6 * where + direction
        word, cost = self.words.get(step, self.default), self.table["cost"][step]
        allowance = self.unit.face(LEVELS[self.level])[self.package.allowance] * self.package.denominator
        if cost < 0 or word == "forbidden" or (word == "needs_mp" and cost > allowance):
            return None
        return (word == "level_lost") + (to in self.fronts)

    def retreat(self):
        ends, ways = [], [(self.start, self.start, 0, self.level)]
        for where, counted, steps, level in ways:
            enough = steps >= self.hexes(level)
            if enough and (where == self.start or self.may_stop(where, level)):
                ends.append((where, counted, level))
                continue
            onward = []
            for direction, to in enumerate(self.around(where)):
                if to < 0 or to in self.held:
                    continue
                if where == self.start and not steps:
                    if any(to in enemy.zone for enemy in self.before):
                        continue
                elif distance(self.package, counted, to) <= distance(self.package, counted, where):
                    continue
                lost = self.lost(where, direction, to)
                if lost is None or level + lost > 2:
                    continue
                if lost and level + lost == 2:
                    onward.append((to, to, 0, 2))
                else:
                    onward.append((to, counted, steps + 1, level + lost))
            ways.extend(way for way in onward if way not in ways)
        # Routed, it stops with another only where no way leads it to a hex of its own.
        taken = {friend.hex for friend in self.friends}
        apart = {(counted, level) for where, counted, level in ends if level == 2 and where not in taken}
        kept = [end for end in ends if end[2] < 2 or end[0] not in taken or end[1:] not in apart]
        return {f"{where} {LEVELS[level]}": 0 for where, _, level in kept} or {"eliminated": 0}

    # Rout -----------------------------------------------------------------------------------------------------

    def rout(self):
        package, side = self.package, self.unit.side
        self.leads, edge = leads(package, side), rim(package, side)
        zones = [enemy.zone for enemy in self.enemies]
        limit = package.cell("TBL-DISTANCE", f"column_shift_{self.unit.arm}")
        points = self.unit.face("routed")[package.allowance] * package.denominator
        pays = package.p["options"]["rout_pays_zoc"]

        def clear(where, direction):
            to = self.around(where)[direction]
            if (
                to < 0
                or to in self.held
                or to in self.fronts
                or self.table["cost"][6 * where + direction] < 0
            ):
                return False
            if package.p["options"]["rout_zoc_to_zoc"] == "allowed":
                return True
            return not any(where in zone and to in zone for zone in zones)

        def cost(where, direction):
            to = self.around(where)[direction]
            next_to_enemy = self.held & set(self.around(to))
            total = (self.near if next_to_enemy else self.table)["cost"][6 * where + direction]
            if pays and any(where in zone for zone in zones):
                total += package.points("leave_zoc")
            if pays and any(to in zone for zone in zones):
                total += package.points("enter_zoc") + package.points("enter_zoc_disordered")
                total += sum(package.points(f"enter_zoc_{flag}") for flag in self.weather)
            return total

        ends, queue = {}, [(self.start, 0, 0)]
        for where, spent, shifts in queue:
            straight = self.straight(where)
            ahead = [d for d in straight if clear(where, d)]
            beyond = all(self.around(where)[d] < 0 for d in straight)
            # Who may not stop goes on, without points too.
            left = points - spent if where == self.start or self.may_stop(where, 2) else 10**6
            if not ahead and (where in edge or beyond):
                if left > 0:
                    ends["off"] = 0
                    continue
            elif not ahead and shifts < limit:
                forward = [d for d in range(6) if min(self.leads[d]) >= 0 and d not in straight]
                aside = [d for d in forward if clear(where, d)]
                ahead = [d for d in aside if min(self.leads[d]) > 0] or aside
            onward = [
                (self.around(where)[d], spent + cost(where, d), shifts + (d not in straight))
                for d in ahead
                if 0 <= cost(where, d) <= left
            ]
            queue.extend(place for place in onward if place not in queue)
            shelter = package.cell("TBL-TEC-HEX", package.terrain(where), "rout_shelter")
            if where == self.start and not spent:
                if not onward:
                    ends["eliminated"] = 0
            elif not onward or shelter:
                if self.may_stop(where, 2):
                    ends[str(where)] = 0
                elif not onward:
                    ends["eliminated"] = 0
        return ends

    def straight(self, where):
        if len(self.leads[0]) == 2:
            return [d for d in range(6) if min(self.leads[d]) > 0]
        most = max(self.leads)
        best = [d for d in range(6) if self.leads[d] == most]
        if len(best) == 1:
            return best
        columns = self.package.p["grid"]["columns"]
        flat = self.package.p["grid"]["orientation"] == "flat"

        def line(h):
            return h // columns if flat else h % columns

        same = [d for d in best if self.around(where)[d] >= 0 and line(self.around(where)[d]) == line(where)]
        return same or best


def answer(package, content):
    driven = Driven(package, content)
    found = {"retreat": driven.retreat()}
    return {**found, "rout": driven.rout()} if driven.level == 2 else found


def main(file):
    package = Package(json.loads(pathlib.Path(file).read_text(encoding="utf-8")))
    assert not any("site-packages" in path for path in sys.path)
    print(json.dumps([answer(package, position) for position in json.load(sys.stdin)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
