"""The order of battle of somebody's module: every counter once, however often palettes and setups show it.

A counter is known by its name and picture; counters of a palette that agree in both differ if their
properties hold other numbers. Palettes hold its stock: as many units as one folder of a palette has slots for
it, and as many as one setup lays out where that is more. A piece that stands in several setups is one unit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from jdgtools.importers.draft import Draft, Values, table
from jdgtools.importers.evidence import Evidence
from jdgtools.importers.formations import Formations, Member
from jdgtools.importers.guess import (
    PLACE,
    Guesser,
    roster_sides,
    sides_without_roster,
    values_of,
)
from jdgtools.importers.ids import Ids, slug
from jdgtools.importers.listing import ListedPiece
from jdgtools.importers.names import plausible_values, split_name, value_spans
from jdgtools.importers.phrases import count_of
from jdgtools.importers.pictures import PictureCopies, faces
from jdgtools.importers.ratings import Rules, same_names
from jdgtools.importers.roster import report_seats
from jdgtools.importers.same_counters import Face, counter_again, face_of, first_equal
from jdgtools.importers.side_colours import colour_sides
from jdgtools.importers.view import ModuleView, Slot
from jdgtools.model.definition import SeriesDef
from jdgtools.vassal.traits import BasicPiece, Piece

ValuedSlot = tuple[Slot, dict[str, str]]
"""A slot and the values of its piece."""
_SUFFIX = re.compile(r"\.(png|gif|jpe?g|svg|bmp|webp)$", re.IGNORECASE)
_COPIES = re.compile(r"[ _](x|×)\d{1,2}$", re.IGNORECASE)


class UsedUnits(Struct):
    """The units that a setup has laid out."""

    ids: set[str] = field(default_factory=set)
    next: Counter[Face] = field(default_factory=Counter)
    """How many units of a counter are laid out for certain."""


class OrderOfBattle(Struct, dict=True):
    """Every counter of a module and what it became."""

    view: ModuleView
    series: SeriesDef
    rules: Rules
    pictures: PictureCopies
    evidence: Evidence
    guess: Guesser
    imported_module: bool = False
    """Whether a build writes the imported module, so that units need no type of a series."""
    entries: list[ListedPiece] = field(default_factory=list)
    """Every counter, in the order of the module; copies of units that setups hold too."""
    formations: Formations = field(default_factory=Formations)
    ids: Ids = field(default_factory=Ids)
    _faces: dict[Face, list[ListedPiece]] = field(default_factory=dict)
    _names: dict[str, list[Face]] = field(default_factory=dict)
    _gpids: dict[str, ListedPiece] = field(default_factory=dict)
    _split: bool = False
    """Whether numbers at the ends of names are ratings in this module."""

    @classmethod
    def of_module(
        cls,
        view: ModuleView,
        series: SeriesDef,
        rules: Rules,
        pictures: PictureCopies,
        evidence: Evidence,
        imported_module: bool,
    ) -> OrderOfBattle:
        """Return the empty order of battle of a module with the sides that the module names."""
        report = view.report
        names = roster_sides(view.sides)
        roster = next(view.root.find("PlayerRoster"), None)
        if names and roster is not None:
            report.component("converted", roster, "battle.yaml, sides: " + ", ".join(names[:8]))
        if not names:
            sides = sides_without_roster(view.slots)
            names, tabs = sides.names, ", ".join([*sides.names, *sides.others])
            report.doubt(f"sides {', '.join(names) or '(none)'}: from {sides.source}; no roster names any")
            if sides.others and "sides" not in rules.lists:
                report.lack(
                    f"sides: the palette has the tabs {tabs}, and a battle has two sides; write `sides` into "
                    "rules (--rules) that say whose each is"
                )
        ids = Ids()
        guess = Guesser({n: ids.take(n, "side") for n in names}, rules)
        formations = Formations(sure_sides=roster is not None and bool(roster_sides(view.sides)))
        return cls(view, series, rules, pictures, evidence, guess, imported_module, formations=formations)

    def read(self, draft: Draft) -> None:
        """Read the palettes, at-start stacks and decks."""
        report = self.view.report
        pieces = [(slot, self._values(slot)) for slot in self.view.slots]
        self._learn(pieces)
        rows = colour_sides(pieces, self.guess, self.view)
        if rows:
            draft.files["sides-by-colour.csv"] = table(list(rows[0]), rows)
        names: dict[str, set[str]] = {}
        for slot, _ in pieces:
            names.setdefault(slot.gpid, set()).add(slot.name)
        odd = sum(bool(slot.gpid) and not slot.gpid.isdecimal() for slot, _ in pieces)
        if odd:
            report.doubt(f"the number of the slot (gpid) of {count_of(odd, 'piece')} is no number")
        repeats = sum(len(n) for gpid, n in names.items() if gpid and len(n) > 1)
        if repeats:
            report.doubt(
                f"{repeats} pieces of different names share the number of their slot (gpid): here names and "
                "pictures tell them apart, but Refresh Counters of VASSAL may take one for another"
            )
        # What the slots of a folder of the palette, or all stacks together, have been found to be.
        names_by_face: dict[tuple[str, ...], set[str]] = {}
        for slot, values in self._palettes_first(pieces):
            if slot.holder is not None and slot.holder.kind == "DrawPile" and not self._unit_in_deck(values):
                report.component("converted", slot.component, "decks.csv; a card", " / ".join(slot.path))
                continue
            folder = names_by_face.setdefault(() if slot.holder is not None else slot.path, set())
            same = self._same(slot, values)
            of_slot = self._gpids.get(slot.gpid) if slot.gpid else None
            if of_slot is not None and of_slot in same:
                entry, note = of_slot, "the same piece again"
            elif (again := counter_again(slot, same, folder)) is not None:
                entry = again
                note = "a counter of the palette" if slot.holder is not None else "the same counter again"
            else:
                entry = self._add(draft, slot.piece, values, slot, first_equal(slot, same))
                where = {
                    "unit": "oob.csv",
                    "leader": "battle.yaml, leaders",
                    "marker": "pieces.csv, a marker",
                }
                note = where[entry.kind]
            folder.add(entry.id)
            if slot.gpid:
                draft.slots[slot.gpid] = self._gpids.setdefault(slot.gpid, entry).id
            report.component("converted", slot.component, f"{note}: {entry.id}")

    def _palettes_first(self, pieces: Sequence[ValuedSlot]) -> Iterator[ValuedSlot]:
        """Yield palettes' slots; when these are read, those of stacks, changed counters last."""
        yield from (pair for pair in pieces if pair[0].holder is None)
        held_pieces = [pair for pair in pieces if pair[0].holder is not None]
        yield from sorted(held_pieces, key=lambda pair: first_equal(pair[0], self._same(*pair)) is None)

    def _same(self, slot: Slot, values: Mapping[str, str]) -> Sequence[ListedPiece]:
        return self._faces.get(face_of(slot.piece, values["name"]), [])

    def _learn(self, pieces: Sequence[ValuedSlot]) -> None:
        """Look at all pieces together before the first of them is judged."""
        tied = self.guess.adopt([values for slot, values in pieces if slot.holder is None])
        if tied:
            tabs = ", ".join(repr(t) for t in tied[0][:6])
            self.view.report.doubt(
                f"side {tied[1]}: the tabs {tabs} of the palette, for no other piece has that side"
            )
        self.guess.learn([values for _, values in pieces])
        members, properties = [], []
        for slot, values in pieces:
            side = self.guess.side(values)
            if self.guess.kind(values, side) != "marker":
                path = tuple(values["path"].split(" / ")) if slot.holder is None else ()
                members.append(Member(path, side, values["name"]))
                properties.append(values)
        self.formations.learn(members, properties)
        numbers = [[int(n) for n in split_name(m.name)[1].values()] for m in members]
        self._split = plausible_values(
            [n for row in numbers for n in row], sum(map(bool, numbers)), len(members)
        )

    def find(self, draft: Draft, piece: Piece) -> ListedPiece:
        """Return the counter that a piece of a setup shows: by name and picture, by name, last by its slot.

        Args:
            draft: where a counter goes that the module's palettes do not hold.
            piece: the piece.
        """
        group = self._group(piece)
        if group:
            return group[0]
        values = values_of(piece, None) | self.evidence.texts(piece)
        if not values["name"]:
            values["name"] = _SUFFIX.sub("", faces(piece)[0])
        entry = self._add(draft, piece, values, None)
        if piece.gpid:
            self._gpids.setdefault(piece.gpid, entry)
        return entry

    def pick(self, draft: Draft, entry: ListedPiece, piece: Piece, used: UsedUnits) -> ListedPiece:
        """Return the unit that a piece of a setup is, one that this setup has not laid out yet.

        Args:
            draft: where a copy goes if the setup holds more of the counter than the palette.
            entry: what `find` gave.
            piece: the piece.
            used: units laid out so far; the new one is added.
        """
        group = self._faces[entry.face]
        unit = self._gpids.get(piece.gpid)
        if unit is None or unit.face != entry.face or unit.id in used.ids:
            n = used.next[entry.face]
            while n < len(group) and group[n].id in used.ids:
                n += 1
            used.next[entry.face] = n
            unit = group[n] if n < len(group) else self._copy(draft, entry, n + 1)
        used.ids.add(unit.id)
        return unit

    def _group(self, piece: Piece) -> list[ListedPiece]:
        # A piece without a name is called as `read` and `find` call it.
        name = piece.name or _SUFFIX.sub("", faces(piece)[0])
        face = face_of(piece, name)
        if face in self._faces:
            return self._faces[face]
        entries_of_name = self._names.get(name, []) if piece.name else []
        if len(entries_of_name) == 1:
            return self._faces[entries_of_name[0]]
        by_slot = self._gpids.get(piece.gpid)
        if by_slot is not None:
            return self._faces[by_slot.face]
        return self._faces[entries_of_name[0]] if entries_of_name else []

    # --- a counter --------------------------------------------------------------------------------

    def _values(self, slot: Slot) -> dict[str, str]:
        values = values_of(slot.piece, slot) | self.evidence.texts(slot.piece)
        if slot.holder is not None:
            values[PLACE] = "true"
        if not values["name"]:
            values["name"] = slot.name or _SUFFIX.sub("", faces(slot.piece)[0])
        return values

    def _unit_in_deck(self, values: Mapping[str, str]) -> bool:
        """Return whether a piece of a deck is a counter in a pool, not a card."""
        return self.guess.marks and self.guess.kind(values, self.guess.side(values)) != "marker"

    def _add(
        self,
        draft: Draft,
        piece: Piece,
        values: dict[str, str],
        slot: Slot | None,
        equal: ListedPiece | None = None,
    ) -> ListedPiece:
        """Return a new entry; what equals another counter has its side, kind and formation."""
        side = equal.side if equal is not None else self.guess.side(values)
        kind = equal.kind if equal is not None else self.guess.kind(values, side)
        path = values["path"].split(" / ") if slot is not None and slot.holder is None else ()
        name = self._clean_name(values) if kind != "marker" else values["name"]
        command = ""
        if equal is not None:
            command = equal.command
        elif kind != "marker":
            words = [n for n, i in self.guess.sides.items() if i == side]
            rule = self.rules.first("commands", values)
            command = self.formations.find(values, path, side, words, rule)
        basic = piece.basic
        entry = ListedPiece(self.ids.take(name, kind), kind, side, command, values, name)
        entry.gpid, entry.slot = slot.gpid if slot is not None else piece.gpid, slot
        entry.basic = (basic.name, basic.image) if isinstance(basic, BasicPiece) else ("", "")
        entry.face = face_of(piece, values["name"])
        front, back = faces(piece, self.view.steps)
        is_shown = kind != "marker" and not self._is_left_out(entry)
        values["#front"] = self.pictures.take(front, "counters" if is_shown else "markers")
        has_backs = self.series.unit_field("art_back") is not None
        values["#back"] = self.pictures.take(back, "counters" if has_backs else "backs")
        self._remember(entry)
        self._write(draft, entry)
        return entry

    def _is_left_out(self, entry: ListedPiece) -> bool:
        """Return whether the designer's answers leave a leader out of the battle."""
        answers = self.rules.answers
        return entry.kind == "leader" and answers is not None and answers.leaves_out(entry.id)

    def _remember(self, entry: ListedPiece) -> None:
        self.entries.append(entry)
        self._faces.setdefault(entry.face, []).append(entry)
        entries_of_name = self._names.setdefault(entry.face[0], [])
        if entry.face not in entries_of_name:
            entries_of_name.append(entry.face)

    def _copy(self, draft: Draft, entry: ListedPiece, number: int) -> ListedPiece:
        """Return one more unit of a counter: a setup lays out more of it than the palette holds."""
        copy = ListedPiece(
            self.ids.take(f"{entry.id}-{number}", "unit"), entry.kind, entry.side, entry.command,
            entry.values, entry.name,
        )  # fmt: skip
        copy.basic, copy.face, copy.is_copied = entry.basic, entry.face, True
        entry.is_copied = True
        self._remember(copy)
        self._write(draft, copy)
        return copy

    def _clean_name(self, values: dict[str, str]) -> str:
        name = _SUFFIX.sub("", values["name"].strip())
        if self._split:
            name, ratings = split_name(name)
            for column, value in ratings.items():
                values[f"#{column}"] = value
        if "_" in name:
            name = _COPIES.sub("", name).replace("_", " ")
        return " ".join(name.split()) or values["name"]

    def _write(self, draft: Draft, entry: ListedPiece) -> None:
        if entry.kind == "unit":
            draft.units.append(self._unit(draft, entry))
        elif entry.kind == "leader":
            leader: Values = {"id": entry.id, "name": entry.name, "side": entry.side}
            if entry.command:
                leader["command"] = entry.command
            if entry.values.get("#front"):
                leader["art"] = entry.values["#front"]
            draft.leaders.append(leader)

    def _unit(self, draft: Draft, entry: ListedPiece) -> dict[str, str]:
        unit = {
            "id": entry.id,
            "name": entry.name,
            "side": entry.side,
            "command": entry.command,
            "type": self.rules.first("types", entry.values)
            or (self.series.unit_types[0].id if self.imported_module else ""),
            "art": entry.values.get("#front", ""),
        }
        if nationality := self.rules.first("nationalities", entry.values):
            unit["nationality"] = self._nationality(draft, nationality)
        for name, rating in self.rules.ratings.items():
            value = rating.take(entry.values)
            if value:
                unit[name] = value
        back = entry.values.get("#back", "")
        if back and self.series.unit_field("art_back") is not None:
            unit["art_back"] = back
        if not self.rules.ratings:
            ratings = same_names(self.series, entry.values)
            for name in ratings:
                self.view.report.doubt(f"rating {name}: the property of that name")
            unit |= ratings or self._from_name(entry.values)
        return unit

    def _nationality(self, draft: Draft, name: str) -> str:
        """Return the id of a nationality; a new one is added to the battle."""
        nationality_id = slug(name, "nation")
        if all(n["id"] != nationality_id for n in draft.nationalities):
            draft.nationalities.append({"id": nationality_id, "name": name})
        return nationality_id

    def _from_name(self, values: Mapping[str, str]) -> dict[str, str]:
        """Return strength and movement from numbers in a name."""
        ratings = self.named_ratings(values)
        numbers_in_brackets = [values[f"#bracketed_{n}"] for n in range(1, 5) if f"#bracketed_{n}" in values]
        if numbers_in_brackets and self.imported_module:
            self.view.report.lack(
                "numbers in brackets in names such as (2)-4: what they mean is not said; they are no rating"
            )
        if ratings:
            self.view.report.doubt(
                "ratings strength and movement: the first and last number in names such as Infantry_3-2"
            )
        return {rating: values[f"#value_{n}"] for rating, n in ratings.items()}

    def named_ratings(self, values: Mapping[str, str]) -> dict[str, int]:
        """Return the ratings that no rule takes from a name -> which of its numbers, from 1.

        The first is the strength, and of several the last is the movement; what brackets mean nobody says.
        """
        if not self.imported_module:
            return {}
        places_in_brackets = [n for n in range(1, 5) if f"#bracketed_{n}" in values]
        count = len(places_in_brackets) + sum(f"#value_{n}" in values for n in range(1, 5))
        places = {"strength": 1} | ({"movement": count} if count > 1 else {})
        return {rating: n for rating, n in places.items() if count and n not in places_in_brackets}

    def spans_in_name(self, name: str) -> list[tuple[int, int]]:
        """Return where in the name of a piece the numbers stand that the name of its unit does not have."""
        return value_spans(_SUFFIX.sub("", name.rstrip())) if self._split else []

    # --- what holds for all -----------------------------------------------------------------------

    def names(self) -> dict[str, tuple[str, str]]:
        """Return id of a unit or leader -> name and picture of its piece, where these are no other's."""
        pieces: dict[tuple[str, str], list[ListedPiece]] = {}
        for entry in self.entries:
            pieces.setdefault(entry.basic, []).append(entry)
        return {
            entries[0].id: basic
            for basic, entries in pieces.items()
            if len(entries) == 1 and entries[0].kind != "marker" and not entries[0].is_copied
        }

    def write_commands(self, draft: Draft) -> None:
        """Write the formations of the sides that play."""
        playing = [s["id"] for s in draft.sides]
        draft.commands = [
            {"id": command_id, "name": name, "side": side}
            for (side, name), command_id in self.formations.commands.items()
            if side in playing
        ]
        sources = ", ".join(f"{n} from {source}" for source, n in self.formations.sources.items())
        if draft.commands and not self.rules.lists.get("commands"):
            self.view.report.doubt(f"{len(draft.commands)} formations; pieces: {sources}")

    def settle_sides(self, draft: Draft) -> None:
        """Settle the two sides of the battle: those with most pieces; pieces of others are markers."""
        report, sides = self.view.report, self.guess.sides
        pieces = Counter(e.side for e in self.entries if e.kind != "marker")
        order = list(sides.items())
        main_sides = sorted(order, key=lambda s: (-pieces[s[1]], order.index(s)))[:2]
        for side_id in (s[1] for s in order if s not in main_sides):
            for entry in self.entries:
                if entry.side == side_id:
                    entry.kind = "marker"
            draft.units = [u for u in draft.units if u["side"] != side_id]
            draft.leaders = [x for x in draft.leaders if x["side"] != side_id]
        # A roster's third seat is said, a tab of the palette all of whose pieces rules gave to others is not.
        third = [
            (n, i) for n, i in order if (n, i) in main_sides or pieces[i] or "sides" not in self.rules.lists
        ]
        if len(third) > 2:
            report.lack(_third_sides(third, main_sides))
        sides_in_order = [s for s in order if s in main_sides]
        while len(sides_in_order) < 2:
            number, side_id = len(sides_in_order) + 1, f"side-{len(sides_in_order) + 1}"
            used = side_id in {other for _, other in sides_in_order}
            sides_in_order.append((f"Side {number}", f"{side_id}x" if used else side_id))
            report.lack(
                f"side {number}: the module names {len(order)} with pieces or seats; a battle has two"
            )
        self.guess.settle(dict(sides_in_order))
        draft.sides = [{"id": side_id, "name": name} for name, side_id in sides_in_order]
        report_seats(self.view.root, dict(sides_in_order), report)


def _third_sides(order: Sequence[tuple[str, str]], two_sides: Sequence[tuple[str, str]]) -> str:
    others = ", ".join(n for n, _ in order if n not in dict(two_sides))
    return (
        f"two sides: the module names {len(order)}; a battle has {two_sides[0][0]} and {two_sides[1][0]}, "
        f"pieces of {others[:200]} are listed in pieces.csv only"
    )
