"""Texts of a battle never become commands, whatever they contain."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from jdgtools.exporters.booklet import markup
from jdgtools.render.backends.typesetter import typeset

NASTY = [
    "#panic()",
    "*bold* _not_ `code` $x^2$ <label> @ref",
    "= heading",
    "- list",
    "+ enum",
    "/ term: x",
    "a // comment",
    "a /* comment */ b",
    "[x](y){z}",
    "#strong[a](b).c;d:e",
    "\\ back\\slash \\u{41}",
    "1. first",
    "\"quoted\" 'single' ~ tilde",
    "https://example.org/#a",
    "a---b -- c ...",
]


def shown(markup_text: str) -> str:
    """What a reader sees, without blanks."""
    pdf = typeset(f'#set page(width: 400mm)\n#set text(font: "IBM Plex Sans", stretch: 75%)\n{markup_text}')
    return "".join("".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


@pytest.mark.parametrize("plain", NASTY)
def test_text_is_shown_as_it_is(plain: str) -> None:
    assert shown(markup.text(plain)) == "".join(plain.split())


@pytest.mark.parametrize("plain", NASTY)
def test_text_after_a_command_stays_text(plain: str) -> None:
    assert shown(markup.bold("x") + markup.text(plain)) == "x" + "".join(plain.split())


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from("ab1 #$*_`<>@=-+/~[](){}'\".,:;\\!?&%^|"), max_size=30))
def test_any_text_is_shown_as_it_is(plain: str) -> None:
    assert shown(markup.text(plain)) == "".join(plain.split())


@pytest.mark.parametrize("plain", ['say "x"', "back\\slash", "#x\n  y"])
def test_strings_are_literals(plain: str) -> None:
    assert shown(f"#{markup.string(plain)}").replace("”", '"').replace("“", '"') == "".join(plain.split())


def test_paragraphs_keep_their_breaks() -> None:
    assert markup.paragraphs("one\ntwo\r\n\r\nthree") == "one two\n\nthree"


def test_a_document_reads_no_files() -> None:
    with pytest.raises(Exception, match=r"not found|access"):
        typeset('#read("/etc/hostname")')
