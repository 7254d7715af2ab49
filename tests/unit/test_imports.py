"""The architecture as a test: who may import whom, and what must stay cheap."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parents[2] / "jdgtools"
RANKS = [
    {"errors", "scratch", "canonical", "collector"},
    {"cache", "plugins", "processes", "project_folder", "untrusted"},
    {"source", "diagnostics", "hexgrid", "publication", "vassal"},
    {"schema", "model", "charts"},
    {"rules"},
    {"derived", "package"},
    {"engine"},
    {"checks", "render", "blazon", "gis"},
    {"appearance"},
    {"series", "project_names"},
    {"loading", "starting"},
    {"desk"},
    {"exporters", "importers", "audit", "game_words"},
    {"balance", "building", "desk_page", "diff", "docs", "lsp", "zoo"},
    {"interface"},
    {"cli"},
    {"__main__"},
]
PEERS = [
    {"cache", "untrusted"},
    {"source", "diagnostics"},
    {"schema", "model", "charts"},
    {"render", "blazon"},
]
"""Packages of one rank that may use each other's modules."""
RANK = {name: rank for rank, names in enumerate(RANKS) for name in names}
LATE = {
    # Module -> packages that it may import inside a function although they rank higher.
    "checks.catalogue": {"series"},  # lists the documents of all series' checks
    "checks.command": {"render"},  # asks how far apart two colours are
    "importers.remade_module": {"exporters"},  # what a module without a record is compared with
}


class Statement(NamedTuple):
    """An import of a file."""

    node: ast.Import | ast.ImportFrom
    is_top: bool
    """It stands at the top of the module."""
    for_types: bool
    """It stands where types alone are checked."""

    @property
    def names(self) -> list[str]:
        """What it imports from, dotted."""
        if isinstance(self.node, ast.Import):
            return [alias.name for alias in self.node.names]
        return [self.node.module] if self.node.module else []


@cache
def statements(path: Path) -> tuple[Statement, ...]:
    """Every import of a file, which is parsed once for all tests."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = set(tree.body)
    found, waiting = [], [(node, False) for node in tree.body]
    while waiting:
        node, for_types = waiting.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found.append(Statement(node, node in top, for_types))
        for_types |= isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        waiting += [(child, for_types) for child in ast.iter_child_nodes(node) if isinstance(child, BLOCKS)]
    return tuple(found)


BLOCKS = (ast.stmt, ast.excepthandler, ast.match_case)
"""Where statements may stand."""


def imports(path: Path) -> set[tuple[str, bool]]:
    """(imported jdgtools part, at the top of the module) of a file; type-checking imports do not count."""
    found = set()
    for statement in statements(path):
        if statement.for_types or getattr(statement.node, "level", 0):
            continue
        for name in statement.names:
            parts = name.split(".")
            if parts[0] == "jdgtools" and len(parts) > 1:
                found.add((parts[1], statement.is_top))
    return found


def modules() -> list[Path]:
    return sorted(p for p in PACKAGE.rglob("*.py") if p.name != "__init__.py" or p.parent != PACKAGE)


@pytest.mark.parametrize("path", modules(), ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_imports_point_to_the_left(path: Path) -> None:
    relative = path.relative_to(PACKAGE)
    own = relative.parts[0].removesuffix(".py")
    name = ".".join(relative.with_suffix("").parts)
    for target, _ in imports(path):
        if target == own or target in LATE.get(name, ()):
            continue
        allowed = RANK[target] < RANK[own] or any({target, own} <= peers for peers in PEERS)
        assert allowed, f"{name} imports jdgtools.{target}"


def test_the_architecture_tells_of_every_package() -> None:
    page = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page, re.M)
    told = {name.split("/")[0] for row in rows for name in re.findall(r"`([\w/<>]+)`", row)}
    assert told == {name for names in RANKS for name in names} - {"__main__"}


ASKS_ITS_CHECKS = {
    "jdg/mover.py": "who may end a move in a hex is judged by the limits that setups are judged by (JDG-5.1.2-e)",
    "afe/neighbours.py": "a scenario's exception to stacking is one record for setups and moves (AFE-5.2.2-a)",
}
"""Module of a series -> why it asks the checks, which otherwise ask the rules."""


def test_rules_of_a_series_do_not_depend_on_its_checks() -> None:
    asking = set()
    for series in ("afe", "jdg", "mpbs"):
        for path in (PACKAGE / "series" / series).glob("*.py"):
            if any(name.startswith(f"series.{series}.checks.") for name in imported_modules(path)):
                asking.add(f"{series}/{path.name}")
    assert asking == set(ASKS_ITS_CHECKS)


def test_the_vassal_format_stands_alone() -> None:
    for path in (PACKAGE / "vassal").rglob("*.py"):
        assert {target for target, _ in imports(path)} <= {"errors", "scratch", "untrusted", "vassal"}, (
            path.name
        )


def test_the_engine_knows_packages_and_the_standard_library_alone() -> None:
    for path in (PACKAGE / "engine").rglob("*.py"):
        assert {target for target, _ in imports(path)} <= {"engine", "package"}, path.name
        names = {name for statement in statements(path) for name in statement.names or [""]}
        foreign = {name.split(".")[0] for name in names} - {"jdgtools"} - sys.stdlib_module_names
        assert foreign == set(), path.name


def test_the_core_of_the_engine_names_no_series() -> None:
    for path in (PACKAGE / "engine" / "core").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\b(jdg|afe|mpbs)\b(?!tools|pos)", text, re.IGNORECASE), path.name


PRIMITIVES = {"render.scene", "render.path", "render.path_data", "render.shapes", "render.horse"}
"""What drawings are made of: all that heraldry may use of the project."""


def imported_modules(path: Path, *, top: bool = False) -> set[str]:
    """Names of the jdgtools modules that a file imports (at its ``top`` or anywhere), without the package's own name."""
    names = {name for one in statements(path) if one.is_top or not top for name in one.names}
    return {name.removeprefix("jdgtools.") for name in names if name.split(".")[0] == "jdgtools"}


