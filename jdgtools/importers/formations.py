"""Formations of somebody's module: from properties, from the palette's tree, from names; none is invented.

At-start stacks are places, not formations. A folder of the palette is a formation only below the folder that
parts the sides, and only if its name says more than an arm or a kind of counter (`Ind Arty`, `Turn 3`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field

from jdgtools.importers.ids import Ids, slug
from jdgtools.importers.peoples import PEOPLE

COMMAND_KEYS = (
    "formation",
    "command",
    "corps",
    "division",
    "div",
    "brigade",
    "bde",
    "wing",
    "banner",
    "group",
    "unit group",
    "battle group",
    "kampfgruppe",
)
"""Properties whose value names a formation, the surest first."""
MIN_SHARED = 3
"""Pieces of different names that must share a part of their names before it is a formation."""
NAMED_SHARE = 0.5
"""Share of a side's units whose names must have such a part; else `PSW 222` is an armoured car."""
MAX_NAME = 60
"""Characters of the name of a formation that are looked at."""
NO_PROPERTIES = ("name", "image", "path", "prototype")
"""Texts of a piece that are no properties of it."""
MAX_PATHS = 20_000
"""Folders of the palette that are remembered."""
_NOTHING = {"", "none", "no", "yes", "n", "y", "true", "false", "n/a", "na", "0", "-", "null", "any", "all"}
_FORMATION = re.compile(
    r"\b(corps|korps|corpo|korpus|div(ision)?|dyw(izja)?|brig(ade)?|bde|brygada|wing|army|armee|armée|armia|"
    r"group|gruppe|kampfgruppe|task force|command|banner|battle|column|rgt|regiment|legion)\b",
    re.IGNORECASE,
)
_SIZE = re.compile(
    r"(corps|korps|corpo|division|div|brigade|brig|bde|regiment|rgt|wing|army|group|command)s?", re.I
)
"""Words for a size of formation, which name none."""
_REGIMENT = re.compile(r"[1-9][0-9]{2}")
"""`501` names a regiment or battalion; shorter numbers are turns and sheets, longer ones years."""
_PLAIN_WORDS = """
ind independent indep inf infantry infanterie infanteria piechota cav cavalry cavalerie kavallerie jazda
kawaleria art arty artillery artillerie artyleria arm armor armour armored armoured tank tanks panzers
rcce recon reconnaissance mech mechanized motorized eng engineer engineers pioneers at aa flak air
aircraft planes naval ship ships fleet fleets leader leaders chefs generals officers commanders hq
headquarters unit units counter counters piece pieces pions unites einheiten truppen troops forces rem
remnants repl replacement replacements reinforcement reinforcements renforts misc miscellaneous other
others general supply supplies train trains wagons gun guns foot horse light heavy medium step steps
reduced full strength back front turn scenario setup set start the of and or with marker markers status
militia garrison garrisons partisans militias para transport transports support special sp sps combat
non bases base dummy dummies blocks block cards card elite regular regulars veteran veterans line guard
skirmishers cossacks irregulars batteries battery army armies navy pool available eliminated dead box
used unused palette new coastal coast fortress vehicle vehicles weapons observer observers spotters mgs
vol volume assets remnant teams squads ft
"""
_PLAIN = frozenset(_PLAIN_WORDS.split())
"""Words that say what a folder holds, not whose it is."""
_WIDGETS = re.compile(
    r"(game )?(pieces?|units?|counters?|forces|tray|palette|markers?)?( (list|palette|tray|tab|panel))*",
    re.IGNORECASE,
)


def says_nothing(name: str) -> bool:
    """Return whether the name of a window or list of the palette says nothing about its pieces."""
    return _WIDGETS.fullmatch(name) is not None


class Member(Struct, frozen=True):
    """What is asked about a piece to learn the palette's tree and the habits of names."""

    path: tuple[str, ...]
    side: str
    name: str


