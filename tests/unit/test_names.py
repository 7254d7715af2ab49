"""Identifiers of the program against the words that docs/glossary.md calls gone; prose is nobody's business here.

Where such a word is the right one it stands in `EXEMPT`, with its reason. `retired_names.txt` beside this file
lists, by directory, the words that still stand elsewhere. It may only shrink: `python tests/unit/test_names.py`
writes it anew after names have been mended.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "jdgtools"
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ALLOWANCE = Path(__file__).with_name("retired_names.txt")


EXPECTED_AND_FOUND = "one half of what every message says: what is expected, and what was found in its place"
EXEMPT: dict[tuple[str, str], str] = {
    ("diagnostics/diagnostic.py", "found"): EXPECTED_AND_FOUND,
    ("charts/overrides.py", "found"): EXPECTED_AND_FOUND,
    ("model/context.py", "found"): EXPECTED_AND_FOUND,
    ("schema/translate.py", "found"): EXPECTED_AND_FOUND,
    ("source/problem.py", "found"): EXPECTED_AND_FOUND,
}
"""Module below `jdgtools` and name -> why a word that is gone elsewhere is the right one there."""


def gone(heading: str) -> frozenset[str]:
    """Return the words in the first column of the table below a sentence of the glossary."""
    lines = iter(GLOSSARY[GLOSSARY.index(heading) :].splitlines()[2:])
    words: set[str] = set()
    for line in lines:
        if not line.startswith("|"):
            break
        words |= set(re.findall(r"\w+", line.split("|")[1]))
    return frozenset(words - {"gone"})


PARTS = gone("Nowhere in a name:")
WHOLE = gone("Not as a whole name,")


def identifiers(path: Path) -> Iterator[tuple[str, int]]:
    """Yield every name that a module gives to something, with its line, and the module's own name."""
    yield path.stem, 1
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, node.lineno
            case ast.arg():
                yield node.arg, node.lineno
            case ast.Name(ctx=ast.Store()):
                yield node.id, node.lineno
            case ast.Attribute(ctx=ast.Store()):
                yield node.attr, node.lineno
            case ast.alias(asname=str()):
                yield str(node.asname), node.lineno
            case ast.ExceptHandler(name=str()) | ast.MatchAs(name=str()):
                yield str(node.name), node.lineno


def words(name: str) -> list[str]:
    """Return the words of a name in lower case: `_PieceTemplates` and `piece_templates` have the same."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)]


def retired(name: str) -> set[str]:
    """Return what is wrong with a name: the words in it that are gone."""
    parts = words(name)
    problems = {part for part in parts if part in PARTS}
    problems |= {"_".join(parts), name.lstrip("_")} & WHOLE
    if parts[:1] == ["most"] and len(parts) > 1:
        problems.add("most_")
    return problems


def directory(path: Path) -> str:
    """Return the part of the program that a module belongs to: what one allowance is about."""
    parts = path.relative_to(PACKAGE).parts
    if len(parts) == 1:
        return "."
    deep = parts[0] in ("exporters", "series", "render") and len(parts) > 2
    return "/".join(parts[:2] if deep else parts[:1])


@cache
def standing() -> dict[str, dict[str, list[str]]]:
    """Return the retired words that stand in the program: directory -> word -> places."""
    places: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted(PACKAGE.rglob("*.py")):
        for name, line in identifiers(path):
            if (path.relative_to(PACKAGE).as_posix(), name) in EXEMPT:
                continue
            for word in retired(name):
                shown = f"{path.relative_to(ROOT).as_posix()}:{line}: {name}"
                places[directory(path)][word].append(shown)
    return places


def allowed() -> dict[str, set[str]]:
    """Return the words that may still stand: directory -> words."""
    lines = ALLOWANCE.read_text(encoding="utf-8").splitlines() if ALLOWANCE.exists() else []
    pairs = (line.partition(": ") for line in lines if line and not line.startswith("#"))
    return {place: set(text.split()) for place, _, text in pairs}


def test_no_name_is_one_that_is_gone() -> None:
    allowance = allowed()
    wrong = [
        place
        for part, by_word in standing().items()
        for word, places in by_word.items()
        if word not in allowance.get(part, ())
        for place in places
    ]
    assert wrong == [], "docs/glossary.md says what to call these"


def test_every_exemption_is_used_and_has_its_reason() -> None:
    for (module, name), reason in EXEMPT.items():
        assert name in {given for given, _ in identifiers(PACKAGE / module)}, f"{module}: {name} is gone"
        assert retired(name), f"{name} needs no exemption"
        assert len(reason.split()) > 5, f"{module}: {name} without a reason"


def test_no_allowance_is_longer_than_it_must_be() -> None:
    stale = [
        f"{part}: {word}"
        for part, listed in allowed().items()
        for word in listed
        if word not in standing().get(part, {})
    ]
    assert stale == [], "mended; write the list anew: python tests/unit/test_names.py"


@pytest.mark.parametrize(
    ("name", "problems"),
    [
        ("found", {"found"}),
        ("_Found", {"found"}),
        ("found_hexes", set()),  # an adjective before a noun says what the thing is
        ("SlabStack", {"slab"}),
        ("_MOST_ROWS", {"most_"}),
        ("most_rows", {"most_"}),
        ("most", set()),
        ("almost", set()),
        ("MAX_ROWS", set()),
        ("own_svg", {"own_svg"}),
        ("_Look", {"Look"}),
        ("look_up", set()),
        ("ground", set()),
        ("Ground", {"Ground"}),
        ("PDFSlab", {"slab"}),
    ],
)
def test_what_is_wrong_with_a_name(name: str, problems: set[str]) -> None:
    assert retired(name) == problems


def test_prose_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        '"""A slab was found."""\nfor row in x.found:  # kept\n    y = "told"\n', encoding="utf-8"
    )
    assert [name for name, _ in identifiers(path)] == ["module", "row", "y"]


def test_the_glossary_defines_no_word_twice_and_its_files_exist() -> None:
    definitions = GLOSSARY[: GLOSSARY.index("## Words that are gone")]
    defined = re.findall(r"^\| ([^|`]+?) \|", definitions, re.M)
    defined = [word for word in defined if word not in ("word", "---")]
    assert len(defined) == len(set(defined)) > 60
    for target in re.findall(r"`((?:jdgtools|tests)/[\w/.]+)`", GLOSSARY):
        assert (ROOT / target).exists(), target
    assert not [word for word in defined if retired(word.replace(" ", "_"))]


if __name__ == "__main__":
    before = allowed()
    lines = []
    for part, by_word in sorted(standing().items()):
        listed = sorted(word for word in by_word if not before or word in before.get(part, ()))
        if listed:
            lines.append(f"{part}: {' '.join(listed)}")
    ALLOWANCE.write_text("\n".join(lines) + "\n" * bool(lines), encoding="utf-8", newline="\n")
    print(f"{len(lines)} directories still have names that are gone")
