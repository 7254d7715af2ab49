"""Text inside its box on a counter: as large as asked for, smaller, abbreviated, at last cut short.

A name comes in several wordings, the fullest first. What the game needs is never printed smaller than
`MIN_POINTS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from msgspec import Struct

from jdgtools.render.text import (
    DESCENDERS,
    MM_PER_POINT,
    cap_height,
    ends_loose,
    text_width,
    typographic,
    wrap,
)

MIN_POINTS = 5.0
"""Smallest print of anything that the game needs."""
MIN_POINTS_OPTIONAL = 5.0
"""Smallest print of what is nice to know."""
LINE = 1.02
"""Distance of baselines in font sizes."""
DESCENT = 0.22
"""Depth of "p" in font sizes, as ``text_box`` measures it."""
_COMFORT = 0.82
"""A wording is given up for a shorter one below this share of its size."""
_STEP = 0.05
_ONE_SOUND = frozenset(("ch", "ck", "ph", "sh", "th", "cz", "rz", "sz", "cs", "gy", "ly", "ny", "ty", "zs"))
"""Consonants that are written with two letters."""
_CLOSING = ")]»”"
_ARTICLE = "A"
"""Left out, in English and Hungarian, where it would stand on a line of its own."""
_SIGNS = {"and": "&"}
"""What is shorter than a word that nobody abbreviates with a full stop."""
_APOSTROPHES = frozenset("'’")
_VOWELS = frozenset("aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœąęóőű")


class SetText(Struct, frozen=True):
    """Lettering that fits."""

    lines: tuple[str, ...]
    size: float
    """Font size in the units of the box."""
    cut: bool = False
    """True: even the shortest wording was too long and lost letters."""


def min_font_size(scale: float, essential: bool) -> float:
    """Return the smallest font size in face units of a counter drawn ``scale`` mm per unit."""
    points = MIN_POINTS if essential else MIN_POINTS_OPTIONAL
    return points * MM_PER_POINT / scale


@lru_cache(maxsize=4096)
def set_text(
    wordings: tuple[str, ...],
    font: str,
    size: float,
    width: float,
    height: float,
    lines: int,
    min_size: float,
    author_wordings: int = 1,
) -> SetText:
    """Return the fullest wording that fits at a comfortable size, else the one that fits at all.

    Wordings that a person wrote shrink to the smallest size before one made by rule is used. Apostrophes
    become those of printers.

    Args:
        wordings: from the full text to the shortest.
        font: font key.
        size: largest font size.
        width: of the box.
        height: of the box.
        lines: most lines.
        min_size: smallest font size; smaller lettering is cut instead.
        author_wordings: how many of the wordings a person wrote.
    """
    wordings = tuple(map(typographic, wordings))
    comfort = max(min_size, size * _COMFORT)
    for some in (wordings[:author_wordings], wordings[author_wordings:]):
        for lowest in (comfort, min_size):
            for wording in some:
                fit = _largest(wording, font, size, lowest, width, height, lines)
                if fit is not None:
                    return fit
    return _cut(wordings[-1] if wordings else "", font, min_size, width)


def text_depth(lines: Sequence[str]) -> float:
    """Return how far the last line reaches below its baseline, in font sizes."""
    return DESCENT if any(c in DESCENDERS for c in lines[-1]) else 0.0


def _largest(
    wording: str, font: str, size: float, lowest: float, width: float, height: float, lines: int
) -> SetText | None:
    steps = int((size - lowest) / _STEP + 1e-6)
    loose: SetText | None = None
    for step in range(steps + 1):
        try_size = size - step * _STEP
        if loose is not None and try_size < size * _COMFORT:
            break
        rows = wording.split("\n") if lines == 1 else wrap(wording, font, try_size, width)
        if len(rows) > lines or any(text_width(line, font, try_size) > width for line in rows):
            continue
        even_rows = rows if "\n" in wording else _balance_rows(rows, font, try_size, width)
        above = cap_height(font, try_size) + (len(rows) - 1) * LINE * try_size
        fits = [r for r in (even_rows, rows) if above + text_depth(r) * try_size <= height + 1e-9]
        if not fits:
            continue
        fit = SetText(tuple(fits[0]), try_size)
        if not any(map(ends_loose, fit.lines[:-1])):
            return fit
        # A little smaller, an initial may find room beside its name.
        loose = loose or fit
    if loose is not None and loose.lines[0] == _ARTICLE:
        first, *others = loose.lines[1:]
        return SetText((first[:1].upper() + first[1:], *others), loose.size)
    return loose


def _balance_rows(rows: list[str], font: str, size: float, width: float) -> list[str]:
    """Return the words of rows in as many rows that are as narrow as can be: none ends with "de" alone."""
    words = " ".join(rows).split()
    if not 1 < len(rows) < len(words) < 9:
        return rows

    def score(candidate: list[str]) -> tuple[int, float]:
        return sum(map(ends_loose, candidate[:-1])), max(text_width(row, font, size) for row in candidate)

    candidates = (
        [" ".join(words[a:b]) for a, b in pairwise((0, *breaks, len(words)))]
        for breaks in combinations(range(1, len(words)), len(rows) - 1)
    )
    return min((rows, *(x for x in candidates if score(x)[1] <= width)), key=score)


def _cut(wording: str, font: str, size: float, width: float) -> SetText:
    for length in range(len(wording), 0, -1):
        short = wording[:length].rstrip(" .-/") + "."
        if text_width(short, font, size) <= width:
            return SetText((short,), size, cut=True)
    return SetText(("",), size, cut=True)


def abbreviations(name: str, short: str = "") -> tuple[str, ...]:
    """Return the wordings of a name by rule, fullest first.

    The name; the designer's own short form; a single long word in two lines; long words cut after about four
    letters ("Gren. Kirch."); of a name with a preposition the first word as an initial ("G. de Saint-Pol");
    the first word whole and the others as initials; words without the last ones. Prepositions stay whole.
    """
    words = name.split()
    short_name = " ".join(_clip_word(word) for word in words)
    clippings = [short_name, " ".join(_SIGNS.get(word, word) for word in short_name.split())]
    if any(map(_is_small, words[1:-1])) and len(words[0]) > 3:
        clippings.append(" ".join([_initial(words[0]), *map(_clip_word, words[1:])]))
    initials = " ".join([words[0], *map(_initial, words[1:])]) if words else ""
    ends = [count for count in range(len(words) - 1, 0, -1) if not _is_small(words[count - 1])]
    fewer = [" ".join(map(_clip_word, words[:count])) for count in ends]
    fewer = [wording for wording in fewer if _brackets_close(wording)]
    by_author = [short] if short else []
    return tuple(
        dict.fromkeys(w for w in (name, *by_author, _in_two(name), *clippings, initials, *fewer) if w)
    )


def _in_two(word: str) -> str:
    """Return a long word with a hyphen between the syllables nearest to its middle; '' for others.

    An article before it is left out: it would stand on a line of its own.
    """
    if word.startswith(f"{_ARTICLE} "):
        word = word[2:3].upper() + word[3:]
    if len(word) < 10 or not word.isalpha():
        return ""
    vowels = [at for at, letter in enumerate(word) if letter.lower() in _VOWELS]
    # Between two vowels: before a single consonant, else behind the first of several.
    breaks = [
        a + (1 if b - a == 2 else 2) for a, b in pairwise(vowels) if b - a > 1 and 3 <= a < len(word) - 4
    ]
    if not breaks:
        return ""
    at = min(breaks, key=lambda b: abs(b - len(word) / 2))
    return f"{word[:at]}-\n{word[at:]}"


def _clip_word(word: str) -> str:
    return "-".join(_stem(part) for part in word.split("-"))


def _initial(word: str) -> str:
    """Return the first letter of a word; all of a preposition and of "(70.", which begins with none."""
    if _is_small(word):
        return word
    if elision := _elision(word):
        return elision + _initial(word[len(elision) :])
    return f"{word[0]}.{_closing(word)}" if word[0].isalpha() else word


def _stem(word: str) -> str:
    if elision := _elision(word):
        return elision + _stem(word[len(elision) :])
    letters = sum(c.isalpha() for c in word)
    if letters < 6 or not word[:4].isalpha():
        return word
    # A stem ends with a consonant, as abbreviations do, and with both letters of one written with two.
    ends = [at for at in (4, 3, 5, 6) if word[at - 1].lower() not in _VOWELS and word[at - 1].isalpha()]
    end = ends[0] if ends else 4
    end += word[end - 1 : end + 1].lower() in _ONE_SOUND
    return f"{word[:end]}.{_closing(word)}" if end < letters - 1 else word


def _elision(word: str) -> str:
    """Return the article or preposition that leans on a name, "d'" of "d'Audenarde"; '' without one."""
    return word[:2] if word[1:2] in _APOSTROPHES and word[2:3].isalpha() else ""


def _is_small(word: str) -> bool:
    """Return whether a word is a preposition or a conjunction, as "of", "des" and "z" are."""
    return len(word) < 4 and word.isalpha() and word.islower()


def _closing(word: str) -> str:
    """Return the signs at the end of a word that close what others have opened."""
    return word[len(word.rstrip(_CLOSING)) :]


def _brackets_close(wording: str) -> bool:
    return wording.count("(") == wording.count(")") and wording.count("[") == wording.count("]")