class Formations(Struct):
    """The formations of one module."""

    sure_sides: bool = True
    """Whether the module's player list names the sides; else a folder must be called like a formation."""
    commands: dict[tuple[str, str], str] = field(default_factory=dict)
    """(side id, name) -> id of the formation."""
    sources: Counter[str] = field(default_factory=Counter)
    """Where formations were found -> how many pieces."""
    _folders: dict[tuple[str, ...], Counter[str]] = field(default_factory=dict)
    _folders_count: bool = False
    _name_parts: dict[str, dict[str, set[str]]] = field(default_factory=dict)
    _names: dict[str, Counter[str]] = field(default_factory=dict)
    """Side id -> names of its pieces."""
    _idle_keys: frozenset[str] = frozenset()
    """Properties that part nothing: 0 or 1 on every piece (whether it is a corps, not which), or the same
    on pieces of several sides."""
    _own_key: str = ""
    """Property of another name whose values are all called like formations."""
    _named_sides: dict[str, bool] = field(default_factory=dict)
    """Side id -> whether the names of its units say formations."""
    _ids: Ids = field(default_factory=Ids)

    def learn(self, members: Iterable[Member], values: Iterable[Mapping[str, str]] = ()) -> None:
        """Look at all units of a module before the first of them is asked about.

        Args:
            members: units and leaders with a side; those of stacks have no path.
            values: the properties of each.
        """
        pieces, rows = list(members)[:MAX_PATHS], list(values)[:MAX_PATHS]
        self._learn_properties([piece.side for piece in pieces], rows)
        for member in pieces:
            self._names.setdefault(member.side, Counter())[member.name] += 1
            for depth in range(len(member.path) + 1 if member.path else 0):
                self._folders.setdefault(member.path[:depth], Counter())[member.side] += 1
            for part in _shared_parts(member.name):
                self._name_parts.setdefault(member.side, {}).setdefault(part, set()).add(member.name)
        leaves = Counter(member.path for member in pieces if member.path)
        # One folder for every counter is a list of counters, not of formations.
        self._folders_count = leaves.total() > 1.2 * len(leaves)

    def _learn_properties(self, sides: Sequence[str], rows: Sequence[Mapping[str, str]]) -> None:
        """Look at what the properties of all units say."""
        texts_of_key: dict[str, list[str]] = {}
        sides_of_key: dict[str, set[str]] = {}
        for side, values in zip(sides, rows, strict=False):
            for key, value in values.items():
                if value.strip() and not key.startswith("#"):
                    texts_of_key.setdefault(key.lower(), []).append(value.strip())
                    sides_of_key.setdefault(key.lower(), set()).add(side)
        self._idle_keys = frozenset(
            key
            for key, texts in texts_of_key.items()
            if {*texts} <= {"0", "1"} or (len({*texts}) == 1 and len(sides_of_key[key]) > 1)
        )
        called_so = [
            key
            for key, texts in sorted(texts_of_key.items())
            if key not in (*COMMAND_KEYS, *NO_PROPERTIES)
            and are_formations(texts)
            and 2 * len(texts) > len(rows)
        ]
        self._own_key = called_so[0] if called_so else ""

    def find(
        self,
        values: Mapping[str, str],
        path: Sequence[str],
        side: str,
        side_words: Sequence[str] = (),
        rule: str = "",
    ) -> str:
        """Return the id of a piece's formation; '' when nothing tells.

        Args:
            values: properties of the piece, and its name.
            path: folders of the palette around it; none for a piece of a stack or saved game.
            side: id of its side.
            side_words: names of its side; they are no formation.
            rule: what the user's rules say; it goes before all else.
        """
        plain = {slug(w, "") for w in side_words}
        for source, name in (
            ("rules", rule),
            ("properties", _from_properties(values, self._idle_keys, self._own_key)),
            ("the palette's tree", self._from_path(tuple(path), side, plain)),
            ("names", self._from_name(values.get("name", ""), side, plain)),
        ):
            if name:
                self.sources[source] += 1
                if (side, name) not in self.commands:
                    self.commands[side, name] = self._ids.take(name, "command")
                return self.commands[side, name]
        return ""

    def _from_path(self, path: tuple[str, ...], side: str, plain: set[str]) -> str:
        if not self._folders_count:
            return ""
        # The outermost folder whose pieces are all of one side, inside one that has both.
        top = next((n for n in range(len(path) + 1) if self._one_side(path[:n], side)), None)
        if top is None:
            return ""
        below = [p for p in path[top:] if _tells(p, plain) and (self.sure_sides or _FORMATION.search(p))]
        if below:
            return below[-1]
        return (
            path[top - 1] if top and _FORMATION.search(path[top - 1]) and _tells(path[top - 1], plain) else ""
        )

    def _one_side(self, path: tuple[str, ...], side: str) -> bool:
        counts = self._folders.get(path, Counter())
        return counts[side] >= 0.9 * counts.total() > 0 if path else len(counts) == 1

    def _from_name(self, name: str, side: str, plain: set[str]) -> str:
        if side not in self._named_sides:
            names = self._names.get(side, Counter())
            having = sum(n for text, n in names.items() if self._part(text, side, plain))
            self._named_sides[side] = having >= NAMED_SHARE * names.total()
        part = self._part(name, side, plain)
        return part if self._named_sides[side] or _FORMATION.search(part) else ""

    def _part(self, name: str, side: str, plain: set[str]) -> str:
        """Return the surest part of a name that enough units of a side share and that may be a formation."""
        parts = self._name_parts.get(side, {})
        shared_parts = (
            p for p in _shared_parts(name) if len(parts.get(p, ())) >= MIN_SHARED and _tells(p, plain)
        )
        return next(shared_parts, "")


