"""Guesses about a foreign module's pieces: whose they are, and whether units, leaders or markers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from jdgtools.importers.formations import says_nothing
from jdgtools.importers.ids import slug
from jdgtools.importers.peoples import PEOPLE
from jdgtools.importers.ratings import Rules
from jdgtools.importers.view import Slot, properties
from jdgtools.vassal.traits import BasicPiece, Footprint, Layer, MarkWhenMoved, Piece

_NO_SIDE = re.compile(r"solo|observer|spectator|referee|umpire|moderator|watch|solitaire|game ?master", re.I)
_MARKERS = re.compile(
    r"marker|status|chit|control|informat|\binfo\b|admin|turn|misc|counters? general|draft|weather|event|"
    r"dice|vp",
    re.I,
)
_SURE_MARKERS = re.compile(r"marker|status|chit|weather|event", re.I)
"""Words of folders whose pieces are markers, even such as show that they move."""
_NEUTRALS = re.compile(r"\bneutrals?\b", re.I)
"""A tab of the palette whose pieces are of no side."""
_TARGETS = re.compile(r"\btargets?\b", re.I)
"""A folder of counters that mark at whom is shot: they have the pictures and prototypes of units."""
_LEADERS = re.compile(r"\b(leaders?|gen|generals?|commanders?|officers?|chefs?|hq|headquarters)\b", re.I)
PLACE = "#place"
"""Whether the path of a piece is a place on a map or a deck: it says little about the piece."""
MOVES = "#moves"
"""Whether a piece has a mark or trail of its moves."""
COLOUR_SIDE = "#colour_side"
"""The side that the colour of a piece's picture tells, where nothing else does."""
_SIDE_KEYS = ("side", "army", "nation", "nationality", "faction", "player", "owner", "country")
_TYPE_KEYS = ("type", "class", "category", "kind", "unittype", "unit type", "role")
_MARKER_NAMES = re.compile(
    r"\b(markers?|status|control|disrupted|disordered|routed|oos|out of supply|vp|victory|turn|weather|"
    r"chits?|target|casualt\w+|dummy|empty space|activation)\b",
    re.I,
)
"""Words in names and prototypes of markers; alone they are no proof where pieces show that they move."""
_RANKS = re.compile(
    r"(?i:gen|general|marshal|mar[ée]chal|feldmarschall|lt\.? ?gen|maj\.? ?gen|g[ée]n[ée]ral|archduke|"
    r"erzherzog|admiral|leader|commander)\.? [A-ZÀ-Ž]\D{1,30}",
)
_WORDS = re.compile(r"[^\W\d_]{3,20}(?: [^\W\d_]{2,20})?")
_FACES = re.compile(r"(?i)front|back|top|bottom|left|right|yes|no(?:ne)?|true|false|heads|tails")
"""What a property `Side` has that speaks of a counter's faces."""
MIN_EVIDENCE = 5
"""Pieces of each side that must be known before what they share tells the side of others."""


def values_of(piece: Piece, slot: Slot | None) -> dict[str, str]:
    """Return what rules may ask about a piece: properties, levels of layers, name, path, image, prototype."""
    values = properties(piece)
    for layer in piece.all(Layer):
        if layer.name:
            values.setdefault(f"{layer.name}_Level", str(abs(layer.level())))
    values["name"] = piece.name
    if any(isinstance(t, MarkWhenMoved | Footprint) for t in piece.traits):
        values[MOVES] = "true"
    if isinstance(piece.basic, BasicPiece):
        values["image"] = piece.basic.image
    if slot is not None:
        values["path"] = " / ".join(slot.path)
        values["prototype"] = " ".join(slot.prototypes)
    return values


