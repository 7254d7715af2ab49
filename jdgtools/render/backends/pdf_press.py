"""What a press asks of a PDF file: PDF/X-4 (ISO 15930-7), which names the press that it is meant for.

The profile of the press is embedded as it is. An output intent must hold a profile of a printing device: that
of a screen, such as sRGB, does not do, so none comes with the program.
"""

from __future__ import annotations

from hashlib import blake2b
from html import escape
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.render.backends.pdf_objects import Objects, text_string

if TYPE_CHECKING:
    from jdgtools.render.backends.pdf_color import ColorMode

MAX_PROFILE = 16_000_000
"""Bytes of a profile; those of presses have 0.5 to 4 million."""
DATE = "1980-01-01T00:00:00Z"
"""The standard wants dates; the same source gives the same bytes, so it is that of files in the archives."""
_HEADER = 128
_SPACES: dict[ColorMode, tuple[bytes, int]] = {"rgb": (b"RGB ", 3), "cmyk": (b"CMYK", 4)}


class OutputIntent(Struct, frozen=True):
    """The press for which a file is made."""

    profile: bytes
    """ICC profile of the press and its paper."""
    condition: str
    """Name of the printing condition, as "FOGRA39"."""

    def put(self, objects: Objects, mode: ColorMode) -> int:
        """Add the intent to the objects of a file; return its number."""
        components = _SPACES[mode][1]
        profile = objects.stream(b"/N %d" % components, self.profile)
        name = text_string(self.condition)
        return objects.add(
            b"<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier%s/Info%s/DestOutputProfile %d 0 R>>"
            % (name, name, profile)
        )


def profile_problem(profile: bytes, mode: ColorMode) -> str:
    """Return as a clause what keeps a file from being a press's profile for these colours; '' = nothing."""
    if len(profile) < _HEADER or profile[36:40] != b"acsp":
        return "it is no ICC profile"
    if int.from_bytes(profile[:4], "big") != len(profile):
        return "it is cut short, or has something behind its end"
    if profile[12:16] != b"prtr":
        return "it is the profile of a screen, a camera or a colour space, not of a printing device"
    if profile[16:20] != _SPACES[mode][0]:
        space = profile[16:20].decode("ascii", "replace").strip()
        return f"it is a profile for {space} and the files are written in {mode.upper()}"
    return ""


def press_xmp(title: str, objects: Objects) -> str:
    """Return what the description of a file for a press says beyond that of others.

    Args:
        title: of the document.
        objects: all others of the file: the same content is the same document.
    """
    name = blake2b(title.encode(), digest_size=16)
    for part in objects.parts():
        name.update(part)
    return _XMP.format(date=DATE, document=escape(name.hexdigest()))


_XMP = """
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" \
xmlns:pdf="http://ns.adobe.com/pdf/1.3/" \
xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
<pdf:Trapped>False</pdf:Trapped>
<xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate>
<xmp:MetadataDate>{date}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{document}</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
</rdf:Description>"""
