"""Elements of the booklet say in data what they depend on."""

from __future__ import annotations

from jdgtools.exporters.booklet import rich
from jdgtools.exporters.booklet.keyed import Keyed, spelt
from jdgtools.exporters.booklet.slabs import (
    Element,
    command_head,
    fact_list,
    heading,
    items,
    paragraph,
    prose,
    remarks,
    side_band,
    with_picture,
)
from jdgtools.exporters.booklet.table import table
from jdgtools.render.scene import Item


def _words(plain: str) -> list[Element]:
    """Every kind of element with these words in it."""
    text = rich.text(plain)
    return [
        heading(plain),
        paragraph(rich.bold(text)),
        *prose(plain),
        *items([text]),
        remarks([text, text]),
        fact_list([(text, rich.TICK_BOX)]),
        side_band("#123456", text),
        command_head("#123456", text, rich.pill(plain), rich.NONE),
        with_picture(rich.WRITE_BOX, text),
        table([rich.NONE], [[text]], ("auto",), "l"),
        table([text], [[rich.swatch("#123456")]], ("auto",), "l"),
    ]


def _spelt(element: Element) -> bytes:
    assert isinstance(element, Keyed)
    found = spelt(element.key)
    assert found is not None
    return found


def test_equal_elements_have_equal_keys_and_others_have_others() -> None:
    first, again, other = (list(map(_spelt, _words(plain))) for plain in ("one", "one", "two"))
    assert first == again
    assert all(a != b for a, b in zip(first, other, strict=True))
    assert len(set(first)) == len(first)


def test_every_option_counts() -> None:
    text = rich.text("one ↗")
    variants = [
        paragraph(text),
        paragraph(text, rich.Style(9.0)),
        paragraph(text, above=1.0),
        paragraph(text, below=1.0),
        paragraph(text, sticky=True),
        paragraph(text, align="center"),
        paragraph(text, hanging=1.0),
        paragraph(text, indent=1.0),
        paragraph(text, lead=Keyed("dot", lambda x, y, out: None)),
        *(paragraph(x) for x in (rich.bold(text), rich.emphasis(text), rich.small(text), rich.own(text))),
        *(paragraph((*text, *x)) for x in (rich.FILL, rich.BREAK, rich.space(1.0), rich.TICKED_BOX)),
        *(table([text], [[text]], ("auto",), align) for align in "lcr"),
        table([text], [[text]], ("1fr",), "l"),
        table([text], [[text]], ("auto",), "l", 1),
    ]
    keys = list(map(_spelt, variants))
    assert len(set(keys)) == len(keys)


def test_what_does_not_say_what_it_is_has_no_key() -> None:
    def draw(x: float, y: float, out: list[Item]) -> None:
        out.clear()

    silent: rich.Rich = (rich.Drawn(1.0, 1.0, 0.0, draw),)
    found = table([silent], [[rich.NONE]], ("auto",), "l")
    assert isinstance(found, Keyed)
    assert spelt(found.key) is None
