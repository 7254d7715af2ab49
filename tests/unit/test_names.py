"""Identifiers of the program against the words that docs/glossary.md calls gone; prose is nobody's business here.

Where such a word is the right one it stands in `EXEMPT`, with its reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "jdgtools"
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")


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


IRREGULAR = frozenset(
    [
        "beaten",
        "begun",
        "bent",
        "borne",
        "bound",
        "broken",
        "brought",
        "built",
        "bought",
        "caught",
        "chosen",
        "dealt",
        "done",
        "drawn",
        "driven",
        "fallen",
        "felt",
        "forgotten",
        "found",
        "fought",
        "frozen",
        "given",
        "gone",
        "grown",
        "held",
        "hidden",
        "kept",
        "known",
        "laid",
        "left",
        "lent",
        "lost",
        "made",
        "meant",
        "met",
        "paid",
        "risen",
        "said",
        "seen",
        "sent",
        "shaken",
        "shot",
        "shown",
        "sold",
        "spelt",
        "spent",
        "spoken",
        "stolen",
        "struck",
        "taken",
        "taught",
        "thought",
        "thrown",
        "told",
        "torn",
        "understood",
        "wanted",
        "won",
        "worn",
        "wound",
        "woven",
        "written",
    ]
)
"""Past participles without -ed, but for those that are verbs as they stand: `read`, `put`, `set`, `cut`."""


STATE = "the word of the rules for a state of a unit, and a predicate where it stands"
CONDITION = "a kind of condition of the package: the class has the name that the format gives it"
PARTICIPLES: dict[tuple[str, str], str] = {
    (
        "loading/loaded_battle.py",
        "Loaded",
    ): "a public name of the interface for programs, which is never taken away",
    ("package/model_play.py", "Captured"): CONDITION,
    ("package/model_play.py", "Destroyed"): CONDITION,
    ("package/model_play.py", "Eliminated"): CONDITION,
    ("package/model_play.py", "Exited"): CONDITION,
    ("series/jdg/checks/common.py", "routed"): STATE,
    (
        "vassal/encoding.py",
        "named",
    ): "makes what VASSAL calls a named command, as `Key.ctrl` makes a key with Ctrl",
}
"""Module below `jdgtools` and name -> why a participle alone is the right name there."""


FORMAT = "the name that the field has in the source files and in the package, which users read"
MESSAGE = "one half of what every message says: what is expected, and what was found in its place"
VASSAL = "the name that the value has in VASSAL's own classes"
RECORD = "is named as its type is, a public record"
FIELDS: dict[str, str] = {
    "captured": FORMAT,
    "checked": FORMAT,
    "directed": FORMAT,
    "evaluated": FORMAT,
    "failed": FORMAT,
    "held": FORMAT,
    "hidden": FORMAT,
    "missed": FORMAT,
    "overlooked": FORMAT,
    "passed": FORMAT,
    "ragged": FORMAT,
    "required": FORMAT,
    "shifted": FORMAT,
    "shown": FORMAT,
    "signed": FORMAT,
    "uncounted": FORMAT,
    "unused": FORMAT,
    "lost": FORMAT,
    "expected": MESSAGE,
    "found": MESSAGE,
    "related": "a field of the public record `Diagnostic`, which is never renamed",
    "suppressed": "a field of the public record `Report.counts`, which is never renamed",
    "unsaved": "a field of the buffers that a program gives to `load`, which is never renamed",
    "repeated": "a field of `Option`, which exporters of other packages write",
    "chosen": "stands so in the answer of `jdg info` on close calls, which programs read",
    "sent": VASSAL,
    "moved": VASSAL,
    "initialized": VASSAL,
    "loaded": RECORD,
    "left": "the left side, and no participle",
    "bleed": "the printer's word for what is printed beyond the edge, and no participle",
    "routed": STATE,
}
"""Fields of records that may be called so, with the reason."""
FORMAT_PLACES = ("model/", "package/", "charts/", "derived/", "hexgrid/", "importers/draft.py")
"""Where records say what the format says; a name with the reason `FORMAT` is right nowhere else."""


def is_participle(name: str) -> bool:
    """Return whether a name is one past participle and nothing else: `_joined`, but not `joined_runs`."""
    parts = words(name)
    return len(parts) == 1 and (parts[0] in IRREGULAR or (parts[0].endswith("ed") and len(parts[0]) > 4))


Place = tuple[str, int]
"""A name and its line."""


class Names(NamedTuple):
    """All that a module gives a name to."""

    identifiers: tuple[Place, ...]
    participles: tuple[Place, ...]
    fields: tuple[Place, ...]
    parameters: tuple[Place, ...]
    locals: tuple[Place, ...]
    classes: tuple[str, ...]
    """Those at the top of the module."""


class Node(NamedTuple):
    """A part of a module."""

    node: ast.AST
    is_inner: bool
    """It stands inside a function."""


@cache
def names_of(path: Path) -> Names:
    """Return the names of a module, which is parsed once for all tests."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [Node(tree, False)]
    for node, is_inner in nodes:
        inside = is_inner or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        # Which the loop comes to later.
        nodes += [Node(child, inside) for child in ast.iter_child_nodes(node)]
    return Names(
        ((path.stem, 1), *identifiers(nodes)),
        (*([(path.stem, 1)] if is_participle(path.stem) else ()), *participles(nodes)),
        tuple(fields(nodes)),
        tuple(parameters(nodes)),
        tuple(local_names(nodes)),
        tuple(node.name for node in tree.body if isinstance(node, ast.ClassDef)),
    )


