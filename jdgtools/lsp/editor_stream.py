"""What an editor sends, within limits: it says how long a message is before it sends it."""

from __future__ import annotations

from io import BufferedReader

from jdgtools.errors import InputRefused

MAX_MESSAGE = 256 << 20
"""Bytes of one message; a source file has 16 MB at most, and JSON may write each byte as six."""
_MAX_HEADER = 4_000
"""Bytes of one line of a header; what is longer is none."""
_LENGTH = b"content-length:"


class EditorStream(BufferedReader):
    """Standard input without messages out of all measure, whose end nobody could find."""

    def readline(self, size: int | None = -1, /) -> bytes:
        """Return a line of a header, or a part of one that is too long.

        Raises:
            InputRefused: it announces a message that is too long.
        """
        line = super().readline(_MAX_HEADER)
        if line.lower().startswith(_LENGTH):
            digits = line[len(_LENGTH) :].strip()
            if digits.isdigit() and (len(digits) > 15 or int(digits) > MAX_MESSAGE):
                raise InputRefused(f"the editor announces a message of more than {MAX_MESSAGE:,} bytes")
        return line
