"""Questions about a battle that no text of its module can answer; each says where its answer goes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.diagnostics.names import first_names
from jdgtools.hexgrid.coords import Orientation
from jdgtools.hexgrid.names import CORNER_NAMES, DIRECTION_NAMES
from jdgtools.importers.answers import ANSWERS, ARMY, ENTRY_HEXES, LEFT_OUT, groups_without_entry, hexes_of
from jdgtools.importers.draft import Draft, DraftScenario, Values, problem_on_no_map
from jdgtools.importers.ids import slug
from jdgtools.importers.phrases import count_of
from jdgtools.model.definition import FieldDef, RoleDef, SeriesDef

_KEYS = {
    "commanders": "battle.leaders",
    "markers": "commands.markers",
    "awards": "scenarios.victory",
    "starts": "scenarios.setup",
    "lords": "commands.leader",
    "levels": "scenarios.victory.levels",
}
"""First part of a path -> where the answer stands, where it makes more than one key."""
_MAP, _SCENARIOS = "Of the map", "Of every scenario"
"""What small questions are about that are asked at once."""
NEW = "new"
"""As answer: a formation without a leader gets one."""


class BattleQuestion(Struct, frozen=True):
    """One question."""

    path: tuple[str, ...]
    """Key of `answers` that the answer becomes."""
    text: str
    choices: tuple[str, ...] = ()
    """What may be answered; none = a number or a text."""
    low: int | None = None
    high: int | None = None
    bounds: tuple[tuple[int, int], ...] = ()
    """Smallest and largest of each number, where several are asked for at once."""
    box: str = ""
    """Where the leader who is asked for waits; '' = he starts on the map."""
    places: int = 1
    """How many pieces, hexes or scenarios it helps."""
    has_army: bool = True
    """Of where a leader starts: whether a setup has units of his side."""
    hex_problem: Callable[[str], str] = problem_on_no_map
    """Says why a text names no hex of the map, '' if it names one."""
    heading: str = ""
    """What is asked of several things at once, see `question_groups`; '' = it is asked alone."""
    short: str = ""
    """The thing, below that heading."""

    @property
    def is_text(self) -> bool:
        """Whether a name of any words is asked for."""
        return not self.choices and not self.is_number and self.path[0] == "sides"

    @property
    def has_blanks(self) -> bool:
        """Whether an answer may have several words."""
        return self.is_text or self.path[0] in ("commanders", "roles", "awards")

    @property
    def is_number(self) -> bool:
        """Whether a whole number is asked for."""
        return self.low is not None

    def value(self, answer: str) -> Values:
        """Return the part of `answers` that an answer makes."""
        value: Any = int(answer) if self.is_number else {"true": True, "false": False}.get(answer, answer)
        for key in reversed(self.path):
            value = {key: value}
        if self.path[0] == "commanders":
            return _commander(self, answer)
        if self.path[0] == "roles":
            return _of_role(self.path[1], self.path[2], self.path[3:], answer)
        if self.path[0] == "lords":
            return {"commands": {"leader": {"role": self.path[1]}}}
        if self.path[0] == "levels":
            return _levels(self.path[1:], int(answer))
        if self.path[0] == "markers":
            return _markers(self.path[1], int(answer))
        if self.path[0] == "awards":
            return _award(self.path[1], answer)
        if self.path[0] == "starts":
            return {"scenarios": {"setup": [{"leader": self.path[1], "hex": answer}]}}
        block: Values = value
        return block

    def where(self) -> str:
        """Return the key as the rules file has it."""
        # Numbers of one block are asked for together, and the last parts of the path name them.
        plain = self.path[: len(self.path) - len(self.bounds)]
        return f"{ANSWERS}.{_KEYS.get(self.path[0], '.'.join(plain))}"


def battle_questions(draft: Draft, series: SeriesDef) -> list[BattleQuestion]:
    """Return what is open in a battle of a series with rules, ratings in the series' order."""
    if draft.imported_module:
        return []
    return [
        *_of_units(draft, series), *_of_commands(draft, series), *_of_map(draft, series),
        *_of_battle(draft, series), *_of_scenarios(draft, series),
    ]  # fmt: skip


