"""A new text field reaches every product by touching what "Adding things" names: docs/new-field.md, done in a copy."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "new-field.md").read_text(encoding="utf-8")
ADDING = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Adding things")[2]
CHANGES = re.findall(r"^\*\*`([^`]+)`\*\*\n\n```diff\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
"""File -> lines that stay (a blank before them), go (-) or come (+)."""

SCRIPT = """
import json
from pathlib import Path
from zipfile import ZipFile
import jdgtools
assert Path(jdgtools.__file__).is_relative_to(Path.cwd()), jdgtools.__file__
loaded = jdgtools.check("scenarios/teaching-jdg")
jdgtools.build(loaded, Path("out"), only=("aids", "vassal", "package"), screen_hex_px=48)
(module,) = Path("out").glob("*.vmod")
with ZipFile(module) as archive:
    Path("module.xml").write_bytes(archive.read("buildFile.xml"))
jdgtools.import_module(module).write("imported")
package = jdgtools.load_package(next(Path("out").glob("*.jdgpkg")))
print(json.dumps({
    "check": [[p.code, f"{p.message} {p.subject} {p.hint}"] for p in loaded.report],
    "package": package.sides[0].motto,
    "imported": jdgtools.load("imported").battle.sides[0].motto.get("en"),
}))
"""


def apply(text: str, lines: list[str]) -> str:
    """Return a text after a change whose old lines stand in it exactly once; the last one may go on."""
    old = "\n".join(line[1:] for line in lines if line[0] in " -")
    new = "\n".join(line[1:] for line in lines if line[0] in " +")
    assert text.count(old) == 1, old
    return text.replace(old, new)


def test_it_touches_what_the_list_names() -> None:
    bullets = dict(re.findall(r"^- \*\*(.+?)\*\*: (.*?)(?=^- |\Z)", ADDING, re.MULTILINE | re.DOTALL))
    named = re.findall(r"`([\w/*.]+(?:/|\.py))`", bullets["A field of the format"] + bullets["A text field"])
    patterns = [f"{name}*" if name.endswith("/") else name for name in named]
    assert len(CHANGES) == 10
    for file, _ in CHANGES:
        assert any(fnmatch(file.removeprefix("jdgtools/"), pattern) for pattern in patterns), file


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source with the changes of the guide."""
    folder = tmp_path_factory.mktemp("copy")
    for part in ("jdgtools", "schemas", "scenarios/teaching-jdg"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for file, change in CHANGES:
        path = folder / file
        lines = [line if line else " " for line in change.rstrip("\n").split("\n")]
        path.write_text(apply(path.read_text(encoding="utf-8"), lines), encoding="utf-8", newline="\n")
    return folder


def run(folder: Path, *arguments: str) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "JDG_CACHE": "off",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_reaches_every_product(copy: Path) -> None:
    answer = json.loads(run(copy, "-c", SCRIPT))
    # The Polish words are missing, which the check of translations sees without being told of the field.
    assert [code for code, message in answer["check"] if "side.france.motto" in message] == ["GEN020"]
    assert answer["package"] == {"en": "Fortiter", "fr": "Bravement"}
    assert answer["imported"] == "Fortiter"
    other = copy / "scenarios" / "other"
    shutil.copytree(copy / "scenarios" / "teaching-jdg", other)
    battle = (other / "battle.yaml").read_text(encoding="utf-8")
    (other / "battle.yaml").write_text(battle.replace("Fortiter", "Audaciter"), encoding="utf-8")
    difference = run(copy, "-m", "jdgtools", "diff", "scenarios/teaching-jdg", "scenarios/other")
    assert "motto: Fortiter → Audaciter" in difference
    assert 'entryName="French: Fortiter"' in (copy / "module.xml").read_text(encoding="utf-8")
    booklet = PdfReader(BytesIO((copy / "out" / "player-aids.pdf").read_bytes()))
    assert any("Fortiter" in page.extract_text() for page in booklet.pages)


def test_it_reaches_the_published_schema_and_the_reference(copy: Path) -> None:
    run(copy, "-m", "jdgtools.docs", "reference")
    published = json.loads((copy / "schemas" / "package.schema.json").read_text(encoding="utf-8"))
    assert "motto" in json.dumps(published["$defs"]["Side"])
    assert "What stands on its colours." in (copy / "reference" / "format-battle.md").read_text(
        encoding="utf-8"
    )
