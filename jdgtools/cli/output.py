"""All that a command says goes out here, so that no name and no message can hurt the terminal or the command.

Control characters are replaced; what the encoding of the stream lacks is written as an escape; a reader that
went away (`| head`) ends the output and nothing else; an output that cannot be written is one clear error.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from jdgtools.diagnostics.formats.writing import safe_lines
from jdgtools.errors import InputRefused, OutputFailed

_ESCAPES = "jdgtools.escapes"
_HEAD = 1 << 16
"""Bytes of a file that stands where another is to be written by which it is judged."""


def echo(message: str = "", nl: bool = True, err: bool = False) -> None:
    """Write a text to standard output, or to standard error.

    Args:
        message: one line or many.
        nl: whether a line end follows.
        err: whether it goes to standard error. A standard error that is closed is no failure: whoever closed
            it wants no messages.

    Raises:
        OutputFailed: standard output is closed, or what it leads to is full.
    """
    stream: TextIO | None = sys.stderr if err else sys.stdout
    if stream is None:
        if err:
            return
        raise OutputFailed("cannot write to standard output: it is closed")
    text = safe_lines(message) + ("\n" if nl else "")
    try:
        stream.write(_encodable(text, stream))
        stream.flush()
    except BrokenPipeError:
        silence(stream)
    except (OSError, ValueError) as error:
        silence(stream)
        if not err:
            reason = getattr(error, "strerror", None) or "it is closed"
            raise OutputFailed(f"cannot write to standard output: {reason}") from None


def _encodable(text: str, stream: TextIO) -> str:
    r"""Return a text that the stream takes: a `°` on a terminal without it becomes `\u00b0`.

    These escapes are those of JSON, so that an answer for programs stays readable for them.
    """
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.encode(encoding, _ESCAPES).decode(encoding)
    except LookupError:
        return text.encode("ascii", _ESCAPES).decode("ascii")
    return text


def _escapes(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    pairs = (int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2))
    return "".join(f"\\u{unit:04x}" for unit in pairs), error.end


codecs.register_error(_ESCAPES, _escapes)


def silence(stream: TextIO | None) -> None:
    """Let whatever is still to be written to a stream vanish: Python would try it again at its end."""
    if stream is None:
        return
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def write_text(path: Path, text: str) -> None:
    """Write a text file that a user names, whole or not at all; `spare` looks first at what stands there.

    Raises:
        OutputFailed: it cannot be written.
    """
    from jdgtools.scratch import whole_file

    try:
        with whole_file(path, 0o644) as stream:
            stream.write(text.encode("utf-8", "replace"))
    except OSError as error:
        raise OutputFailed(f"{path.as_posix()}: {error.strerror or error}") from None


def spare(path: Path, objection: Callable[[bytes], str | None]) -> None:
    """Refuse to write over a file of somebody: one letter wrong in a name costs nobody his work.

    Nothing stands in the way of an empty file, or of no file; what is no file is told of when it is written.

    Args:
        path: the file that is to be written.
        objection: says of the first bytes of what stands there why it is kept, as a clause; None = it may go.

    Raises:
        InputRefused: it is kept.
    """
    from jdgtools.untrusted import FileRefused
    from jdgtools.untrusted.files import open_file

    try:
        with open_file(path, within=None, limit=sys.maxsize) as stream:
            head = stream.read(_HEAD) or b""
    except FileRefused:
        return
    if head.strip() and (reason := objection(head)) is not None:
        raise InputRefused(f"{path.as_posix()} exists already: {reason}")
