"""From the bytes of a file to its text: all that can be wrong before a character has a meaning.

A file that is missing, too large, empty, in another encoding or with a byte that is not UTF-8 becomes a
diagnostic here. The readers of YAML, JSON and CSV get a text that is sound in all of that.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.source.problem import MAX_BYTES, problem
from jdgtools.source.span import Span, whole_file
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import Missing, Outside, read_file

_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_KINDS = (
    (b"PK\x03\x04", "a ZIP archive (a spreadsheet, a KMZ, packed GIS data)"),
    (b"SQLite format 3\0", "a database (a GeoPackage)"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"\x89PNG\r\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"%PDF-", "a PDF file"),
    (b"\xd0\xcf\x11\xe0", "an old Office file"),
)
"""How files begin that are no texts."""


def read_text(path: Path, file: str, within: Path | None = None) -> tuple[str | None, list[Diagnostic]]:
    """Return the text of a UTF-8 file without byte order mark; line ends stay as they are.

    Args:
        path: where the file is.
        file: path to show to the user.
        within: folder that it must lie in once links are followed; None = the user names the file.
    """
    content, problems = read_bytes(path, file, within)
    if content is None:
        return None, problems
    return decode(content, file)


def read_bytes(path: Path, file: str, within: Path | None = None) -> tuple[bytes | None, list[Diagnostic]]:
    """Return the bytes of a file that exists, is a file, can be read, is not too large, not empty.

    Args:
        path: where the file is.
        file: path to show to the user.
        within: see `read_text`.
    """
    span = whole_file(file)
    try:
        content = read_file(path, within=within, limit=MAX_BYTES)
    except Missing:
        return None, [_missing_file(path, file)]
    except Outside as refusal:
        hint = "put the file itself into the project, or allow the folder with --allow-folder"
        expected = "a file inside the project folder"
        return None, [problem("SRC003", span, f"`{file}` {refusal}", expected=expected, hint=hint)]
    except FileRefused as refusal:
        return None, [_unusable(path, file, str(refusal))]
    if not content.strip():
        hint = "write the content, or delete the file and its mention"
        return None, [problem("SRC004", span, f"`{file}` is empty", hint=hint)]
    return content, []


def decode(content: bytes, file: str) -> tuple[str | None, list[Diagnostic]]:
    """Return bytes as text, or say which byte is not UTF-8 and what the encoding may be."""
    for mark, name in _MARKS:
        if content.startswith(mark):
            return None, [_not_utf8(content, 0, name, file)]
    kind = next((name for start, name in _KINDS if content.startswith(start)), None)
    if kind is not None:
        hint = "export it as a text, or check the name"
        message = f"the file is {kind}, not a text"
        return None, [problem("SRC006", whole_file(file), message, expected="a text file", hint=hint)]
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # utf-8-sig reports offsets after the mark
        shift = 3 if content.startswith(b"\xef\xbb\xbf") else 0
        return None, [_not_utf8(content, error.start + shift, _guess(content), file)]
    offset = text.find("\0")
    if offset >= 0:
        if content[1::2].count(0) * 3 > len(content) or content[0::2].count(0) * 3 > len(content):
            return None, [_not_utf8(content, content.index(0), "UTF-16", file)]
        span = _span_after(text[:offset], file)
        hint = "this looks like a binary file; check the name"
        return None, [
            problem("SRC006", span, "the file holds a NUL character", expected="a text file", hint=hint)
        ]
    if not text.strip():
        return None, [
            problem(
                "SRC004",
                whole_file(file),
                f"`{file}` is empty",
                hint="write the content, or delete the file and its mention",
            )
        ]
    return text, []


def _unusable(path: Path, file: str, reason: str) -> Diagnostic:
    span, message = whole_file(file), f"`{file}` {reason}"
    if reason.startswith("is larger than"):
        return _too_large(path, file)
    if reason.startswith("is a folder"):  # the disk is not asked again: a name may be too long for it
        hint = "name a file inside the folder, or rename one of the two"
        return problem("SRC002", span, message, expected="a file", hint=hint)
    if reason.startswith("cannot be read"):
        hint = "check that you may read it and that no other program keeps it locked"
        return problem("SRC003", span, message, hint=hint)
    if path.is_symlink():
        return problem(
            "SRC001", span, message, expected="a file", hint="put the file itself into the project"
        )
    return problem("SRC003", span, message, expected="an ordinary file")


def _missing_file(path: Path, file: str) -> Diagnostic:
    """Return the diagnostic for a file that does not exist, with the nearest name in its folder."""
    from difflib import get_close_matches

    folder, name = file.rpartition("/")[0], path.name
    try:
        parent_there = path.parent.is_dir()
        siblings = sorted(child.name for child in path.parent.iterdir()) if parent_there else []
    except OSError:
        parent_there, siblings = True, []
    by_fold = {child.casefold(): child for child in reversed(siblings)}
    near = get_close_matches(name.casefold(), list(by_fold), 1, 0.6)
    if not near:
        stem = path.stem.casefold()
        near = [fold for fold in by_fold if Path(fold).stem == stem][:1]
    hint: str | None = None
    if near:
        hint = f"did you mean `{folder + '/' if folder else ''}{by_fold[near[0]]}`?"
    elif not parent_there:
        hint = f"the folder `{folder or path.parent.name}` does not exist either"
    return problem("SRC001", whole_file(file), f"there is no file `{file}`", expected="a file", hint=hint)


def _too_large(path: Path, file: str) -> Diagnostic:
    limit = f"{MAX_BYTES // 2**20} MiB"
    message = f"`{file}` is too large"
    with suppress(OSError):
        message += f": {path.stat().st_size / 2**20:.1f} MiB"
    return problem("SRC005", whole_file(file), message, expected=f"at most {limit}")


def _span_after(before: str, file: str) -> Span:
    """Return the span of the character after a text."""
    flat = before.replace("\r\n", "\n").replace("\r", "\n")
    line, col = flat.count("\n") + 1, len(flat) - flat.rfind("\n")
    return Span(file, line, col, line, col + 1)


_MIXED = "other letters of the file are UTF-8, so this one was pasted in from elsewhere: type it anew"


def _guess(content: bytes) -> str:
    """Return likely encoding of bytes that are not UTF-8."""
    if any(0x80 <= byte <= 0x9F for byte in content):
        # Mac and DOS use these bytes for letters, Windows mainly for quotes, dashes and the euro sign
        letters = sum(1 for byte in content if byte in b"\x82\x85\x87\x88\x8a\x8e\x8f\x90\x9a")
        marks = sum(1 for byte in content if byte in b"\x80\x91\x92\x93\x94\x95\x96\x97\x8c\x9c")
        return "Windows-1252" if marks >= letters else "Mac Roman or an old DOS code page"
    return "Windows-1252 (Western European) or Windows-1250 (Central European)"


def _not_utf8(content: bytes, offset: int, encoding: str, file: str) -> Diagnostic:
    # everything before the first bad byte decodes, except after a UTF-16 mark, where nothing precedes
    before = content[:offset].decode("utf-8-sig", "replace")
    span = _span_after(before, file)
    message = f"the file is not UTF-8: byte {offset} (0x{content[offset]:02X}) on line {span.line}"
    hint = f"it is probably {encoding}; save it again as UTF-8"
    if encoding != "UTF-16" and not content.decode("utf-8", "ignore").isascii():
        # Saved anew as a whole, its other letters would be lost.
        return problem("SRC008", span, message, expected="UTF-8", hint=_MIXED)
    return problem("SRC008", span, message, found=f"probably {encoding}", expected="UTF-8", hint=hint)
