"""The small XML entries that describe a module, an extension or a save."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.vassal.components import Component, indent, read_xml, write_xml
from jdgtools.vassal.limits import DEFAULT, Limits

MODULE_ENTRY = "moduledata"
EXTENSION_ENTRY = "extensiondata"
SAVE_ENTRY = "savedata"

VASSAL_VERSION = "3.7.0"
"""Version written into modules: engines from 3.7 on open them."""
DATE_SAVED = 315532800000
"""Fixed date of everything written here, in ms: 1980-01-01, as in the archive."""

_FIELDS = ("version", "extra1", "extra2", "VassalVersion", "dateSaved", "description", "name")


class Metadata(Struct, frozen=True, dict=True):
    """Name, versions and description of a module, an extension or a save."""

    name: str | None = None
    """Module name; None in saves and extensions."""
    version: str | None = None
    """Module version."""
    description: str | None = None
    """One line."""
    vassal_version: str | None = VASSAL_VERSION
    """Version of VASSAL that it was made for."""
    extra1: str | None = None
    """First free field of a module."""
    extra2: str | None = None
    """Second free field of a module."""
    date_saved: str | None = str(DATE_SAVED)
    """Milliseconds since 1970."""
    others: tuple[Component, ...] = ()
    """Elements not named above (translations, `universal`), verbatim."""

    @classmethod
    def parse(cls, data: bytes, what: str = MODULE_ENTRY, limits: Limits = DEFAULT) -> Metadata:
        """Return the metadata of an entry.

        Raises:
            InputRefused: it is not readable XML.
        """
        root = read_xml(data, what, limits)
        texts: dict[str, str] = {}
        others = []
        for child in root.children:
            if child.tag in _FIELDS and child.tag not in texts and not child.attributes:
                texts[child.tag] = child.full_text()
            else:
                others.append(child)
        metadata = cls(
            texts.get("name"),
            texts.get("version"),
            texts.get("description"),
            texts.get("VassalVersion"),
            texts.get("extra1"),
            texts.get("extra2"),
            texts.get("dateSaved"),
            tuple(others),
        )
        metadata.__dict__["source"] = data
        return metadata

    def format(self) -> bytes:
        """Return the entry: as it was read, or as VASSAL writes it."""
        source: bytes | None = self.__dict__.get("source")
        if source is not None:
            return source
        values = (
            self.version,
            self.extra1,
            self.extra2,
            self.vassal_version,
            self.date_saved,
            self.description,
            self.name,
        )
        root = Component("data", {"version": "1"})
        root.children = [
            Component(tag, text=value)
            for tag, value in zip(_FIELDS, values, strict=True)
            if value is not None
        ]
        root.children += [replace(c) for c in self.others]
        return write_xml(indent(root))