def participles(nodes: Iterable[Node]) -> Iterator[Place]:
    """Yield classes, functions, methods and properties that are called by a participle alone."""
    for node, is_inner in nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            private = node.name.startswith("_")
            if is_participle(node.name) and (private or not is_inner):
                yield node.name, node.lineno


PARTS = gone("Nowhere in a name:")
WHOLE = gone("Not as a whole name,")


def identifiers(nodes: Iterable[Node]) -> Iterator[Place]:
    """Yield every name that a module gives to something, with its line."""
    for node, _ in nodes:
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


def test_no_name_is_one_that_is_gone() -> None:
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE).as_posix()
        for name, line in names_of(path).identifiers:
            if retired(name) and (module, name) not in EXEMPT:
                wrong.append(f"jdgtools/{module}:{line}: {name}")
    assert wrong == [], "docs/glossary.md says what to call these"


def test_nothing_is_called_by_a_participle_alone() -> None:
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE).as_posix()
        for name, line in names_of(path).participles:
            if (module, name) not in PARTICIPLES:
                wrong.append(f"jdgtools/{module}:{line}: {name}")
    assert wrong == [], "say what it returns (`joined_runs`), does (`join`), or asks (`is_joined`)"


def fields(nodes: Iterable[Node]) -> Iterator[Place]:
    """Yield the fields of records and the attributes that `__init__` sets, with their lines."""
    for node, _ in nodes:
        if not isinstance(node, ast.ClassDef):
            continue
        for entry in node.body:
            if isinstance(entry, ast.AnnAssign) and isinstance(entry.target, ast.Name):
                yield entry.target.id, entry.lineno
            if isinstance(entry, ast.FunctionDef) and entry.name == "__init__":
                for inner in ast.walk(entry):
                    match inner:
                        case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                            yield name, inner.lineno


def parameters(nodes: Iterable[Node]) -> Iterator[Place]:
    """Yield the parameters of functions and methods, with their lines."""
    for node, _ in nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for given in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                yield given.arg, given.lineno


PARAMETERS: dict[str, str] = {
    "derived": RECORD,
    "loaded": RECORD,
    "expected": MESSAGE,
    "found": MESSAGE,
    "related": MESSAGE,
    "left": "the left side, and no participle",
    "bleed": "the printer's word for what is printed beyond the edge, and no participle",
    "played": "the log of a game of VASSAL that the staff of an engine explains, in every engine",
}
"""Parameters that may be called so, with the reason."""


def test_no_parameter_is_called_by_a_participle_alone() -> None:
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE).as_posix()
        for name, line in names_of(path).parameters:
            if is_participle(name) and name not in PARAMETERS:
                wrong.append(f"jdgtools/{module}:{line}: {name}")
    assert wrong == [], "a noun for a thing (`names`), `is_` or `has_` for a flag"


def local_names(nodes: Iterable[Node]) -> Iterator[Place]:
    """Yield the variables that functions make, also in loops, comprehensions and patterns, with their lines."""
    for node, is_inner in nodes:
        match node:
            case ast.Name(ctx=ast.Store()) if is_inner:
                yield node.id, node.lineno
            case ast.ExceptHandler(name=str()) | ast.MatchAs(name=str()) if is_inner:
                yield str(node.name), node.lineno