class Guesser(Struct):
    """Sorts the pieces of one module by side and kind."""

    sides: dict[str, str]
    """Name -> id."""
    rules: Rules
    tabs: dict[str, str] = field(default_factory=dict)
    """Tabs of the palette that were tied to the one side without pieces -> that side."""
    marks: bool = False
    """Whether units of this module show that they move (a mark or a trail)."""
    _shared_words: dict[tuple[str, str], str] = field(default_factory=dict)
    _known_words: dict[tuple[str, int], str] = field(default_factory=dict)
    _usual: set[str] = field(default_factory=set)
    """Words of prototypes that most units have: they tell nothing of one of them."""
    _is_settled: bool = False

    def side(self, values: Mapping[str, str]) -> str:
        """Return the id of a piece's side; '' when nothing tells."""
        rule = self.rules.first("sides", values)
        if rule:
            ruled_id = next((i for n, i in self.sides.items() if rule in (n, i)), "")
            return ruled_id if ruled_id or self._is_settled else self.add_side(rule)
        return self._named_side(values) or self._learned_side(values) or self._coloured_side(values)

    def _coloured_side(self, values: Mapping[str, str]) -> str:
        side_id = values.get(COLOUR_SIDE, "")
        return side_id if side_id in self.sides.values() else ""

    def _named_side(self, values: Mapping[str, str]) -> str:
        for key, value in values.items():
            if value and key.lower() in _SIDE_KEYS:
                side_id = self._match([value]) or self._by_initials(value)
                if side_id:
                    return side_id
        # The nearest name of the palette's tree counts most.
        parts = values.get("path", "").split(" / ")
        texts = [*reversed(parts), values.get("prototype", "")]
        side_id = self._match(texts[-1:] + texts[:-1] if PLACE in values else texts)
        return side_id or next((self.tabs[p] for p in parts if p in self.tabs), "")

    def _learned_side(self, values: Mapping[str, str]) -> str:
        sides = {self._shared_words[f] for f in _features(values) if f in self._shared_words}
        playing = [s for s in sides if s in self.sides.values()]
        return playing[0] if len(playing) == 1 else ""

    def learn(self, pieces: Sequence[Mapping[str, str]]) -> None:
        """Learn which properties and prototypes only the pieces of one side have.

        Args:
            pieces: what rules may ask about every piece of the module.
        """
        moving = [values for values in pieces if MOVES in values]
        self.marks = len(moving) >= MIN_EVIDENCE
        words = Counter(word for values in moving for word in set(values.get("prototype", "").split()))
        self._usual = {word for word, n in words.items() if n > len(moving) / 2}
        counts: dict[tuple[str, str], Counter[str]] = {}
        total: Counter[str] = Counter()
        for values in pieces:
            side_id = self._named_side(values)
            if side_id:
                total[side_id] += 1
                for feature in _features(values):
                    counts.setdefault(feature, Counter())[side_id] += 1
        # What all of one side share proves nothing as long as hardly a piece of the other is known.
        if sum(n >= MIN_EVIDENCE for n in total.values()) < 2:
            return
        for feature, sides in counts.items():
            side_id, most = sides.most_common(1)[0]
            if most >= MIN_EVIDENCE and most >= 0.95 * sides.total():
                self._shared_words[feature] = side_id

    def settle(self, sides: dict[str, str]) -> None:
        """Let these be the sides from now on; a rule that names another one makes a marker."""
        self.sides, self._is_settled = sides, True
        self._known_words.clear()

    def add_side(self, name: str) -> str:
        """Return the id of a side that the player roster does not name."""
        self.sides[name] = slug(name, "side")
        return self.sides[name]

    def _match(self, texts: Sequence[str]) -> str:
        for text in texts:
            key = (text[:200], len(self.sides))
            if key not in self._known_words:
                self._known_words[key] = self._search(text[:200])
            if self._known_words[key]:
                return self._known_words[key]
        return ""

    def _search(self, text: str) -> str:
        words = slug(text, "-").split("-")
        for name, side_id in self.sides.items():
            if any(_alike(w, s) for w in words for s in self._own_words(name)):
                return side_id
        peoples = {PEOPLE[w] for w in words if w in PEOPLE}
        sides = {
            side_id
            for name, side_id in self.sides.items()
            if any(PEOPLE.get(w) in peoples for w in slug(name, "-").split("-") if w in PEOPLE)
        }
        return sides.pop() if len(sides) == 1 else ""

    def _by_initials(self, value: str) -> str:
        """Return the side that a property names by initials: `AP` of `Allied Powers` and `Central Powers`."""
        sides_of_initials = [i for n, i in self.sides.items() if _initials(n) == value.strip().lower()]
        return sides_of_initials[0] if len(sides_of_initials) == 1 else ""

    def _own_words(self, name: str) -> list[str]:
        """Return the words of a side's name that no other side has: `The` of `The Crown` tells nothing."""
        others = {word for other in self.sides if other != name for word in slug(other, "-").split("-")}
        words = slug(name, "-").split("-")
        return [word for word in words if word not in others] or words

    def adopt(self, pieces: Sequence[Mapping[str, str]]) -> tuple[list[str], str] | None:
        """Tie tabs whose pieces have no side to the one side that has none; return (tabs, side).

        Of two sides `Germans` and `Allies` the tabs `American` and `British` are the second's.

        Args:
            pieces: what rules may ask about every piece of the palette.
        """
        triples = [(values.get("path", ""), self._named_side(values), values) for values in pieces]
        owners = {side for _, side, _ in triples}
        idle = [side_id for side_id in self.sides.values() if side_id not in owners]
        depth = Counter(i for path, side, _ in triples if side for i, p in enumerate(path.split(" / "))
                        if self._match([p]) == side)  # fmt: skip
        if len(idle) != 1 or len(self.sides) != 2 or not depth:
            return None
        level = depth.most_common(1)[0][0]
        prototypes = {p for _, side, values in triples if side for p in values.get("prototype", "").split()}
        tabs = Counter(
            parts[level]
            for path, side, values in triples
            if not side
            and len(parts := path.split(" / ")) > level
            and not _MARKERS.search(path)
            and (not prototypes or not prototypes.isdisjoint(values.get("prototype", "").split()))
        )
        tied = [name for name, n in tabs.most_common() if n >= 3]
        if not tied:
            return None
        self.tabs = dict.fromkeys(tied, idle[0])
        return tied, idle[0]

    def kind(self, values: Mapping[str, str], side: str) -> str:
        """Return `unit`, `leader` or `marker`.

        Units show that they move, with a mark or a trail, where any piece of a module does; words that mean
        markers go before. Without such marks every piece that has a side and is called no marker is a unit.
        """
        rule = self.rules.first("kinds", values)
        if rule:
            return rule
        last = "" if PLACE in values else values.get("path", "").rpartition(" / ")[2]
        name = values.get("name", "")
        prototypes = " ".join(w for w in values.get("prototype", "").split() if w not in self._usual)
        words = _SURE_MARKERS if self.marks and MOVES in values else _MARKERS
        if not side or not name or words.search(last):
            return "marker"
        if PLACE not in values and _TARGETS.search(values.get("path", "")):
            return "marker"
        # A prototype of what happens to units, such as their casualties, makes no marker of one that moves.
        evidence = name if self.marks and MOVES in values else f"{name} / {prototypes.replace('_', ' ')}"
        if _MARKER_NAMES.search(evidence):
            return "marker"
        if self.marks and MOVES not in values:
            return "marker"
        types = " ".join(v for k, v in values.items() if k.lower() in _TYPE_KEYS)
        evidence = f"{last} {prototypes.replace('_', ' ')} {types}"
        return "leader" if _LEADERS.search(evidence) or _RANKS.fullmatch(name) else "unit"


