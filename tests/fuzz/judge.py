"""What became of a case: reported at its line, elsewhere, harmless, silent, or a defect."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from tests.fuzz import child
from tests.fuzz.bases import project
from tests.fuzz.cases import Case
from tests.fuzz.child import Outcome, jdg, load_package

TEXTS = (".yaml", ".json", ".csv", ".geojson", ".xlsx", ".ods")
"""Files whose data the battle is made of: what they say must be seen in the battle."""
REFUSED = (3, 4)


class Verdict(Enum):
    """What a campaign counts."""

    AT_LINE = "at its line"
    ELSEWHERE = "elsewhere"
    HARMLESS = "harmless"
    """The file says the same as before, or what it says otherwise makes no difference that anybody could want."""
    OTHER = "another"
    """It reads as another battle, picture or module, of which nobody can know that it is not meant."""
    SILENT = "silent"
    """The file says something else, the battle is the same, and nothing is reported."""
    CRASH = "crash"
    HANG = "hang"
    MEMORY = "memory"


DEFECTS = (Verdict.CRASH, Verdict.HANG, Verdict.MEMORY)


class Result(NamedTuple):
    """The verdict on a case."""

    name: str
    base: str
    file: str
    operator: str
    verdict: Verdict
    detail: str
    seconds: float
    peak: int


class Judge:
    """Runs cases in a folder of its own.

    Args:
        folder: exists; bases, caches and the current case lie in it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[str, set[tuple[str, str]]] = {}
        self._digests: dict[str, str] = {}

    def judge(self, case: Case) -> Result:
        """Runs the commands of a case and says what became of it."""
        place = self.folder / "case"
        shutil.rmtree(place, ignore_errors=True)
        write_files(place / "p", case.files)
        seconds, peak, verdict, detail = 0.0, 0, Verdict.OTHER, ""
        former: dict[str, Outcome] = {}
        for command in case.commands:
            if "project" in command[:2] and not (place / "project").is_dir():
                continue  # it was not imported
            done = child.run(_work(command), place, self.folder)
            seconds, peak = seconds + done.seconds, max(peak, done.peak)
            found = _defect(case, command, done, former, place)
            if found is not None:
                verdict, detail = found
                detail = f"`{_shown(command)}` {detail}"
                break
            if command is case.commands[0]:
                verdict, detail = self._said(case, done, place)
            former.setdefault(command[0], done)
        return Result(case.name, case.base, case.file, case.operator, verdict, detail, seconds, peak)

    def _said(self, case: Case, done: Outcome, place: Path) -> tuple[Verdict, str]:
        """What the first command says of the damage."""
        if case.commands[0][0] != "check":
            if done.code in REFUSED:
                named = case.file in done.err or Path(case.file).name in done.err
                return (Verdict.AT_LINE if named else Verdict.ELSEWHERE), done.err.strip()[:300]
            return Verdict.OTHER, ""
        if done.code in REFUSED:
            return (Verdict.AT_LINE if case.file in done.err else Verdict.ELSEWHERE), done.err.strip()[:300]
        news = self._news(case.base, done)
        if news:
            at_line = [problem for problem in news if any(_hits(case, span) for span in places_of(problem))]
            chosen = (at_line or news)[0]
            text = f"{chosen['code']} {chosen['message']}"
            return (Verdict.AT_LINE if at_line else Verdict.ELSEWHERE), text[:300]
        if case.name.startswith("slip:"):
            return (Verdict.HARMLESS, case.harmless) if case.harmless else (Verdict.SILENT, "")
        if not case.file.endswith(TEXTS):
            return Verdict.OTHER, ""
        same = child.run(
            _compare(self.base(case.base), self._digest(case.base), place / "p", case.file),
            place,
            self.folder,
        )
        word = same.out.strip()
        found = {"same data": Verdict.HARMLESS, "same battle": Verdict.SILENT}.get(word, Verdict.OTHER)
        if case.file.endswith(".geojson") and found is Verdict.SILENT:
            found, word = Verdict.HARMLESS, "no hex is decided otherwise"
        if word not in ("same data", "same battle", "other battle"):
            word = word or same.err.strip()[-300:]
        return found, word

    def base(self, name: str) -> Path:
        """The folder of an undamaged project."""
        folder = self.folder / "bases" / name
        if not folder.is_dir():
            write_files(folder / "p", project(name))
        return folder / "p"

    def _digest(self, base: str) -> str:
        if base not in self._digests:
            self._digests[base] = battle_digest(self.base(base))
        return self._digests[base]

    def _news(self, base: str, done: Outcome) -> list[dict[str, Any]]:
        """Problems that the undamaged base does not have."""
        if base not in self._known:
            before = child.run(jdg("check", "p", "--format", "json"), self.base(base).parent, self.folder)
            self._known[base] = {_identity(problem) for problem in _problems(before)}
        return [p for p in _problems(done) if _identity(p) not in self._known[base]]


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes files into a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _shown(command: tuple[str, ...]) -> str:
    return " ".join(("jdg", *command))


def _work(command: tuple[str, ...]) -> Callable[[], object]:
    return load_package(command[1]) if command[0] == "load" else jdg(*command)


