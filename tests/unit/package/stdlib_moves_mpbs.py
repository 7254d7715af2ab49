"""Where units of Musket & Pike can go, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input positions as JSON: `setup` as in a package, `unit` that moves,
`order` of its wing, and for a withdrawal in reaction `away`, the enemy unit whose move it answers. Prints for each how its move may end: the hex (of a unit of two hexes that of the left half),
the facing and the formation (0 normal, 1 shaken, 2 broken, 3 another), with the cheapest cost in 1/denominator
points; null where it does not react. Columns and bridges are not asked for.
"""

import heapq
import json
import pathlib
import sys

LEVELS = ("formation_normal", "formation_shaken", "formation_broken")
BROKEN, NO_HITS = 2, 3
FIGHTERS = ("heavy_infantry", "light_infantry", "cavalry", "dismounted_cavalry")


class Package:
    def __init__(self, content):
        self.p = content
        self.neighbours = content["grid"]["neighbours"]
        self.units = {unit["id"]: unit for unit in content["units"]}
        self.denominator = content["movement"]["denominator"]
        self.charts = {
            chart["id"]: {tuple(cell["at"]): cell["value"] for cell in chart["cells"]}
            for chart in content["charts"]
        }

    def around(self, hexes):
        return {self.neighbours[6 * h + d] for h in hexes for d in range(6)} - {-1}

    def state(self, entry, axis):
        default = next(a["default"] for a in self.p["states"] if a["id"] == axis)
        return entry["state"].get(axis, default)

    def far(self, hexes):
        """Distance of every hex from the nearest of some hexes."""
        distance, edge = dict.fromkeys(hexes, 0), set(hexes)
        while edge:
            step = {to for to in self.around(edge) if to not in distance}
            distance.update((to, distance[min(edge)] + 1) for to in step)
            edge = step
        return distance


class Piece:
    def __init__(self, package, entry):
        self.unit = package.units[entry["piece"]]
        self.side, self.arm, self.two = self.unit["side"], self.unit["arm"], self.unit["footprint"] == 2
        self.hexes, self.facing = entry["hexes"], entry["facing"]
        self.formation, self.morale = (package.state(entry, axis) for axis in ("formation", "morale"))
        self.strength = (self.unit["front"].get("strength") or 0) - int(package.state(entry, "casualties"))


def allowance(package, mover):
    """Points with which a unit begins."""
    row = {"dismounted_cavalry": "heavy_infantry", "artillery": "unlimbered"}.get(mover.arm, mover.arm)
    column = mover.formation if mover.arm in FIGHTERS else "formation_normal"
    if mover.morale == "morale_broken":
        column = "morale_broken"
    return (package.charts["T-MA"][row, column] or 0) * package.denominator


def gap(package, hexes, others):
    return min(package.far(others).get(h, 1 << 30) for h in hexes)


def withdraws(package, mover, trigger, order):
    """Whether a unit may answer a move by a withdrawal."""
    if mover.morale == "morale_broken" or mover.arm not in FIGHTERS:
        return False
    if (
        allowance(package, mover) < allowance(package, trigger)
        or gap(package, mover.hexes, trigger.hexes) != 2
    ):
        return False
    word = package.charts["T-ORDERS"]["withdrawal", order]
    heavy = trigger.arm in ("heavy_infantry", "dismounted_cavalry")
    return word == "every_unit" or (word == "cavalry_before_hi" and mover.arm == "cavalry" and heavy)


