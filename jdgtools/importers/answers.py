"""What a designer answers of a battle that no text of the module says: `answers` of a rules file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from jdgtools.errors import InputRefused
from jdgtools.importers.draft import Draft, Values, merge
from jdgtools.importers.ids import slug
from jdgtools.importers.yamltext import LiteralBlock
from jdgtools.model.definition import SeriesDef
from jdgtools.source.node import Node, number_in_digits

ANSWERS = "answers"
ARMY = "army"
"""As hex of a leader: in every setup the hex where most units of his side stand."""
LEFT_OUT = "none"
"""As role of leaders: those of whom nothing says what they command are not in the battle."""
_BLOCKS = ("battle", "map", "scenarios", "sides", "commands", "leaders", "roles", "types")
_OF_UNITS = ("nationality", "command")
"""What a side's answer says of its units; the rest of it is of the side in every scenario."""
ENTRY_HEXES = "entry_hexes"
"""What it says of its reinforcements: where they enter, unless a scenario says it."""
KEYS = (*_BLOCKS, "type", "terrain", "level", "order")


class Answers(Struct, frozen=True):
    """The answers of a rules file."""

    values: Values = field(default_factory=dict)
    """The block as it was written."""
    positions: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """Path of a key in it -> file, line and column, for refusals."""

    def block(self, key: str) -> Values:
        """Return one block of it; empty where nothing is said."""
        block: Values = self.values.get(key) or {}
        return block

    def leader_ids(self) -> set[str]:
        """Return the leaders that are named one by one."""
        return {str(entry.get("id")) for entry in self.block("battle").get("leaders", [])}

    def leaves_out(self, leader_id: str) -> bool:
        """Return whether a leader of the module is no leader of the battle."""
        return self.block("leaders").get("role") == LEFT_OUT and leader_id not in self.leader_ids()


def read_answers(file: str, node: Node, series: SeriesDef | None) -> Answers:
    """Return the answers that a file gives.

    Args:
        file: its name.
        node: the block.
        series: when it is known, types, ratings and terrain are checked against it.

    Raises:
        InputRefused: a key that no answer has, or a name that the series does not know.
    """
    positions: dict[tuple[str, ...], str] = {}
    for key, value in node.items():
        positions[key,] = f"{file}:{value.span.line}:{value.span.col}"
        for inner, below in value.items():
            positions[key, inner] = f"{file}:{below.span.line}:{below.span.col}"
    answers = Answers(node.to_plain(), positions)
    for key, value in node.items():
        fits = value.is_map if key in _BLOCKS else value.is_scalar
        if key not in KEYS:
            raise InputRefused(f"{positions[key,]}: `{key}` is no answer: {', '.join(KEYS)}")
        if not fits:
            kind = "a block of keys" if key in _BLOCKS else "one value"
            raise InputRefused(f"{positions[key,]}: `{key}`: expected {kind}")
    level = node.get("level")
    if level is not None and (level.as_int() is None or not 0 <= (level.as_int() or 0) <= 9):
        raise InputRefused(f"{positions['level',]}: a level is a whole number 0 to 9")
    if series is not None:
        _check_names(answers, series)
    return answers


def _check_names(answers: Answers, series: SeriesDef) -> None:
    types = [t.id for t in series.unit_types]
    ratings = [f.id for f in series.unit_fields]
    terrains = [t.id for t in series.terrains if t.kind == "hex"]
    names_to_check: list[tuple[tuple[str, ...], str, list[str], str]]
    names_to_check = [(("types", name), name, types, "unit type") for name in answers.block("types")]
    if "type" in answers.values:
        names_to_check.append((("type",), answers.values["type"], types, "unit type"))
    roles = [r.id for r in series.roles]
    names_to_check += [(("roles", name), name, roles, "role") for name in answers.block("roles")]
    new_leader = answers.block("commands").get("leader")
    if isinstance(new_leader, dict):
        names_to_check.append((("commands", "leader"), str(new_leader.get("role")), roles, "role"))
    if "order" in answers.values:
        names_to_check.append((("order",), answers.values["order"], [o for o, _ in series.orders], "order"))
    if "terrain" in answers.values:
        names_to_check.append((("terrain",), answers.values["terrain"], terrains, "terrain of hexes"))
    for path, name, allowed_ids, what in names_to_check:
        if name not in allowed_ids:
            text = f"`{name}` is no {what} of {series.id}: {', '.join(allowed_ids)}"
            raise InputRefused(f"{answers.positions[path]}: {text}")
    for name, values in answers.block("types").items():
        for rating in values if isinstance(values, dict) else ("",):
            if rating.removesuffix("_back") not in ratings:
                position = answers.positions["types", name]
                raise InputRefused(
                    f"{position}: `{rating}` is no rating of {series.id}: {', '.join(ratings)}"
                )


