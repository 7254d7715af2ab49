"""Command, order of leaders, initiative and rally of Au fil de l'épée, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input positions as JSON: `setup` as in a package, `wounded` leaders and
`totals`, the two totals of initiative. Prints for each position

- `in_command`: the units that are in command of their leader;
- `order`: rating, leaders by side and the side that begins, ascending;
- `initiative`: the word of the chart;
- `rally`: for every unit that may try, the sum of its lines, the highest roll that succeeds, and the state that
  success and failure bring.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from stdlib_lines import Moment, main

CHIEF, LORD = "commander_in_chief", "banner_lord"


class Unit:
    def __init__(self, package, entry):
        self.unit = package.units[entry["piece"]]
        self.id, self.side, self.arm = entry["piece"], self.unit["side"], self.unit["arm"]
        self.type, self.did = self.unit["chart_class"], ()
        (self.hex,) = entry["hexes"]
        self.state = {
            axis["id"]: entry["state"].get(axis["id"], axis["default"]) for axis in package.p["states"]
        }
        self.face = self.unit["front" if self.state["fatigue"] == "fresh" else "back"]


def answer(package, content):
    leaders = {leader["id"]: leader for leader in package.p["leaders"]}
    led_by = {command["id"]: command["leader"] for command in package.p["commands"]}
    units = [Unit(package, entry) for entry in content["setup"] if entry["kind"] == "unit"]
    seats = {e["piece"]: e["hexes"][0] for e in content["setup"] if e["kind"] == "leader" and "hexes" in e}
    chiefs = {leaders[x]["side"]: x for x in seats if leaders[x]["role"] == CHIEF}

    def values(leader):
        wounded = leaders[leader]["extra"].get("wounded", {}) if leader in content["wounded"] else {}
        return {**leaders[leader]["front"], **wounded}

    in_command = []
    for unit in units:
        leader = led_by[unit.unit["command"]]
        if leader in seats and package.distance(unit.hex, seats[leader]) <= values(leader)["range"]:
            in_command.append(unit.id)

    order = []
    acting = [x for x in leaders if x in seats and leaders[x]["role"] in (CHIEF, LORD)]
    for rating in sorted({values(x)["rating"] for x in acting}):
        sides = {}
        for leader in acting:
            if values(leader)["rating"] == rating:
                sides.setdefault(leaders[leader]["side"], []).append(leader)
        bonus = {side: values(chiefs[side])["bonus"] for side in sides if side in chiefs}
        first = sorted(sides, key=lambda side: bonus.get(side, 0))
        tied = len(sides) == 2 and (len(bonus) < 2 or len(set(bonus.values())) == 1)
        order.append([rating, sides, None if tied else first[0]])

    one, other = content["totals"]
    initiative = package.cells["TBL-INIT"][package.row("TBL-INIT", abs(one - other)),]

    rally = {}
    for unit in units:
        near = [h for h in package.around[6 * unit.hex : 6 * unit.hex + 6] if h >= 0]
        enemy = any(other.side != unit.side and other.hex in near for other in units)
        if enemy or unit.state["organisation"] == "steady":
            continue
        helping = [
            values(x)["bonus"]
            for x in (led_by[unit.unit["command"]], chiefs.get(unit.side))
            if x in seats and seats[x] in (unit.hex, *near)
        ]
        moment = Moment(package, (), {"unit": [unit]}, {"leader_near": bool(helping)}, unit.hex)
        total, _ = moment.sum("TBL-RALLY", (), {"leader": -max(helping, default=0)})
        state = f"{unit.state['organisation']}_{unit.state['fatigue']}"
        results = [package.cells["TBL-STATE"].get((event, state)) for event in ("rally", "rally_failed")]
        rally[unit.id] = [total, max(0, min(9, unit.face["quality"] - total)), *results]
    return {"in_command": in_command, "order": order, "initiative": initiative, "rally": rally}


if __name__ == "__main__":
    main(answer)