CIRCLES = {frozenset({f"series.{name}.sight", f"series.{name}.sight_np"}) for name in ("jdg", "afe", "mpbs")}
"""Circles that stay: numpy is loaded when many lines of sight are asked for at once, not before."""


def test_no_module_needs_one_that_needs_it() -> None:
    """Not even inside functions: a circle that is closed late is still two modules that are one."""
    paths = {
        ".".join(p.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): p for p in modules()
    }
    graph = {name: _needed(path, paths) - {name} for name, path in paths.items()}
    circles = {frozenset({a, b}) for a in graph for b in graph[a] if a in _reached(graph, b)}
    assert circles == CIRCLES


def _needed(path: Path, paths: dict[str, Path]) -> set[str]:
    """Return the modules that a file imports anywhere; a name imported from a package may be a module."""
    names: set[str] = set()
    for node, _, for_types in statements(path):
        if isinstance(node, ast.ImportFrom) and not for_types and node.module:
            base = node.module.removeprefix("jdgtools").removeprefix(".")
            if node.module.split(".")[0] == "jdgtools":
                parts = {f"{base}.{alias.name}".lstrip(".") for alias in node.names}
                names |= parts & paths.keys() or {base} & paths.keys()
    return names


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    """Return the modules that one needs, directly or not."""
    reached: set[str] = set()
    waiting = {start}
    while waiting:
        reached |= waiting
        waiting = {other for name in waiting for other in graph[name]} - reached
    return reached


def test_heraldry_knows_drawing_primitives_only() -> None:
    for path in (PACKAGE / "blazon").rglob("*.py"):
        if path.name == "__main__.py":
            continue  # the command: it writes files
        foreign = {name for name in imported_modules(path) if name.split(".")[0] != "blazon"}
        assert foreign <= PRIMITIVES, path.name
    for name in PRIMITIVES:
        path = PACKAGE / f"{name.replace('.', '/')}.py"
        assert imported_modules(path, top=True) <= PRIMITIVES, name


def test_only_series_knows_the_names_of_series() -> None:
    wrong, quoted = [], re.compile(r"""['"](jdg|afe|mpbs)['"]""")
    for path in modules():
        relative = path.relative_to(PACKAGE).as_posix()
        source = path.read_text(encoding="utf-8")
        # Most files name none anywhere, and need not be parsed.
        if relative.startswith("series/") or not quoted.search(source):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Compare):
                text = ast.unparse(node)
                if quoted.search(text):
                    wrong.append(f"{relative}:{node.lineno}: {text}")
    assert wrong == []


def loaded_by(code: str) -> set[str]:
    """Top-level names of the modules that a piece of code loads in a fresh interpreter."""
    script = f"import sys\n{code}\nprint(' '.join(sorted({{m.split('.')[0] for m in sys.modules}})))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


HEAVY = {"numpy", "shapely", "resvg_py", "lxml", "PIL", "rich", "jsonschema", "pypdfium2", "uharfbuzz"}


def test_help_loads_nothing_heavy() -> None:
    assert loaded_by("import jdgtools.cli.main") & (HEAVY | {"yaml"}) == set()


def test_check_of_a_sound_battle_loads_nothing_heavy() -> None:
    folder = PACKAGE.parent / "scenarios" / "teaching-jdg"
    assert loaded_by(f"from jdgtools.loading import check\ncheck({str(folder)!r})") & HEAVY == set()


def test_the_picture_of_the_house_is_current() -> None:
    from tests.tools.house import PICTURE, graph, svg

    assert PICTURE.read_text(encoding="utf-8") == svg(graph()), "run: python -m tests.tools.house"
