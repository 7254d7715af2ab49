"""Where units of Au fil de l'épée can go, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input positions as JSON: `setup` as in a package, `unit` that moves.
Prints for each the hexes where its move may end, with the cheapest cost in 1/denominator points.
"""

import heapq
import json
import pathlib
import sys

MOVING, ENDED = 0, 1


class Package:
    def __init__(self, content):
        self.p = content
        self.neighbours = content["grid"]["neighbours"]
        self.units = {unit["id"]: unit for unit in content["units"]}
        self.leaders = {leader["id"]: leader for leader in content["leaders"]}
        self.denominator = content["movement"]["denominator"]
        self.move = {
            cell["at"][0]: cell["value"]
            for chart in content["charts"]
            if chart["id"] == "TBL-MOVE"
            for cell in chart["cells"]
        }
        self.allowance = next(
            f["id"] for f in content["fields"] if f["of"] == "unit" and f["unit"] == "movement points"
        )

    def points(self, case):
        return self.move[case] * self.denominator

    def state(self, entry, axis):
        default = next(a["default"] for a in self.p["states"] if a["id"] == axis)
        return entry["state"].get(axis, default)

    def distances(self, origin):
        """Hexes from a hex, counted over neighbours."""
        far, edge = {origin: 0}, [origin]
        while edge:
            edge = [
                (to, far.setdefault(to, far[hex_] + 1))[0]
                for hex_ in edge
                for to in self.neighbours[6 * hex_ : 6 * hex_ + 6]
                if to >= 0 and to not in far
            ]
        return far


class Piece:
    def __init__(self, package, entry):
        self.unit = package.units[entry["piece"]]
        self.side, self.guns = self.unit["side"], self.unit["arm"] == "artillery"
        (self.hex,), self.facing = entry["hexes"], entry["facing"]
        self.fatigue, self.organisation, self.command = (
            package.state(entry, axis) for axis in ("fatigue", "organisation", "command")
        )
        if self.organisation == "routed":
            self.facing = None

    def ahead(self, facing):
        return [facing] if self.guns else [(facing + 5) % 6, facing, (facing + 1) % 6]


def may_stack(package, pieces):
    return len(pieces) == 1 or any(fits(case, pieces) for case in package.p["stacking"]["cases"])


def fits(case, pieces):
    counts = [0] * len(case["parts"])
    for piece in pieces:
        unit = piece.unit
        for n, part in enumerate(case["parts"]):
            named = ((part["arms"], "arm"), (part["types"], "type"), (part["classes"], "class"))
            if all(not words or unit[key] in words for words, key in named):
                counts[n] += 1
                break
        else:
            return False
    if any(count > part["most"] for count, part in zip(counts, case["parts"], strict=True)):
        return False
    like = [p for p in pieces if not case["same_of"] or p.unit["arm"] in case["same_of"]]
    return all(len({p.unit[name] for p in like}) < 2 for name in case["same"])


def reach(package, position):
    standing = [e for e in position["setup"] if e["kind"] == "unit"]
    pieces = [Piece(package, entry) for entry in standing]
    (mover,) = [piece for piece in pieces if piece.unit["id"] == position["unit"]]
    friends = [piece for piece in pieces if piece.side == mover.side and piece is not mover]
    enemies = [piece for piece in pieces if piece.side != mover.side]
    points = mover.unit["front" if mover.fatigue == "fresh" else "back"][package.allowance]
    out = mover.command == "out_of_command"
    if out:
        points = -(-points // package.move["out_of_command"]["by"])
    whole = points * package.denominator
    if mover.organisation == "routed" or not points:
        return {mover.hex: 0}
    held = {enemy.hex for enemy in enemies}
    looked_at = {
        package.neighbours[6 * enemy.hex + d]
        for enemy in enemies
        if enemy.facing is not None
        for d in enemy.ahead(enemy.facing)
    }
    stacks = {friend.hex: [f for f in friends if f.hex == friend.hex] for friend in friends}
    table = package.p["movement"]["steps"][mover.unit["class"]]["cost"]

    def may_end(where):
        return may_stack(package, [mover, *stacks.get(where, [])])

    def moves(where, facing):
        turn = package.points("facing_enemy_front" if where in looked_at else "facing_normal")
        yield (where, (facing + 1) % 6, MOVING), turn
        yield (where, (facing + 5) % 6, MOVING), turn
        leave = package.points("leave_enemy_front") if where in looked_at else 0
        if where == mover.hex and where in stacks:
            leave += package.points("leave_stack")
        for d in mover.ahead(facing):
            to, cost = package.neighbours[6 * where + d], table[6 * where + d]
            if to < 0 or to in held or cost < 0:
                continue
            yield (to, facing, MOVING), cost + leave
            if to in stacks and may_end(to):
                yield (to, facing, ENDED), cost + leave + package.points("join_stack")
        if (where, facing) == (mover.hex, mover.facing):
            for d in range(6):
                to, step = package.neighbours[6 * where + d], table[6 * where + d]
                allowed = d in mover.ahead(facing) or not out  # the rear: in command alone
                if allowed and to >= 0 and to not in held and step >= 0 and may_end(to):
                    yield (to, facing, ENDED), whole

    start = (mover.hex, mover.facing, MOVING)
    spent, queue = {start: 0}, [(0, start)]
    while queue:
        cost, place = heapq.heappop(queue)
        if cost > spent[place] or place[2] == ENDED:
            continue
        for after, extra in moves(place[0], place[1]):
            if cost + extra <= whole and cost + extra < spent.get(after, 1 << 30):
                spent[after] = cost + extra
                heapq.heappush(queue, (spent[after], after))
    lord = [
        entry["hexes"][0]
        for entry in position["setup"]
        if entry["kind"] == "leader" and package.leaders[entry["piece"]]["command"] == mover.unit["command"]
    ]
    far = package.distances(lord[0]) if out and lord else {}
    ends = {}
    for (where, _, act), cost in spent.items():
        if where != mover.hex:
            if act == MOVING and where in stacks:
                continue
            if far and far[where] >= far[mover.hex]:
                continue
        ends[where] = min(cost, ends.get(where, cost))
    return ends


def main(file):
    package = Package(json.loads(pathlib.Path(file).read_text(encoding="utf-8")))
    assert not any("site-packages" in path for path in sys.path)
    print(json.dumps([reach(package, position) for position in json.load(sys.stdin)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