def apply_answers(draft: Draft, answers: Answers) -> None:
    """Write the answers into a battle in the making; what the module says stays as it is.

    Raises:
        InputRefused: a side that the battle does not have.
    """
    sides = {side["id"] for side in draft.sides}
    for side in answers.block("sides"):
        if side not in sides:
            position = answers.positions["sides", side]
            raise InputRefused(f"{position}: `{side}` is no side of the battle: {', '.join(sorted(sides))}")
    _apply_to_units(draft, answers)  # which may add formations
    _apply_to_leaders(draft, answers)
    new_leader = answers.block("commands").get("leader")
    for command in draft.commands:
        for key, value in answers.block("commands").items():
            if key != "leader" or not isinstance(value, dict):
                command.setdefault(key, _fill_in(value, command))
    if isinstance(new_leader, dict):
        _add_leaders(draft, new_leader)
    _apply_to_roles(draft.leaders, answers)
    for scenario in draft.scenarios if "order" in answers.values else ():
        for command_id in draft.commands_of(scenario):
            scenario.orders.setdefault(command_id, str(answers.values["order"]))
    _apply_to_map(draft, answers)
    _apply_to_reinforcements(draft, answers)
    of_sides = [
        {"side": side, **{k: v for k, v in values.items() if k not in (*_OF_UNITS, ENTRY_HEXES)}}
        for side, values in answers.block("sides").items()
    ]
    battle = dict(answers.block("battle"))
    if isinstance(battle.get("leaders"), list):
        battle["leaders"] = [dict(x) if isinstance(x, dict) else x for x in battle["leaders"]]
        _apply_to_roles([x for x in battle["leaders"] if isinstance(x, dict)], answers)
    scenarios = {**answers.block("scenarios"), **({"sides": of_sides} if of_sides else {})}
    draft.answers = {"battle": battle, "scenarios": scenarios}
    if isinstance(scenarios.get("setup"), list):
        scenarios["setup"] = [p for p in scenarios["setup"] if not _goes_with_army(draft, p)]
        placed_ids = {p.get("leader") or p.get("unit") for p in scenarios["setup"] if isinstance(p, dict)}
        for scenario in draft.scenarios:
            scenario.unused = [piece for piece in scenario.unused if piece not in placed_ids]


def _apply_to_reinforcements(draft: Draft, answers: Answers) -> None:
    for side, group in groups_without_entry(draft):
        hexes = answers.block("sides").get(side, {}).get(ENTRY_HEXES)
        if hexes:
            group["hexes"] = hexes_of(hexes) if isinstance(hexes, str) else hexes


def hexes_of(answer: str) -> list[str]:
    """Return the hexes that an answer names, with blanks or commas between them."""
    return answer.replace(",", " ").split()


def groups_without_entry(draft: Draft) -> list[tuple[str, Values]]:
    """Return side and group of all reinforcements of which nothing says where they enter."""
    sides = {piece["id"]: piece["side"] for piece in (*draft.units, *draft.leaders)}
    return [
        (sides[group["units"][0]], group)
        for scenario in draft.scenarios for group in scenario.reinforcements
        if "entry" not in group and "hexes" not in group and sides.get(group["units"][0])
    ]  # fmt: skip