LOCALS: dict[str, str] = {
    "derived": RECORD,
    "loaded": RECORD,
    "expected": MESSAGE,
    "related": MESSAGE,
    "left": "the left side, what remains of something, or who went away: a noun in each",
    "bleed": "the printer's word for what is printed beyond the edge, and no participle",
    "routed": STATE,
    "_allowed": "is the module's own variable, which one function sets for the process",
}
"""Variables of functions that may be called so, with the reason."""


def test_no_local_is_called_by_a_participle_alone() -> None:
    wrong = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE).as_posix()
        for name, line in names_of(path).locals:
            if is_participle(name) and name not in LOCALS:
                wrong.add(f"jdgtools/{module}:{line}: {name}")
    assert sorted(wrong) == [], "a noun for a thing (`names_shown`), `is_` or `has_` for a flag"


def test_locals_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        "SHOWN = 1\ndef run(given):\n    known = [x for shown in y]\n    self.lost = f(found=1)\n"
        "    try:\n        pass\n    except E as refused:\n        pass\n",
        encoding="utf-8",
    )
    assert sorted(name for name, _ in names_of(path).locals) == ["known", "refused", "shown"]


def test_no_field_is_called_by_a_participle_alone() -> None:
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE).as_posix()
        for name, line in names_of(path).fields:
            at_home = FIELDS.get(name) != FORMAT or module.startswith(FORMAT_PLACES)
            if is_participle(name) and not (name in FIELDS and at_home):
                wrong.append(f"jdgtools/{module}:{line}: {name}")
    assert wrong == [], "a noun for a thing (`losses`), `is_` or `has_` for a flag"


def test_every_field_that_may_be_called_so_is_there() -> None:
    names = {name for path in PACKAGE.rglob("*.py") for name, _ in names_of(path).fields}
    assert set(FIELDS) <= names
    assert all(len(reason.split()) > 5 for reason in FIELDS.values())


def test_fields_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        "class A:\n    lost: int\n    def __init__(self):\n        self._known: int = 0\n        self.x.found = 1\n"
        "    def run(self):\n        self.given = 1\n",
        encoding="utf-8",
    )
    assert [name for name, _ in names_of(path).fields] == ["lost", "_known"]


OWN_OF_EACH_SERIES = "series/"
"""Below it every series says in its own package what a thing of its rules is; none imports another's."""
SOURCE_AND_PACKAGE = "the thing as the battle's files say it, and as the package gives it to other programs"
CLASSES: dict[str, str] = {
    "Arrival": SOURCE_AND_PACKAGE,
    "Command": SOURCE_AND_PACKAGE,
    "Leader": SOURCE_AND_PACKAGE,
    "Region": SOURCE_AND_PACKAGE,
    "SpecialRule": SOURCE_AND_PACKAGE,
    "StackCase": SOURCE_AND_PACKAGE,
    "StackLimits": SOURCE_AND_PACKAGE,
    "StackPart": SOURCE_AND_PACKAGE,
    "StateAxis": SOURCE_AND_PACKAGE,
    "Turn": SOURCE_AND_PACKAGE,
    "Unit": SOURCE_AND_PACKAGE,
    "ValueType": SOURCE_AND_PACKAGE,
    "Way": SOURCE_AND_PACKAGE,
}
"""Classes that two modules define, one of them in `package`, with the reason."""


def class_names(root: Path) -> dict[str, list[str]]:
    """Return the classes of all modules, private ones too, with the modules that define them.

    A series' own packages count as one place, unless one of them has a name twice.
    """
    modules: dict[str, set[str]] = {}
    of_series: set[tuple[str, str]] = set()
    for path in sorted(root.rglob("*.py")):
        module = path.relative_to(root).as_posix()
        parts = module.split("/")
        is_own = module.startswith(OWN_OF_EACH_SERIES) and len(parts) > 2
        for name in names_of(path).classes:
            is_first = is_own and (name, parts[1]) not in of_series
            of_series.add((name, parts[1] if is_own else ""))
            modules.setdefault(name, set()).add("series/<id>" if is_first else module)
    return {name: sorted(places) for name, places in modules.items()}


def test_a_class_name_is_defined_once() -> None:
    wrong = []
    for name, modules in class_names(PACKAGE).items():
        of_package = [module for module in modules if module.startswith("package/")]
        if len(modules) > 1 and not (name in CLASSES and len(modules) == 2 and len(of_package) == 1):
            wrong.append(f"{name}: {', '.join(modules)}")
    assert wrong == [], "give each its own name: what it is, in the words of its package"