def with_own_id(values: Values, draft: Draft, answers: Values) -> Values:
    """Return an answer in which a leader has an id that is no other piece's: two may have one name.

    A leader of the same side whom the module has without a role is the one that is meant.

    Args:
        values: the answer.
        draft: the battle.
        answers: what was answered before, be it to another part of the same question.
    """
    for entry in values.get("battle", {}).get("leaders", []):
        others = [*draft.leaders]
        for block in (draft.answers, answers):
            others += [x for x in block.get("battle", {}).get("leaders", []) if x not in others]
        same = [x for x in others if x["side"] == entry["side"] and x.get("role") in (None, entry["role"])]
        used = {u["id"] for u in draft.units} | {x["id"] for x in others if x not in same}
        old = entry["id"]
        while entry["id"] in used:
            entry["id"] += f"-{entry['side']}"
        for placement in values.get("scenarios", {}).get("setup", []):
            placement["leader"] = entry["id"] if placement["leader"] == old else placement["leader"]
    return values


# --- what is open ----------------------------------------------------------------------------------


def _of_units(draft: Draft, series: SeriesDef) -> Iterator[BattleQuestion]:
    units_without_type = [u for u in draft.units if not u.get("type")]
    if units_without_type:
        names = ", ".join(repr(u["name"]) for u in units_without_type[:3])
        text = f"{count_of(len(units_without_type), 'unit')} ({names}): nothing says the type. Which is it?"
        yield BattleQuestion(
            ("type",), text, tuple(t.id for t in series.unit_types), places=len(units_without_type)
        )
    titles = {"nationality": "nationality", "command": series.command_name.get("en")}
    for side in draft.sides:
        for key, title in titles.items():
            lacking = [u for u in draft.units if u["side"] == side["id"] and not u.get(key)]
            if lacking:
                text = f"{len(lacking)} units of {side['name']} have no {title}. Which have they all?"
                heading = f"Units without {title}: which have they all"
                short = f"{len(lacking)} of {side['name']}"
                of_side = ("sides", side["id"], key)
                yield BattleQuestion(of_side, text, places=len(lacking), heading=heading, short=short)
    numbers = [f for f in series.unit_fields if f.type == "int" and f.default is None]
    of_types = list(_of_types(draft, series, numbers))
    yield from of_types
    reverse = draft.answers.get("battle", {}).get("defaults", {}).get("back", {})
    for rating in (f for f in numbers if f.two_sided):
        # A rating that is asked for has a reverse, too: so the reverse is asked for once.
        unit_count = sum(bool(u.get(rating.id)) and not u.get(f"{rating.id}_back") for u in draft.units)
        unit_count += sum(q.places for q in of_types if q.path[2] == rating.id)
        if unit_count and rating.id not in reverse:
            of_units = f"{rating.name.get('en')} on the reverse of {count_of(unit_count, 'unit')}"
            text = f"{of_units}: what is added (0, -1, ...)?"
            path = ("battle", "defaults", "back", rating.id)
            heading = "What is added on the reverse of units (0, -1, ...)"
            short = f"{rating.name.get('en')} of {unit_count}"
            yield BattleQuestion(path, text, low=-20, high=0, places=unit_count, heading=heading, short=short)


def _of_types(draft: Draft, series: SeriesDef, numbers: Sequence[FieldDef]) -> Iterator[BattleQuestion]:
    """Ask for ratings that units of a type lack: type by type, or rating by rating where these are fewer."""
    lacking: dict[tuple[str, str], int] = {}
    has_scale = draft.map is not None and "hex_metres" in draft.map["grid"]
    for kind in series.unit_types:
        units = [u for u in draft.units if u.get("type") == kind.id]
        for rating in numbers:
            of_arm = not rating.arms or kind.arm in rating.arms
            missing = sum(not u.get(rating.id) for u in units)
            if (
                missing
                and of_arm
                and rating.id not in kind.attributes
                and not (rating.by_scale and has_scale)
            ):
                lacking[kind.id, rating.id] = missing
    ratings = {rating for _, rating in lacking}
    by_rating = len(ratings) < len({kind for kind, _ in lacking})
    for (kind_id, rating_id), missing in lacking.items():
        rating = next(f for f in numbers if f.id == rating_id)
        text = f"{rating.name.get('en')} of {count_of(missing, 'unit')}"
        question = _number(("types", kind_id, rating_id), f"{text} of the type {kind_id}", rating, missing)
        heading = f"Units of the type {kind_id}"
        short = _with_bounds(text, question)
        if by_rating:
            heading = _with_bounds(f"{rating.name.get('en')} of units by their type", question)
            short = f"{missing} {kind_id}"
        yield replace(question, heading=heading, short=short)


