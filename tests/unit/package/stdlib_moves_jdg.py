"""Where units of Jours de Gloire can go, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input positions as JSON: `setup` as in a package, `unit` that moves,
`turn`. Prints for each the hexes where its move may end, with the cheapest cost in 1/denominator points.
"""

import heapq
import json
import pathlib
import sys
from collections import Counter

MOVES_ON, DISORDERED, ROUTED = 0, 1, 2


class Package:
    def __init__(self, content):
        self.p = content
        self.neighbours = content["grid"]["neighbours"]
        self.units = {unit["id"]: unit for unit in content["units"]}
        self.charts = {chart["id"]: chart for chart in content["charts"]}
        self.denominator = content["movement"]["denominator"]
        self.allowance = next(
            f["id"] for f in content["fields"] if f["of"] == "unit" and f["unit"] == "movement points"
        )

    def cell(self, chart, *keys):
        return next(c["value"] for c in self.charts[chart]["cells"] if c["at"] == list(keys))

    def points(self, case):
        return self.cell("TBL-MOVE", case) * self.denominator

    def terrain(self, where):
        return self.p["terrain"]["kinds"][self.p["terrain"]["hexes"][where]]["id"]

    def state(self, entry, axis):
        default = next(a["default"] for a in self.p["states"] if a["id"] == axis)
        return entry["state"].get(axis, default)


class Piece:
    def __init__(self, package, entry):
        self.unit = package.units[entry["piece"]]
        self.side, self.arm, self.type = self.unit["side"], self.unit["arm"], self.unit["class"]
        (self.hex,), self.facing = entry["hexes"], entry["facing"]
        self.level, self.square, self.orders, self.fired = (
            package.state(entry, axis) for axis in ("level", "square", "orders", "fired")
        )
        self.zone = set()
        if self.arm != "artillery" and self.square != "in_square" and self.level != "routed":
            mask = package.p["zones"][self.type][self.hex]
            around = package.neighbours[6 * self.hex : 6 * self.hex + 6]
            self.zone = {to for d, to in enumerate(around) if to >= 0 and mask >> d & 1}

    def front(self, package):
        directions = {self.facing, (self.facing + 1) % 6} if self.facing is not None else set()
        if package.cell("TBL-TEC-HEX", package.terrain(self.hex), "six_front"):
            directions = set(range(6))
        return {package.neighbours[6 * self.hex + d] for d in directions}

    def face(self, level):
        return self.unit["front" if level == "ordered" else "back"]


def may_stack(package, pieces):
    """Whether units of one side may share a hex; pieces are (piece, level)."""
    stacking = package.p["stacking"]
    for state in stacking["exclusive"]:
        inside = [state in (level, piece.square) for piece, level in pieces]
        if any(inside) and not all(inside):
            return False
    return len(pieces) == 1 or any(fits(case, pieces) for case in stacking["cases"])


def fits(case, pieces):
    def of(part, piece):
        unit = piece.unit
        return (
            (not part["arms"] or unit["arm"] in part["arms"])
            and (not part["types"] or unit["type"] in part["types"])
            and (not part["classes"] or unit["class"] in part["classes"])
        )

    counts = Counter()
    for piece, level in pieces:
        number = next((n for n, part in enumerate(case["parts"]) if of(part, piece)), None)
        if number is None or (case["only"] and case["only"] not in (level, piece.square)):
            return False
        counts[number] += 1
    if any(counts[n] > part["most"] for n, part in enumerate(case["parts"])):
        return False
    counted = sum(p.face(level)["strength"] for p, level in pieces if p.arm in case["strength_of"])
    if case["strength"] is not None and counted > case["strength"]:
        return False
    for name in case["same"]:
        like = {p.unit[name] for p, lvl in pieces if p.arm in case["same_of"] and lvl != case["same_unless"]}
        if len(like) > 1:
            return False
    return True


