from __future__ import annotations

import os
from pathlib import Path

import pytest

from jdgtools.source import Sources, load_file, read_text
from jdgtools.source.problem import MAX_BYTES


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "1:1 SRC004 `b/x.yaml` is empty"),
        (b" \r\n\t\n", "1:1 SRC004 `b/x.yaml` is empty"),
        (b"\xef\xbb\xbf\n", "1:1 SRC004 `b/x.yaml` is empty"),
        ("a: 1\nb: Roliça".encode("cp1252"), "2:8 SRC008 the file is not UTF-8: byte 12 (0xE7) on line 2"),
        (b"\xef\xbb\xbfa\xff", "1:2 SRC008 the file is not UTF-8: byte 4 (0xFF) on line 1"),
        ("a: é".encode("utf-16"), "1:1 SRC008 the file is not UTF-8: byte 0 (0xFF) on line 1"),
        ("a: bcd".encode("utf-16-le"), "1:2 SRC008 the file is not UTF-8: byte 1 (0x00) on line 1"),
        (
            b"PK\x03\x04\x14\0",
            "1:1 SRC006 the file is a ZIP archive (a spreadsheet, a KMZ, packed GIS data), not a text",
        ),
        (b"SQLite format 3\0\x10", "1:1 SRC006 the file is a database (a GeoPackage), not a text"),
        (b"\xff\xd8\xff\xe0", "1:1 SRC006 the file is a JPEG picture, not a text"),
        (b"abc: def\nx\0yz", "2:2 SRC006 the file holds a NUL character"),
    ],
)
def test_bad_content(tmp_path: Path, content: bytes, expected: str):
    path = tmp_path / "x.yaml"
    path.write_bytes(content)
    text, (problem,) = read_text(path, "b/x.yaml")
    assert text is None and problem.span is not None
    assert f"{problem.span.line}:{problem.span.col} {problem.code} {problem.message}" == expected


@pytest.mark.parametrize(
    ("content", "likely"),
    [
        ("x Roliça".encode("cp1252"), "Windows-1252 (Western European) or Windows-1250 (Central European)"),
        ("x “q” ".encode("cp1252"), "Windows-1252"),
        ("Roliça, Brémule".encode("cp850"), "Mac Roman or an old DOS code page"),
        ("ab".encode("utf-16"), "UTF-16"),
    ],
)
def test_likely_encoding(tmp_path: Path, content: bytes, likely: str):
    path = tmp_path / "x.csv"
    path.write_bytes(content)
    _, (problem,) = read_text(path, "x.csv")
    assert problem.hint == f"it is probably {likely}; save it again as UTF-8"


def test_one_word_of_another_encoding(tmp_path: Path):
    path = tmp_path / "x.yaml"
    path.write_bytes("a: Brémule\nb: Roli".encode() + b"\xe7a\n")
    _, (problem,) = read_text(path, "x.yaml")
    assert problem.span is not None and problem.span.line == 2
    assert problem.hint == (
        "other letters of the file are UTF-8, so this one was pasted in from elsewhere: type it anew"
    )


def test_mark_is_dropped_and_line_ends_stay(tmp_path: Path):
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    assert read_text(path, "x.yaml") == ("a: 1\r\nb: 2\r\n", [])


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("oob.cvs", "did you mean `b/oob.csv`?"),
        ("OOB.CSV", "did you mean `b/oob.csv`?"),
        ("map.json", "did you mean `b/map.yaml`?"),
        ("zzz", None),
        ("art/x.png", "the folder `b/art` does not exist either"),
    ],
)
def test_missing_file(tmp_path: Path, name: str, hint: str | None):
    for sibling in ("oob.csv", "map.yaml"):
        (tmp_path / sibling).write_text("x")
    _, (problem,) = (
        load_file(tmp_path / name, f"b/{name}") if "." in name else read_text(tmp_path / name, f"b/{name}")
    )
    if name.endswith(".png"):
        assert problem.code == "SRC001"
    assert (problem.message, problem.hint) == (f"there is no file `b/{name}`", hint)


def test_folder_large_and_special_files(tmp_path: Path):
    (tmp_path / "d.yaml").mkdir()
    _, (problem,) = load_file(tmp_path / "d.yaml", "d.yaml")
    assert (problem.code, problem.message) == ("SRC002", "`d.yaml` is a folder, not a file")
    with (tmp_path / "big.csv").open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    _, (problem,) = load_file(tmp_path / "big.csv", "big.csv")
    assert (problem.code, problem.message, problem.expected) == (
        "SRC005",
        "`big.csv` is too large: 16.0 MiB",
        "at most 16 MiB",
    )
    os.mkfifo(tmp_path / "pipe.csv")
    _, (problem,) = load_file(tmp_path / "pipe.csv", "pipe.csv")
    assert (problem.code, problem.message) == ("SRC003", "`pipe.csv` is a pipe, not a file")


@pytest.mark.parametrize("name", ["m" * 300 + ".yaml", "m/" * 5000 + "m.yaml", "m" * 100_000 + ".csv"])
def test_name_too_long_for_the_disk(tmp_path: Path, name: str):
    _, (problem,) = load_file(tmp_path / name, name)
    assert problem.code == "SRC003"
    assert problem.message.startswith(f"`{name}` cannot be read: ")


def test_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "x.yaml"
    path.write_text("a: 1")

    def refuse(*args: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    _, (problem,) = load_file(path, "x.yaml")
    assert (problem.code, problem.message) == ("SRC003", "`x.yaml` cannot be read: Permission denied")


def test_suffix_decides(tmp_path: Path):
    for name, content in {"a.YML": "a: 1", "a.json": '{"a": 1}', "a.tsv": "a,b\n1\t2", "a.xls": "x"}.items():
        (tmp_path / name).write_text(content)
    assert [load_file(tmp_path / f"a.{s}", "x")[0].to_plain() for s in ("YML", "json")] == [{"a": 1}] * 2  # type: ignore[union-attr]
    node, problems = load_file(tmp_path / "a.tsv", "a.tsv")
    assert node is not None and node.to_plain() == [{"a": 1, "b": 2}]
    assert [p.code for p in problems] == ["SRC055"]
    _, (problem,) = load_file(tmp_path / "a.xls", "a.xls")
    assert problem.message == "`a.xls` has `.xls`, which says no kind of file that can be read"
    assert problem.code == "SRC009"


def test_sources_remember_lines(tmp_path: Path):
    (tmp_path / "a.yaml").write_bytes(b"a: 1\r\nb: 2")
    sources = Sources()
    node, problems = sources.load(tmp_path / "a.yaml", "b/a.yaml")
    assert problems == [] and node is not None
    assert sources.lines("b/a.yaml") == ["a: 1", "b: 2"]
    assert sources.lines("other") is None and sources.files == ["b/a.yaml"]