def are_formations(texts: Sequence[str]) -> bool:
    """Return whether the texts of a property of any name name formations: `I Corps`, `II Corps`."""
    different = {text.strip()[:MAX_NAME] for text in texts}
    return 1 < len(different) <= len(texts) / MIN_SHARED and all(
        _FORMATION.search(text) and _tells(text, set()) for text in different
    )


def _from_properties(values: Mapping[str, str], idle_keys: frozenset[str], own_key: str) -> str:
    lower = {k.lower(): v.strip() for k, v in values.items()}
    for key in (*COMMAND_KEYS, own_key):
        value = lower.get(key, "")
        if key in idle_keys or value.lower() in _NOTHING or "$" in value or "{" in value:
            continue
        if value.isdecimal() and key == "command":
            continue  # how well a leader commands
        # `Corps: 3` is the corps of that number.
        return f"{key.title()} {value}" if value.isdecimal() else value
    return ""


def _tells(name: str, plain: set[str]) -> bool:
    """Return whether a name may be a formation's: not that of a side, an arm or a kind of counter."""
    if says_nothing(name):
        return False
    if _REGIMENT.fullmatch(name):
        return True
    words = slug(name, "").split("-")
    plain_words = [
        w for w in words if w in _PLAIN or w in plain or w in PEOPLE or any(_same_people(w, p) for p in plain)
    ]
    # `Corps` and `Divisions` say a size; which one it is takes one word more.
    rest = [w for w in words if w not in plain_words and not w.isdecimal() and not _SIZE.fullmatch(w)]
    has_number = any(w.isdecimal() for w in words) and bool(_FORMATION.search(name))
    return bool(rest) or has_number


def _same_people(word: str, side: str) -> bool:
    return len(word) > 3 and len(side) > 3 and word[:4] == side[:4]


def _shared_parts(name: str) -> list[str]:
    """Return the parts of a name that several units of a formation may share, the surest first."""
    parts = []
    for pattern in (
        r".+\((?P<part>[^()]{2,40})\)",
        r".+ [-\u2013] (?P<part>.{2,40})",
        r"(?P<part>.{2,40}?) [-\u2013:] .+",
    ):
        match = re.fullmatch(pattern, name[:200])
        if match and not match["part"].strip().isdecimal():
            parts.append(match["part"].strip())
    first = re.match(r"[^\W\d_]{3,}(?=[\s_]+\S)", name)
    if first and not re.fullmatch(r"[IVXLC]+", first[0]):
        parts.append(first[0])
    return parts
