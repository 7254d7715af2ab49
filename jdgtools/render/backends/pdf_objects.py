"""The objects of a PDF file and the file made of them: plain objects, a plain table of places, no dates.

Objects are numbered in the order in which they are asked for, so the same drawing is the same bytes.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from hashlib import blake2b

from msgspec import Struct

_LEVEL = 2
"""How hard streams are packed."""
_REFERENCE = re.compile(rb"(?<![0-9])([0-9]+) 0 R(?![A-Za-z])")
MAX_PLAIN = 60
"""Bytes of a stream that is too short to be worth packing."""


class PdfStream(Struct, frozen=True, dict=True, eq=False):
    """A stream and its dictionary."""

    head: bytes
    """Entries of its dictionary."""
    content: bytes
    is_packed: bool
    """Whether the content has a filter already, which the dictionary names."""

    @cached_property
    def compressed_stream(self) -> PdfStream:
        """The same stream, packed once for all files that have it."""
        if self.is_packed or len(self.content) <= MAX_PLAIN:
            return self
        return PdfStream(self.head + b"/Filter/FlateDecode", zlib.compress(self.content, _LEVEL), True)


class Objects:
    """Numbered objects; a number may be given out before the object is there."""

    def __init__(self) -> None:
        self._bodies: list[bytes | PdfStream | None] = []

    def copy(self) -> Objects:
        """Return objects that begin as these and then go their own way."""
        other = Objects()
        other._bodies = self._bodies.copy()
        return other

    def reserve(self) -> int:
        """Return a number for an object that follows with `put`."""
        self._bodies.append(None)
        return len(self._bodies)

    def put(self, number: int, body: bytes | PdfStream) -> None:
        """Give a reserved number its object, or another one."""
        self._bodies[number - 1] = body

    def put_stream(self, number: int, head: bytes, content: bytes) -> None:
        """Give a reserved number its stream; ``head`` are the entries of the dictionary."""
        self._bodies[number - 1] = PdfStream(head, content, False)

    def extend(self, number: int, entries: bytes) -> None:
        """Add entries to an object that is a dictionary."""
        body = self._bodies[number - 1]
        assert isinstance(body, bytes) and body.endswith(b">>")
        self._bodies[number - 1] = body[:-2] + entries + b">>"

    def extend_stream(self, number: int, entries: bytes) -> None:
        """Add entries to the dictionary of a stream."""
        body = self._bodies[number - 1]
        assert isinstance(body, PdfStream)
        self._bodies[number - 1] = PdfStream(body.head + entries, body.content, body.is_packed)

    def add(self, body: bytes) -> int:
        """Add an object; return its number."""
        self._bodies.append(body)
        return len(self._bodies)

    def stream(self, head: bytes, content: bytes, *, is_packed: bool = False) -> int:
        """Add a stream; return its number.

        Args:
            head: entries of the dictionary.
            content: the bytes.
            is_packed: whether they have a filter already, which the dictionary names.
        """
        self._bodies.append(PdfStream(head, content, is_packed))
        return len(self._bodies)

    def reachable(self, numbers: Iterable[int]) -> list[int]:
        """Return the numbers of objects and of all that these name, in rising order."""
        numbers_reached: set[int] = set()
        waiting = list(numbers)
        while waiting:
            number = waiting.pop()
            if number not in numbers_reached:
                numbers_reached.add(number)
                body = self._bodies[number - 1]
                head = body.head if isinstance(body, PdfStream) else body or b""
                waiting += map(int, _REFERENCE.findall(head))
        return sorted(numbers_reached)

    def take(self, other: Objects, numbers: Mapping[int, int], old_numbers: Iterable[int]) -> None:
        """Take over objects of others, packed; what they name by a number they name by its new number.

        Args:
            other: whose objects are taken.
            numbers: old number -> new one, which has been reserved.
            old_numbers: old numbers of those to take.
        """

        def renumbered(body: bytes) -> bytes:
            return _REFERENCE.sub(lambda match: b"%d 0 R" % numbers[int(match[1])], body)

        for number in old_numbers:
            body = other._bodies[number - 1]
            if isinstance(body, PdfStream):
                stream = body.compressed_stream
                self.put(
                    numbers[number], PdfStream(renumbered(stream.head), stream.content, stream.is_packed)
                )
            elif body is not None:
                self.put(numbers[number], renumbered(body))

    def parts(self) -> Iterator[bytes]:
        """Yield all that the objects so far consist of, in their order."""
        for body in self._bodies:
            yield from (body.head, body.content) if isinstance(body, PdfStream) else (body or b"",)

    def file(self, root: int, info: int, *, plain: bool = False, version: bytes = b"1.7") -> bytes:
        """Return the PDF file.

        Args:
            root: number of the catalogue.
            info: number of the document information.
            plain: for pdfium next door: streams are not packed.
            version: of the format, in the head of the file.
        """
        out = bytearray(b"%PDF-" + version + b"\n%\xe2\xe3\xcf\xd3\n")
        places = []
        for number, body in enumerate(self._bodies, 1):
            places.append(len(out))
            if isinstance(body, PdfStream):
                self._append(out, number, body, plain)
            else:
                out += b"%d 0 obj\n%s\nendobj\n" % (number, body or b"null")
        start = len(out)
        # The same content, the same identifier; nobody asks for that of pages next door.
        name = b"" if plain else blake2b(out, digest_size=16).hexdigest().upper().encode()
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        out += b"".join([b"%010d 00000 n \n" % place for place in places])
        out += b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R/ID[<%s><%s>]>>\n" % (
            len(places) + 1,
            root,
            info,
            name,
            name,
        )
        out += b"startxref\n%d\n%%%%EOF\n" % start
        return bytes(out)

    @staticmethod
    def _append(out: bytearray, number: int, stream: PdfStream, plain: bool) -> None:
        if not plain:
            stream = stream.compressed_stream
        head, content = stream.head, stream.content
        out += b"%d 0 obj\n<<%s/Length %d>>\nstream\n" % (number, head, len(content))
        out += content
        out += b"\nendstream\nendobj\n"


def text_string(words: str) -> bytes:
    """Return words as a PDF text string."""
    if all(" " <= c <= "~" for c in words):
        plain = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        return b"(" + plain.encode("ascii") + b")"
    return b"<FEFF" + words.encode("utf-16-be", "replace").hex().upper().encode() + b">"
