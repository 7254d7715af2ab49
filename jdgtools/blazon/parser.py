"""The reader of blazons: from a text in English or French to a `Blazon` that can be drawn.

The blazon is read word by word, as its grammar has it: the field, then each ordinary and charge. What is not
understood is left out and reported in ``problems``; nothing raises.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.blazon.lines import LINES
from jdgtools.blazon.model import Blazon, BlazonProblem, Charge, Field
from jdgtools.blazon.problems import DIVISIONS, Expected, explain
from jdgtools.blazon.tokens import Token, tokens_of
from jdgtools.blazon.vocabulary import (
    CHARGES,
    METALS,
    MINOR_PARTS,
    NUMBERS,
    ORDINALS,
    ORDINARIES,
    SEMY,
    TINCTURE_OF_ROUNDEL,
    TINCTURE_WORDS,
    UNDRAWN,
    VARIATIONS,
)

MAX_WORDS = 200
"""A blazon of more words is read so far."""
MAX_DEPTH = 4
"""Quarters within quarters and charges on charges are read so deep."""
_ROWS = ("pale", "fess", "bend", "cross", "orle", "saltire", "pile")


def read_blazon(text: str) -> Blazon:
    """Return the coat of arms that a text describes in English or French.

    Nothing raises: an empty text is a plain silver shield, words that are not understood are left out,
    and ``problems`` names each with its place.
    """
    tokens, rest = tokens_of(text, MAX_WORDS)
    reader = _BlazonReader(tokens)
    blazon = reader.blazon(0)
    while reader.here():
        reader.reject("charge")
    problems = explain(text, reader.tokens, reader.rejects)
    if rest is not None:
        message = f"the blazon is longer than {MAX_WORDS} words, and the rest is not read"
        problems.append(BlazonProblem(text[rest:], rest, len(text), message, f"say it in {MAX_WORDS} words"))
    return Blazon(blazon.field, blazon.charges, tuple(problems))


class _Clause(Struct):
    """What has been read of a charge so far."""

    kind: str
    is_ordinary: bool
    """Whether it is an ordinary, which may have a line or a pattern of its own."""
    tincture: str
    place: str
    """`chief` or `base`; '' = where its kind stands by itself."""
    arrangement: str = ""
    """How several stand, such as `fess`."""
    between: tuple[Charge, ...] = ()
    charges: tuple[Charge, ...] = ()
    line: str = ""
    has_cotises: bool = False
    pattern: Field | None = None


_OTHER_KINDS = {
    ("patty", "cross"): "cross patty",
    ("couped", "cross"): "cross couped",
    ("passant", "lion"): "leopard",
    ("statant", "lion"): "leopard",
    ("doubleheaded", "eagle"): "double eagle",
}
"""Word behind a charge, and the charge -> the charge that both name together."""


class _BlazonReader:
    """Recursive descent over the words."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.rejects: list[tuple[int, Expected]] = []
        """Index of each word that could not be placed, and what was expected there."""

    def here(self, ahead: int = 0) -> str:
        """Return the word ``ahead`` places on, or ''."""
        at = self.at + ahead
        return self.tokens[at].word if at < len(self.tokens) else ""

    def take(self) -> str:
        """Consume the next word and return it."""
        word = self.here()
        self.at += 1
        return word

    def reject(self, expected: Expected) -> None:
        """Consume the next word and note that something else was expected, or that nothing came."""
        self.rejects.append((min(self.at, len(self.tokens)), expected))
        self.take()

    def skip(self, *words: str) -> bool:
        """Consume any of these words as long as they come."""
        start = self.at
        while self.here() and self.here() in words:
            self.at += 1
        return self.at > start

    def blazon(self, depth: int) -> Blazon:
        """Read field and charges, up to the next quarter or the end."""
        field = self.field(depth)
        return Blazon(field, self.charges(field.tinctures, depth))

    def field(self, depth: int) -> Field:
        """Read the ground of the shield."""
        self.skip(",", ";")
        word = self.here()
        if word == "quarterly":
            self.take()
            self.skip(",", "of")
            if self.here() in ORDINALS and depth < MAX_DEPTH:
                return self.quarters(depth)
            line = self.line()
            first = self.tincture("argent")
            if depth < MAX_DEPTH and self.here() not in ("and", ",", ";", ""):
                return self.halves(first, depth)
            self.skip("and", ",", ";")
            return Field("quarterly", (first, self.tincture("sable")), line=line)
        if word == "per":
            self.take()
            kind = self.here()
            if kind in DIVISIONS:
                self.take()
            else:
                self.reject("division")
                kind = "pale"
            if kind == "bend" and self.skip("sinister"):
                kind = "bend sinister"
            if kind == "cross":
                return Field("quarterly", self.pair())
            line = self.line()
            return Field(f"per {kind}", self.pair(), line=line)
        if word in VARIATIONS:
            self.take()
            kind, count = VARIATIONS[word]
            line = self.line()
            if self.skip("of") and self.here() in NUMBERS:
                count = NUMBERS[self.take()]
                self.skip("pieces")
            line = line or self.line()
            return Field(kind, self.pair(), count, line=line)
        tincture = self.tincture("argent")
        if self.here() == "," and self.here(1) in SEMY:
            self.take()
        semy = self.semy() if self.here() in SEMY else None
        return Field("plain", (tincture,), semy=semy)

    def line(self) -> str:
        """Read the kind of the edges, if that is said next."""
        return LINES[self.take()] if self.here() in LINES else ""

    def halves(self, first: str, depth: int) -> Field:
        """Read the arms of quarters 1 and 4 and of 2 and 3, "X a lion Y and Z a bend W"."""
        one = Blazon(Field("plain", (first,)), self.charges((first,), depth + 1, is_quartered=True))
        self.skip("and", ",", ";")
        other = self.blazon(depth + 1)
        return Field("quarters", (first,), quarters=(one, other, other, one))

    def semy(self) -> Charge:
        """Read the small charges all over a field."""
        kind = SEMY[self.take()]
        if not kind:
            self.skip("of", "de")
            kind = CHARGES.get(self.here(), "")
            if kind:
                self.take()
            else:
                kind = "fleur-de-lys"
                if self.here() not in TINCTURE_WORDS:
                    self.reject("charge")
        return Charge(kind, self.tincture("or"))

    def pair(self) -> tuple[str, ...]:
        """Read two tinctures, "X and Y"."""
        first = self.tincture("argent", is_needed=True)
        self.skip("and", ",", "&")
        return first, self.tincture("sable", is_needed=True)

    def quarters(self, depth: int) -> Field:
        """Read the blazons of the quarters, "1 and 4 …; 2 and 3 …"."""
        blazons: dict[int, Blazon] = {}
        while self.here() in ORDINALS:
            numbers = []
            while self.here() in ORDINALS:
                numbers.append(ORDINALS[self.take()])
                self.skip("and", ",", "&")
            self.skip("quarter", "quarters", ":")
            quarter = self.blazon(depth + 1)
            blazons.update(dict.fromkeys(numbers, quarter))
            self.skip(",", ";", "and")
        blank = Blazon(Field("plain", ("argent",)))
        parts = tuple(blazons.get(n, blazons.get(5 - n, blank)) for n in (1, 2, 3, 4))
        return Field("quarters", parts[0].field.tinctures, quarters=parts)

    def tincture(self, default: str, *, is_needed: bool = False) -> str:
        """Read the tincture that comes next, or return the default with a problem noted.

        At the end of the blazon it is missed only where it is ``is_needed``.
        """
        self.skip(",")
        word = self.here()
        if word in TINCTURE_WORDS:
            self.take()
            return TINCTURE_WORDS[word]
        if (word or is_needed) and word not in (";", ","):
            self.reject("tincture")
        return default

    def charges(
        self, ground: tuple[str, ...], depth: int, *, is_quartered: bool = False
    ) -> tuple[Charge, ...]:
        """Read everything on the field; ``is_quartered``: up to the words that begin other quarters."""
        charges: list[Charge] = []
        while self.here():
            if is_quartered and self.here() in ("and", ",", ";") and self.here(1) in TINCTURE_WORDS:
                break
            if (
                self.here() in (";", ",")
                and self.here(1) in ORDINALS
                and depth > 0
                and not self._count_ahead()
            ):
                break
            if self.here() in ORDINALS and depth > 0 and not self._count_ahead(0):
                break
            before = self.at
            self.skip(",", ";", "and", "with", "overall", "over", "all", "within", "the")
            if not self.here():
                break
            charge = self.charge(ground, depth)
            if charge is not None:
                charges.append(charge)
            elif self.at == before or self.here() not in (";", ",", ""):
                if self.here() in ORDINALS and depth > 0:
                    break
                self.reject("charge")
        return tuple(charges)

    def _count_ahead(self, ahead: int = 1) -> bool:
        """Return whether a number counts charges ("3 lions") instead of naming a quarter."""
        word = self.here(ahead + 1)
        return word in CHARGES or word in ORDINARIES

    def charge(self, ground: tuple[str, ...], depth: int) -> Charge | None:
        """Read one clause: how many of what, in which tincture, where, and with what on or around it."""
        start = self.at
        on_it = self.skip("on")
        place = ""
        # "in chief three roses": the place may come first.
        if self.here() == "in" and self.here(1) in ("chief", "base") and self.here(2) in NUMBERS:
            self.take()
            place = self.take()
        count = 1
        while self.here() in NUMBERS:
            count = NUMBERS[self.take()]
        # "a red cross" as people say it, beside "a cross gules".
        early = TINCTURE_WORDS.get(self.here(), "") if self.here(1) in (*CHARGES, *ORDINARIES) else ""
        if early:
            self.take()
        word = self.noun()
        kind = ORDINARIES.get(word) or CHARGES.get(word)
        if kind is None:
            self.at = start
            return None
        if kind == "orle" and self.here() == "of" and depth < MAX_DEPTH:
            # "an orle of martlets": they stand along the edge.
            self.take()
            several = self.here() in NUMBERS
            around = self.charge(ground, depth + 1)
            if around is None:
                return None
            return replace(around, count=around.count if several else 8, arrangement="orle")
        if count > 1 and kind in ("bend", "fess", "pale", "chevron"):
            kind = {"bend": "bendlet", "fess": "bar", "pale": "pallet", "chevron": "chevronel"}[kind]
        tincture = early or TINCTURE_OF_ROUNDEL.get(word.rstrip("s"), "")
        clause = _Clause(kind, kind in ORDINARIES.values(), tincture, place)
        while self.here() and self.attribute(clause, ground, depth):
            pass
        if on_it and depth < MAX_DEPTH:
            self.skip(",")
            clause.charges = self.charges_on(clause, ground, depth)
        tincture = clause.tincture
        if not tincture:
            tincture = clause.between[0].tincture if clause.between else _other(ground[0])
        return Charge(
            clause.kind,
            tincture,
            min(count, 16),
            clause.arrangement,
            clause.place,
            clause.charges,
            clause.between,
            clause.line,
            clause.has_cotises,
            clause.pattern,
        )

    def charges_on(self, clause: _Clause, ground: tuple[str, ...], depth: int) -> tuple[Charge, ...]:
        """Read the charges that stand on a charge, whose tincture is their ground."""
        one = self.charge((clause.tincture or ground[0],), depth + 1)
        return () if one is None else (one,)

    def attribute(self, clause: _Clause, ground: tuple[str, ...], depth: int) -> bool:
        """Read what is said next of a charge; return whether it was anything."""
        here = self.here()
        if here == "in" and self.here(1) in ("chief", "base") and self.here(2) in NUMBERS:
            return False  # where the next clause stands
        if here == "in" and self.here(1) in (*_ROWS, "chief", "base"):
            self.take()
            where = self.take()
            if where in ("chief", "base"):
                clause.place = where
            else:
                clause.arrangement = where
        elif (here, clause.kind) in _OTHER_KINDS:
            self.take()
            clause.kind = _OTHER_KINDS[here, clause.kind]
        elif here in LINES:
            line = self.line()
            clause.line = line if clause.is_ordinary else clause.line
        elif here == "cotised":
            self.take()
            clause.has_cotises = True
            if clause.tincture and self.here() in TINCTURE_WORDS:
                self.take()
        elif here in VARIATIONS and clause.is_ordinary and not clause.tincture and depth < MAX_DEPTH:
            clause.pattern = self.field(depth + 1)
            clause.tincture = clause.pattern.tinctures[0]
        elif here in UNDRAWN or (here in NUMBERS and self.here(1) in ("points", "point")):
            self.take()
            # "armed azure": the tincture of claws and tongue is too small to draw.
            if here in MINOR_PARTS and clause.tincture:
                self.skip("and", "langued", "armed", "membered")
                if self.here() in TINCTURE_WORDS:
                    self.take()
        elif here in ("first", "second", "field", "last", "counterchanged"):
            self.take()
            clause.tincture = ground[0] if here in ("first", "field") else ground[-1]
        elif here in TINCTURE_WORDS and not clause.tincture:
            clause.tincture = TINCTURE_WORDS[self.take()]
        elif here == "between" and depth < MAX_DEPTH:
            self.take()
            one = self.charge(ground, depth + 1)
            clause.between = () if one is None else (one,)
        elif here == "charged" and depth < MAX_DEPTH:
            self.take()
            self.skip("with")
            clause.charges = self.charges_on(clause, ground, depth)
        else:
            return False
        return True

    def noun(self) -> str:
        """Consume the word that names a charge, with the words before it that change nothing."""
        mark = self.at
        while self.here() in ("double", "headed", "doubleheaded", "small", "large", "plain", "cross"):
            if self.here() == "cross" and self.here(1) not in CHARGES:
                break
            self.take()
        word = self.take()
        if word == "bend" and self.skip("sinister"):
            return "bend sinister"
        if word not in ORDINARIES and word not in CHARGES:
            self.at = mark
        return word


def _other(ground: str) -> str:
    """Return a tincture that stands out: metal on colour, colour on metal."""
    return "gules" if ground in METALS else "or"
