"""Charts, lines of sight and lines of modifiers of a package, by docs/package.md and the standard library alone.

The programs stdlib_combat_*.py load it; pieces are theirs, with `unit`, `arm`, `type`, `state`, `face` and `did`.
"""

import base64
import json
import pathlib
import sys


class Package:
    def __init__(self, content):
        self.p = content
        self.around = content["grid"]["neighbours"]
        self.units = {unit["id"]: unit for unit in content["units"]}
        self.charts = {chart["id"]: chart for chart in content["charts"]}
        self.cells = {
            name: {tuple(c["at"]): c["value"] for c in chart["cells"]} for name, chart in self.charts.items()
        }
        self.levels, self.axial = content["terrain"]["levels"], content["lines"]["axial"]
        self.at = {(self.axial[2 * h], self.axial[2 * h + 1]): h for h in range(len(self.levels))}
        self.through = {tuple(line["to"]): line["through"] for line in content["lines"]["lines"]}
        self.bits = base64.b64decode(content["sight"]["bits"])
        self.one_sided = {}
        for origin, target, where in content["lines"]["one_sided"]:
            self.one_sided.setdefault((origin, target), set()).add(where)
        self.effects = {}
        for effect in content["effects"]:
            values = [effect["default"]] * len(self.around)
            for other in effect["others"]:
                for step in other["steps"]:
                    values[step] = other["value"]
            self.effects[effect["id"]] = values

    def kind(self, where):
        return self.p["terrain"]["kinds"][self.p["terrain"]["hexes"][where]]

    def column(self, where, name):
        return self.cells["TBL-TEC-HEX"].get((self.kind(where)["id"], name))

    def direction(self, here, there):
        return self.around[6 * here : 6 * here + 6].index(there)

    def difference(self, one, two):
        return self.axial[2 * two] - self.axial[2 * one], self.axial[2 * two + 1] - self.axial[2 * one + 1]

    def distance(self, one, two):
        q, r = self.difference(one, two)
        return max(abs(q), abs(r), abs(q + r))

    def line(self, origin, target):
        q, r = self.axial[2 * origin], self.axial[2 * origin + 1]
        return [
            [self.at.get((q + part[k], r + part[k + 1]), -1) for k in range(0, len(part), 2)]
            for part in self.through.get(self.difference(origin, target), [])
        ]

    def row(self, chart, number):
        for key in self.charts[chart]["axes"][0]["keys"]:
            if key.get("low", number) <= number <= key.get("high", number):
                return key["id"]
        raise ValueError((chart, number))

    def ratio(self, chart, one, two):
        keys = self.charts[chart]["axes"][0]["keys"]
        best = keys[0]["id"]
        for key in keys:
            left, right = key["ratio"]
            if one * right > left * two or (one * right == left * two and not key.get("exclusive")):
                best = key["id"]
        return best


class Moment:
    """What the predicates of lines ask about; `charts` are the terrain charts of hexes and of hexsides."""

    charts = ("TBL-TEC-HEX", "TBL-TEC-HEXSIDE")

    def __init__(self, package, flags, groups, facts, where, steps=(), zones=()):
        self.package, self.flags, self.groups, self.facts = package, flags, groups, facts
        self.where, self.steps, self.zones = where, steps, zones

    def count(self, node):
        def has(piece):
            face = piece.face
            return (
                (not node.get("arms") or piece.arm in node["arms"])
                and (not node.get("types") or piece.type in node["types"])
                and all(deed in piece.did for deed in node.get("did", ()))
                and all(piece.state[axis] in values for axis, values in node.get("state", {}).items())
                and all(face.get(name, False) in values for name, values in node.get("fields", {}).items())
                and all(name in face and face[name] >= v for name, v in node.get("field_low", {}).items())
                and all(name in face and face[name] <= v for name, v in node.get("field_high", {}).items())
            )

        return sum(has(piece) for piece in self.groups.get(node["of"], ()))

    def number_fits(self, node, number):
        if number < node.get("low", number) or number > node.get("high", number):
            return False
        if "above" not in node and "to" not in node:
            return True
        return any(
            number > gun.face.get(node.get("above"), -1) and number <= gun.face.get(node.get("to"), number)
            for gun in self.groups["firers"]
        )

    def on_terrain(self, node):
        package, name = self.package, node.get("property")
        if node["of"] == "hex":
            kinds, chart = [(package.kind(self.where), ())], self.charts[0]
        else:
            kinds, chart = [], self.charts[1]
            for side in package.p["terrain"]["sides"]:
                kind = next(k for k in package.p["terrain"]["side_kinds"] if k["id"] == side["kind"])
                here, there = side["hex"], package.around[6 * side["hex"] + side["direction"]]
                for start, step in (
                    (here, 6 * here + side["direction"]),
                    (there, 6 * there + (side["direction"] + 3) % 6),
                ):
                    if step in self.steps:
                        kinds.append((kind, ("out" if side["inside"] == start else "in",)))
        for kind, way in kinds:
            named = node.get("terrains", [])
            if named and kind["id"] not in named and kind["like"] not in named:
                continue
            if name is None or package.cells[chart].get((kind["id"], *way, name)) in node["values"]:
                return True
        return False

    def true(self, node):
        kind = node["kind"]
        if kind in ("all", "any", "not"):
            parts = [self.true(part) for part in node["parts"]]
            return all(parts) if kind == "all" else any(parts) if kind == "any" else not any(parts)
        if kind == "always":
            return True
        if kind == "units":
            return (
                node.get("low", 0 if node.get("high") == 0 else 1) <= self.count(node) <= node.get("high", 99)
            )
        if kind == "turn":
            return bool(set(node["flags"]) & set(self.flags))
        if kind == "zone":
            states = node.get("state", {})
            found = [
                bool(zones & set(node["zones"]))
                for piece, zones in self.zones
                if all(piece.state[axis] in values for axis, values in states.items())
            ]
            return bool(found) and (all(found) if node.get("every") else any(found))
        if kind == "terrain":
            return self.on_terrain(node)
        fact = self.facts.get(node["fact"])
        if fact is None or fact is False:
            return False
        if "words" in node:
            return fact in node["words"]
        return fact is True or self.number_fits(node, fact)

    def sum(self, chart, column, computed):
        """Return the sum of a chart's lines, and those that are not 0; `computed` has what rules give."""
        values = {}
        keys = {key["id"]: key for key in self.package.charts[chart]["axes"][0]["keys"]}
        for name, key in keys.items():
            value = self.package.cells[chart][name, *column]
            if value is not None and self.true(key["when"]):
                values[name] = value
        off = {name for line in values for name in keys[line].get("replaces", ())}
        lines = {}
        for line, value in values.items():
            if line in off:
                continue
            if isinstance(value, dict):
                if value["rule"] == "each":
                    node = keys[line]["count"]
                    number = self.count(node) if node["kind"] == "units" else self.facts[node["fact"]]
                    amount = value["value"] * max(0, number - value.get("free", 0))
                else:
                    amount = computed[line]
                value = min(max(amount, value.get("floor", -99)), value.get("most", 99))
            if value:
                lines[line] = value
        return sum(lines.values()), lines


def main(answer):
    """Answer positions of the standard input about the package that the command line names."""
    package = Package(json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))
    assert not any("site-packages" in path for path in sys.path)
    print(json.dumps([answer(package, position) for position in json.load(sys.stdin)]))
