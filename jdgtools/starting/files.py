"""The files of a new battle in the size, with the sides and in the languages that are asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from string import Template

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.model.starter import Army, Starter
from jdgtools.starting.ground import KINDS, NewMap, Size, ground

COLOURS = ("#a8322c", "#33559b")
"""Colours of the two sides."""
_COUNTER_COLOURS = ("#e6b8b0", "#b4c6e4")
_ARMS = ("gules, a lion or", "azure, a cross argent")
PHRASE = re.compile(r"\[\[(.*?)\]\]")
"""A text of players in the lines of a starter: it is written in every language of the battle."""
_PLAIN = re.compile(r"[^\W\d_][\w.'() -]*")
_NO_TEXTS = ("null", "true", "false")
"""Words that YAML reads as something else."""
_WORDS: Mapping[str, Mapping[str, str]] = {
    "The battle": {"fr": "La bataille", "pl": "Bitwa", "hu": "A csata"},
    "Village": {"fr": "Village", "pl": "Wieś", "hu": "Falu"},
    "The middle": {"fr": "Le milieu", "pl": "Środek", "hu": "A közép"},
    "River": {"fr": "Rivière", "pl": "Rzeka", "hu": "Folyó"},
    "Road": {"fr": "Route", "pl": "Droga", "hu": "Út"},
    "Beach": {"fr": "Plage", "pl": "Plaża", "hu": "Part"},
}
"""English text -> language -> text."""


class NewBattle(Struct, frozen=True):
    """What a new battle is to be like."""

    battle_id: str
    series: str
    title: str
    size: Size
    languages: tuple[str, ...]
    """Codes; the first is the battle's own language."""
    sides: tuple[str, str]
    """Ids."""
    map: str
    """Kind of map, one of `ground.KINDS`."""
    blank: bool
    """Without units, with the least that the series asks for."""


def files(new: NewBattle, starter: Starter) -> dict[str, str]:
    """Return the files of the project: name -> text.

    Args:
        new: what is asked for.
        starter: what the series writes.
    """
    writer = _BattleWriter(new, starter)
    return {
        "battle.yaml": writer.battle(),
        "map.yaml": writer.map(),
        "oob.csv": writer.units(),
        "scenarios/battle.yaml": writer.scenario(),
    }


class BlankScenario(Struct, frozen=True):
    """A further scenario of a battle, with nobody on the map."""

    scenario_id: str
    title: str
    languages: tuple[str, ...]
    """Of the battle; the first is its own."""
    sides: tuple[str, ...]
    """Ids."""
    goal: str
    """Number of the hex that scores until the author knows better."""
    first_lines: str = ""
    """Comments above all."""


def blank_scenario(new: BlankScenario, starter: Starter | None) -> str:
    """Return the text of a scenario that says what the series asks for, and nothing else.

    Args:
        new: what is asked for.
        starter: what the series writes; None = nothing.
    """
    words = _BattleTexts(new.languages, starter.phrases if starter is not None else {})
    edges = zip(new.sides, ("W", "E"), starter.roles if starter is not None else ("", ""), strict=False)
    return _scenario(
        words,
        new.first_lines,
        new.scenario_id,
        _quote(new.title),
        "".join(f"  - {{side: {side}, rout_edge: {edge}{role}}}\n" for side, edge, role in edges),
        "unused: rest\n",
        starter.bare.settings if starter is not None else "",
        words.victory("The middle", new.goal, new.sides, starter.levels if starter is not None else ""),
    )


def _scenario(words: _BattleTexts, first_lines: str, id_: str, title: str, sides: str, *parts: str) -> str:
    """Return the text of a scenario: what every one begins with, and the parts that are not empty."""
    head = (
        f"{first_lines}format: 1\nid: {id_}\ntitle: {title}\n"
        f'turns: {{count: 8, start: "09:00", minutes: 60}}\nsides:\n{sides}'
    )
    return "\n".join(part for part in (head, *parts) if part)


