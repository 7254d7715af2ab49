"""What all formats share: short texts without characters that steer a terminal, and JSON for any reader."""

from __future__ import annotations

import json
import re
from typing import Any

_STEERING = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
UNSAFE = re.compile(f"[{_STEERING}\t\n]")
"""Characters that would move the cursor, change its direction or cannot be encoded; line ends too."""
_UNSAFE_IN_TEXT = re.compile(f"[{_STEERING}]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def safe(text: str) -> str:
    """Return a text on one line, without characters that steer a terminal."""
    return UNSAFE.sub("\ufffd", text.replace("\n", " ").replace("\t", " "))


def safe_lines(text: str) -> str:
    """Return a text of many lines, without characters that steer a terminal."""
    return _UNSAFE_IN_TEXT.sub("\ufffd", text)


def whole_characters(text: str) -> str:
    """Return a text in which what is no character (a half of a pair, a raw byte of a name) is replaced."""
    return _SURROGATE.sub("\ufffd", text)


def json_text(value: Any) -> str:
    r"""Return data as JSON, ending in a newline.

    Characters that steer a terminal and raw bytes of file names are written as `\uXXXX`, which every reader
    of JSON understands, so that the text is valid UTF-8 and safe to show.
    """
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return _UNSAFE_IN_TEXT.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"