def reach(package, position):
    pieces = [Piece(package, entry) for entry in position["setup"]]
    (mover,) = [piece for piece in pieces if piece.unit["id"] == position["unit"]]
    friends = [piece for piece in pieces if piece.side == mover.side and piece is not mover]
    enemies = [piece for piece in pieces if piece.side != mover.side]
    flags = next(turn["flags"] for turn in package.p["turns"]["track"] if turn["number"] == position["turn"])
    if mover.level == "routed" or (mover.orders == "without_orders" and mover.fired == "fired"):
        return {mover.hex: 0}
    weather = [flag for flag in ("night", "fog") if flag in flags]
    if len(weather) == 2:
        weather = [package.p["options"]["night_fog"]]

    def allowance(level):
        points = mover.face(level)[package.allowance]
        if mover.orders == "without_orders" or mover.fired == "fired":
            points = -(-points // package.cell("TBL-MOVE", "reduced")["by"])
        return points * package.denominator

    near = {to for enemy in enemies for to in package.neighbours[6 * enemy.hex : 6 * enemy.hex + 6]}
    zones = set().union(*(enemy.zone for enemy in enemies)) if enemies else set()
    holding = [enemy for enemy in enemies if mover.hex in enemy.zone]
    closed = {enemy.hex for enemy in enemies} | {f.hex for f in friends if f.square == "in_square"}
    closed |= set().union(*(enemy.zone for enemy in holding)) if holding else set()
    if mover.arm == "artillery":
        closed |= zones - {friend.hex for friend in friends if friend.arm in ("infantry", "cavalry")}
    if "night" in flags and mover.level == "disordered":
        closed |= near if package.p["options"]["night_contact"] == "adjacent" else zones
    first = set().union(*(e.zone & e.front(package) for e in enemies)) if holding else set()
    tables = package.p["movement"]["steps"], package.p["movement"]["steps_near_enemy"]
    hurts = [set(table[mover.type]["disorders"]) for table in tables]
    held = {friend.hex for friend in friends}
    into_zone = package.points("enter_zoc") + sum(package.points(f"enter_zoc_{flag}") for flag in weather)

    def steps(where, hurt):
        level = "disordered" if hurt else mover.level
        for direction in range(6):
            step = 6 * where + direction
            to = package.neighbours[step]
            if to < 0 or to in closed or (where == mover.hex and to in first):
                continue
            table = tables[to in near]
            cost = table[mover.type]["cost"][step]
            if cost < 0:
                continue
            if where == mover.hex:
                cost += package.points("leave_zoc") if holding else 0
            elif where in held:
                cost += package.points("pass_friends")
            if to in zones:
                cost += into_zone + (package.points("enter_zoc_disordered") if level == "disordered" else 0)
            after = hurt
            if step in hurts[to in near]:
                after = ROUTED if level == "disordered" else DISORDERED
            yield (to, after), cost

    start = (mover.hex, MOVES_ON)
    spent = {start: 0}
    if mover.square == "in_square":
        spent = {start: package.points("leave_square")}
        if spent[start] > allowance(mover.level):
            return {mover.hex: 0}
    queue = [(spent[start], start)]
    while queue:
        cost, (where, hurt) = heapq.heappop(queue)
        if cost > spent[where, hurt] or hurt == ROUTED or (where in zones and where != mover.hex):
            continue
        limit = allowance("disordered" if hurt else mover.level)
        for place, extra in steps(where, hurt):
            if cost + extra <= limit and cost + extra < spent.get(place, 1 << 30):
                spent[place] = cost + extra
                heapq.heappush(queue, (spent[place], place))
    ends = {}
    mover.square = "not_in_square"
    for (where, hurt), cost in spent.items():
        level = (mover.level, "disordered", "routed")[hurt]
        stack = [(friend, friend.level) for friend in friends if friend.hex == where]
        if where == mover.hex or may_stack(package, [*stack, (mover, level)]):
            ends[where] = min(cost, ends.get(where, cost))
    ends[mover.hex] = 0
    return ends


def main(file):
    package = Package(json.loads(pathlib.Path(file).read_text(encoding="utf-8")))
    assert not any("site-packages" in path for path in sys.path)
    print(json.dumps([reach(package, position) for position in json.load(sys.stdin)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