def _initials(name: str) -> str:
    """Return the initials of a name of several words; '' for one word."""
    words = [word for word in slug(name, "").split("-") if word]
    return "".join(word[0] for word in words) if len(words) > 1 else ""


def _features(values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for key, value in values.items():
        if value and key.lower() in _SIDE_KEYS:
            yield key.lower(), value[:60]
    for prototype in values.get("prototype", "").split()[:20]:
        yield "prototype", prototype


def _alike(word: str, side: str) -> bool:
    """Return whether two words mean the same people: French, France; Austrian, Austrians."""
    has_number = word[-1:].isdecimal() or side[-1:].isdecimal()  # `Side1` is not `Side2`
    if len(word) < 4 or len(side) < 4 or has_number:
        return word == side and len(word) > 1
    return word[:4] == side[:4]


def roster_sides(names: Iterable[str]) -> list[str]:
    """Return the sides that play, without observers and solo players."""
    return [n for n in names if not _NO_SIDE.search(n)]


class FoundSides(Struct, frozen=True):
    """The sides of a module whose player roster names none."""

    names: list[str]
    source: str
    """What names them."""
    others: list[str] = []
    """Tabs of other peoples: a battle has two sides, and nothing says whose these are."""


def sides_without_roster(slots: Sequence[Slot]) -> FoundSides:
    """Return the sides of a module whose player roster names none."""
    side_names = property_sides(values_of(slot.piece, slot) for slot in slots)
    return FoundSides(side_names, "the property Side") if side_names else palette_sides(slots)


def property_sides(pieces: Iterable[Mapping[str, str]]) -> list[str]:
    """Return the sides that a property `Side` names: two words, each of which several pieces have."""
    counts = Counter(text.strip() for values in pieces if (text := values.get("Side", "")))
    side_names = [name for name, n in counts.most_common() if n >= MIN_EVIDENCE]
    plain = all(
        _WORDS.fullmatch(n) and not _FACES.fullmatch(n) and not _NO_SIDE.search(n) for n in side_names
    )
    return side_names if len(side_names) == 2 and plain else []


def palette_sides(slots: Iterable[Slot]) -> FoundSides:
    """Return the tabs of the palette that may be sides, those with most pieces first.

    Where the tabs name no people and folders below them name two, as in `Standard counters / Germans`, the
    sides are these.
    """
    counts: Counter[str] = Counter()
    peoples: dict[int, Counter[str]] = {}
    pieces = 0
    for slot in slots:
        if slot.holder is None:
            pieces += 1
            nearest = next((p for p in reversed(slot.path) if _people(p) is not None), "")
            if nearest:
                peoples.setdefault(_people(nearest) or 0, Counter())[nearest.strip()] += 1
        if any(_NEUTRALS.search(part) for part in slot.path):
            continue
        parts = [p for p in slot.path if not says_nothing(p) and not _MARKERS.search(p)]
        if slot.holder is None and parts:
            counts[parts[0] if len(parts) == 1 else parts[1] if len(parts) > 2 else parts[0]] += 1
    tabs = [name for name, n in counts.most_common(2) if n > 1]
    largest = sorted(peoples.values(), key=lambda names: -names.total())[:2]
    has_names = len(largest) == 2 and all(names.total() > 1 for names in largest)
    if has_names and 2 * sum(n.total() for n in largest) >= pieces and all(_people(t) is None for t in tabs):
        return FoundSides([names.most_common(1)[0][0] for names in largest], "the palette")
    least = min((counts[name] for name in tabs), default=0) / 3
    others = [n for n, count in counts.most_common()[2:] if count >= least and _people(n) is not None]
    return FoundSides(tabs, "the palette", others if len(tabs) == 2 else [])


def _people(name: str) -> int | None:
    """Return the number of the people that a name speaks of; None for none."""
    return next((PEOPLE[w] for w in slug(name, "-").split("-") if w in PEOPLE), None)