def _of_commands(draft: Draft, series: SeriesDef) -> Iterator[BattleQuestion]:
    lacking = [c for c in draft.commands if not c.get("markers")]
    rating = next((f for f in series.activation_fields if f.type == "int"), None)
    if lacking and series.activation_codes and rating is not None:
        code, title = series.activation_codes[0]
        text = f"{rating.name.get('en')} on both pieces `{title.get('en')}` of {len(lacking)} formations"
        yield _number(("markers", code), text, rating, len(lacking))


def _of_map(draft: Draft, series: SeriesDef) -> Iterator[BattleQuestion]:
    if draft.map is None:
        return
    grid = draft.map["grid"]
    hexes = int(grid["columns"]) * int(grid["rows"])
    if "terrain" not in draft.map:
        terrains = tuple(t.id for t in series.terrains if t.kind == "hex")
        text = "Nothing says the terrain of the hexes. Which has the map, until you draw it?"
        yield BattleQuestion(("terrain",), text, terrains, places=hexes)
    if "levels" not in draft.map:
        text = "Level of the ground (0 where it is flat)"
        yield BattleQuestion(
            ("level",), text, low=0, high=9, places=hexes, heading=_MAP, short="level of the ground (0 to 9)"
        )
    if series.hex_metres is not None and "hex_metres" not in grid:
        low, high = series.hex_metres
        yield BattleQuestion(
            ("map", "grid", "hex_metres"), "How many metres is a hex wide?", low=low, high=high,
            heading=_MAP, short=f"metres that a hex is wide ({low} to {high})",
        )  # fmt: skip


def _of_battle(draft: Draft, series: SeriesDef) -> Iterator[BattleQuestion]:
    answers_of_battle = draft.answers.get("battle", {})
    if series.scales and not draft.scale and "scale" not in answers_of_battle:
        yield BattleQuestion(("battle", "scale"), "Scale of the battle", series.scales)
    leaders = [*draft.leaders, *answers_of_battle.get("leaders", [])]
    for role in (r for r in series.roles if r.needed_by == "side"):
        yield from _of_sides(draft, role, leaders)
    leader_ids = {entry.get("id") for entry in answers_of_battle.get("leaders", [])}
    roleless = [x for x in draft.leaders if not x.get("role") and x["id"] not in leader_ids]
    if roleless:
        names = first_names([x["name"] for x in roleless])
        lead = f"{count_of(len(roleless), 'leader')} ({names})"
        text = f"{lead}: which role have they? `{LEFT_OUT}`: they are left out"
        choices = (*(r.id for r in series.roles[1:]), LEFT_OUT)
        yield BattleQuestion(("leaders", "role"), text, choices, places=len(roleless))
    for role in (r for r in series.roles if r.needed_by == "command"):
        led = [x.get("command") for x in leaders if x.get("role") == role.id]
        units = Counter(u.get("command") for u in draft.units)
        lacking = [c for c in draft.commands if c["id"] not in led and units[c["id"]] and not c.get("leader")]
        if lacking:
            names = first_names([c["name"] for c in lacking])
            text = (
                f"{len(lacking)} formations ({names}) have no {role.name.get('en')}. `{NEW}`: each gets one "
                "of its name, whom you rename in battle.yaml"
            )
            yield BattleQuestion(("lords", role.id), text, (NEW,), places=len(lacking))
    for role in series.roles:
        yield from _of_role_blocks(role, [x for x in leaders if x.get("role") == role.id])


def _of_sides(draft: Draft, role: RoleDef, leaders: Sequence[Values]) -> Iterator[BattleQuestion]:
    """Ask for the leader of a role whom every side has, and where he starts."""
    for side in draft.sides:
        if not any(x.get("role") == role.id and x.get("side") == side["id"] for x in leaders):
            men = first_names([x["name"] for x in draft.leaders if x["side"] == side["id"]], 12)
            fields = _open_fields(role)
            title, ids = role.name.get("en"), ", ".join(f.id for f in fields)
            men_text = f" (known: {men})" if men else ""
            numbers = f", then {ids}, as in `Name {_example(fields)}`" if fields else ""
            text = f"Who is the {title} of {side['name']}{men_text}? His name{numbers}"
            heading = f"Who is the {title} of each side? His name{numbers}"
            path = ("commanders", side["id"], role.id, *(f.id for f in fields))
            units = sum(u["side"] == side["id"] for u in draft.units)
            yield BattleQuestion(
                path, text, bounds=_bounds(fields), box=role.waits_in, places=units,
                heading=heading, short=f"{side['name']}{men_text}",
            )  # fmt: skip
    laid_out = [p.get("leader") for s in draft.scenarios for p in s.setup]
    laid_out += [p.get("leader") for p in draft.answers.get("scenarios", {}).get("setup", [])]
    for leader in leaders:
        if leader.get("role") == role.id and draft.map is not None and leader["id"] not in laid_out:
            yield _start(draft, leader)


