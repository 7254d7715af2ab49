"""Victory points and the end of a game, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input the ends of turns as JSON: `turn`, `points` of the sides from awards of
the turns so far, `held` = hex -> side, `states` = piece -> axis -> value, `gone` = piece -> `destroyed`, `fled`,
`pursued` or `exited`, and `left` = piece -> the hex from which it has left. Prints for each

- `points`: of both sides if the game ends now;
- `automatic`: winner (null = a draw) and id of the victory that ends the game now, or null;
- `level`: winner and English name of the level, or `points`.
"""

import json
import pathlib
import sys

COUNTED = ("holds", "eliminated", "exited", "destroyed", "fled", "captured", "state")


class Game:
    def __init__(self, package, content):
        self.p, self.now = package, content
        self.sides = [side["id"] for side in package["sides"]]
        self.units = {unit["id"]: unit for unit in package["units"]}
        self.leaders = {leader["id"]: leader for leader in package["leaders"]}
        self.axis_of = {value["id"]: axis for axis in package["states"] for value in axis["values"]}
        self.hands = {v["id"] for axis in package["states"] for v in axis["values"] if v["captured"]}
        self.strength = next(
            f["id"] for f in package["fields"] if f["of"] == "unit" and f["unit"] == "strength points"
        )

    def state(self, piece, axis):
        return self.now["states"].get(piece, {}).get(axis["id"], axis["default"])

    def lost(self, piece):
        """Return the strength points that a unit has lost."""
        whole = self.units[piece]["front"].get(self.strength) or 0
        if self.fits({"kind": "eliminated"}, piece):
            return whole
        entries = [e for schedule in self.p["victory"]["schedules"] for e in schedule["entries"]]
        axes = {e["state"] for e in entries if e["event"] == "strength_lost"}
        return sum(int(self.state(piece, axis)) for axis in self.p["states"] if axis["id"] in axes)

    def fits(self, node, item):
        """Whether a hex or piece fulfils a condition by itself."""
        kind, gone = node["kind"], self.now["gone"].get(item)
        if kind == "holds":
            return self.now["held"].get(str(item)) == node["side"]
        if kind == "eliminated":
            fled = self.p["options"].get("rout_exit_counts_as_eliminated", True)
            return gone == "destroyed" or (gone == "fled" and fled)
        if kind in ("destroyed", "fled"):
            return gone == kind
        if kind == "exited":
            hexes = {*node["hexes"], *(self.p["grid"]["edges"][node["edge"]] if node["edge"] else ())}
            return gone == "exited" and (not hexes or self.now["left"][item] in hexes)
        if kind == "captured":
            return any(value in self.hands for value in self.now["states"].get(item, {}).values())
        return gone is None and self.state(item, self.axis_of[node["value"]]) == node["value"]

    def true(self, node):
        kind = node["kind"]
        if kind in ("all", "any", "not"):
            parts = [self.true(part) for part in node["parts"]]
            return all(parts) if kind == "all" else any(parts) if kind == "any" else not any(parts)
        if kind == "always":
            return True
        number = {"turn": self.now["turn"], "difference": 0}.get(kind)
        if kind == "difference":
            points = self.points()
            number = sum(points[s] if s == node["side"] else -points[s] for s in self.sides)
        if number is not None:
            low, high = node["low"], node["high"]
            return (low is None or low <= number) and (high is None or number <= high)
        if kind == "losses":
            units = [unit for unit in node["units"] if unit in self.units]
            whole = sum(self.units[unit]["front"].get(self.strength) or 0 for unit in units)
            return sum(self.lost(unit) for unit in units) * 100 >= node["percent"] * whole
        items = node["hexes" if kind == "holds" else "units"]
        count = len(items) if node["count"] is None else node["count"]
        return sum(self.fits(node, item) for item in items) >= count

    def each(self, node):
        """Return the hexes or pieces for each of which an award counts, or None."""
        if node["kind"] in COUNTED:
            items = node["hexes" if node["kind"] == "holds" else "units"]
            return {item for item in items if self.fits(node, item)}
        parts = [self.each(part) for part in node.get("parts", ())]
        if node["kind"] == "any" and None not in parts:
            return set().union(*parts)
        counted = [n for n, part in enumerate(parts) if part is not None]
        if node["kind"] == "all" and len(counted) == 1:
            others = [part for n, part in enumerate(node["parts"]) if n not in counted]
            return parts[counted[0]] if all(self.true(part) for part in others) else set()
        return None

    def points(self):
        points = dict(self.now["points"])
        for award in self.p["victory"]["awards"]:
            if award["at"] == "end" and not asks_difference(award["when"]):
                found = self.each(award["when"]) if award["each"] else None
                times = int(self.true(award["when"])) if found is None else len(found)
                points[award["side"]] += times * award["points"]
        for rule in self.p["special_rules"]:
            for effect in rule["effects"]:
                if effect["kind"] == "exit":
                    for piece, hex_ in self.now["left"].items():
                        mine = (
                            self.now["gone"].get(piece) == "exited"
                            and (not effect["units"] or piece in effect["units"])
                            and (not effect["hexes"] or hex_ in effect["hexes"])
                        )
                        points[self.side(piece)] += effect["points"] if mine else 0
        for schedule in self.p["victory"]["schedules"]:
            for piece in (*self.units, *self.leaders):
                (other,) = [side for side in self.sides if side != self.side(piece)]
                points[other] += self.scheduled(schedule, piece)
        return points

    def side(self, piece):
        return (self.units.get(piece) or self.leaders[piece])["side"]

    def scheduled(self, schedule, name):
        kind = "unit" if name in self.units else "leader"
        piece = self.units[name] if kind == "unit" else self.leaders[name]
        gone = self.now["gone"].get(name)
        for entry in schedule["entries"]:
            wrong = (
                entry["piece"] != kind
                or (entry["arms"] and piece["arm"] not in entry["arms"])
                or (entry["roles"] and piece["role"] not in entry["roles"])
                or (entry["footprint"] is not None and piece["footprint"] != entry["footprint"])
                or any(piece["front"].get(f, False) not in v for f, v in entry["fields"].items())
            )
            if wrong:
                continue
            event, times = entry["event"], 0
            if event == "strength_lost" and gone is None:
                axis = next(a for a in self.p["states"] if a["id"] == entry["state"])
                times = int(self.state(name, axis))
            elif event in ("captured", "disabled"):
                times = int(entry["state"] in self.now["states"].get(name, {}).values())
            elif event == "pursued_off_map":
                times = int(gone == "pursued")
                if times:
                    return entry["points"]
            elif event == "eliminated":
                times = int(gone in ("destroyed", "fled"))
            if times and entry["times"]:
                times = abs(piece["front"][entry["times"]])
            if times:
                return times * entry["points"]
        return 0

    def automatic(self):
        reached = [end for end in self.p["victory"]["automatic"] if self.true(end["when"])]
        if not reached:
            return None
        winner = reached[0]["side"]
        if len({end["side"] for end in reached}) == 2:
            one, other = (self.points()[side] for side in self.sides)
            if one == other:
                return [None, reached[0]["id"]]
            winner = self.sides[0] if one > other else self.sides[1]
        return [winner, next(end["id"] for end in reached if end["side"] == winner)]

    def level(self):
        points = self.points()
        for level in self.p["victory"]["levels"]:
            mine = level["side"] or self.sides[0]
            value = sum(points[s] if s == mine else -points[s] for s in self.sides)
            low, high = level["low"], level["high"]
            if (low is None or low <= value) and (high is None or value <= high):
                return [level["side"], level["name"]["en"]]
        one, other = (points[side] for side in self.sides)
        return [None if one == other else self.sides[int(other > one)], "points"]


def asks_difference(node):
    return node["kind"] == "difference" or any(map(asks_difference, node.get("parts", ())))


def main(file):
    package = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    assert not any("site-packages" in path for path in sys.path)
    games = [Game(package, content) for content in json.load(sys.stdin)]
    print(json.dumps([{"points": g.points(), "automatic": g.automatic(), "level": g.level()} for g in games]))


if __name__ == "__main__":
    main(sys.argv[1])
