"""Suggestions for the rules of a foreign module: which text of its pieces is which column of the battle.

Every source (a property, the name, the picture's name, a text of the picture …) is looked at over all units
of the module. What its own name says is suggested as sure; numbers whose meaning nobody says are open, with
a proposal, and become a question for the designer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.importers.exclusions import Exclusion
from jdgtools.importers.formations import NO_PROPERTIES, are_formations
from jdgtools.importers.names import DESIGNATED, MAX_VALUE, NumberGroup, number_group, plausible_values
from jdgtools.importers.rating_words import (
    FORMATION,
    NATION,
    NO_RATING,
    PEOPLE_WORD,
    face_field,
    plain,
    rating_field,
    unit_types,
    usual_fields,
)
from jdgtools.importers.ratings import MAX_TEXT, Rating
from jdgtools.model.definition import SeriesDef

SURE = 0.9
"""Confidence from which a suggestion becomes a rule; below it, it is a question."""
MAX_SOURCES = 300
"""Most sources of a module that are looked at."""
MIN_SHARE = 0.1
"""Share of the units that a source must say something about."""
_EXAMPLES = 4
_TYPED_SHARE = 0.5
"""Share of the units whose names must have a word of a type, for these words to count as sure."""
_ALL_SHARE = 0.9
"""Share of the units of which one word is no formation: all of a battle are `land`."""
_DESIGNATIONS = 0.8
"""Share of different values from which numbers look like designations."""
_LABELLED = re.compile(r"(?<![^\W\d_])([^\W\d_]{2,20}(?: [^\W\d_]{2,20})?)\s?[:=_]?\s?(\d{1,2})(?![\d/.:-])")
_BRACKETS = "()[]{} \t"
_BRACKETED = re.compile(r"\s*[(\[{]\s*[+-]?\d{1,4}\s*[)\]}]\s*", re.ASCII)
"""A text that is nothing but a number in brackets."""
_WHOLE = re.compile(r"\s*[+-]?\d{1,4}(\.0+)?\s*", re.ASCII)
"""A text that is nothing but a whole number; programs write some as `2.0`."""
_AMBIGUOUS = (
    "pm",
    "er",
    "mor",
    "force",
    "combat",
    "move",
    "mov",
    "corps",
    "cf",
    "cs",
    "mv",
    "rg",
    "str",
    "sh",
)
"""Words before a number that are as often something else."""
_WORDS = ("name", "prototype", "path", "image")
_PREFERENCE = ("unittype", "type", "class", "arm", "branch", "kind")
MAX_KINDS = 60
"""Most different texts of a property that is asked whether each of them names a type."""


class Suggestion(Struct, frozen=True):
    """One row of suggestions.csv."""

    column: str
    """Rating of the series, `type`, `formation` or `nationality`; '' where nothing can be proposed."""
    source: str
    pattern: str
    """Regular expression; '' = the whole text."""
    group: int
    """Number of its group that has the value; 0 = none."""
    value: str
    """Value of the column where the pattern fits (types); '' = what the group has."""
    examples: tuple[str, ...]
    units: int
    """How many units it says something about."""
    coverage: float
    confidence: float
    reason: str
    having: frozenset[int] = frozenset()
    """Of numbers: which units have one, by their place in the list."""

    @property
    def is_sure(self) -> bool:
        """Whether it becomes a rule without an answer of the designer."""
        return bool(self.column) and self.confidence >= SURE

    @property
    def is_number(self) -> bool:
        """Whether it is about numbers on counters."""
        return self.column not in ("type", "formation", "nationality")

    @property
    def is_ignored(self) -> bool:
        """Whether the designer has said that it is nothing of the battle."""
        return not self.confidence

    def as_nothing(self) -> Suggestion:
        """Return it as nothing of the battle."""
        column = "" if self.is_number else self.column
        return replace(self, column=column, confidence=0.0, reason="you said: nothing of it")

    def as_exclusion(self) -> Exclusion:
        """Return its entry of `ignored`."""
        unit_type = "" if self.is_number else self.value
        group = self.group if self.pattern and self.is_number else 0
        return Exclusion(self.source, self.pattern, group, unit_type, places=self.units)

    def take(self, values: Mapping[str, str]) -> str:
        """Return the value of one unit; '' when its texts have none."""
        pattern = re.compile(self.pattern) if self.pattern else None
        return Rating(self.source, pattern, self.group).take(values)


def suggest(
    units: Sequence[Mapping[str, str]], series: SeriesDef, meanings: Mapping[str, str]
) -> list[Suggestion]:
    """Return suggestions for a module, the sure ones first, then those that help most units.

    Args:
        units: the texts of every unit by source, as rules see them.
        series: whose ratings and types are looked for.
        meanings: property -> what the windows under the mouse call it.
    """
    sources = Counter(key for values in units for key, text in values.items() if text and key[:1] != "#")
    usual = [s for s, n in sources.most_common(MAX_SOURCES) if n >= MIN_SHARE * len(units)]
    rows: list[Suggestion] = []
    for source in sorted(usual):
        texts = [values.get(source, "")[:MAX_TEXT] for values in units]
        rows += _formations(source, texts)
        if source not in ("path", "prototype"):
            number = _number(source, texts, series, meanings)
            rows += number or _groups(source, texts, series)
        rows += _by_label(source, texts, series)
    rows = [with_having(row, units) if row.is_number else row for row in rows]
    rows = _doubt_contradictions(_doubt_sides(rows), units)
    no_types = {r.source for r in rows if r.column in ("formation", "nationality")}
    types = sorted(_types(units, usual, series, no_types), key=lambda r: not r.is_sure)
    by_rank = sorted(
        [*rows, *types],
        key=lambda r: (not r.is_sure, -r.confidence if r.is_sure else 0, -r.units, r.source, r.group),
    )
    # Of the rules for types the first that fits counts: narrow words stay before broad ones.
    next_type = iter(types)
    return [next(next_type) if row.column == "type" else row for row in by_rank]


def with_having(row: Suggestion, units: Sequence[Mapping[str, str]]) -> Suggestion:
    """Return a suggestion that knows which units have its number."""
    return replace(row, having=frozenset(n for n, values in enumerate(units) if row.take(values).strip()))


def _row(
    column: str, source: str, pattern: str, group: int, matches: Sequence[str], total: int,
    confidence: float, reason: str, value: str = "",
) -> Suggestion:  # fmt: skip
    examples = tuple(dict.fromkeys(matches))[:_EXAMPLES]
    return Suggestion(column, source, pattern, group, value, examples, len(matches),
                      round(len(matches) / max(1, total), 3), round(confidence, 2), reason)  # fmt: skip


def _formations(source: str, texts: Sequence[str]) -> Iterator[Suggestion]:
    matches = [t for t in texts if t.strip()]
    if ":" in source:
        return
    says_nothing = all(t.strip().isdecimal() for t in matches) or (
        len({*matches}) == 1 and len(matches) >= _ALL_SHARE * len(texts)
    )
    if FORMATION.fullmatch(source.strip()) and not says_nothing:
        reason = "the property has that name"
        yield _row("formation", source, "", 0, matches, len(texts), 0.95, reason)
    elif source not in NO_PROPERTIES and 2 * len(matches) > len(texts) and are_formations(matches):
        reason = "its texts are called like formations"
        yield _row("formation", source, "", 0, matches, len(texts), 0.9, reason)
    elif NATION.fullmatch(source.strip()):
        yield _row("nationality", source, "", 0, matches, len(texts), 0.95, "the property has that name")


def _doubt_sides(rows: Sequence[Suggestion]) -> list[Suggestion]:
    """Return the suggestions; a side is no nationality where another property names nations."""
    nations = [r for r in rows if r.column == "nationality"]
    largest_count = max((r.units for r in nations if PEOPLE_WORD.fullmatch(r.source.strip())), default=0)
    reason = "a property of that name; another one names nations"
    return [
        replace(r, confidence=0.3, reason=reason)
        if r in nations and not PEOPLE_WORD.fullmatch(r.source.strip()) and 2 * largest_count > r.units
        else r
        for r in rows
    ]


def _number(
    source: str, texts: Sequence[str], series: SeriesDef, meanings: Mapping[str, str]
) -> list[Suggestion]:
    """Return the suggestions for texts that are one number each, in brackets or not; none for other texts."""
    matches = [t for t in texts if t.strip()]
    numbers_in_brackets = [t for t in matches if _BRACKETED.fullmatch(t)]
    numbers = [int(float(t)) for t in matches if _WHOLE.fullmatch(t)]
    if source == "image" or source.endswith("_Level") or not numbers + numbers_in_brackets:
        return []
    if len(numbers) + len(numbers_in_brackets) < 0.95 * len(matches):
        return []
    own_name = source.partition(":")[2] or source
    label = meanings.get(source, "")
    column, suffix = face_field(series, own_name)
    column = column or rating_field(series, label)
    likely = plausible_values([*numbers, *(int(t.strip(_BRACKETS)) for t in numbers_in_brackets)],
                              len(numbers) + len(numbers_in_brackets), len(texts))  # fmt: skip
    if column is not None and source != "name":
        by = (
            f"the name {own_name!r}"
            if face_field(series, own_name)[0]
            else f"the window under the mouse says {label!r}"
        )
        confidence, reason = (0.99, by) if likely else (0.5, f"{by}, but numbers above {MAX_VALUE}")
    else:
        are_flags = set(numbers) <= {0, 1} and not numbers_in_brackets
        if not likely or are_flags or source == "name" or _is_no_rating(own_name, label):
            return []
        confidence, reason = 0.3, "numbers like ratings; nothing says what they are"
    name = column.id + suffix if column is not None else ""
    rows = []
    if numbers:
        are_plain = len(numbers) == len(matches) and not any("." in t for t in matches)
        pattern = "" if are_plain else r"^\s*([+-]?\d{1,2})(?:\.0+)?\s*$"
        of_numbers = [t for t in matches if t not in numbers_in_brackets]
        rows = [_row(name, source, pattern, 1 if pattern else 0, of_numbers, len(texts), confidence, reason)]
    if numbers_in_brackets:
        reason += "; in brackets it may be another rating, or say that the unit does not attack"
        pattern = r"^\s*[(\[{]\s*([+-]?\d{1,2})\s*[)\]}]\s*$"
        rows.append(_row("", source, pattern, 1, numbers_in_brackets, len(texts), 0.3, reason))
    return rows


def _is_no_rating(own_name: str, label: str) -> bool:
    """Return whether numbers of this name, or called so under the mouse, are hardly ratings."""
    says_no_rating = NO_RATING.fullmatch(plain(label)) or re.search(r"\b(vp|victory|cost)", label, re.I)
    return bool(NO_RATING.fullmatch(plain(own_name)) or (label and says_no_rating))


def _groups(source: str, texts: Sequence[str], series: SeriesDef) -> Iterator[Suggestion]:
    """Yield a suggestion for each number of texts that hold numbers with hyphens, such as `3-2`.

    What is written in another way (`(2)-4`, `2/3-4`) may mean something else, and is asked by itself.
    """
    suffix = r"(?:\.\w{2,5})?" if source == "image" else ""
    groups: dict[tuple[int, str, bool], list[tuple[str, NumberGroup]]] = {}
    for text in texts:
        group = number_group(re.sub(rf"{suffix}$", "", text) if suffix else text)
        if group is not None:
            key = (len(group.values), group.form, group.is_inside)
            groups.setdefault(key, []).append((text, group))
    having = [group for pairs in groups.values() for _, group in pairs]
    if not plausible_values([v for group in having for v in group.values], len(having), len(texts)):
        return
    for (count, form, is_inside), pairs in sorted(groups.items()):
        matches = [text for text, _ in pairs]
        different = len({group.values for _, group in pairs}) / len(pairs)
        designations = len(pairs) >= 10 and different > _DESIGNATIONS
        pattern = _pattern_of(form, is_inside, suffix)
        usual = usual_fields(series, count)
        for n, number in enumerate(re.findall(r"[(\[{]?N", form)):
            is_open = "/" in form or number != "N"
            column = usual[n].id if n < len(usual) and not is_open else ""
            reason = f"number {n + 1} of {count} {'between words' if is_inside else 'at the end'}"
            reason += f", written {form}" if form.strip("N-") else ""
            if number != "N":
                reason += "; in brackets it may be another rating, or say that the unit does not attack"
            elif "/" in form:
                reason += "; with a stroke it may be one of two values, or a designation"
            if designations:
                reason += "; nearly every unit has others, perhaps they are designations"
            yield _row(
                column,
                source,
                pattern,
                n + 1,
                matches,
                len(texts),
                0.3 if designations or is_open else 0.6,
                reason,
            )


def _pattern_of(form: str, is_inside: bool, suffix: str) -> str:
    """Return the pattern that finds numbers written in a form, with a group for each of them."""
    parts = {"N": r"0?(1\d|20|\d)", "-": r"[-\u2013\u2010]"}
    numbers = "".join(parts.get(sign) or re.escape(sign) for sign in form)
    if is_inside:
        return rf"^\s*[^\W\d_].*?[\s_]{numbers}[\s_](?!(?i:{DESIGNATED}))[^\W\d_][^\d]*{suffix}$"
    behind_word = "" if form[0] == "N" else r"|(?<=[^\W\d_])"
    return rf"(?:^|[\s_(\[:,]{behind_word}){numbers}[)\]]?\s*{suffix}$"


def _by_label(source: str, texts: Sequence[str], series: SeriesDef) -> Iterator[Suggestion]:
    """Yield suggestions for numbers behind a word that means a rating: `Movement 5`."""
    words: dict[str, Counter[str]] = {}
    for text in texts:
        for word, _ in _LABELLED.findall(text):
            for part in {word, word.split(" ")[-1]}:
                column = rating_field(series, part)
                if column is not None and plain(part) not in _AMBIGUOUS:
                    words.setdefault(column.id, Counter())[part] += 1
    for column_id, counts in sorted(words.items()):
        word = counts.most_common(1)[0][0]
        pattern = rf"(?<![^\W\d_]){re.escape(word)}\s?[:=_]?\s?(\d{{1,2}})(?![\d/.:-])"
        matches = [t for t in texts if re.search(pattern, t)]
        numbers = [int(re.findall(pattern, t)[0]) for t in matches]
        if plausible_values(numbers, len(matches), len(texts)):
            confidence = 0.6 if source == "name" and len(matches) < 0.5 * len(texts) else 0.97
            reason = f"a number behind {word!r}"
            yield _row(column_id, source, pattern, 1, matches, len(texts), confidence, reason)


def _doubt_contradictions(rows: Sequence[Suggestion], units: Sequence[Mapping[str, str]]) -> list[Suggestion]:
    """Return the rows; where two sure ones give other values for one column, both are open."""
    doubtful: dict[int, str] = {}
    sure = [(n, r) for n, r in enumerate(rows) if r.is_sure and r.is_number]
    for n, a in sure:
        for m, b in sure:
            if n >= m or a.column != b.column:
                continue
            both = [(x, y) for x, y in ((a.take(u).strip(), b.take(u).strip()) for u in units) if x and y]
            if sum(x == y for x, y in both) < 0.98 * len(both):
                doubtful[n], doubtful[m] = b.source, a.source
    return [
        replace(r, confidence=0.5, reason=f"{r.reason}; {doubtful[n]} says otherwise") if n in doubtful else r
        for n, r in enumerate(rows)
    ]


def word_pattern(word: str) -> str:
    """Return a pattern for a whole text in which an expression stands as a word; case does not matter."""
    return rf"(?is)(?:.*[\W\d_])?(?:{word})(?:[\W\d_].*)?"


def _types(
    units: Sequence[Mapping[str, str]], usual: Sequence[str], series: SeriesDef, no_types: Collection[str]
) -> Iterator[Suggestion]:
    """Yield suggestions for types of units by words; properties named so come first, broad words last.

    Args:
        units: the texts of every unit by source.
        usual: sources that many units have.
        series: whose types are looked for.
        no_types: properties that name formations and nations; a prototype may be called like these.
    """
    patterns = unit_types(series)
    properties = [s for s in usual if s not in _WORDS and s not in no_types]
    rows_by_name = sorted(
        (s for s in properties if plain(s.partition(":")[2] or s) in _PREFERENCE),
        key=lambda s: (_PREFERENCE.index(plain(s.partition(":")[2] or s)), s),
    )
    speaking = sorted(s for s in properties if s not in rows_by_name and _has_types_alone(s, units, patterns))
    units_without_type = dict.fromkeys(range(len(units)))
    for source in [*rows_by_name, *speaking, *(s for s in _WORDS if s in usual)]:
        rows: list[Suggestion] = []
        for word, unit_type in patterns:
            pattern = word_pattern(word)
            expression = re.compile(pattern)
            matches = [
                n for n in units_without_type if expression.fullmatch(_type_text(units[n], source, no_types))
            ]
            for n in matches:
                del units_without_type[n]
            if matches:
                texts = [units[n][source] for n in matches]
                # The path says of most pieces what formation they belong to, not what they are.
                confidence = 0.6 if source == "path" else 0.9 if source in ("name", "image") else 0.95
                reason = "its texts are types" if source in speaking else f"a word of {source!r}"
                rows.append(
                    _row("type", source, pattern, 0, texts, len(units), confidence, reason, unit_type)
                )
        yield from _weigh(rows, source, len(units))


def _type_text(values: Mapping[str, str], source: str, no_types: Collection[str]) -> str:
    """Return the text of a unit that may say its type: a prototype `Young Guard` is a formation's name."""
    text = values.get(source, "")
    if source in ("prototype", "path"):
        for name in no_types:
            text = text.replace(values.get(name) or "\0", " ")
    return text[:MAX_TEXT]


def _has_types_alone(
    source: str, units: Sequence[Mapping[str, str]], patterns: Sequence[tuple[str, str]]
) -> bool:
    """Return whether nearly all units have a text from a source that names a type, several types in all."""
    kinds = Counter(values[source][:MAX_TEXT] for values in units if values.get(source, "").strip())
    if not 1 < len(kinds) <= MAX_KINDS:
        return False
    expressions = [re.compile(word_pattern(word)) for word, _ in patterns]
    types = [kind for kind in kinds if any(e.fullmatch(kind) for e in expressions)]
    return len(types) > 1 and sum(kinds[kind] for kind in types) >= _ALL_SHARE * len(units)


def _weigh(rows: Sequence[Suggestion], source: str, units: int) -> list[Suggestion]:
    """Return types by the words of a source; of a few names they may be words of formations or weapons."""
    few = source in ("name", "image") and sum(r.units for r in rows) < _TYPED_SHARE * units
    if not few:
        return list(rows)
    return [replace(r, confidence=0.6, reason=f"{r.reason}, of which few have one") for r in rows]
