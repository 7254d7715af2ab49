"""Modules in further languages."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.registry import choose_exporters
from jdgtools.vassal.package import read_module
from tests.unit.exporters_vassal.conftest import built_once, context


def test_a_module_for_every_language_that_was_chosen(tmp_path: Path) -> None:
    options = BuildOptions.of(module_languages=("fr", "fr", "pl"), screen_hex_px=48, only=("vassal",))
    [exporter] = choose_exporters(options.only)
    made = replace(context("teaching-jdg"), options=options)
    names = exporter.outputs(made)
    assert [n.rpartition(".")[0].rpartition("-")[2] for n in names[1:]] == ["fr", "pl"]
    exporter.export(made, tmp_path)
    texts = {}
    for name in names:
        module = read_module(tmp_path / name)
        tracker = next(module.root.find("TurnTracker"))
        texts[name] = tracker.get("name")
    assert list(texts.values()) == ["Turn", "Tour", "Etap"]


def test_pieces_have_the_same_numbers_in_every_language() -> None:
    assert built_once("teaching-jdg").ids == built_once("teaching-jdg", "fr").ids
