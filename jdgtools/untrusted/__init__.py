"""The one door for files of other people: how they are opened, and where they are decoded."""

from __future__ import annotations


class FileRefused(Exception):
    """Why a file is not used; the text is the end of a sentence that begins with the file."""

    for_now = False
    """Whether nothing speaks against it but the time that others took; see `budget`."""
