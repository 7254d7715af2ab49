"""A text that players read, in one or several languages.

`Text` is what every name, title and rule of the model is. `get("fr")` returns the French words, else those
of the language of the battle.
"""

from __future__ import annotations

from collections.abc import Mapping
from unicodedata import normalize

from msgspec import Struct

DEFAULT_LANGUAGE = "en"


def normalize_text(text: str) -> str:
    """Return a text without blanks at its ends, and with one sign for a letter and its accent.

    Texts that were typed on macOS often have two; fonts draw the one better, and searches find it.
    """
    text = text.strip()
    return text if text.isascii() else normalize("NFC", text)


class Text(Struct, frozen=True, gc=False):
    """A text that may exist in several languages.

    `values` holds (language code, text) pairs in source order; a text written without a
    language has the code of the battle's first language.
    """

    values: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, plain: str | Mapping[str, str], language: str = DEFAULT_LANGUAGE) -> Text:
        """Return a Text from a plain string (in `language`) or from a mapping language -> string."""
        if isinstance(plain, str):
            return cls(((language, plain),))
        return cls(tuple(plain.items()))

    def get(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return the text in `language`, else in English, else in the first language, else ''."""
        fallback = ""
        for code, value in self.values:
            if code == language:
                return value
            if code == DEFAULT_LANGUAGE or not fallback:
                fallback = value
        return fallback

    def has(self, language: str) -> bool:
        """Return whether the text exists in `language` itself, without falling back."""
        return any(code == language for code, _ in self.values)

    def __str__(self) -> str:
        return self.get()

    def __bool__(self) -> bool:
        for _, value in self.values:  # noqa: SIM110 (asked very often; a generator takes twice as long)
            if value:
                return True
        return False


NO_TEXT = Text(())
"""A text that says nothing in any language."""