def _apply_to_units(draft: Draft, answers: Answers) -> None:
    for unit in draft.units:
        unit["type"] = unit.get("type") or str(answers.values.get("type", ""))
        for rating, value in answers.block("types").get(unit["type"], {}).items():
            unit[rating] = unit.get(rating) or str(value)
        side = answers.block("sides").get(unit["side"], {})
        for key, entries in (("nationality", draft.nationalities), ("command", draft.commands)):
            if side.get(key) and not unit.get(key):
                entry = {"id": slug(str(side[key]), key), "name": str(side[key])}
                if key == "command":
                    entry["side"] = unit["side"]
                    if any(c["id"] == entry["id"] and c["side"] != unit["side"] for c in draft.commands):
                        # Either side may have a Reserve.
                        entry["id"] += f"-{unit['side']}"
                unit[key] = entry["id"]
                if all(entry_there["id"] != entry["id"] for entry_there in entries):
                    entries.append(entry)


def _apply_to_leaders(draft: Draft, answers: Answers) -> None:
    dropped_ids = {x["id"] for x in draft.leaders if not x.get("role") and answers.leaves_out(x["id"])}
    if dropped_ids:
        draft.leaders = [x for x in draft.leaders if x["id"] not in dropped_ids]
        for scenario in draft.scenarios:
            scenario.setup = [p for p in scenario.setup if p.get("leader") not in dropped_ids]
            scenario.unused = [piece for piece in scenario.unused if piece not in dropped_ids]
    named_ids = answers.leader_ids()
    for leader in () if answers.block("leaders").get("role") == LEFT_OUT else draft.leaders:
        if leader["id"] not in named_ids:
            for key, value in answers.block("leaders").items():
                leader.setdefault(key, value)


def fit_ratings(draft: Draft, series: SeriesDef) -> list[str]:
    """Take away ratings that units of their arm do not have, and keep the reverse within its limits.

    Texts of a module give guns a strength where the rules of the series give them none, and what is
    taken off for the reverse of all units would leave the weakest less than nothing.

    Returns:
        What was changed, a line for each rating.
    """
    lines = []
    back_defaults = draft.answers.get("battle", {}).get("defaults", {}).get("back", {})
    arms = {t.id: t.arm for t in series.unit_types}
    for rating in (f for f in series.unit_fields if f.type == "int"):
        lost_count = weak = 0
        for unit in draft.units:
            arm = arms.get(unit.get("type", ""))
            if rating.arms and arm is not None and arm not in rating.arms:
                texts = [unit.pop(key, "") for key in (rating.id, f"{rating.id}_back")]
                lost_count += any(texts)
            front, less = unit.get(rating.id, ""), back_defaults.get(rating.id, 0)
            number = number_in_digits(front)
            if rating.two_sided and number is not None and isinstance(less, int) and less < 0:
                low = max(0, rating.low or 0)
                if number + less < low and not unit.get(f"{rating.id}_back"):
                    unit[f"{rating.id}_back"] = str(min(low, number))
                    weak += 1
        if weak and all(unit.get(f"{rating.id}_back") for unit in draft.units if unit.get(rating.id)):
            _drop_back_default(draft, rating.id)
        if lost_count:
            lines.append(
                f"rating {rating.id}: {lost_count} units of arms that have none lost what a text says"
            )
        if weak:
            lines.append(f"rating {rating.id}: {weak} units have the smallest there is on the reverse")
    return lines


def _drop_back_default(draft: Draft, rating: str) -> None:
    """Take away what is added on the reverse of all units, where each unit says its own."""
    battle = draft.answers["battle"]
    back = {key: value for key, value in battle["defaults"]["back"].items() if key != rating}
    draft.answers["battle"] = {**battle, "defaults": {**battle["defaults"], "back": back}}


