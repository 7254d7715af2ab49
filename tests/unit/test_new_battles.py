"""Battles that `jdg new` writes: every combination of its options checks and builds, in the words of a designer."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.building import build
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import check
from jdgtools.series.registry import find_series
from jdgtools.starting import CannotStart, bundled_battles, new_project
from jdgtools.starting.ground import KINDS

SERIES = ("jdg", "afe", "mpbs")
UNFINISHED = {"JDG027"}
"""What is said of a battle without units: nobody can act yet."""
SIZES = (("12x8", ("en",)), ("24x18", ("en", "fr")), ("31x13", ("pl", "fr")))
COMBINATIONS = [
    (series, kind, blank, *SIZES[(SERIES.index(series) + n + blank) % len(SIZES)])
    for series in SERIES
    for n, kind in enumerate(KINDS)
    for blank in (False, True)
]
"""Every series with every kind of map, with an army and without, and each of these in every size."""


def new(folder: Path, series: str = "jdg", **options: object) -> Path:
    new_project(folder / "maida", series, "", **options)  # type: ignore[arg-type]
    return folder / "maida"


@pytest.mark.parametrize(("series", "kind", "blank", "size", "languages"), COMBINATIONS)
def test_every_combination_checks(
    tmp_path: Path, series: str, kind: str, blank: bool, size: str, languages: tuple[str, ...]
) -> None:
    sides = ("british", "french")
    battle = new(tmp_path, series, size=size, languages=languages, sides=sides, map=kind, blank=blank)
    loaded = check(battle)
    assert loaded.ok
    codes = {problem.code for problem in loaded.report if problem.severity >= Severity.WARNING}
    assert codes <= (UNFINISHED if blank else set()), list(loaded.report)
    assert loaded.battle is not None
    grid = loaded.battle.map.grid
    assert f"{grid.columns}x{grid.rows}" == size
    assert (loaded.battle.language, *loaded.battle.languages)[:1] == languages[:1]
    assert tuple(side.id for side in loaded.battle.sides) == sides
    count = {"jdg": 8, "afe": 6, "mpbs": 6}[series]
    assert len(loaded.battle.units) == (2 * (series == "afe") if blank else count)


@pytest.mark.parametrize("series", SERIES)
@pytest.mark.parametrize("blank", [False, True], ids=["army", "blank"])
def test_it_builds(tmp_path: Path, series: str, blank: bool) -> None:
    battle = new(tmp_path, series, size="12x8", languages=("en", "fr"), map="coast", blank=blank)
    result = build(check(battle), tmp_path / "out", BuildOptions.of(dpi=60))
    assert {path.suffix for path in (product.path for product in result.products)} >= {
        ".vmod",
        ".jdgpkg",
        ".pdf",
    }


def test_the_largest_map_checks(tmp_path: Path) -> None:
    assert check(new(tmp_path, size="101x9", map="river")).ok


def test_texts_are_those_that_a_designer_types(tmp_path: Path) -> None:
    battle = new(tmp_path, languages=("en", "fr"), sides=("british", "west_saxons"))
    text = (battle / "battle.yaml").read_text(encoding="utf-8")
    assert "title: {en: Maida, fr: Maida}\n" in text
    assert 'name: {en: "1st Division", fr: "1re division"}\n' in text
    assert "{id: west_saxons, name: {en: West Saxons, fr: West Saxons}, colour:" in text
    single = (new(tmp_path / "x", languages=("fr",)) / "battle.yaml").read_text(encoding="utf-8")
    assert "title: Maida\n" in single and "language: fr\n" in single and "languages:" not in single
    assert 'name: "1re division"\n' in single


@pytest.mark.parametrize(
    "title", ['He said "now": run', "a\nb: c", "{x}", "# none", " ", "null", "Ærø\u2028x"]
)
def test_any_title_is_a_text(tmp_path: Path, title: str) -> None:
    new_project(tmp_path / "a", "jdg", title, languages=("en", "fr"))
    battle = check(tmp_path / "a").battle
    assert battle is not None and " ".join(battle.title.get("fr").split()) == " ".join(title.split())


@pytest.mark.parametrize("name", sorted(bundled_battles()))
def test_a_copy_of_a_bundled_battle(tmp_path: Path, name: str) -> None:
    source = check(bundled_battles()[name])
    folder = tmp_path / "my-own"
    new_project(folder, "", "Mine", like=name)
    loaded = check(folder)
    assert loaded.ok and loaded.battle is not None and source.battle is not None
    assert (loaded.battle.id, loaded.battle.title.get("fr")) == ("my-own", "Mine")
    assert [unit.id for unit in loaded.battle.units] == [unit.id for unit in source.battle.units]


def test_a_copy_of_a_folder_takes_no_products_along(tmp_path: Path) -> None:
    battle = new(tmp_path / "first", languages=("en",))
    for name in ("out/x/map.pdf", ".git/config", "vassal-ids.json", "NOTES.md"):
        (battle / name).parent.mkdir(parents=True, exist_ok=True)
        (battle / name).write_text("{}", encoding="utf-8")
    files = new_project(tmp_path / "second", "jdg", "", like=str(battle))
    assert files == [".gitignore", "NOTES.md", "battle.yaml", "map.yaml", "oob.csv", "scenarios/battle.yaml"]
    (battle / "away").symlink_to(tmp_path)
    with pytest.raises(CannotStart, match="is a link"):
        new_project(tmp_path / "third", "jdg", "", like=str(battle))
    assert not (tmp_path / "third").exists()


def test_a_title_of_several_lines_is_replaced_whole(tmp_path: Path) -> None:
    battle = new(tmp_path / "first", languages=("en",))
    text = (battle / "battle.yaml").read_text(encoding="utf-8")
    text = text.replace("title: Maida\n", "title:\n  en: Maida\n  fr: Maïda\nsubtitle:\n  en: 1806\n")
    (battle / "battle.yaml").write_text(text, encoding="utf-8")
    new_project(tmp_path / "second", "", "Mine", like=str(battle))
    copy = check(tmp_path / "second").battle
    assert copy is not None and copy.title.get("en") == "Mine"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"size": "24"}, "such as 24x18"),
        ({"size": "11x8"}, "12x8 to 300x300"),
        ({"size": "12x301"}, "12x8 to 300x300"),
        ({"sides": ("one",)}, "two different sides"),
        ({"sides": ("a", "A")}, "two different sides"),
        ({"sides": ("a", "b", "c")}, "two different sides"),
        ({"sides": ("a b", "c")}, "is no id"),
        ({"languages": ("english",)}, "no code of two letters"),
        ({"languages": ("en", "en")}, "stands there twice"),
        ({"map": "rivers"}, "did you mean `river`?"),
        ({"like": "rolica"}, "did you mean `rolica-1808`?"),
        ({"like": "rolica-1808", "size": "24x18", "blank": True}, "leave out --size, --blank"),
        ({"like": "edgehill-1642"}, "of the series `mpbs`, not `jdg`"),
    ],
)
def test_options_that_make_no_sense(tmp_path: Path, options: dict[str, object], words: str) -> None:
    with pytest.raises(CannotStart, match=words.replace("?", r"\?")):
        new(tmp_path, "jdg", **options)
    assert not list(tmp_path.iterdir())


def test_a_series_without_a_starter_says_so(tmp_path: Path) -> None:
    series = find_series("generic")
    assert series is not None and series.starter is None
    with pytest.raises(CannotStart, match="writes no battle of any size"):
        new(tmp_path, "generic", size="24x18")