class _BattleTexts:
    """Texts in the languages of a battle."""

    def __init__(self, languages: tuple[str, ...], phrases: Mapping[str, Mapping[str, str]]) -> None:
        self.languages = languages
        self.phrases = {**_WORDS, **phrases}

    def text(self, english: str) -> str:
        """Return a text in every language of the battle, as YAML; English where it is not known."""
        translations = self.phrases.get(english, {})
        if len(self.languages) == 1:
            return _quote(translations.get(self.languages[0], english))
        return (
            "{"
            + ", ".join(f"{name}: {_quote(translations.get(name, english))}" for name in self.languages)
            + "}"
        )

    def fill(self, lines: str, **values: str) -> str:
        """Return lines of the starter with their values and phrases filled in."""
        return PHRASE.sub(lambda match: self.text(match[1]), Template(lines).safe_substitute(values))

    def victory(self, place: str, goal: str, sides: tuple[str, ...], levels: str) -> str:
        """Return a victory in which whoever holds a hex scores."""
        awards = "".join(
            f"    - {{id: {side}-goal, name: {self.text(place)}, side: {side}, points: 5, "
            f"when: {{holds: {{side: {side}, hexes: [{goal}]}}}}}}\n"
            for side in sides
        )
        first, second = (*sides, "", "")[:2]
        level_lines = f"  levels:\n{self.fill(levels, first=first, second=second)}" if levels else ""
        return f"victory:\n  awards:\n{awards}{level_lines}"


class _BattleWriter(_BattleTexts):
    """Writes the files of one new battle."""

    def __init__(self, new: NewBattle, starter: Starter) -> None:
        super().__init__(new.languages, starter.phrases)
        self.new, self.starter = new, starter
        self.army: Army = starter.bare if new.blank else starter.army
        self.ground = _in_words_of(starter, ground(new.map, new.size, new.blank))

    def for_both(self, lines: str) -> str:
        """Return entries for the first side and then for the second."""
        return "".join(
            self.fill(lines, side=side, colour=colour, arms=arms, n=n)
            for side, colour, arms, n in zip(self.new.sides, COLOURS, _ARMS, "12", strict=True)
        )

    def battle(self) -> str:
        """Return battle.yaml."""
        new = self.new
        sides = zip(new.sides, COLOURS, _COUNTER_COLOURS, strict=True)
        peoples, armies = "", ""
        for side, colour, paper in sides:
            name = self.text(name_of(side))
            peoples += f'  - {{id: {side}, name: {name}, colour: "{paper}"}}\n'
            armies += f'  - {{id: {side}, name: {name}, colour: "{colour}", nationalities: [{side}]}}\n'
        parts = [
            "# yaml-language-server: $schema=.schemas/battle.schema.json\n"
            "format: 1\n"
            f"id: {new.battle_id}\n"
            f"series: {new.series}\n"
            'version: "0.1"\n'
            f"title: {self.text(new.title)}\n"
            + self.fill(self.starter.battle)
            + f"language: {new.languages[0]}\n"
            + (f"languages: [{', '.join(new.languages)}]\n" if len(new.languages) > 1 else "")
            + "map: map.yaml\noob: [oob.csv]\nscenarios: [scenarios/battle.yaml]\n",
            "# The colour of the counters.\nnationalities:\n" + peoples,
            "sides:\n" + armies,
        ]
        if self.army.commands:
            parts.append("commands:\n" + self.for_both(self.army.commands))
        if self.army.leaders:
            parts.append("leaders:\n" + self.for_both(self.army.leaders))
        if new.map == "coast":
            name = self.text("Beach")
            parts.append(
                "# A word of this battle: what moves and sees as on clear ground, and looks like sand.\n"
                "vocabulary:\n  terrains:\n"
                f"    - {{id: beach, name: {name}, like: {self.starter.clear}, look: sand}}\n"
            )
        return "\n".join(parts)

    def map(self) -> str:
        """Return map.yaml."""
        size, ground_shown = self.new.size, self.ground
        numbering = f"  numbering: {{digits: {size.digits}}}\n" if size.digits > 2 else ""
        scale = "".join(f"  {line}\n" for line in self.starter.scale.splitlines())
        words = self.starter
        signs = {
            ".": words.clear, "w": words.trees, "v": words.village, "s": "beach", "~": words.water,
        }  # fmt: skip
        used = [
            sign
            for sign in signs
            if signs[sign] and (sign in (".", "w", "v") or any(sign in row for row in ground_shown.terrain))
        ]
        legend = ", ".join(f"{sign if sign.isalpha() else _sign(sign)}: {signs[sign]}" for sign in used)
        slopes = "slopes: from levels      # wherever two levels differ\n"
        if self.new.blank:
            slopes = f"# As soon as levels differ, this line makes the slopes between them:\n# {slopes}"
        parts = [
            "# yaml-language-server: $schema=.schemas/map.schema.json\n"
            "format: 1\n"
            f"grid:\n  columns: {size.columns}\n  rows: {size.rows}\n"
            f"  orientation: {self.starter.orientation}\n  shifted: even\n{numbering}{scale}",
            "# One character a hex, one line a row; blanks are ignored.\n"
            f"legend: {{{legend}}}\n" + self.picture("terrain", ground_shown.terrain),
            "# How high each hex is.\n" + self.picture("levels", ground_shown.levels) + slopes * words.slopes,
        ]
        if ground_shown.playable:
            parts.append('# "#" is not part of the map.\n' + self.picture("playable", ground_shown.playable))
        if ground_shown.river or ground_shown.road:
            parts.append(self.lines())
        if ground_shown.shows_village:
            village = size.hex_id(*size.middle)
            parts.append(
                f"places:\n  - {{id: village, name: {self.text('Village')}, hex: {village}, rank: village}}\n"
            )
        return "\n".join(parts)

    def picture(self, key: str, rows: tuple[str, ...] | list[str]) -> str:
        """Return a picture of characters; of pointed hexes every second row is indented as on the map."""
        pointy = self.starter.orientation == "pointy"
        head = f"{key}: |2\n" if pointy else f"{key}: |\n"
        return head + "".join(f"  {' ' * (pointy and n % 2)}{row}\n" for n, row in enumerate(rows))

    def lines(self) -> str:
        """Return the river and the road as lines through hexes."""
        layers = ""
        words = self.starter
        lines = (
            (f"hexside: {words.river}", "River", self.ground.river),
            (f"way: {words.road}", "Road", self.ground.road),
        )
        for key, name, through in lines:
            if not through:
                continue
            layers += f"    - {key}\n"
            if name == "Road" and self.ground.river and words.ford:
                layers += f"      bridge: {words.ford}\n"
            layers += f"      lines:\n        - {{name: {self.text(name)}, through: {through}}}\n"
        return (
            "# Lines through hexes: 0203 is the middle of a hex, 0203+20-10 a place 20 hundredths of its\n"
            "# width to the right and 10 above.\n"
            f"geometry:\n  layers:\n{layers}"
        )

    def units(self) -> str:
        """Return oob.csv."""
        rows = [Template(row).substitute(side=side) for side in self.new.sides for row in self.army.units]
        return "".join(f"{row}\n" for row in (self.starter.columns, *rows))

    def scenario(self) -> str:
        """Return scenarios/battle.yaml."""
        size, (first, second) = self.new.size, self.new.sides
        column, row = size.middle
        setup, armies = "", ""
        for side, x, facing, edge, role in (
            (first, 2, "E", "W", self.starter.roles[0]),
            (second, size.columns - 1, "W", "E", self.starter.roles[1]),
        ):
            armies += f"  - {{side: {side}, rout_edge: {edge}{role}}}\n"
            hexes = {name: size.hex_id(x, row + n) for n, name in enumerate("abc", -1)}
            setup += "".join(
                f"  - {self.fill(entry, side=side, facing=facing, **hexes)}\n"
                for entry in self.army.placements
            )
        orders = (
            ", ".join(self.fill(self.army.orders, side=side) for side in self.new.sides)
            if self.army.orders
            else ""
        )
        place = "Village" if self.ground.shows_village else "The middle"
        return _scenario(
            self,
            "# yaml-language-server: $schema=../.schemas/scenario.schema.json\n",
            "battle",
            self.text("The battle"),
            armies,
            f"# Pieces that share a hex are listed from top to bottom.\nsetup:\n{setup}" if setup else "",
            (f"orders: {{{orders}}}\n" if orders else "") + self.army.settings,
            self.victory(place, size.hex_id(column, row), self.new.sides, self.starter.levels),
        )


