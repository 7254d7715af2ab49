"""Build files: trees both ways, constructors, hostile XML."""

from __future__ import annotations

import re

import pytest

from jdgtools.errors import InputRefused
from jdgtools.vassal import build
from jdgtools.vassal.components import COMMENT, Component, indent, read_xml, write_xml
from jdgtools.vassal.encoding import Color, Key
from jdgtools.vassal.limits import Limits
from jdgtools.vassal.traits import BasicPiece, Label, Piece
from tests.unit.vassal.synthetic import tree

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'


def test_white_space_in_attributes_survives() -> None:
    root = Component("a", {"z": "tab\tline\nreturn\r<&>\"'", "b": "é – 你"}, "x\r\ty\n")
    data = write_xml(root)
    assert b'z="tab&#9;line&#10;return&#13;&lt;&amp;&gt;&quot;\'"' in data
    assert read_xml(data) == root
    assert list(read_xml(data).attributes) == ["z", "b"]


def test_everything_inside_is_kept_in_order() -> None:
    text = HEAD + '<a>one<b/>two<!-- note --><custom.Class x="1">t</custom.Class>\n<![CDATA[<x>]]>end</a>'
    root = read_xml(text.encode())
    assert write_xml(root).decode() == text
    assert [c.tag for c in root.children][:3] == ["b", COMMENT, "custom.Class"]
    # The engine counts the texts directly inside, but not a CDATA section.
    assert root.full_text() == "onetwo\nend"


def test_unknown_prefixes_and_xmlns_are_plain_names() -> None:
    text = HEAD + '<a xmlns="urn:x" xmlns:p="urn:p"><p:b p:c="1"/><q:d/></a>'
    assert write_xml(read_xml(text.encode())).decode() == text


@pytest.mark.parametrize(
    "encoding", ["UTF-8", "UTF-16", "ISO-8859-1", "windows-1252", "Shift_JIS", "macroman"]
)
def test_encodings(encoding: str) -> None:
    word = "日本" if encoding == "Shift_JIS" else "Roliça"
    data = f'<?xml version="1.0" encoding="{encoding}"?><a n="{word}"/>'.encode(encoding)
    assert read_xml(data).attributes == {"n": word}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "line 1, column 1: no element found"),
        (b"<a><b></a>", "mismatched tag"),
        (b"<a>", "no element found"),
        (b'<a x="1" x="2"/>', "duplicate attribute"),
        (b"<a>\xff</a>", "not well-formed"),
        (b"<a>&undefined;</a>", "undefined entity"),
        (b'<?xml version="1.0" encoding="klingon"?><a/>', "not in the encoding it names"),
        (b'<?xml version="1.0" encoding="Shift_JIS"?><a>\xff\xff</a>', "not in the encoding it names"),
        (b"<a>\0</a>", "not well-formed"),
        (b'<!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd"><a/>', "document type declaration"),
        (b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', "document type declaration"),
        (b"<a>" * 200 + b"</a>" * 200, "nests deeper than 100"),
        (b"<r>" + b"<a/>" * 500_000 + b"</r>", "more than 400000 elements"),
    ],
)
def test_bad_documents_are_one_clear_line(data: bytes, message: str) -> None:
    with pytest.raises(InputRefused, match=re.escape(message)) as caught:
        read_xml(data)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["punycode", "idna", "utf-7", "unicode_escape", "rot13", "zlib", "hex"])
def test_encodings_that_are_none_are_refused(name: str) -> None:
    with pytest.raises(InputRefused, match="not in the encoding it names"):
        read_xml(f'<?xml version="1.0" encoding="{name}"?><a/>'.encode())


def test_entity_expansion_never_starts() -> None:
    lines = ['<!DOCTYPE a [<!ENTITY e0 "aaaaaaaaaa">']
    lines += [f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 20)]
    with pytest.raises(InputRefused, match="document type declaration"):
        read_xml(("".join(lines) + "]><a>&e19;</a>").encode())


def test_too_many_attributes() -> None:
    data = b"<a " + b" ".join(b'a%d="1"' % i for i in range(120_000)) + b"/>"
    with pytest.raises(InputRefused, match="more than 100000 attributes in one element"):
        read_xml(data)
    with pytest.raises(InputRefused, match="more than 400000 elements"):
        read_xml(b"<a>" + b"<!---->" * 400_001 + b"</a>")


def test_size_limit() -> None:
    with pytest.raises(InputRefused, match="has 7 bytes; 6 are allowed"):
        read_xml(b"<a></a>", limits=Limits(xml_bytes=6))


def test_characters_xml_cannot_carry() -> None:
    with pytest.raises(ValueError, match="XML cannot carry"):
        write_xml(Component("a", {"b": "x\x1by"}))
    with pytest.raises(ValueError, match="XML cannot carry"):
        write_xml(Component("a", text="\x00"))


def test_deep_trees_are_written_without_recursion() -> None:
    root = leaf = Component("a")
    for _ in range(5000):
        leaf.children.append(Component("a"))
        leaf = leaf.children[0]
    assert write_xml(root).count(b"<a>") == 5000


def test_synthetic_tree_both_ways() -> None:
    root = tree()
    data = write_xml(root)
    assert read_xml(data) == root
    laid_out = write_xml(indent(tree()))
    again = read_xml(laid_out)
    assert write_xml(again) == laid_out
    assert [c.piece() for c in again.find("PieceSlot")] == [c.piece() for c in root.find("PieceSlot")]


def test_misspelt_attribute_or_class() -> None:
    with pytest.raises(ValueError, match="DrawPile has no attribute 'expressioncounting'"):
        build.make("DrawPile", {"expressioncounting": True})
    with pytest.raises(ValueError, match="no component 'Mapp'"):
        build.make("Mapp")
    with pytest.raises(ValueError, match="'Deck' is not one of the parts"):
        build.map_parts({"Deck": {}})


def test_attribute_values() -> None:
    made = build.make(
        "Map",
        {"launch": True, "edgeWidth": 3, "hotkey": Key.ctrl("M"), "color": Color(1, 2, 3), "icon": None},
    )
    assert made.attributes["launch"] == "true"
    assert made.attributes["edgeWidth"] == "3"
    assert made.attributes["hotkey"] == "77,130"
    assert made.attributes["color"] == "1,2,3"
    assert "icon" not in made.attributes
    assert list(made.attributes) == sorted(made.attributes)


def test_a_map_has_every_part_the_engine_does_not_add() -> None:
    kinds = {c.kind for c in build.map_parts()}
    assert {"PieceMover", "MenuDisplayer", "KeyBufferer", "ForwardToKeyBuffer", "Scroller", "Zoomer"} <= kinds
    assert "Zoomer" not in {c.kind for c in build.map_parts(leave_out=["Zoomer"])}


def test_slot_carries_its_gpid_into_the_piece() -> None:
    slot = build.piece_slot(Piece((Label(text="x "),), BasicPiece(name="Unit")), 12)
    assert slot.attributes["gpid"] == "12"
    assert slot.piece().gpid == "12"
    assert slot.name == "Unit"


def test_board_setup_line() -> None:
    picker = build.board_picker("Main Map", [build.board("Field", "f.png")], ["Field"])
    assert picker.children[0].tag == "setup"
    assert picker.children[0].text == "Main MapBoardPicker\tField\t0\t0"