def _start(draft: Draft, leader: Values) -> BattleQuestion:
    """Return the question where a leader starts; with his army only where a setup has one."""
    of_side = {u["id"] for u in draft.units if u["side"] == leader.get("side")}
    has_army = any(p.get("unit") in of_side and "hex" in p for s in draft.scenarios for p in s.setup)
    text = f"In which hex does {leader['name']} start, as in `{_hex(draft, leader.get('side'))}`?"
    heading = "In which hexes do they start"
    if has_army:
        text += f" `{ARMY}`: in every setup where most units of his side stand"
        heading += f" (`{ARMY}`: where most units of their side stand)"
    places, short = len(draft.scenarios), str(leader["name"])
    return BattleQuestion(
        ("starts", leader["id"]), text, places=places, heading=heading, short=short, has_army=has_army,
        hex_problem=draft.hex_problem,
    )  # fmt: skip


def _of_role_blocks(role: RoleDef, leaders: Sequence[Values]) -> Iterator[BattleQuestion]:
    """Ask for the numbers that leaders of a role lack: their own, and those in `back` and `extra`."""
    if not leaders:
        return
    title, fields = role.name.get("en"), _open_fields(role)
    blocks: list[tuple[tuple[str, ...], str, Sequence[FieldDef]]] = [(("values",), "", fields)]
    if role.back == "replacement" and role.needed_by == "command":
        blocks.append((("back", "values"), " of who takes his place", fields))
    for name, ids in role.extra:
        blocks.append((("extra", name), f" when {name}", [f for f in role.fields if f.id in ids]))
    for block, when, numbers in blocks:
        lacking = [x for x in leaders if not _block(x, block)]
        if lacking and numbers:
            field_list = ", ".join(f.id for f in numbers)
            text = f"{field_list}{when}, of {len(lacking)} x {title}, as in `{_example(numbers)}`"
            key = ("roles", role.id, ".".join(block), *(f.id for f in numbers))
            yield BattleQuestion(
                key, text, bounds=_bounds(numbers), places=len(lacking),
                heading=f"Numbers of {len(lacking)} x {title}",
                short=f"{field_list.replace(',', ' and')}{when} (`{_example(numbers)}`)",
            )  # fmt: skip


def _block(entry: Values, path: Sequence[str]) -> Values:
    for key in path:
        entry = entry.get(key) or {}
    return entry


def _open_fields(role: RoleDef) -> list[FieldDef]:
    """Return the numbers that a leader of a role has and that no default gives."""
    return [f for f in role.fields if f.type == "int" and f.default is None]


def _bounds(fields: Sequence[FieldDef]) -> tuple[tuple[int, int], ...]:
    return tuple((-99 if f.low is None else f.low, 99 if f.high is None else f.high) for f in fields)


def _example(fields: Sequence[FieldDef]) -> str:
    return " ".join(str(min(max(1, low), high)) for low, high in _bounds(fields))


