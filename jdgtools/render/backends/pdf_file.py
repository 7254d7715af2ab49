"""Changes to a PDF file as typst writes it: plain objects and a plain cross-reference table."""

from __future__ import annotations

import re
import zlib


def reference(body: bytes, key: bytes) -> int:
    """Number of the object that a key of a dictionary refers to.

    Raises:
        AssertionError: the key is missing; typst always writes those that are asked for here.
    """
    found = re.search(rb"/" + key + rb" (\d+) 0 R", body)
    if found is None:
        raise AssertionError(f"no {key.decode()} in a page that typst wrote")
    return int(found[1])


def packed_stream(head: bytes, content: bytes) -> bytes:
    """A stream object; ``head`` is its dictionary without the end."""
    packed = zlib.compress(content, 3)
    return head + b"/Filter/FlateDecode/Length %d>>\nstream\n" % len(packed) + packed + b"\nendstream"


class PdfFile:
    """A PDF file as typst writes it, with a plain cross-reference table, and changes to it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.trailer = data[data.rindex(b"trailer") + 7 : data.rindex(b"startxref")].strip()
        self.start = int(data[data.rindex(b"startxref") + 9 :].split()[0])
        self.size = int(re.search(rb"/Size (\d+)", self.trailer)[1])  # type: ignore[index]
        self.root = reference(self.trailer, b"Root")
        first, count = map(int, data[self.start : self.start + 40].split()[1:3])
        lines = data.index(b"\n", data.index(b"\n", self.start) + 1) + 1
        rows = data[lines : lines + 20 * count]
        self.offsets = {first + i: int(rows[20 * i : 20 * i + 10]) for i in range(count)}
        self.offsets.pop(0, None)
        self.bounds = frozenset(self.offsets.values())
        self.changed: dict[int, bytes] = {}

    def object(self, number: int) -> bytes:
        """The text of an object between "obj" and "endobj"; not for streams."""
        at = self.offsets[number]
        body = self.data[at : self.data.index(b"endobj", at)]
        return body[body.index(b"obj") + 3 :].strip()

    def stream(self, number: int) -> bytes:
        """The unpacked content of a stream."""
        at = self.offsets[number]
        begin = self.data.index(b"stream", at)
        head = self.data[at:begin]
        length = int(re.search(rb"/Length (\d+)", head)[1])  # type: ignore[index]
        begin += 8 if self.data[begin + 6 : begin + 8] == b"\r\n" else 7
        content = self.data[begin : begin + length]
        return zlib.decompress(content) if b"/FlateDecode" in head else content

    def kids(self) -> list[int]:
        """Numbers of the page objects in page order."""
        parent = self.object(reference(self.object(self.root), b"Pages"))
        return [int(n) for n in re.findall(rb"(\d+) 0 R", parent[parent.index(b"/Kids") :])]

    def add(self, body: bytes) -> int:
        """Takes a new object; returns its number."""
        number = self.size
        self.size += 1
        self.changed[number] = body
        return number

    def replace(self, number: int, body: bytes) -> None:
        """Takes an object in place of an old one."""
        self.changed[number] = body

    def drop(self, number: int) -> None:
        """Leaves an object out; nothing that stays may need it."""
        del self.offsets[number]

    def finish(self) -> bytes:
        """The file with its changes, written anew."""
        first = min(self.offsets.values())
        out = bytearray(self.data[:first])
        starts = sorted(self.bounds)
        ends = dict(zip(starts, [*starts[1:], self.start], strict=True))
        table = {0: b"0000000000 65535 f \n"}
        for number, at in sorted(self.offsets.items(), key=lambda entry: entry[1]):
            if number not in self.changed:
                table[number] = b"%010d 00000 n \n" % len(out)
                out += self.data[at : ends[at]]
        for number, body in sorted(self.changed.items()):
            table[number] = b"%010d 00000 n \n" % len(out)
            out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
        start = len(out)
        rows = [table.get(number, b"0000000000 65535 f \n") for number in range(self.size)]
        trailer = re.sub(rb"/Size \d+", b"/Size %d" % self.size, self.trailer)
        out += b"xref\n0 %d\n" % self.size + b"".join(rows)
        out += b"trailer\n" + trailer + b"\nstartxref\n%d\n%%%%EOF\n" % start
        return bytes(out)
