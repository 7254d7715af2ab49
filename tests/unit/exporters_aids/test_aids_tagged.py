"""The player aids can be read aloud: their structure tree, as another program reads it."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream

from jdgtools.exporters.booklet.player_folder import folder_pdf
from jdgtools.exporters.booklet.whole_booklet import folded_pdf
from tests.unit.exporters_aids.conftest import context, pdf, scenes

BATTLES = [("teaching-jdg", "en"), ("teaching-afe", "hu"), ("rolica-1808", "en")]
each_battle = pytest.mark.parametrize(("battle", "language"), BATTLES)


def elements(node: Any) -> Iterator[Any]:
    yield node
    for kid in kids(node):
        if kid.get("/Type") == "/StructElem":
            yield from elements(kid)


def kids(node: Any) -> list[Any]:
    return [kid.get_object() for kid in node["/K"]]


def tree(battle: str, language: str) -> tuple[PdfReader, list[Any]]:
    reader = PdfReader(BytesIO(pdf(battle, language)))
    return reader, list(elements(reader.trailer["/Root"]["/StructTreeRoot"]["/K"].get_object()))


@each_battle
def test_the_document_says_what_it_is(battle: str, language: str) -> None:
    reader, found = tree(battle, language)
    root = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] and root["/Lang"] == language
    assert root["/ViewerPreferences"]["/DisplayDocTitle"] and reader.metadata and reader.metadata.title
    assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_data()
    roles = [each["/S"] for each in found]
    assert roles.count("/H1") >= 5 and roles.count("/H2") > 10 and "/H3" in roles
    levels = [int(role[2:]) for role in roles if role[:2] == "/H" and role[2:].isdigit()]
    assert levels[0] == 1 and all(b - a < 2 for a, b in pairwise(levels))


def test_the_cover_is_read_from_above() -> None:
    reader, found = tree("teaching-jdg", "en")
    strings = dict(shown(reader.pages[0], reader))
    texts = ["".join(strings[kid["/MCID"]] for kid in kids(each)) for each in found[1:4]]
    assert [each["/S"] for each in found[1:4]] == ["/P", "/H1", "/P"]
    assert texts == ["Jours de Gloire – Player aids", "The Mill at Valmar", "A teaching battle"]


@each_battle
def test_tables_have_heads_and_pictures_words(battle: str, language: str) -> None:
    _, found = tree(battle, language)
    tables = [each for each in found if each["/S"] == "/Table"]
    assert len(tables) > 10
    for each in tables:
        rows = [[cell["/S"] for cell in kids(row)] for row in kids(each)]
        assert {len(row) for row in rows} == {len(rows[0])}
        assert "/TH" in rows[0]
    for each in found:
        if each["/S"] == "/TR":
            assert each["/P"].get_object()["/S"] == "/Table"
        if each["/S"] in ("/TH", "/TD"):
            # A head that is repeated is decoration.
            assert each["/P"].get_object()["/S"] == "/TR"
        if each["/S"] == "/TH":
            assert each["/A"]["/Scope"] in ("/Row", "/Column")
        if each["/S"] == "/Figure":
            assert each["/Alt"].strip()
            left, low, right, high = map(float, each["/A"]["/BBox"])
            assert each["/A"]["/O"] == "/Layout"
            # On the page, and no smaller than a picture in a table.
            assert 0 <= left < right <= 596 and 0 <= low < high <= 843, each["/Alt"]
            assert right - left > 4 and high - low > 4, each["/Alt"]
    assert any(each["/S"] == "/Figure" for each in found)


@each_battle
def test_all_text_is_in_an_element_or_decoration(battle: str, language: str) -> None:
    """And every sequence is one of an element, that which the tree of parents names."""
    reader, found = tree(battle, language)
    nums = reader.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    parents = dict(zip(nums[::2], nums[1::2], strict=True))
    held = sum(kid.get("/Type") == "/MCR" for each in found for kid in kids(each))
    marked = 0
    for page in reader.pages:
        streams = [(page["/StructParents"], page.get_contents())]
        for form in page["/Resources"].get("/XObject", {}).values():
            if "/StructParents" in form.get_object():
                part = form.get_object()
                streams.append((part["/StructParents"], ContentStream(part, reader)))
        for key, stream in streams:
            depth, numbers = 0, []
            for operands, operator in stream.operations:
                depth += {b"BDC": 1, b"BMC": 1, b"EMC": -1}.get(operator, 0)
                assert 0 <= depth <= 1
                assert depth or operator not in (b"Tj", b"TJ", b"f", b"S")
                if operator == b"BDC":
                    numbers.append(operands[1]["/MCID"])
            assert numbers == list(range(len(parents[key].get_object())))
            marked += len(numbers)
    assert marked == held > 100


@each_battle
def test_words_at_the_ends_of_lines_are_not_joined(battle: str, language: str) -> None:
    """Who hears the structure hears the strings of an element one after the other, as they are."""
    reader, found = tree(battle, language)
    strings: dict[tuple[int, int], str] = {}
    for page in reader.pages:
        for number, string in shown(page, reader):
            strings[page.indirect_reference.idnum, number] = string
    joined = 0
    for each in found:
        if each["/S"] not in ("/P", "/LBody"):
            continue
        parts = [kid for kid in kids(each) if kid.get("/Type") == "/MCR" and "/Stm" not in kid]
        text = "".join(strings.get((kid.raw_get("/Pg").idnum, kid["/MCID"]), "") for kid in parts)
        joined += " " in text
        assert not re.search(r"[^\W\d]{30,}", text), text
        assert not re.search(r"[a-z][.;:][A-Z]", text), text
    assert joined > 20


def test_sheets_to_fold_are_heard_in_the_order_of_their_pages() -> None:
    """Whatever lies on the same side; a heading of a page is no less than on the pages themselves."""
    _, whole = tree("teaching-jdg", "en")
    build = context("teaching-jdg", "en")
    sheets, _ = pickle.loads(folded_pdf(build, "fit", ""))
    reader = PdfReader(BytesIO(sheets))
    document = reader.trailer["/Root"]["/StructTreeRoot"]["/K"].get_object()
    parts = kids(document)
    assert {part["/S"] for part in parts} == {"/Sect"}
    assert len(parts) == len(scenes("teaching-jdg", "en")) + 1  # a page for notes
    heads = [each["/S"] for part in parts for each in elements(part) if each["/S"][:2] == "/H"]
    assert heads == [*(each["/S"] for each in whole if each["/S"][:2] == "/H"), "/H1"]
    # The contents lead nowhere on sheets.
    roles = [each["/S"] for each in elements(document)]
    assert "/Reference" in roles and "/Link" not in roles
    assert "/Link" in [each["/S"] for each in whole]
    marked = b"<pdfuaid:part>1</pdfuaid:part>"
    assert marked in reader.trailer["/Root"]["/Metadata"].get_data()
    pickled = folder_pdf(build, build.battle.sides[0].id)
    assert marked in PdfReader(BytesIO(pickle.loads(pickled)[0])).trailer["/Root"]["/Metadata"].get_data()


def shown(page: Any, reader: PdfReader) -> Iterator[tuple[int, str]]:
    """Yield the text of each sequence of a page, as its strings stand in the file."""
    fonts = {name: unicode_of(font.get_object()) for name, font in page["/Resources"]["/Font"].items()}
    number, text, font = -1, "", {}
    for operands, operator in ContentStream(page.get_contents(), reader).operations:
        if operator == b"BDC":
            number, text = operands[1]["/MCID"], ""
        elif operator == b"EMC" and number >= 0:
            yield number, text
            number = -1
        elif operator == b"Tf":
            font = fonts[operands[0]]
        elif operator in (b"Tj", b"TJ"):
            pieces = operands[0] if operator == b"TJ" else operands
            for piece in pieces:
                if not isinstance(piece, (int, float)):
                    raw = piece.original_bytes
                    text += "".join(font.get(raw[n : n + 2], "?") for n in range(0, len(raw), 2))


def unicode_of(font: Any) -> dict[bytes, str]:
    """Return the signs of a font by their codes of two bytes."""
    table = font["/ToUnicode"].get_data().decode()
    pairs = re.findall(r"<([0-9A-Fa-f]{4})> *<([0-9A-Fa-f]+)>", table)
    return {bytes.fromhex(code): bytes.fromhex(sign).decode("utf-16-be") for code, sign in pairs}
