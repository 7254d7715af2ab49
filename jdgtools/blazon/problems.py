"""What a reader could not understand, in words: where, why, and what may have been meant."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, TypeAlias

from jdgtools.blazon.french import FRENCH, is_french
from jdgtools.blazon.lines import LINES
from jdgtools.blazon.model import BlazonProblem
from jdgtools.blazon.tokens import Token, spelling, without_accents
from jdgtools.blazon.vocabulary import (
    CHARGES,
    NUMBERS,
    ORDINALS,
    ORDINARIES,
    SEMY,
    TINCTURE_WORDS,
    UNDRAWN,
    VARIATIONS,
)

Expected: TypeAlias = Literal["tincture", "division", "charge"]
"""What the grammar wanted where a word was not understood."""

DIVISIONS = ("pale", "fess", "bend", "chevron", "saltire", "cross")
"""What may follow ``per``."""
MAX_SHOWN = 60
"""Characters of a blazon that a message repeats."""
MAX_JUDGED = 5000
"""Characters by which the language of a blazon is judged for its hints."""
_GRAMMAR = frozenset(
    ("per", "quarterly", "of", "between", "charged", "with", "within", "in", "on", "and", "cotised")
)
_USES: tuple[tuple[frozenset[str], str], ...] = (
    (frozenset(SEMY), "it follows the tincture of the field: `Azure semy of fleurs-de-lys or`"),
    (frozenset(("per", "quarterly")), "a division begins the blazon: `Per pale argent and azure`"),
    (
        frozenset(VARIATIONS),
        "it begins the blazon or follows an ordinary: `Barry or and gules`, `Or, a fess chequy gules and or`",
    ),
    (frozenset(LINES), "a line follows an ordinary or a division: `Sable, a cross engrailed or`"),
    (frozenset(("cotised",)), "it follows an ordinary: `Gules, a bend cotised or`"),
    (frozenset(TINCTURE_WORDS), "a tincture follows what it colours, once: `Gules, a lion or`"),
    (frozenset((*NUMBERS, *ORDINALS)), "a number stands before what it counts: `three lions or`"),
    (frozenset(UNDRAWN), "it follows its charge: `a lion rampant or`"),
    (frozenset(("between",)), "charges on either side of it: `a bend between two roses`"),
    (frozenset(("charged", "on")), "a charge on a charge: `on a chief gules three mullets or`"),
    (frozenset(("in",)), "`in pale`, `in fess`, `in bend`, `in cross`, `in orle`, `in chief` or `in base`"),
    (
        frozenset((*CHARGES, *ORDINARIES)),
        "a charge follows the tincture of the field: `Azure, a lion or`",
    ),
)
"""Words that are known -> where they belong."""


@cache
def known_words() -> frozenset[str]:
    """Return the words that blazons are made of, as the grammar spells them."""
    tables = (TINCTURE_WORDS, VARIATIONS, ORDINARIES, CHARGES, NUMBERS, ORDINALS, LINES, SEMY, UNDRAWN)
    return frozenset((*_GRAMMAR, ",", ";", *(word for table in tables for word in table)))


def explain(text: str, tokens: list[Token], rejects: list[tuple[int, Expected]]) -> list[BlazonProblem]:
    """Return what is wrong with a blazon, in its order.

    A charge of an unknown name leaves its number and tincture over: of words that were left
    over in a row the unknown ones alone are reported, and the row as a whole where every word is known
    but none can stand there.

    Args:
        text: the blazon.
        tokens: its words.
        rejects: index of each word that the grammar could not place, or the number of words where one is
            missing, each with what was expected there.
    """
    rows: list[list[tuple[int, Expected]]] = []
    for index, expected in sorted(rejects):
        if rows and index == rows[-1][-1][0] + 1 and index < len(tokens):
            rows[-1].append((index, expected))
        else:
            rows.append([(index, expected)])
    problems = [problem for row in rows for problem in _row(text, tokens, row)]
    return list(dict.fromkeys(problems))


def _row(text: str, tokens: list[Token], row: list[tuple[int, Expected]]) -> list[BlazonProblem]:
    first, expected = row[0]
    if first >= len(tokens):
        offset = len(text.rstrip())
        what = {"tincture": "a tincture", "division": "the division", "charge": "a charge"}[expected]
        return [BlazonProblem("", offset, offset, f"{what} is missing at the end", _example(expected))]
    vocabulary = known_words()
    unknown = [
        (tokens[index], categories) for index, categories in row if tokens[index].word not in vocabulary
    ]
    if unknown:
        french = is_french(text[:MAX_JUDGED])
        return [
            BlazonProblem(
                text[token.start : token.end],
                token.start,
                token.end,
                f"`{_clip(text[token.start : token.end])}` is not understood",
                _nearest(token.word, categories, french) or _example(categories),
            )
            for token, categories in unknown
        ]
    if all(tokens[index].word in (",", ";") for index, _ in row):
        return []
    start, end = tokens[first].start, tokens[row[-1][0]].end
    words = [tokens[index].word for index, _ in row]
    use = next((use for word in words for group, use in _USES if word in group), _example(expected))
    words_there = text[start:end]
    return [BlazonProblem(words_there, start, end, f"`{_clip(words_there)}` cannot stand here", use)]


def _clip(text: str) -> str:
    """Return a text of a length that a message can bear.

    `source.node.excerpt` does so for files; a blazon is a drawing and imports nothing that reads.
    """
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def _example(expected: Expected) -> str:
    if expected == "tincture":
        return "tinctures are or, argent, gules, azure, sable, vert, purpure, tenne, sanguine, ermine, vair"
    if expected == "division":
        return f"divisions are {', '.join(f'per {name}' for name in DIVISIONS)}"
    return "a charge is written such as `three lions or`"


def _nearest(word: str, expected: Expected, french: bool) -> str:
    """Return the question after the word most like a misspelt one, of the kind wanted if any."""
    from difflib import get_close_matches  # slow import, needed for mistakes only

    kinds = {"tincture": TINCTURE_WORDS, "division": DIVISIONS, "charge": (*CHARGES, *ORDINARIES)}
    foreign = {without_accents(name): name for name in FRENCH} if french else {}
    for names in (kinds[expected], known_words() - _GRAMMAR):
        spellings = {name: spelling(name) for name in sorted(names) if len(name) > 1}
        near = get_close_matches(word, {**spellings, **foreign}, 1)
        if near:
            return f"did you mean `{foreign.get(near[0]) or spellings[near[0]]}`?"
    return ""


def describe(text: str, problem: BlazonProblem) -> str:
    """Return a problem for people: the blazon, a mark under the words, what is wrong and what may be meant.

    Args:
        text: the blazon that was read.
        problem: one of its problems.
    """
    line = re.sub(r"\s", " ", text)
    mark = " " * problem.start + "^" * max(1, problem.end - problem.start)
    return f"{problem.message}\n    {line}\n    {mark}\nhint: {problem.hint}"
