"""Archives: lossless, reproducible, whole or not at all; hostile ones refused in one clear line."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from msgspec.structs import replace

from jdgtools.errors import InputRefused, OutputFailed
from jdgtools.vassal.archive import read_archive, write_archive, write_atomic
from jdgtools.vassal.components import read_xml, write_xml
from jdgtools.vassal.limits import Limits, check_name, image_size
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.obfuscation import HEADER
from jdgtools.vassal.package import read_module, read_save_file
from jdgtools.vassal.savegame import AddPiece, parse_command
from tests.unit.vassal.synthetic import module, png, save


def packed(entries: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def test_same_module_same_bytes() -> None:
    assert module().data() == module().data()


def test_entries_have_a_fixed_date_and_order() -> None:
    infos = zipfile.ZipFile(io.BytesIO(module().data())).infolist()
    assert {i.date_time for i in infos} == {(1980, 1, 1, 0, 0, 0)}
    names = [i.filename for i in infos]
    assert names[:2] == ["moduledata", "buildFile.xml"]
    assert names[2:] == sorted(names[2:])


def test_module_both_ways(tmp_path: Path) -> None:
    before = module()
    before.write(tmp_path / "m.vmod")
    after = read_module(tmp_path / "m.vmod")
    assert after.root == before.root
    assert after.entries == before.entries
    assert after.metadata == before.metadata
    assert after.data() == before.data()
    assert after.image("red") is None
    assert after.image("red.png") == before.entries["images/red.png"]


def test_foreign_module_stays_as_it_was() -> None:
    """Old names, CDATA, comments, unknown classes, folders, odd white space: all is kept."""
    text = (
        '<?xml version="1.0"?>\n<!-- VASSAL.launch.BasicModule --><VASSAL.launch.BasicModule name=" x " z="1&#9;2">\n'
        " <my.own.Class deck='q'>+/null/my;trait\tpiece;;;;/\t </my.own.Class><!--c--> tail </VASSAL.launch.BasicModule>"
    )
    data = b'<data version="1"> <name lang="fr">n</name><universal>true</universal><odd/></data>'
    entries = {
        "buildFile": text.encode(),
        "moduledata": data,
        "images/": b"",
        "images/a b.gif": b"GIF",
        "é.txt": b"x",
    }
    found = read_module(packed(entries))
    again = read_module(found.data())
    assert found.build_name == again.build_name == "buildFile"
    assert again.root == found.root == read_xml(text.encode())
    assert write_xml(again.root) == write_xml(found.root)
    assert again.entries == {"images/": b"", "images/a b.gif": b"GIF", "é.txt": b"x"}
    assert again.metadata is not None
    assert again.metadata.format() == data
    assert len(again.metadata.others) == 3


def test_names_without_the_utf8_flag_are_utf8() -> None:
    data = packed({"buildFile.xml": b"<VASSAL.a/>", "images/xx.png": b"1"})
    found = read_module(data.replace(b"images/xx.png", "images/é.png".encode()))
    assert "images/é.png" in found.entries


def test_extension() -> None:
    root = b'<VASSAL.build.module.ModuleExtension version="1"/>'
    found = read_module(packed({"buildFile.xml": root, "extensiondata": b'<data version="1"/>'}))
    assert found.metadata_name == "extensiondata"
    assert found.metadata == Metadata(vassal_version=None, date_saved=None)
    assert read_module(found.data()).data() == found.data()


def test_metadata_text() -> None:
    text = Metadata("Name & co", "1.0", "d").format().decode()
    for part in (
        "<name>Name &amp; co</name>",
        "<version>1.0</version>",
        "<dateSaved>315532800000</dateSaved>",
    ):
        assert part in text
    changed = replace(Metadata.parse(text.encode()), version="1.1")
    assert b"<version>1.1</version>" in changed.format()
    assert changed.name == "Name & co"


def test_save_file_both_ways(tmp_path: Path) -> None:
    save().write(tmp_path / "s.vsav")
    found = read_save_file(tmp_path / "s.vsav")
    assert found.data() == save().data()
    pieces = [c.piece for t in found.root.walk() if isinstance(c := parse_command(t), AddPiece)]
    assert len(pieces) > 90
    assert module().save("first.vsav").root == found.root


def test_missing_save() -> None:
    with pytest.raises(InputRefused, match="no saved game 'gone'"):
        module().save("gone")


# Hostile and damaged archives


def refused(data: bytes, message: str, limits: Limits | None = None) -> None:
    with pytest.raises(InputRefused, match=re.escape(message)) as caught:
        read_module(data, limits or Limits())
    assert "\n" not in str(caught.value)


def test_truncated_anywhere() -> None:
    data = packed({"buildFile.xml": b"<a/>" + b" " * 50, "moduledata": b"<data/>"})
    for size in range(len(data)):
        with pytest.raises(InputRefused):
            read_module(data[:size])


def test_no_zip_no_module() -> None:
    refused(b"", "is not a zip archive")
    refused(
        b"PK\x03\x04" + bytes(100),
        "is truncated, or other data follows: its last 64 KiB hold no end of an archive",
    )
    refused(packed({"a": b""}), "is not a module: it has no buildFile.xml")
    with pytest.raises(InputRefused, match="it has no entry savedGame"):
        read_save_file(packed({"a": b""}))


def test_bombs() -> None:
    refused(packed({"a": bytes(60 * 2**20)}), "'a' inflates more than 400 times")
    refused(packed({"a": bytes(5000)}), "entry 'a' inflates to 5000 bytes", Limits(entry_bytes=4999))
    refused(
        packed({"a": bytes(600), "b": bytes(600)}),
        "inflates to more than 1000 bytes",
        Limits(total_bytes=1000),
    )
    refused(packed({str(i): b"" for i in range(50)}), "more than 40 entries", Limits(entries=40))


def test_a_saved_game_may_be_as_long_as_its_text_is_allowed() -> None:
    """Its entry holds two digits for every byte of the text: a battle of 3,000 units makes 137 MB."""
    text = b"\x1b".join([b"begin_save", *[b"LOG\tx"] * 300, b"end_save"])
    digits = HEADER + text.hex().encode().rjust(2 * len(text) + 2, b"0")
    limits = Limits(entry_bytes=2000, save_bytes=2000)
    assert len(text) < limits.save_bytes < limits.entry_bytes + 1 < len(digits)
    assert list(read_save_file(packed({"savedGame": digits}), limits).root.walk())
    with pytest.raises(InputRefused, match="inflates to"):
        read_save_file(packed({"savedGame": digits}), replace(limits, save_bytes=1000))


def test_a_lie_about_the_size() -> None:
    data = packed({"a": bytes(20_000_000)})
    at = data.index(b"PK\x01\x02") + 24
    refused(data[:at] + struct.pack("<L", 10) + data[at + 4 :], "a")


def test_directory_bomb() -> None:
    many = b"".join(b"PK\x01\x02" + bytes(42) for _ in range(60_000))
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 60_000, 60_000, len(many), 4, 0)
    refused(b"PK\x03\x04" + many + end, "more than 20000 entries")


def test_overlapping_entries() -> None:
    """Many directory entries that share the same packed bytes (the quoted-overlap bomb in small)."""
    data = packed({"a": b"x" * 1000, "b": b"y" * 1000})
    second = data.rindex(b"PK\x01\x02") + 42
    refused(data[:second] + struct.pack("<L", 0) + data[second + 4 :], "overlapping entries")


def test_encrypted_and_unsupported() -> None:
    data = packed({"a": b"x"})
    at = data.index(b"PK\x01\x02")
    refused(data[: at + 8] + b"\x01\x00" + data[at + 10 :], "'a' is encrypted")
    for method, name in ((zipfile.ZIP_BZIP2, "bzip2"), (zipfile.ZIP_LZMA, "LZMA")):
        found = f"'a' uses compression method {int(method)} ({name}); expected 0 (stored) or 8 (deflated)"
        refused(packed({"a": b"x" * 99}, method), found)


def test_duplicate_names() -> None:
    data = packed({"aa": b"1", "ab": b"2"}).replace(b"ab", b"aa")
    refused(data, "has the entry 'aa' twice")
    with pytest.raises(ValueError, match="twice"):
        write_archive([("a", b""), ("a", b"")])


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../evil", "leaves its folder"),
        ("a/../../evil", "leaves its folder"),
        ("a\\..\\evil", "leaves its folder"),
        ("/etc/passwd", "absolute name"),
        ("\\\\host\\share", "absolute name"),
        ("C:evil", "absolute name"),
        ("images/CON", "named like a device"),
        ("nul.txt", "named like a device"),
        ("a/com1 .png", "named like a device"),
        ("a\0b", "control character"),
        ("a\nb", "control character"),
        ("", "without a name"),
        ("x" * 2000, "2000 characters"),
    ],
)
def test_names(name: str, message: str) -> None:
    with pytest.raises(InputRefused, match=message) as caught:
        check_name(name)
    assert "\n" not in str(caught.value)


def test_names_inside_an_archive() -> None:
    refused(packed({"aa/bb": b""}).replace(b"aa/bb", b"../bb"), "'../bb' leaves its folder")
    refused(packed({"aaXbb": b""}).replace(b"aaXbb", b"aa\0bb"), "control character")
    for fine in ("images/console.png", "a..b", "...", "images/é ő.png", "con/a"[1:]):
        check_name(fine)


def test_damaged_contents() -> None:
    data = packed({"buildFile.xml": b"<a>" + bytes(range(32, 128)) * 9 + b"</a>"})
    refused(data[:60] + b"\xff\xff" + data[62:], "damaged archive: entry 'buildFile.xml': ")


def test_archives_in_archives() -> None:
    data = save().data()
    assert read_save_file(data, depth=2)
    with pytest.raises(InputRefused, match="lies in more than 2 archives"):
        read_save_file(data, depth=3)


def test_pictures() -> None:
    assert image_size(png(40, 30, (0, 0, 0)), "a.png") == (40, 30)
    huge = bytearray(png(1, 1, (0, 0, 0)))
    huge[16:24] = struct.pack(">II", 60_000, 60_000)
    huge[29:33] = struct.pack(">I", zlib.crc32(huge[12:29]))
    with pytest.raises(InputRefused, match="pixels"):
        image_size(bytes(huge), "a.png")
    with pytest.raises(InputRefused, match="has 40 x 30 pixels; 1000 are allowed"):
        image_size(png(40, 30, (0, 0, 0)), "a.png", Limits(image_pixels=1000))
    for damaged in (b"", b"GIF89a", b"\x89PNG\r\n\x1a\n", png(4, 4, (0, 0, 0))[:20]):
        with pytest.raises(InputRefused, match="cannot be read"):
            image_size(damaged, "a.png")


def test_a_picture_with_a_text_that_inflates_far_is_refused_in_our_words() -> None:
    whole = png(4, 4, (0, 0, 0))
    content = b"iCCPa\0\0" + zlib.compress(b"a" * 5_000_000)
    chunk = struct.pack(">I", len(content) - 4) + content + struct.pack(">I", zlib.crc32(content))
    with pytest.raises(InputRefused, match=r"a\.png cannot be read: a text or profile in it is too large"):
        image_size(whole[:33] + chunk + whole[33:], "a.png")


# Writing


def test_atomic(tmp_path: Path) -> None:
    target = tmp_path / "out.vmod"
    write_atomic(target, b"1")
    write_atomic(target, b"22")
    assert target.read_bytes() == b"22"
    assert [p.name for p in tmp_path.iterdir()] == ["out.vmod"]


def test_failed_write_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(OutputFailed, match="cannot be written"):
        write_atomic(tmp_path / "missing" / "a", b"")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputFailed):
        write_atomic(tmp_path / "folder", b"")
    assert [p.name for p in tmp_path.iterdir()] == ["folder"]


def test_read_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputRefused, match=r"gone\.vmod does not exist"):
        read_archive(tmp_path / "gone.vmod")
    (tmp_path / "big").write_bytes(bytes(100))
    with pytest.raises(InputRefused, match="big has 100 bytes; 99 are allowed"):
        read_archive(tmp_path / "big", Limits(archive_bytes=99))
