"""PDF of one drawing whose layers a reader can show and hide."""

from __future__ import annotations

import re
from html import unescape

from jdgtools.render.backends.pdf_file import PdfFile, packed_stream, reference
from jdgtools.render.backends.typesetter import compile_pages, scene_page
from jdgtools.render.scene import Scene

_LAYER = re.compile(r'(?m)^<g id="layer-[^"]*" inkscape:groupmode="layer" inkscape:label="([^"]*)".*>$')
_MOST = 20_000_000
"""Characters of SVG; beyond that, unpacking the finished page would need more memory than it is worth."""
_MARK = re.compile(rb"-7(\d\d\d) -7000 m")


def render_layered_pdf(scene: Scene, svg: str) -> bytes:
    """PDF file with the drawing on one page and its layers as optional content (ISO 32000-1, 8.11).

    A drawing of more than about 3,000 hexes comes without layers, to save memory.

    typst draws everything in order but knows no layers. So a speck far outside the page goes before each of
    them, and the specks in the finished page become the borders of layers.

    Args:
        scene: size and title.
        svg: the drawing, from ``render_svg``; drawn layers must not be nested.
    """
    if len(svg) > _MOST:
        return compile_pages([scene_page(scene, svg)], "pdf", title=scene.title)[0]
    names: list[str] = []

    def marked(match: re.Match[str]) -> str:
        names.append(unescape(match[1]))
        return f"{_speck(len(names))}\n{match[0]}"

    text = _LAYER.sub(marked, svg)
    end = text.rindex("</svg>")
    pdf = compile_pages(
        [scene_page(scene, f"{text[:end]}{_speck(0)}\n{text[end:]}")], "pdf", title=scene.title
    )[0]
    return _with_layers(pdf, names)


def _speck(number: int) -> str:
    return f'<path d="M-7{number:03d} -7000h1v1z" fill="#010203"/>'


def _with_layers(pdf: bytes, names: list[str]) -> bytes:
    file = PdfFile(pdf)
    [number] = file.kids()
    page = file.object(number)
    contents, resources = reference(page, b"Contents"), reference(page, b"Resources")
    content = file.stream(contents)
    pieces: list[bytes] = []
    at = 0
    is_open = False
    for mark in _MARK.finditer(content):
        # A speck is a whole block of its own: from its "q" to its "Q".
        begin = content.rindex(b"\nq ", 0, mark.start()) + 1
        pieces.append(content[at:begin])
        if is_open:
            pieces.append(b"EMC\n")
        layer = int(mark[1])
        is_open = layer > 0
        if is_open:
            pieces.append(b"/OC /JdgLayer%d BDC\n" % layer)
        at = content.index(b"\nQ", mark.start()) + 3
    pieces.append(content[at:])
    groups = [file.add(b"<</Type/OCG/Name%s>>" % _text(name)) for name in names]
    entries = b"".join(b"/JdgLayer%d %d 0 R" % (i, group) for i, group in enumerate(groups, 1))
    listed = b" ".join(b"%d 0 R" % group for group in groups)
    file.replace(contents, packed_stream(b"<<", b"".join(pieces)))
    old = file.object(resources).rstrip()
    file.replace(resources, old[:-2] + b"/Properties<<" + entries + b">>>>")
    root = file.object(file.root).rstrip()
    # Readers list layers from the top.
    order = b" ".join(b"%d 0 R" % group for group in reversed(groups))
    shown = b"/OCProperties<</OCGs[%s]/D<</ON[%s]/Order[%s]>>>>" % (listed, listed, order)
    file.replace(file.root, root[:-2] + shown + b">>")
    return file.finish()


def _text(words: str) -> bytes:
    """PDF text string."""
    return b"<FEFF" + words.encode("utf-16-be").hex().upper().encode() + b">"