def _of_scenarios(draft: Draft, series: SeriesDef) -> Iterator[BattleQuestion]:
    scenarios = len(draft.scenarios)
    answers_of_scenarios = draft.answers.get("scenarios", {})
    of_sides = {entry["side"]: entry for entry in answers_of_scenarios.get("sides", [])}
    settings = answers_of_scenarios.get("settings", {})
    for setting in (f for f in series.scenario_fields if f.default is None and f.id not in settings):
        path, title = ("scenarios", "settings", setting.id), setting.name.get("en")
        question = _number(path, title, setting, scenarios)
        yield replace(question, heading=_SCENARIOS, short=_with_bounds(title, question))
    if series.orders and draft.commands and not all(_has_all_orders(draft, s) for s in draft.scenarios):
        text = "Under which order do all formations start?"
        yield BattleQuestion(("order",), text, tuple(o for o, _ in series.orders), places=scenarios)
    if (
        series.victory_levels
        and len(draft.sides) == 2
        and not answers_of_scenarios.get("victory", {}).get("levels")
    ):
        sides = ("levels", *(str(side["id"]) for side in draft.sides))
        text = "By how many victory points has a side won (below it is a draw)?"
        yield BattleQuestion(
            sides, text, low=1, high=999, places=scenarios, heading=_SCENARIOS,
            short="victory points by which a side has won (1 to 999; below it is a draw)",
        )  # fmt: skip
    orientation: Orientation = draft.map["grid"]["orientation"] if draft.map is not None else "flat"
    facings = (CORNER_NAMES if series.facing == "corner" else DIRECTION_NAMES)[orientation]
    ahead = {p["unit"] for s in draft.scenarios for p in s.setup if "unit" in p and "facing" not in p}
    late_counts = Counter(u["side"] for u in draft.units if u["id"] in ahead)
    awards = answers_of_scenarios.get("victory", {}).get("awards", [])
    yield from _of_reinforcements(draft)
    for side in draft.sides:
        name, answered_side = side["name"], of_sides.get(side["id"], {})
        if "rout_edge" not in answered_side:
            path = ("sides", side["id"], "rout_edge")
            yield BattleQuestion(
                path, f"To which edge of the map does {name} rout?", series.rout_edges, places=scenarios,
                heading="To which edge of the map do they rout", short=name,
            )  # fmt: skip
        if late_counts[side["id"]] and "facing" not in answered_side:
            text = f"{late_counts[side['id']]} units of {name} are not turned. Which way do they face?"
            path = ("sides", side["id"], "facing")
            yield BattleQuestion(
                path, text, tuple(facings), places=late_counts[side["id"]],
                heading="Units that are not turned: which way do they face",
                short=f"{late_counts[side['id']]} of {name}",
            )  # fmt: skip
        for setting in (f for f in series.side_fields if f.default is None):
            if setting.id not in answered_side.get("values", {}):
                key = ("sides", side["id"], "values", setting.id)
                question = _number(key, f"{name}: {setting.name.get('en')}", setting, scenarios)
                short = _with_bounds(name, question)
                yield replace(question, heading=str(setting.name.get("en")), short=short)
        if not any(a.get("side") == side["id"] for a in awards):
            text = (
                f"Victory points of {name}: how many, for which hexes that it holds, as in `5 {_hex(draft)}`?"
            )
            heading = (
                f"Victory points: how many, for which hexes that the side holds, as in `5 {_hex(draft)}`"
            )
            yield BattleQuestion(
                ("awards", side["id"]), text, places=scenarios, heading=heading, short=name,
                hex_problem=draft.hex_problem,
            )  # fmt: skip


def _of_reinforcements(draft: Draft) -> Iterator[BattleQuestion]:
    groups = Counter(side for side, _ in groups_without_entry(draft))
    for side in (s for s in draft.sides if groups[s["id"]]):
        text = f"In which hexes do reinforcements of {side['name']} enter, as in `{_hex(draft)}`?"
        heading = f"In which hexes do reinforcements enter, as in `{_hex(draft)}`"
        path = ("sides", side["id"], ENTRY_HEXES)
        yield BattleQuestion(
            path, text, places=groups[side["id"]], heading=heading, short=side["name"],
            hex_problem=draft.hex_problem,
        )  # fmt: skip


def _has_all_orders(draft: Draft, scenario: DraftScenario) -> bool:
    """Return whether every formation with a unit in a setup has its order."""
    return all(command in scenario.orders for command in draft.commands_of(scenario))


def _hex(draft: Draft, side: str | None = None) -> str:
    """Return the number of a hex, as an example: one that a setup names, of that side if it can be."""
    sides = {u["id"]: u["side"] for u in draft.units}
    placements = [p for s in draft.scenarios for p in s.setup if "hex" in p]
    of_side = [p for p in placements if side is not None and sides.get(p.get("unit", "")) == side]
    grid = draft.hex_grid
    first = grid.id(grid.hexes[0]) if grid is not None else "0404"
    return next((str(p["hex"]) for p in (*of_side, *placements)), first)


def _with_bounds(title: str, question: BattleQuestion) -> str:
    """Return a title with what its number may be."""
    return f"{title} ({question.low} to {question.high})" if question.is_number else title


def _number(path: tuple[str, ...], text: str, setting: FieldDef, places: int) -> BattleQuestion:
    """Return the question for a field of the series: a number, or one of its choices."""
    if setting.type == "int":
        low = setting.low if setting.low is not None else -99
        high = setting.high if setting.high is not None else 99
        return BattleQuestion(path, f"{text} ({low} to {high})", low=low, high=high, places=places)
    choices = ("true", "false") if setting.type == "bool" else setting.choices
    return BattleQuestion(path, text, choices, places=places)


# --- answers that are more than one key ------------------------------------------------------------