def _add_leaders(draft: Draft, block: Values) -> None:
    """Give every formation with units and without a leader one of its name, with the first of its units."""
    used = {u["id"] for u in draft.units} | {x["id"] for x in draft.leaders}
    led = {x.get("command") for x in draft.leaders if x.get("role")}
    commands_with_units = {u.get("command") for u in draft.units}
    for command in draft.commands:
        if command["id"] not in commands_with_units or command["id"] in led or command.get("leader"):
            continue
        leader = {"id": f"{command['id']}-leader", "name": command["name"]}
        while leader["id"] in used:
            leader["id"] += "-2"
        used.add(leader["id"])
        draft.leaders.append({**leader, "side": command["side"], "command": command["id"], **block})
        of_command = {u["id"] for u in draft.units if u.get("command") == command["id"]}
        for scenario in draft.scenarios:
            at = next((p["hex"] for p in scenario.setup if p.get("unit") in of_command and "hex" in p), None)
            if at is not None:
                scenario.setup.append({"leader": leader["id"], "hex": at})
            elif not scenario.leaves_out_rest:
                scenario.unused.append(leader["id"])


def _goes_with_army(draft: Draft, placement: object) -> bool:
    """Put a leader whose answer is `army` into every setup; return whether it is one."""
    if not isinstance(placement, dict) or placement.get("hex") != ARMY or "leader" not in placement:
        return False
    leaders = [*draft.leaders, *draft.answers["battle"].get("leaders", [])]
    side = next(
        (x.get("side") for x in leaders if isinstance(x, dict) and x.get("id") == placement["leader"]), None
    )
    of_side = {u["id"] for u in draft.units if u["side"] == side}
    for scenario in draft.scenarios:
        hexes = Counter(str(p["hex"]) for p in scenario.setup if p.get("unit") in of_side and "hex" in p)
        if hexes:
            # The first of those with as many; a commander takes no room in a stack.
            scenario.setup.append({**placement, "hex": hexes.most_common(1)[0][0]})
            scenario.unused = [piece for piece in scenario.unused if piece != placement["leader"]]
        elif not scenario.leaves_out_rest and placement["leader"] not in scenario.unused:
            scenario.unused.append(str(placement["leader"]))
    return True


def _apply_to_roles(leaders: Sequence[Values], answers: Answers) -> None:
    """Give leaders what holds for all of their role; what they say themselves stays."""
    for leader in leaders:
        before, of_role = dict(leader), answers.block("roles").get(str(leader.get("role")))
        if isinstance(of_role, dict):
            merge(leader, of_role)
            merge(leader, before)


def _apply_to_map(draft: Draft, answers: Answers) -> None:
    if draft.map is None:
        return
    merge(draft.map, answers.block("map"))
    if set(answers.block("map").get("grid", ())) - {"hex_metres"}:
        draft.hex_grid = None
    for key, sign in (("terrain", "."), ("level", str(answers.values.get("level", "")))):
        name = "levels" if key == "level" else key
        if key not in answers.values or name in draft.map:
            continue
        if key == "terrain":
            draft.map["legend"] = dict.fromkeys((sign, "-"), str(answers.values["terrain"]))
        draft.map[name] = LiteralBlock(tuple(_row(row, sign) for row in _rows(draft.map)))


def _rows(values: Values) -> list[str]:
    """Return the signs of a map's hexes, `#` for those that are not in play."""
    playable = values.get("playable")
    if isinstance(playable, LiteralBlock):
        return list(playable.lines)
    grid = values["grid"]
    return [" ".join("." * grid["columns"])] * int(grid["rows"])


def _row(row: str, sign: str) -> str:
    return " ".join("-" if mark == "#" else sign for mark in row.split())


def _fill_in(value: Any, entry: Mapping[str, Any]) -> Any:
    """Return a value in which `$id$` and `$name$` stand for those of a formation."""
    if isinstance(value, str):
        return value.replace("$id$", str(entry["id"])).replace("$name$", str(entry["name"]))
    if isinstance(value, list):
        return [_fill_in(item, entry) for item in value]
    if isinstance(value, dict):
        return {key: _fill_in(item, entry) for key, item in value.items()}
    return value