def reach(package, position):
    charts, order = package.charts, position["order"]
    pieces = [Piece(package, entry) for entry in position["setup"]]
    (mover,) = [piece for piece in pieces if piece.unit["id"] == position["unit"]]
    friends = [piece for piece in pieces if piece.side == mover.side and piece is not mover]
    enemies = [piece for piece in pieces if piece.side != mover.side]
    away = next((enemy for enemy in enemies if enemy.unit["id"] == position.get("away")), None)
    if away is not None and not withdraws(package, mover, away, order):
        return None
    whole = allowance(package, mover)
    level = LEVELS.index(mover.formation) if mover.formation in LEVELS and mover.arm in FIGHTERS else NO_HITS
    if not whole and away is not None:
        return {}
    if not whole:
        facing = -1 if mover.morale == "morale_broken" else mover.facing
        return {f"{mover.hexes[0]} {facing} {level}": 0}
    binding = [enemy for enemy in enemies if enemy.arm in FIGHTERS]
    holding = binding if away is None and order == "charge" and mover.arm in FIGHTERS else enemies
    closed = {h for enemy in holding for h in enemy.hexes}
    if away is not None or charts["T-ORDERS"]["enter_adjacent", order] == "no":
        closed |= package.around(h for enemy in enemies for h in enemy.hexes)
    bound = set()
    if away is None and charts["T-ORDERS"]["leave_adjacent", order] == "no":
        bound = package.around(h for enemy in binding for h in enemy.hexes)
    joined, as_faced = set(), {}
    for friend in friends:
        if friend.arm not in FIGHTERS:
            continue
        if may_join(package, mover, friend):
            joined.update(friend.hexes)
            as_faced.update(dict.fromkeys(friend.hexes, friend.facing))
        else:
            closed.update(friend.hexes)
    table = package.p["movement"]["steps"][mover.unit["class"]]
    at_hex, at_side, second = (set(table[f"disorders_{name}"]) for name in ("hex", "side", "second"))
    side_costs = {step: part["value"] for part in table["side_costs"] for step in part["steps"]}
    foot = "hi_two_hex" if mover.two else "hi_one_hex"
    kind = mover.arm if mover.arm in ("cavalry", "light_infantry") else foot
    one_hex = away is None and charts["T-ORDERS"]["move", order] == "one_hex"
    off = package.far(away.hexes) if away is not None else {}

    def neighbour(where, direction):
        return package.neighbours[6 * where + direction % 6]

    def hexes(left, facing):
        return [left, neighbour(left, facing + 2)] if mover.two else [left]

    def step(place, moves, left, facing, extra=0):
        """A step of one or both halves: yields the place that it leads to with its cost."""
        _, _, level, parity, stepped = place
        targets = [neighbour(where, direction) for where, direction in moves]
        numbers = [6 * where + direction % 6 for where, direction in moves]
        if stepped or any(to < 0 or to in closed or as_faced.get(to, facing) != facing for to in targets):
            return
        costs = [table["cost"][number] for number in numbers]
        if min(costs) < 0:
            return
        side = [side_costs.get(number, 0) for number in numbers]
        cost = max(c - s for c, s in zip(costs, side, strict=True)) + max(side)
        if level != NO_HITS:
            hits = any(n in at_hex for n in numbers) + any(n in at_side for n in numbers)
            if any(n in second for n in numbers):
                hits, parity = hits + parity, 1 - parity
            level = min(level + hits, BROKEN)
        yield (targets[0] if left is None else left, facing, level, parity, one_hex), cost + extra

    def moves(place):
        left, facing, *rest = place
        halves = hexes(left, facing)
        if halves[-1] < 0:
            return
        turn, about = charts["T-TURN"][kind, "turn_60"], charts["T-TURN"][kind, "turn_180"]
        yield (halves[-1], (facing + 3) % 6, *rest), about * package.denominator
        if not bound & set(halves):
            for direction in (facing, facing + 1):
                yield from step(place, [(half, direction) for half in halves], None, facing)
        if not mover.two:
            for turned in (facing + 1, facing + 5):
                yield (left, turned % 6, *rest), turn * package.denominator
            return
        base, right = turn["base"] * package.denominator, halves[1]
        to_right = neighbour(left, facing + 1)
        yield from step(place, [(left, facing + 1)], to_right, (facing + 1) % 6, base)
        yield from step(place, [(right, facing)], left, (facing + 5) % 6, base)

    def nearest(place):
        return min(off[h] for h in hexes(*place[:2]))

    start = (mover.hexes[0], mover.facing, level, 0, False)
    spent, queue = {start: 0}, [(0, start)]
    while queue:
        cost, place = heapq.heappop(queue)
        over = place[0] in joined and place[0] != mover.hexes[0]
        if cost > spent[place] or place[2] == BROKEN or over:
            continue
        for after, extra in moves(place):
            if off and nearest(after) <= nearest(place) and {*hexes(*after[:2])} - {*hexes(*place[:2])}:
                continue  # what a withdrawal enters leads away
            if cost + extra <= whole and cost + extra < spent.get(after, 1 << 30):
                spent[after] = cost + extra
                heapq.heappush(queue, (spent[after], after))
    far = package.far([h for enemy in enemies for h in enemy.hexes])
    least = min((far[h] for h in mover.hexes), default=0) if far else 0
    ends = {}
    for place, cost in spent.items():
        nearer = far and min(far[h] for h in hexes(place[0], place[1])) < least
        if off:
            nearer = nearest(place) <= 2
        if not (nearer and (off or charts["T-ORDERS"]["move", order] == "not_closer")):
            end = f"{place[0]} {place[1]} {place[2]}"
            ends[end] = min(cost, ends.get(end, cost))
    return ends


def may_join(package, mover, friend):
    """Whether the mover may enter a friend's hex: cavalry that of light infantry, and the reverse."""
    for case in package.p["stacking"]["cases"]:
        limits = {part["arms"][0]: part["strength"] for part in case["parts"] if len(part["arms"]) == 1}
        if {mover.arm, friend.arm} == {"cavalry", "light_infantry"} == set(limits):
            weak = all(
                limits[piece.arm] is None or piece.strength <= limits[piece.arm] for piece in (mover, friend)
            )
            return weak and mover.unit["command"] == friend.unit["command"]
    return False


def main(file):
    package = Package(json.loads(pathlib.Path(file).read_text(encoding="utf-8")))
    assert not any("site-packages" in path for path in sys.path)
    print(json.dumps([reach(package, position) for position in json.load(sys.stdin)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
