"""What an exporter asks the cache for: two products never share a key, nor two that some option tells apart."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from jdgtools.canonical import digest
from jdgtools.exporters.aids import PlayerAids
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.counters import EXPORTER as COUNTERS
from jdgtools.exporters.options import BuildOptions
from jdgtools.render.sheets import PrintSettings
from tests.bundled import bundled, cache_of_run

Asked = Callable[..., dict[str, list[str]]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Asked:
    """Gives the keys that an exporter asks for, by name of the work; nothing is set or printed."""
    found: dict[str, list[str]] = {}

    def note(self: BuildContext, name: str, inputs: object, make: Callable[[], bytes]) -> bytes:
        found.setdefault(name, []).append(digest(inputs))
        return pickle.dumps((b"", ()))

    monkeypatch.setattr(BuildContext, "get_or_make", note)

    def ask(exporter: Any, draft: str = "", has_map: bool = True, **options: Any) -> dict[str, list[str]]:
        loaded = bundled("teaching-jdg")
        assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
        chosen = BuildOptions.of(**options)
        battle = loaded.battle if has_map else replace(loaded.battle, map=None)
        build = BuildContext(
            battle, loaded.series, loaded.charts, loaded.folder, chosen, cache_of_run(), draft=draft
        )
        found.clear()
        exporter.export(build, tmp_path)
        return dict(found)

    return ask


def differ(one: dict[str, list[str]], other: dict[str, list[str]], name: str) -> bool:
    return set(one[name]).isdisjoint(other[name])


def test_booklets_and_folders_have_keys_of_their_own(asked: Asked) -> None:
    folders = {"player_folders": True, "booklet": "8"}
    plain = asked(PlayerAids(), **folders)
    assert len(set(plain["folder"])) == len(plain["folder"]) == 2, "one for each side"
    assert differ(plain, asked(PlayerAids(), **folders | {"booklet": "12"}), "aids to fold")
    assert differ(plain, asked(PlayerAids(), **folders, folder_sheets=2), "folder")
    for other in ({"language": "fr"}, {"draft": "Draft"}):
        for name in ("aids", "aids to fold", "folder"):
            assert differ(plain, asked(PlayerAids(), **folders, **other), name), (name, other)


def test_a_draft_without_a_map_has_a_key_of_its_own(asked: Asked) -> None:
    """With one the key of the map tells it."""
    assert differ(asked(PlayerAids(), has_map=False), asked(PlayerAids(), "Draft", has_map=False), "aids")


def test_sheets_of_counters_have_keys_of_their_own(asked: Asked) -> None:
    printing = PrintSettings(papers=("a4", "letter"))
    plain = asked(COUNTERS, printing=printing)
    [name] = plain
    assert len(set(plain[name])) == 2, "one for each paper"
    others: list[dict[str, Any]] = [
        {"language": "fr"},
        {"draft": "Draft"},
        {"spare_counters": True},
        {"printing": replace(printing, safe=printing.safe + 0.5)},
    ]
    for other in others:
        assert differ(plain, asked(COUNTERS, **{"printing": printing} | other), name), other