def _commander(question: BattleQuestion, answer: str) -> Values:
    _, side, role, *fields = question.path
    words = answer.split()
    name_words, numbers = words[: len(words) - len(fields)], words[len(words) - len(fields) :]
    name = " ".join(name_words)
    entry: Values = {"id": slug(name, "commander"), "name": name, "side": side, "role": role}
    if fields:
        entry["values"] = {field: int(n) for field, n in zip(fields, numbers, strict=True)}
    values: Values = {"battle": {"leaders": [entry]}}
    if question.box:
        values["scenarios"] = {"setup": [{"leader": entry["id"], "box": question.box}]}
    return values


def _of_role(role: str, block: str, fields: Sequence[str], answer: str) -> Values:
    value: Values = {field: int(n) for field, n in zip(fields, answer.split(), strict=True)}
    for key in reversed(block.split(".")):
        value = {key: value}
    return {"roles": {role: value}}


def _levels(sides: Sequence[str], points: int) -> Values:
    first, second = sides
    levels: list[Values] = [
        {"name": "Victory of the first side", "side": first, "from": points},
        {"name": "Draw", "from": 1 - points, "to": points - 1},
        {"name": "Victory of the second side", "side": second, "from": points},
    ]
    return {"scenarios": {"victory": {"levels": levels}}}


def _markers(code: str, rating: int) -> Values:
    markers = [{"id": f"$id$-{n}", "code": code, "rating": rating} for n in (1, 2)]
    return {"commands": {"markers": markers}}


def _award(side: str, answer: str) -> Values:
    points, _, hexes = answer.replace(",", " ").partition(" ")
    award = {
        "id": f"hexes-of-{side}", "name": "Hexes held", "side": side, "points": int(points),
        "when": {"holds": {"side": side, "hexes": hexes.split()}},
    }  # fmt: skip
    return {"scenarios": {"victory": {"awards": [award]}}}


def problem_of(question: BattleQuestion, answer: str) -> str:
    """Return what is wrong with an answer; '' when it is one."""
    if question.choices and answer not in question.choices:
        return f"one of {', '.join(question.choices)}"
    if question.is_number:
        number = int(answer) if answer.lstrip("-").isdecimal() and len(answer) < 5 else None
        low, high = question.low or 0, question.high or 0
        return "" if number is not None and low <= number <= high else f"a whole number {low} to {high}"
    if question.path[0] in ("commanders", "roles"):
        words, fields = answer.split(), question.path[3:]
        has_name = question.path[0] == "commanders"
        fits = len(words) > len(fields) if has_name else len(words) == len(fields)
        if not fits or not _in_bounds(words[len(words) - len(fields) :], question.bounds):
            return _form(fields, question.bounds, "a name" if has_name else "")
    if question.path[0] == "starts" and (answer != ARMY or not question.has_army):
        return _problem_of_hexes(question, [answer], f"or {ARMY}" if question.has_army else "")
    if question.path[-1] == ENTRY_HEXES:
        return _problem_of_hexes(question, hexes_of(answer) or [answer])
    if question.path[0] == "awards":
        points, _, named_hexes = answer.replace(",", " ").strip().partition(" ")
        hexes = named_hexes.split()
        if not (points.isdecimal() and len(points) < 4 and hexes):
            return "points and hexes, as in `5 0404 0405`"
        return _problem_of_hexes(question, hexes)
    return ""


def _problem_of_hexes(question: BattleQuestion, hexes: Sequence[str], other: str = "") -> str:
    """Return what is wrong with the first text that names no hex; `other` is what may be said instead."""
    for name in hexes:
        problem = question.hex_problem(name)
        if problem:
            expected = " ".join(part for part in ("the number of a hex", other) if part)
            return f"{expected}; `{name}`: {problem}"
    return ""


def _in_bounds(words: Sequence[str], bounds: Sequence[tuple[int, int]]) -> bool:
    """Return whether words are whole numbers within their bounds; without bounds any number is."""
    if not all(re.fullmatch("-?[0-9]{1,4}", word) for word in words):
        return False
    return all(low <= int(word) <= high for word, (low, high) in zip(words, bounds, strict=False))


def _form(fields: Sequence[str], bounds: Sequence[tuple[int, int]], name: str) -> str:
    pairs = zip(fields, (*bounds, *((-99, 99) for _ in fields)), strict=False)
    numbers = ", ".join(f"{field} ({low} to {high})" for field, (low, high) in pairs)
    return ", then ".join(part for part in (name, numbers) if part)