def maps_of(starter: Starter) -> tuple[str, ...]:
    """Return the kinds of map, of `ground.KINDS`, for which the series has terrain."""
    lacking = {"coast": not starter.water, "river": not starter.river}
    return tuple(kind for kind in KINDS if not lacking.get(kind))


def _in_words_of(starter: Starter, new_map: NewMap) -> NewMap:
    """Return a map without what the series has no terrain for."""
    plain = {"w": starter.trees, "v": starter.village}
    sign_table = str.maketrans({sign: "." for sign, word in plain.items() if not word})
    return replace(
        new_map,
        terrain=tuple(row.translate(sign_table) for row in new_map.terrain),
        shows_village=new_map.shows_village and bool(starter.village),
        road=new_map.road if starter.road else "",
    )


def name_of(side: str) -> str:
    """Return the name of a side by its id: `west_saxons` is West Saxons."""
    return " ".join(word[:1].upper() + word[1:] for word in re.split(r"[-_./]+", side) if word)


def _sign(sign: str) -> str:
    return f'"{sign}"'


def _quote(text: str) -> str:
    """Return a text as YAML, in quotes where it needs them."""
    plain = _PLAIN.fullmatch(text) and text == text.strip() and text.lower() not in _NO_TEXTS
    return text if plain else json.dumps(text, ensure_ascii=False)
