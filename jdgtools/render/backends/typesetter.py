"""The one place that calls typst: SVG pages or markup in, PNG or PDF out, with the bundled fonts only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from jdgtools.render.text import FONT_FOLDER

Page: TypeAlias = tuple[str, float, float]
"""SVG document, width and height of its page in points."""


def compile_pages(
    pages: Sequence[Page], form: Literal["png", "pdf"], *, title: str = "", ppi: float = 72.0
) -> list[bytes]:
    """One PNG per page, or a list with one PDF.

    The page is cut at its edges. Threads may call this at the same time: typst works
    outside the interpreter lock.

    Args:
        pages: at least one.
        form: what to make.
        title: title of the PDF.
        ppi: pixels per inch of the PNGs.
    """
    # No date and no timestamp: equal pages give equal bytes.
    source = [f"#set document(title: {_quote(title)}, date: none)"]
    files: dict[str, bytes] = {}
    # Equal pages (backs of markers, say) are parsed once.
    names: dict[str, str] = {}
    for svg, width, height in pages:
        name = names.setdefault(svg, f"{len(names)}.svg")
        files[name] = svg.encode()
        size = f"width: {width:.6f}pt, height: {height:.6f}pt"
        source.append(f'#page({size}, margin: 0pt, fill: none, image("{name}", {size}, fit: "stretch"))')
    return _compile("\n".join(source), files, form, ppi)


def typeset(source: str, files: Mapping[str, bytes] | None = None) -> bytes:
    """PDF of a document in typst's markup.

    Texts of a battle must have gone through an escaping function before they become markup.

    Args:
        source: the document.
        files: pictures that it names, by name; it can read nothing else.
    """
    return _compile(source, dict(files or {}), "pdf", 72.0)[0]


def typeset_pictures(
    source: str, files: Mapping[str, bytes] | None = None, ppi: float = 100.0
) -> list[bytes]:
    """One PNG per page of a document in typst's markup; as `typeset`."""
    return _compile(source, dict(files or {}), "png", ppi)


def _compile(source: str, files: dict[str, bytes], form: Literal["png", "pdf"], ppi: float) -> list[bytes]:
    import typst

    files["main.typ"] = source.encode()
    # Typed loosely: the stubs of typst do not know sources in memory, nor lists of pages.
    compile_typst: Any = typst.compile
    result = compile_typst(
        files,
        format=form,
        font_paths=[str(FONT_FOLDER)],
        ignore_system_fonts=True,
        timestamp=0,
        ppi=ppi if form == "png" else None,
    )
    return list(result) if isinstance(result, list) else [bytes(result)]


def _quote(text: str) -> str:
    plain = "".join(c if c >= " " else " " for c in text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