def test_every_class_that_may_stand_twice_does() -> None:
    classes = class_names(PACKAGE)
    assert [name for name in CLASSES if len(classes[name]) < 2] == []


def test_classes_of_several_modules_are_seen(tmp_path: Path) -> None:
    for module, text in {
        "a/x.py": "class Edge: pass\nclass _Reader: pass\n",
        "b/x.py": "class Edge: pass\nclass _Writer: pass\n",
        "series/one/moves.py": "class Mover: pass\n",
        "series/two/moves.py": "class Mover: pass\nclass Rout: pass\n",
        "series/two/rout.py": "class Rout: pass\n",
        "series/shared.py": "class Mover: pass\n",
    }.items():
        (tmp_path / module).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / module).write_text(text, encoding="utf-8")
    assert class_names(tmp_path) == {
        "Edge": ["a/x.py", "b/x.py"],
        "_Reader": ["a/x.py"],
        "_Writer": ["b/x.py"],
        "Mover": ["series/<id>", "series/shared.py"],
        "Rout": ["series/<id>", "series/two/rout.py"],
    }


def test_every_participle_that_stays_is_there_and_has_its_reason() -> None:
    for (module, name), reason in PARTICIPLES.items():
        assert name in {given for given, _ in names_of(PACKAGE / module).participles}, (
            f"{module}: {name} is gone"
        )
        assert len(reason.split()) > 5, f"{module}: {name} without a reason"


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("_joined", True),
        ("_shown", True),
        ("_read", False),
        ("_joined_runs", False),
        ("_Anchored", True),
        ("joined", True),
        ("Known", True),
        ("is_joined", False),
        ("feed", False),
    ],
)
def test_which_names_are_participles(name: str, result: bool) -> None:
    assert is_participle(name) is result


def test_participles_of_modules_classes_and_methods_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "known.py"
    path.write_text(
        "class Found:\n    def lost(self):\n        def moved(): pass\n        def _put_off(): pass\n\ndef run(): pass\n",
        encoding="utf-8",
    )
    assert [name for name, _ in names_of(path).participles] == ["known", "Found", "lost"]


def test_every_exemption_is_used_and_has_its_reason() -> None:
    for (module, name), reason in EXEMPT.items():
        assert name in {given for given, _ in names_of(PACKAGE / module).identifiers}, (
            f"{module}: {name} is gone"
        )
        assert retired(name), f"{name} needs no exemption"
        assert len(reason.split()) > 5, f"{module}: {name} without a reason"


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
    assert [name for name, _ in names_of(path).identifiers] == ["module", "row", "y"]


TEXT_PACKAGES = ("source", "diagnostics", "schema", "loading", "lsp", "audit", "appearance")
NAMED_PLACE = "a named place of the map, from the list `places:`"
MOVER = "where a mover is, in a search"
PLACES: dict[tuple[str, str], str] = {
    ("audit/hooks.py", "place"): MOVER,
    ("audit/trial.py", "place"): "the keys of a setup that say where a piece starts",
    ("appearance/map_art.py", "places"): "control points of a picture on the map",
    ("lsp/completions.py", "place"): NAMED_PLACE,
    ("lsp/hovers.py", "place"): NAMED_PLACE,
    ("lsp/words.py", "place"): NAMED_PLACE,
    ("lsp/words.py", "places"): NAMED_PLACE,
    ("schema/shapes.py", "_IN_PLACE"): "applies in place: at the same node",
}
"""Module below `jdgtools` and name -> what `place` means there, where texts are read and judged."""


def test_what_is_written_has_a_span_and_no_place() -> None:
    with_place = {
        (path.relative_to(PACKAGE).as_posix(), name)
        for package in TEXT_PACKAGES
        for path in (PACKAGE / package).rglob("*.py")
        for name, _ in names_of(path).identifiers
        if {"place", "places"} & set(words(name))
    }
    assert with_place == set(PLACES), "docs/glossary.md: span, location"


def test_the_glossary_defines_no_word_twice_and_its_files_exist() -> None:
    definitions = GLOSSARY[: GLOSSARY.index("## Words that are gone")]
    defined = re.findall(r"^\| ([^|`]+?) \|", definitions, re.M)
    defined = [word for word in defined if word not in ("word", "---")]
    assert len(defined) == len(set(defined)) > 60
    for target in re.findall(r"`((?:jdgtools|tests)/[\w/.]+)`", GLOSSARY):
        assert (ROOT / target).exists(), target
    assert not [word for word in defined if retired(word.replace(" ", "_"))]
