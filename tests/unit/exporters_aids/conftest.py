"""Booklets of the bundled battles, set once for all tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from jdgtools.exporters.booklet.whole_booklet import Booklet, booklet, pdf_of_booklet
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.options import BuildOptions
from jdgtools.render.scene import Group, Item, Scene, TextItem
from tests.bundled import bundled, cache_of_run

SCENARIOS = Path(__file__).parents[3] / "scenarios"


@lru_cache
def context(battle: str, language: str) -> BuildContext:
    loaded = bundled(battle)
    assert loaded.battle is not None
    assert loaded.series is not None
    assert loaded.charts is not None
    options = BuildOptions(language=language)
    return BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, options)


def kept(build: BuildContext) -> BuildContext:
    """The same build with what all processes of the run have drawn."""
    return replace(build, cache=cache_of_run())


@lru_cache
def book(battle: str, language: str) -> Booklet:
    return booklet(kept(context(battle, language)))


def scenes(battle: str, language: str) -> tuple[Scene, ...]:
    return book(battle, language).pages


@lru_cache
def pdf(battle: str, language: str) -> bytes:
    return pdf_of_booklet(kept(context(battle, language)), book(battle, language))


def flat(items: Iterable[Item]) -> Iterator[Item]:
    """Give items as if those that have a tag stood in no group."""
    for item in items:
        if isinstance(item, Group) and item.tag is not None:
            yield from flat(item.items)
        else:
            yield item


def lettering(items: Iterable[Item]) -> list[TextItem]:
    """All texts among items and in groups of them, whatever these do to what is in them."""
    texts = []
    for item in items:
        if isinstance(item, Group):
            texts += lettering(item.items)
        elif isinstance(item, TextItem):
            texts.append(item)
    return texts


def squeezed(text: str) -> str:
    """Without blanks: how a PDF breaks a line does not matter."""
    return "".join(text.split())


@lru_cache
def pages(battle: str, language: str) -> tuple[str, ...]:
    return tuple(page.extract_text() for page in PdfReader(BytesIO(pdf(battle, language))).pages)


@pytest.fixture
def read() -> Callable[[str, str], str]:
    """The squeezed text of a booklet."""
    return lambda battle, language: squeezed("".join(pages(battle, language)))
