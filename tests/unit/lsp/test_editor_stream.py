"""What an editor may announce: messages of some size, and no others."""

from __future__ import annotations

import os
from io import FileIO

import pytest

from jdgtools.errors import InputRefused
from jdgtools.lsp.editor_stream import MAX_MESSAGE, EditorStream


def stream(content: bytes) -> EditorStream:
    read, write = os.pipe()
    os.write(write, content)
    os.close(write)
    return EditorStream(FileIO(read))


@pytest.mark.parametrize("length", [b"268435457", b"99999999999999", b"9" * 6_000])
def test_a_message_without_end_is_refused(length: bytes) -> None:
    editor = stream(b"Content-Length: " + length + b"\r\n\r\n{}")
    with editor, pytest.raises(InputRefused, match="a message of more than 268,435,456 bytes"):
        editor.readline()


def test_other_lines_pass() -> None:
    for line in (
        b"Content-Length: %d\r\n" % MAX_MESSAGE,
        b"Content-Length: -5\r\n",
        b"content-length: x\r\n",
        b"\r\n",
    ):
        with stream(line + b"{}") as editor:
            assert editor.readline() == line
            assert editor.read(2) == b"{}"