def _problems(done: Outcome) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(done.out)["diagnostics"]
    return found


def _identity(problem: dict[str, Any]) -> tuple[str, str]:
    return problem["code"], problem["message"]


def places_of(value: Any) -> Iterator[dict[str, Any]]:
    """All places that a problem names, wherever they stand in it."""
    if isinstance(value, dict):
        if "file" in value and "line" in value:
            yield value
        for inner in value.values():
            yield from places_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from places_of(inner)


def _hits(case: Case, span: Mapping[str, Any]) -> bool:
    file = str(span["file"]).removeprefix("p/")
    if (file, span["line"]) in case.others:
        return True
    if file != case.file:
        # What is wrong with a picture is said where it is named.
        return not case.file.endswith(TEXTS)
    last = span.get("end_line") or span["line"]
    # A span over a long block is no line.
    last = min(last, span["line"] + 3)
    return not case.lines or any(line in case.lines for line in range(span["line"], last + 1))


def _defect(
    case: Case, command: tuple[str, ...], done: Outcome, former: Mapping[str, Outcome], place: Path
) -> tuple[Verdict, str] | None:
    if done.peak > child.MAX_BYTES:
        return Verdict.MEMORY, f"took {done.peak // 2**20} MiB"
    if done.late:
        return Verdict.HANG, f"took {done.seconds:.0f} s"
    text = done.err[-600:]
    if (
        done.code not in (0, 1, 2, 3, 4)
        or "Traceback (most recent" in done.err
        or "a defect of jdgtools" in done.err
    ):
        return Verdict.CRASH, f"ended with {done.code}: {text}"
    if done.code == 2 and command[0] not in ("query", "info", "import"):
        return Verdict.CRASH, f"called the command wrong: {text}"
    if done.code in REFUSED and not (1 <= len(done.err.strip().splitlines()) <= 3):
        return Verdict.CRASH, f"refused in {len(done.err.strip().splitlines())} lines: {text}"
    # A module of ours gives the battle back that it was made of, with all mistakes that it has now.
    if command[:2] == ("check", "project") and done.code and case.file != "own.vmod":
        return Verdict.CRASH, f"finds errors in an imported project: {done.out[-600:]}"
    if command[0] == "build":
        checked = former["check"].code
        if done.code and checked == 0:
            return Verdict.CRASH, f"fails with {done.code} what was checked without errors: {text}"
        if done.code and any((place / "out").glob("**/*")) and not _is_draft(place / "out"):
            return Verdict.CRASH, "failed and left files behind"
        if not done.code and checked:
            return Verdict.CRASH, "built what has errors"
        left = [path.name for path in place.iterdir() if path.name.startswith(".jdg-")]
        if left:
            return Verdict.CRASH, f"left {left[0]} behind"
    return None


def _is_draft(folder: Path) -> bool:
    """Return whether a folder holds a whole draft: all files that its report names, and no others."""
    report = folder / "build-report.json"
    if not report.is_file():
        return False
    said = json.loads(report.read_text(encoding="utf-8"))
    names = {"build-report.json", *(file["name"] for file in said["files"])}
    return said.get("draft") is True and names == {path.name for path in folder.iterdir()}


def _compare(base: Path, known: str, damaged: Path, file: str) -> Callable[[], object]:
    """Prints whether a damaged file says the same, or the battle is the same."""

    def work() -> None:
        from jdgtools.source import load_file

        if not file.endswith(".geojson"):
            one, two = (load_file(folder / file, file)[0] for folder in (base, damaged))
            if one is not None and two is not None and one.to_plain() == two.to_plain():
                print("same data")
                return
        print("same battle" if battle_digest(damaged) == known else "other battle")

    return work


def battle_digest(folder: Path) -> str:
    """What a project means, in a few characters."""
    from jdgtools.cache import user_cache
    from jdgtools.loading import load

    loaded = load(folder, user_cache())
    plain = plain_of((loaded.battle, loaded.charts, loaded.printing))
    return sha256(repr(plain).encode("utf-8", "surrogatepass")).hexdigest()


_LEFT_OUT = ("spans", "files", "folder", "series", "key", "span")
"""Fields that say where something was written."""


def plain_of(value: Any) -> Any:
    """A model as plain values that can be compared, without the places."""
    if isinstance(value, Mapping):
        return [(plain_of(k), plain_of(v)) for k, v in value.items()]
    if isinstance(value, list | tuple):
        return [plain_of(v) for v in value]
    if isinstance(value, set | frozenset):
        return sorted(repr(plain_of(v)) for v in value)
    fields = getattr(value, "__struct_fields__", None) or getattr(value, "__dataclass_fields__", None)
    if fields:
        return [
            type(value).__name__,
            *((f, plain_of(getattr(value, f, None))) for f in fields if f not in _LEFT_OUT),
        ]
    if isinstance(value, str | int | float | bool | None | Enum) or not hasattr(value, "__dict__"):
        return repr(value)
    return [(k, plain_of(v)) for k, v in vars(value).items() if k not in _LEFT_OUT]
