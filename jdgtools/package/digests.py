"""Digests in packages and logs of games, which another release, or another engine, computes again.

The exporter writes them (`exporters/jdgpkg/rules.py`), the reference engine compares them: with the text for
which its code was written, and with the positions of a log that it replays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256


def json_digest(value: object) -> str:
    """Return the first 16 digits of the SHA-256 of a value's JSON.

    The JSON is UTF-8, has no blanks between its signs and no escapes but those that JSON demands; members of
    objects stand in the order of their names. `jdgtools/canonical.py` says why this is not its encoding.

    Raises:
        TypeError: the value is none of JSON.
    """
    content = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return sha256(content.encode()).hexdigest()[:16]


def words_digest(words: Mapping[str, str]) -> str:
    """Return the digest of a text in its languages: of a list of [language, text] by language."""
    return json_digest(sorted(words.items()))
