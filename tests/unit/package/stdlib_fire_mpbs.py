"""Fire of Musket & Pike, by docs/package.md alone; stdlib_combat_mpbs.py loads it."""

from stdlib_pieces_mpbs import Lines, Position

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
WORSE = {"formation_normal": "formation_shaken"}


class Fires(Position):
    # Fire of infantry and cavalry ---------------------------------------------------------------------------

    def fires(self):
        found = {}
        for piece in self.pieces:
            if not piece.fights or piece.facing is None:
                continue
            for where in piece.hexes:
                if not self.may_fire(piece, where):
                    continue
                for target in {self.neighbour(where, d) for d in range(6)} - {-1}:
                    zone, enemy = self.zone(piece, target), self.side(target)
                    if enemy in (None, piece.side) or zone not in ("front", "left_flank", "right_flank"):
                        continue
                    if self.top(target) is None and not self.leaders(target, enemy):
                        continue
                    for kind in self.kinds(piece, zone):
                        found[f"{piece.id} {where} {target} {kind}"] = self.fire(
                            piece, where, target, zone, kind
                        )
        return found

    def kinds(self, piece, zone):
        """Return the kinds of fire of a unit through a zone, by the word of the fact `fire`."""
        yield "normal"
        yield "reaction"
        if piece.arm not in ("heavy_infantry", "light_infantry"):
            return
        yield "advancing_reaction"
        yield "retreating_reaction"
        if piece.state["formation"] != "formation_broken":
            if self.orders[piece.unit["command"]] == "charge":
                yield "advancing"
            elif zone == "front":
                yield "retreating"
        setting = self.package.p["settings"]["salvo"]
        able = setting == "everybody" or (setting == "listed" and piece.face.get("salvo_capable"))
        able = able and piece.state["salvo"] == "salvo_ready"
        if piece.arm == "heavy_infantry" and zone == "front" and able:
            yield "salvo"

    def fire(self, piece, where, target, zone, kind):
        shot = self.top(target)
        shot = shot and shot.attacked()
        column = "salvo" if kind == "salvo" else "front" if zone == "front" else "flank"
        if piece.arm == "heavy_infantry":
            guns = "with" if piece.face["regimental_artillery"] else "without"
            chart = "T-FIRE-HI"
        else:
            chart, column = "T-FIRE-LIGHT", "muskets" if piece.arm == "light_infantry" else "pistols"
        facts = {"fire": kind, "target_moving": kind == "reaction"}
        facts["firer_at_half_strength"] = 2 * piece.strength <= piece.face["strength"]
        step = 6 * where + self.package.direction(where, target)
        moment = self.moment(piece, shot, target, facts, [step], [where])
        total, lines = moment.sum("T-FIRE-DRM", (), {"terrain": self.package.effects["fire_drm"][step]})
        rolls = []
        for roll in range(10):
            row = self.key(chart, "die", roll + total)
            keys = (guns, row, column) if chart == "T-FIRE-HI" else (row, column)
            rolls.append(self.outcome(shot, self.cell(chart, *keys), kind == "salvo"))
        return [total, lines, rolls]

    def moment(self, piece, shot, target, facts, steps, last):
        facts["leader_alone"] = shot is None and not self.units(target)
        targets = self.units(target)
        groups = {"firers": [piece], "target": [] if shot is None else [shot], "targets": targets}
        zones = set() if shot is None else {self.zone(shot, here) for here in last} - {None}
        return Lines(self.package, (), groups, facts, target, steps, [(piece, zones)])

    def outcome(self, shot, cell, salvo):
        """Return the cell, lost strength points, the formation afterwards, and the modifier of a check."""
        if shot is None:
            return [cell]
        codes = cell or []
        lost = sum(int(code) for code in codes if code.isdigit())
        hits, checks = codes.count("FH"), codes.count("MC")
        if shot.arm == "artillery":
            return [
                cell,
                "disabled" if lost else "",
                "",
                None if lost else self.check(["table_result"] * (hits + checks)),
            ]
        formation = shot.state["formation"]
        if shot.broken or formation in ("formation_broken", "hedgehog"):
            lost, hits = lost + hits, 0
        if hits:
            formation = WORSE.get(formation, "formation_broken")
        if lost >= shot.strength:
            return [cell, "eliminated", "", None]
        causes = ["salvo"] if salvo else []
        if lost and lost >= self.cell("T-FIRE-MC", self.key("T-FIRE-MC", "morale", shot.morale)):
            causes.append("casualties")
        printed = [self.key("T-THRESHOLD", name, shot.face[name]) for name in ("strength", "morale")]
        threshold = self.cell("T-THRESHOLD", *printed)
        if lost and threshold is not None and shot.lost + lost >= threshold:
            causes.append("threshold")
        return [cell, lost, formation, self.check(causes + ["table_result"] * checks)]

    def check(self, causes):
        if not causes:
            return None
        more = sum(self.cell("T-MC-SUM", cause) for cause in causes[1:])
        return min(self.cell("T-MC-SUM", "first") + more, self.cell("T-MC-SUM", "maximum"))

    # Fire of artillery --------------------------------------------------------------------------------------

    def bombards(self):
        fires, grazing = {}, {}
        for gun in self.pieces:
            if gun.arm != "artillery" or not gun.served or gun.facing is None:
                continue
            (origin,) = gun.hexes
            hedgehog = any(p.state["formation"] == "hedgehog" for p in self.units(origin))
            if gun.state["gun_fire"] != "gun_ready" or self.top(origin) is not gun or hedgehog:
                continue
            for target in sorted(self.stacks):
                distance, enemy = self.package.distance(origin, target), self.side(target)
                if enemy in (None, gun.side) or not 0 < distance <= gun.face["maximum_range"]:
                    continue
                if self.top(target) is None and not self.leaders(target, enemy):
                    continue
                if not self.in_arc(gun, target) or not self.sees(gun, target, distance):
                    continue
                fires[f"{gun.id} {target}"] = self.bombard(gun, target, distance)
                if distance <= gun.face["grazing_range"]:
                    grazing[f"{gun.id} {target}"] = [self.grazed(gun, target, side) for side in (0, 1)]
        return fires, grazing

    def in_arc(self, gun, target):
        """Whether a hex is reached by p steps in direction k and q in direction k + 1 (of a flat-topped map)."""
        (a, b), (c, d) = STEPS[gun.facing], STEPS[(gun.facing + 1) % 6]
        q, r = self.package.difference(gun.hexes[0], target)
        turn = a * d - b * c
        return (q * d - r * c) * turn >= 0 and (a * r - b * q) * turn >= 0

    def sees(self, gun, target, distance):
        package, (origin,) = self.package, gun.hexes
        place = origin * package.p["sight"]["row_bytes"] + (target >> 3)
        if not package.bits[place] >> (target & 7) & 1:
            return False
        if distance <= gun.face["grazing_range"] and not package.p["options"]["units_block_grazing_sight"]:
            return True
        if any(self.hides(where) for where in package.one_sided.get((origin, target), ())):
            return False
        return not any(
            all(self.hides(where) and not self.dead(origin, target, where) for where in places)
            for places in package.line(origin, target)
        )

    def hides(self, where):
        return any(piece.arm in self.package.p["lines"]["units"]["arms"] for piece in self.units(where))

    def dead(self, origin, target, where):
        """Whether a hex lies below a steep slope over which the line comes down into it."""
        levels = self.package.levels
        line = [[origin], *self.package.line(origin, target), [target]]
        at = next(n for n, places in enumerate(line) if where in places)
        for end, before in ((origin, line[at - 1]), (target, line[at + 1])):
            ways = {*before, *line[at]} - {where, -1}
            if levels[end] > levels[where] and all(
                "dead_hex" in self.sides(w, where, "los", w) for w in ways
            ):
                return True
        return False

    def sides(self, here, there, column, inside=None):
        """Return a column of the hexside features between two hexes; `inside`: of those with this inner hex."""
        found = set()
        for side in self.package.p["terrain"]["sides"]:
            hexes = {side["hex"], self.neighbour(side["hex"], side["direction"])}
            if hexes == {here, there} and inside in (None, side["inside"]):
                way = "out" if side["inside"] == here else "in"
                found.add(self.cell("T-TEC-HEXSIDE", side["kind"], way, column))
        return found

    def bombard(self, gun, target, distance):
        (origin,), package, shot = gun.hexes, self.package, self.top(target)
        shot = shot and shot.attacked()
        places = package.line(origin, target)
        last = [h for h in (places[-1] if places else [origin]) if h >= 0 and package.p["grid"]["in_play"][h]]
        steps = [6 * h + package.direction(h, target) for h in last]
        classes = gun.face["gun_class"]
        bands = package.charts["T-ART-RANGE"]["axes"][1]["keys"]
        known = [b for b in bands if self.cell("T-ART-RANGE", classes, b["id"]) is not None]
        band = next((b for b in known if b["low"] <= distance <= b["high"]), known[-1])
        computed = {
            "range": self.cell("T-ART-RANGE", classes, band["id"]),
            "terrain": max((package.effects["artillery_drm"][s] for s in steps), default=0),
        }
        moment = self.moment(gun, shot, target, {"fire": "normal"}, steps, last)
        total, lines = moment.sum("T-ART-DRM", (), computed)
        column = self.cell("T-ART-COLUMN", classes, "double" if gun.face["double"] else "single")
        rows = [self.key("T-ART-FIRE", "die", roll + total) for roll in range(10)]
        return [
            total,
            lines,
            [self.outcome(shot, self.cell("T-ART-FIRE", row, column), False) for row in rows],
        ]

    def grazed(self, gun, target, side):
        """Return the hexes of a line of grazing fire, along one of its sides."""
        package, (origin,) = self.package, gun.hexes
        most, distance = gun.face["grazing_range"], package.distance(origin, target)
        q, r = package.difference(origin, target)
        if package.p["options"]["grazing_beyond_target"]:
            times = -(-most // distance)
        else:
            times, most = 1, distance
        base = package.axial[2 * origin], package.axial[2 * origin + 1]
        hit, before, over = [], origin, False
        for part in (*package.through.get((times * q, times * r), []), [times * q, times * r]):
            k = 2 * side if len(part) == 4 else 0
            here = package.at.get((base[0] + part[k], base[1] + part[k + 1]), -1)
            if here < 0 or not package.p["grid"]["in_play"][here] or package.distance(origin, here) > most:
                break
            ends = self.sides(before, here, "grazing")
            if over or "stops" in ends:
                break
            over = "one_hex_beyond" in ends and before != origin
            hit.append(here)
            before = here
        return hit
