"""Guesses about a foreign module's pieces: whose they are, which formation, unit or marker."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from jdgtools.importers.ids import Ids, slug
from jdgtools.importers.ratings import Rules
from jdgtools.importers.view import Slot, properties
from jdgtools.vassal.traits import BasicPiece, Layer, Piece

_NO_SIDE = re.compile(r"solo|observer|spectator|referee|umpire|moderator|watch|solitaire|game ?master", re.I)
_MARKERS = re.compile(
    r"marker|status|chit|control|informat|admin|turn|misc|counters? general|draft|weather|event|dice|vp", re.I
)
_LEADERS = re.compile(r"\b(leaders?|generals?|commanders?|officers?|chefs?|hq)\b", re.I)
_SIDE_KEYS = ("side", "army", "nation", "nationality", "faction", "player", "owner", "country")
_COMMAND_KEYS = (
    "formation",
    "command",
    "corps",
    "division",
    "brigade",
    "wing",
    "banner",
    "group",
    "unit group",
)
_WIDGETS = re.compile(
    r"(game )?(pieces?|units?|counters?|forces|tray|palette|markers?)?( (list|palette|tray|tab|panel))*", re.I
)
"""Names of windows and lists that say nothing."""


def values_of(piece: Piece, slot: Slot | None) -> dict[str, str]:
    """Return what rules may ask about a piece: properties, levels of layers, name, path, image, prototype."""
    values = properties(piece)
    for layer in piece.all(Layer):
        if layer.name:
            values.setdefault(f"{layer.name}_Level", str(abs(layer.value)))
    values["name"] = piece.name
    if isinstance(piece.basic, BasicPiece):
        values["image"] = piece.basic.image
    if slot is not None:
        values["path"] = " / ".join(slot.path)
        values["prototype"] = " ".join(slot.prototypes)
    return values


class Guesser(Struct):
    """Sorts the pieces of one module."""

    sides: dict[str, str]
    """Name -> id."""
    rules: Rules
    commands: dict[tuple[str, str], str] = field(default_factory=dict)
    """(side id, name) -> id."""
    tab: tuple[str, str] = ("", "")
    """A tab of the palette and the side that it was tied to."""
    _known: dict[tuple[str, int], str] = field(default_factory=dict)
    _settled: bool = False
    _ids: Ids = field(default_factory=Ids)
    _first_words: dict[str, Counter[str]] = field(default_factory=dict)

    def side(self, values: dict[str, str]) -> str:
        """Return the id of a piece's side; '' when nothing tells."""
        ruled = self.rules.first("sides", values)
        if ruled:
            ruled_id = next((i for n, i in self.sides.items() if ruled in (n, i)), "")
            return ruled_id if ruled_id or self._settled else self.add_side(ruled)
        for key in values:
            if key.lower() in _SIDE_KEYS and values[key]:
                side_id = self._match([values[key]])
                if side_id:
                    return side_id
        # The nearest name of the palette's tree counts most.
        parts = values.get("path", "").split(" / ")
        side_id = self._match(list(reversed(parts)))
        side_id = side_id or self._match([values.get("prototype", "")])
        return self.tab[1] if not side_id and self.tab[0] in parts else side_id

    def settle(self, sides: dict[str, str]) -> None:
        """Let these be the sides from now on; a rule that names another one makes a marker."""
        self.sides, self._settled = sides, True
        self._known.clear()

    def add_side(self, name: str) -> str:
        """Return the id of a side that the player roster does not name."""
        self.sides[name] = slug(name, "side")
        return self.sides[name]

    def _match(self, texts: Sequence[str]) -> str:
        for text in texts:
            key = (text[:200], len(self.sides))
            if key not in self._known:
                self._known[key] = self._search(text[:200])
            if self._known[key]:
                return self._known[key]
        return ""

    def _search(self, text: str) -> str:
        words = slug(text, "-").split("-")
        for name, side_id in self.sides.items():
            if any(_alike(w, s) for w in words for s in slug(name, "-").split("-")):
                return side_id
        return ""

    def adopt(self, pieces: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
        """Return tie a tab whose pieces have no side to the one side that has none; return (tab, side).

        Args:
            pieces: (path, side id) of every piece of the palette.
        """
        idle = [side_id for side_id in self.sides.values() if all(side != side_id for _, side in pieces)]
        depth = Counter(i for path, side in pieces if side for i, p in enumerate(path.split(" / "))
                        if self._match([p]) == side)  # fmt: skip
        if len(idle) != 1 or len(self.sides) != 2 or not depth:
            return None
        level = depth.most_common(1)[0][0]
        tabs = Counter(
            parts[level]
            for path, side in pieces
            if not side and len(parts := path.split(" / ")) > level and not _MARKERS.search(path)
        )
        if not tabs or tabs.most_common(1)[0][1] < 3:
            return None
        self.tab = (tabs.most_common(1)[0][0], idle[0])
        return self.tab

    def command(self, values: dict[str, str], side: str) -> str:
        """Return the id of a piece's formation; '' when nothing tells."""
        name = self.rules.first("commands", values)
        if not name:
            name = next((v for k, v in values.items() if k.lower() in _COMMAND_KEYS and v), "")
        if not name:
            parts = [p for p in values.get("path", "").split(" / ") if not _WIDGETS.fullmatch(p)]
            at = next(
                (i for i, p in enumerate(parts) if self._match([p]) == side or (p, side) == self.tab), -1
            )
            below = [p for p in parts[at + 1 :] if not self._match([p]) or len(slug(p).split("-")) > 1]
            name = below[-1] if at >= 0 and below else ""
        if not name:
            word = _first_word(values.get("name", ""))
            if self._first_words.get(side, Counter())[word] >= 3:
                name = word
        if not name:
            return ""
        key = (side, name)
        if key not in self.commands:
            self.commands[key] = self._ids.take(name, "command")
        return self.commands[key]

    def learn(self, side: str, name: str) -> None:
        """Count the first words of names: three pieces of a side that share one are a formation."""
        word = _first_word(name)
        if word:
            self._first_words.setdefault(side, Counter())[word] += 1

    def kind(self, values: dict[str, str], side: str) -> str:
        """Return `unit`, `leader` or `marker`."""
        ruled = self.rules.first("kinds", values)
        if ruled:
            return ruled
        last = values.get("path", "").rpartition(" / ")[2]
        if not side or _MARKERS.search(last) or not values.get("name"):
            return "marker"
        return "leader" if _LEADERS.search(f"{last} {values.get('prototype', '')}") else "unit"


def _first_word(name: str) -> str:
    match = re.match(r"[^\W\d_]{3,}", name)
    return match[0] if match else ""


def _alike(word: str, side: str) -> bool:
    """Return whether two words mean the same people: French, France; Austrian, Austrians."""
    if len(word) < 4 or len(side) < 4:
        return word == side and len(word) > 1
    return word[:4] == side[:4]


def roster_sides(names: Iterable[str]) -> list[str]:
    """Return the sides that play, without observers and solo players."""
    return [n for n in names if not _NO_SIDE.search(n)]


def palette_sides(slots: Iterable[Slot]) -> list[str]:
    """Return the tabs of the palette that may be sides, those with most pieces first."""
    counts: Counter[str] = Counter()
    for slot in slots:
        parts = [p for p in slot.path if not _WIDGETS.fullmatch(p) and not _MARKERS.search(p)]
        if slot.holder is None and parts:
            counts[parts[0] if len(parts) == 1 else parts[1] if len(parts) > 2 else parts[0]] += 1
    return [name for name, n in counts.most_common(2) if n > 1]
