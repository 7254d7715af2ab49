"""Musket & Pike by the statements: the circumstances of fire and close combat, added up by the library's charts."""

from __future__ import annotations

from typing import Any

from jdgtools.charts.book import ChartBook
from jdgtools.charts.sums import add_modifiers
from jdgtools.derived import DerivedBattle
from jdgtools.hexgrid.coords import neighbour
from jdgtools.hexgrid.line import line
from jdgtools.package import Package
from jdgtools.series.mpbs.footprint import zones

Entry = dict[str, Any]
FOOT_AND_HORSE = ("heavy_infantry", "light_infantry", "cavalry", "dismounted_cavalry")


class Field:
    """A position with what the rules ask about it."""

    def __init__(
        self,
        derived: DerivedBattle,
        package: Package,
        charts: ChartBook,
        setup: list[Entry],
        orders: dict[str, str],
    ):
        self.derived, self.charts, self.grid = derived, charts, derived.map_rules.map.grid
        self.units = {unit.id: unit for unit in package.units}
        self.sides = {piece.id: piece.side for piece in (*package.units, *package.leaders)}
        self.package, self.setup, self.orders = package, setup, orders
        self.effects = {effect.id: effect for effect in package.effects}

    def at(self, where: int, kind: str = "unit") -> list[Entry]:
        here = [e for e in self.setup if where in e["hexes"] and e["kind"] == kind]
        return sorted(here, key=lambda e: int(e["stack"]))

    def arm(self, entry: Entry) -> str:
        return self.units[entry["piece"]].arm

    def rating(self, entry: Entry, name: str) -> Any:
        return self.units[entry["piece"]].front.get(name)

    def morale(self, entry: Entry) -> int:
        """MP-12.4.2-a, MP-12.4.3-a."""
        state = entry["state"].get("morale", "morale_normal")
        printed = int(self.rating(entry, "morale"))
        return {"morale_normal": printed, "morale_shaken": printed - 1, "morale_broken": 1}[state]

    def strength(self, entry: Entry) -> int:
        return int(self.rating(entry, "strength")) - int(entry["state"]["casualties"])

    def broken(self, entry: Entry) -> bool:
        return bool(entry["state"].get("morale") == "morale_broken")

    def formation(self, entry: Entry, attacked: bool = True) -> str:
        """A column that is attacked is Formation Broken (MP-6.3.4-h)."""
        found = str(entry["state"].get("formation", ""))
        return "formation_broken" if attacked and found == "column" else found

    def lost_gun(self, entry: Entry) -> bool:
        return entry["state"].get("gun_status", "gun_served") != "gun_served"

    def shot(self, where: int) -> Entry | None:
        """The top counter alone is fired at and fires (MP-8.3.1-b, -e); baggage never (AMB-53)."""
        units = [e for e in self.at(where) if self.arm(e) != "baggage" and not self.lost_gun(e)]
        return units[0] if units else None

    def enemy(self, where: int, side: str) -> bool:
        """Somebody of the other side is there who may be fired at (MP-10.1.1-c)."""
        target = self.shot(where)
        someone = [target] if target else self.at(where, "leader")
        return bool(someone) and self.sides[someone[0]["piece"]] != side

    def zone(self, entry: Entry, where: int) -> str:
        """MP-6.1-b to -d; the right flank lies in direction k + 2 of the right half."""
        if self.broken(entry) or entry["facing"] is None or entry["state"].get("limbering") == "limbered":
            return ""
        found = zones(self.grid, tuple(entry["hexes"]), entry["facing"])
        if where in found.flank:
            right = self.grid.neighbour(entry["hexes"][-1], (entry["facing"] + 2) % 6)
            return "right_flank" if where == right else "left_flank"
        return "front" if where in found.front else "rear" if where in found.rear else ""

    def effect(self, name: str, here: int, target: int) -> Any:
        step = 6 * here + next(d for d in range(6) if self.grid.neighbour(here, d) == target)
        effect = self.effects[name]
        return next((o.value for o in effect.others if step in o.steps), effect.default)

    def target_lines(self, target: int, shot: Entry | None) -> dict[str, int]:
        """Lines of both charts of fire that look at the target (HC-3.3, HC-3.5)."""
        return {
            "target_hedgehog": int(shot is not None and self.formation(shot) == "hedgehog"),
            "target_leader": int(not self.at(target)),
            "target_baggage": int(any(self.arm(e) == "baggage" for e in self.at(target))),
        }

    def flanked(self, shot: Entry | None, hexes: list[int], named: tuple[str, ...]) -> int:
        if shot is None or self.arm(shot) == "artillery" or self.formation(shot) == "hedgehog":
            return 0
        return int(any(self.zone(shot, here) in named for here in hexes))

    def fires(self) -> dict[str, Any]:
        """Return sums, cells and effects of all fires of infantry and cavalry (MP-10.1 to MP-10.6)."""
        found: dict[str, Any] = {}
        for entry in self.setup:
            if entry["kind"] != "unit" or self.arm(entry) not in FOOT_AND_HORSE or self.broken(entry):
                continue
            if self.formation(entry, attacked=False) in ("hedgehog", "column"):
                continue
            if entry["state"].get("pistols") == "no_pistols":
                continue
            for where in entry["hexes"]:
                if self.shot(where) is not entry:
                    continue
                for target in self.grid.neighbours(where):
                    zone = self.zone(entry, target)
                    if zone in ("", "rear") or not self.enemy(target, self.sides[entry["piece"]]):
                        continue
                    for kind in self.kinds(entry, zone):
                        key = f"{entry['piece']} {where} {target} {kind}"
                        found[key] = self.fire(entry, where, target, zone, kind)
        return found

    def kinds(self, entry: Entry, zone: str) -> list[str]:
        kinds = ["normal", "reaction"]
        if self.arm(entry) not in ("heavy_infantry", "light_infantry"):
            return kinds  # MP-10.2-a, MP-14.3-a
        kinds += ["advancing_reaction", "retreating_reaction"]
        charge = self.orders[str(self.units[entry["piece"]].command)] == "charge"
        if self.formation(entry) != "formation_broken" and (charge or zone == "front"):
            kinds.append("advancing" if charge else "retreating")  # MP-10.3.2-b, MP-10.3.4-a, -b
        fired = entry["state"].get("salvo") == "salvo_fired"
        if zone == "front" and self.rating(entry, "salvo_capable") and not fired:
            kinds.append("salvo")  # MP-10.4-a, MP-10.4-g
        return kinds

    def fire(self, entry: Entry, where: int, target: int, zone: str, kind: str) -> list[Any]:
        shot, heavy = self.shot(target), self.arm(entry) == "heavy_infantry"
        arm = self.arm(shot) if shot else ""
        firer = self.formation(entry, attacked=False)
        active = {
            **self.target_lines(target, shot),
            "advancing": int(kind == "advancing"),
            "retreating": int(kind == "retreating"),
            "retreating_reaction": int(kind == "retreating_reaction"),
            "after_salvo": int("fired_salvo" in entry["did"] and kind != "salvo"),
            "hi_at_moving_cavalry": int(heavy and kind == "reaction" and arm == "cavalry"),
            "firer_fs": int(firer in ("formation_shaken", "open_order")),
            "firer_fb": int(firer == "formation_broken"),
            "firer_half": int(2 * self.strength(entry) <= self.rating(entry, "strength")),
            "from_flank": self.flanked(shot, [where], ("left_flank", "right_flank", "rear")),
            "target_li": int(arm in ("light_infantry", "dismounted_cavalry")),
            "target_artillery": int(arm == "artillery"),
            "terrain": self.effect("fire_drm", where, target),
        }
        total = add_modifiers(self.charts.get("T-FIRE-DRM"), active).total
        if heavy:
            guns = "with" if self.rating(entry, "regimental_artillery") else "without"
            column = "salvo" if kind == "salvo" else "front" if zone == "front" else "flank"
            cells = [self.charts.get("T-FIRE-HI").lookup(guns, roll + total, column) for roll in range(10)]
        else:
            column = "muskets" if self.arm(entry) == "light_infantry" else "pistols"
            cells = [self.charts.get("T-FIRE-LIGHT").lookup(roll + total, column) for roll in range(10)]
        return [total, [self.outcome(shot, cell, kind == "salvo") for cell in cells]]

    def outcome(self, shot: Entry | None, cell: Any, salvo: bool) -> list[Any]:
        """Return the cell, lost points, formation afterwards, modifier of the check (MP-10.6)."""
        words = plain(cell.value)
        if shot is None:
            return [words]
        codes: list[str] = words if isinstance(words, list) else []
        lost = sum(int(code) for code in codes if code not in ("FH", "MC"))
        if self.arm(shot) == "artillery":  # MP-10.6.1-b, MP-10.8.7-a
            checks = len([code for code in codes if code in ("FH", "MC")])
            return [words, "disabled" if lost else "", "", checks - 1 if checks and not lost else None]
        before = after = self.formation(shot)
        if "FH" in codes:
            if self.broken(shot) or before in ("formation_broken", "hedgehog"):
                lost += 1  # MP-10.6.6-a
            else:
                after = "formation_shaken" if before == "formation_normal" else "formation_broken"
        if lost >= self.strength(shot):
            return [words, "eliminated", "", None]
        threshold = self.charts.get("T-THRESHOLD").lookup(
            self.rating(shot, "strength"), self.rating(shot, "morale")
        )
        enough = self.charts.get("T-FIRE-MC").lookup(self.morale(shot))
        assert threshold is not None and enough is not None
        total, limit = int(shot["state"]["casualties"]) + lost, threshold.value
        causes = [
            salvo,
            lost >= int(str(enough.value)),
            lost > 0 and limit is not None and total >= int(str(limit)),
            "MC" in codes,
        ]
        return [words, lost, after, sum(causes) - 1 if any(causes) else None]

    def guns(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return sums, cells and effects of the fires of artillery, and what grazing fire hits (MP-10.8)."""
        found: dict[str, Any] = {}
        grazing: dict[str, Any] = {}
        for gun in self.setup:
            state, (origin, *_) = gun["state"], gun["hexes"]
            if gun["arm"] != "artillery" or self.broken(gun) or self.lost_gun(gun):
                continue
            if state.get("limbering") == "limbered" or self.shot(origin) is not gun:
                continue
            if any(self.formation(e) == "hedgehog" for e in self.at(origin)):
                continue  # MP-6.3.2-b
            for target in {h for e in self.setup for h in e["hexes"]} - {origin}:
                distance = self.grid.distance(origin, target)
                if distance > self.rating(gun, "maximum_range") or not self.enemy(
                    target, self.sides[gun["piece"]]
                ):
                    continue
                if not self.ahead(gun, target):
                    continue
                near = distance <= self.rating(gun, "grazing_range")  # then units hide nobody (MP-10.8.3-j)
                past_units = self.derived.sight_among(origin, target, gun["piece"])
                if not (self.derived.sight(origin, target) if near else past_units).clear:
                    continue
                found[f"{gun['piece']} {target}"] = self.bombard(gun, origin, target, distance)
                if near:
                    ways = [self.grazed(gun, origin, target, side) for side in (0, 1)]
                    grazing[f"{gun['piece']} {target}"] = ways
        return found, grazing

    def ahead(self, gun: Entry, target: int) -> bool:
        """In the frontal arc: between the rays in the directions of the front, these included (AMB-29)."""
        corner, (origin, *_) = gun["facing"], gun["hexes"]
        reached = {self.grid.cube(origin)}
        for _ in range(self.grid.distance(origin, target)):
            reached |= {neighbour(cube, d % 6) for cube in reached for d in (corner, corner + 1)}
        return self.grid.cube(target) in reached

    def bombard(self, gun: Entry, origin: int, target: int, distance: int) -> list[Any]:
        shot, classes = self.shot(target), self.rating(gun, "gun_class")
        places = line(self.grid.cube(origin), self.grid.cube(target))[1:-1]
        last = (
            [origin] if not places else [h for c in places[-1].hexes if (h := self.grid.find(c)) is not None]
        )
        last = [h for h in last if self.derived.map_rules.map.playable[h]]
        reach = next(
            cell
            for less in range(distance)
            if (cell := self.charts.get("T-ART-RANGE").lookup(classes, distance - less)) is not None
            and cell.value is not None
        )
        weak = ("light_infantry", "dismounted_cavalry", "artillery")
        active = {
            **self.target_lines(target, shot),
            "range": int(str(reach.value)),
            "from_flank": self.flanked(shot, last, ("left_flank", "right_flank")),
            "target_li": int(shot is not None and self.arm(shot) in weak),
            "terrain": max((self.effect("artillery_drm", h, target) for h in last), default=0),
        }
        total = add_modifiers(self.charts.get("T-ART-DRM"), active).total
        column = self.charts.get("T-ART-COLUMN").lookup(
            classes, "double" if self.rating(gun, "double") else "single"
        )
        assert column is not None
        cells = [self.charts.get("T-ART-FIRE").lookup(roll + total, str(column.value)) for roll in range(10)]
        return [total, [self.outcome(shot, cell, False) for cell in cells]]

    def grazed(self, gun: Entry, origin: int, target: int, side: int) -> list[int]:
        """Hexes of the line within grazing range, up to a slope or one beyond an obstacle (MP-10.8.3-a to -h)."""
        map_ = self.derived.map_rules.map
        most, start = self.rating(gun, "grazing_range"), self.grid.cube(origin)
        delta = self.grid.cube(target) - start
        far = start + delta * most
        hit: list[int] = []
        before, over = origin, False
        for place in line(start, far)[1:]:
            pair = sorted(place.hexes, key=lambda cube: (cube.q, cube.r))
            here = self.grid.find(pair[side if len(pair) == 2 else 0])
            if here is None or not map_.playable[here] or self.grid.distance(origin, here) > most or over:
                break
            kinds = {
                side.kind
                for side in self.package.terrain.sides
                if {side.hex, self.grid.neighbour(side.hex, side.direction)} == {before, here}
            }
            if kinds & {"slope_gentle", "slope_steep"}:
                break
            over = bool(kinds & {"hedge", "berm", "elevated_road"}) and before != origin
            hit.append(here)
            before = here
        return hit

    def defender(self, where: int) -> Entry | None:
        """Guns and light infantry with cavalry do not count (MP-11.5.2-a, MP-8.2.1-d)."""
        units = [e for e in self.at(where) if self.arm(e) != "baggage" and not self.lost_gun(e)]
        return min(units, key=lambda e: self.arm(e) == "artillery", default=None)

    def steps(self, entry: Entry, target: int) -> list[int]:
        return [h for h in entry["hexes"] if target in self.grid.neighbours(h)]

    def attacks(self) -> dict[str, list[int]]:
        """Return which hexes units may attack (MP-11.1.2-d, -e, MP-11.1.3-a, MP-12.4.3-d)."""
        found = {}
        for entry in self.setup:
            if entry["arm"] not in FOOT_AND_HORSE or self.broken(entry):
                continue
            if self.formation(entry, attacked=False) in ("hedgehog", "column"):
                continue
            front = zones(self.grid, tuple(entry["hexes"]), entry["facing"]).front
            if len(entry["hexes"]) == 2:
                front = tuple(h for h in front if len(self.steps(entry, h)) == 2)
            found[entry["piece"]] = sorted(h for h in front if self.may_attack(entry, h))
        return found

    def may_attack(self, entry: Entry, target: int) -> bool:
        defender = self.defender(target)
        if defender is None or self.sides[defender["piece"]] == self.sides[entry["piece"]]:
            return False
        name = "cc_cavalry" if self.arm(entry) == "cavalry" else "cc_infantry"
        costs = self.package.movement.steps[self.units[entry["piece"]].movement_class].cost
        map_ = self.derived.map_rules.map
        for here in self.steps(entry, target):
            d = next(d for d in range(6) if self.grid.neighbour(here, d) == target)
            if self.effect(name, here, target) == "NM" or costs[6 * here + d] < 0:
                return False
            if len(entry["hexes"]) == 2 and "bridge" in (map_.terrain[here], map_.terrain[target]):
                return False  # MP-11.3.1T-c
        return self.matrix(entry, defender, front=True) is not None

    def matrix(self, entry: Entry, defender: Entry, front: bool) -> Any:
        """MP-11.3.8-a with the notes of T-CC-MATRIX."""
        pikes = self.arm(entry) == "heavy_infantry" and self.rating(entry, "pikes")
        row = self.arm(entry) if self.arm(entry) in ("cavalry", "light_infantry") or pikes else "no_pikes"
        arm, formation = self.arm(defender), self.formation(defender)
        if arm == "artillery":
            column = "artillery_alone"
        elif arm in ("cavalry", "light_infantry"):
            column = arm
        elif formation == "hedgehog":
            column = "hedgehog"
        elif self.rating(defender, "pikes"):
            unformed = self.broken(defender) or formation == "formation_broken"
            column = "hi_flank" if unformed or not front else "hi_front"
        else:  # a Morale Broken unit has no flank (MP-11.3.7-b)
            column = "no_pikes_front" if front or self.broken(defender) else "no_pikes_flank"
        cell = self.charts.get("T-CC-MATRIX").cell(row, column)
        return cell.value

    def rode(self, entry: Entry) -> bool:
        """Cavalry that uses its pistols (MP-11.3.9-a)."""
        return self.arm(entry) == "cavalry" and "used_pistols" in entry["did"]

    def combat(self, pairs: list[tuple[Entry, int]], defender: Entry) -> list[Any]:
        """Return sum and cells of a close combat of units that each attack one hex (MP-11.1.4-a, MP-11.3)."""
        attackers = [attacker for attacker, _ in pairs]
        charts, weak = self.charts, self.arm(defender) == "light_infantry" and self.strength(defender) == 1
        if self.arm(defender) == "artillery":
            return ["captured"]  # MP-11.5.1-a
        if weak and any(self.arm(e) != "light_infantry" or self.strength(e) > 1 for e in attackers):
            return ["eliminated"]  # MP-11.6-b
        places = [h for e in attackers for h in e["hexes"]]
        named = {self.zone(defender, h) for h in places}
        whole = not self.broken(defender) and self.formation(defender) != "hedgehog"
        there = [e for h in defender["hexes"] for e in self.at(h)]
        cavalry = any(self.arm(e) == "cavalry" for e in attackers)
        theirs = self.strength(defender) * (1 if cavalry and self.arm(defender) == "heavy_infantry" else 2)
        ratio = charts.get("T-CC-RATIO").lookup((2 * sum(map(self.strength, attackers)), theirs))
        assert ratio is not None
        mine = [self.formation(e) for e in attackers]
        momentum = [
            2 if self.arm(e) == "cavalry" else 1
            for e in attackers
            if e["state"].get("momentum") == "momentum"
        ]
        grounds = [
            self.effect("cc_cavalry" if self.arm(e) == "cavalry" else "cc_infantry", here, target)
            for e, target in pairs
            for here in e["hexes"]
        ]
        active = {
            "ratio": int(str(ratio.value)),
            "morale": max(map(self.morale, attackers)) - self.morale(defender),
            "leader_attacker": int(any(self.at(h, "leader") for h in places)),
            "leader_defender": int(any(self.at(h, "leader") for h in defender["hexes"])),
            "momentum": min(momentum, default=0),
            "left_flank": int(whole and "left_flank" in named),
            "right_flank": int(whole and "right_flank" in named),
            "rear": int(whole and "rear" in named),
            "pistols_attacker": sum(self.rode(e) for e in attackers),
            "pistols_defender": sum(self.rode(e) for e in there),
            "salvo_attacker": int(any("salvo_at_enemy" in e["did"] for e in attackers)),
            "salvo_defender": int("salvo_at_enemy" in defender["did"]),
            "defender_fs": int(self.formation(defender) in ("formation_shaken", "open_order")),
            "defender_fb": int(self.formation(defender) == "formation_broken"),
            "attacker_fs": int(bool({"formation_shaken", "open_order"} & set(mine))),
            "attacker_fb": int("formation_broken" in mine),
            "baggage": int(any(self.arm(e) == "baggage" for e in there)),
            "matrix": min(int(self.matrix(e, defender, "front" in named)) for e in attackers),
            "terrain": min(grounds),
        }
        total = max(-4, min(4, add_modifiers(charts.get("T-CC-DRM"), active).total))  # MP-11.3.1-c
        cells = [charts.get("T-CC").lookup(roll + total) for roll in range(10)]
        return [total, [plain(cell.value) for cell in cells if cell is not None]]


def plain(value: object) -> object:
    """Return a tuple as a list, as JSON knows it."""
    return list(value) if isinstance(value, tuple) else value
