"""The few functions of pdfium that drawing needs.

Its Python packages declare hundreds of functions one by one, which takes twenty times as long as to load the
library.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

RGB, RGBA = 2, 4
"""Forms of a bitmap: 24 and 32 bits a pixel (`FPDFBitmap_BGR`, `FPDFBitmap_BGRA`)."""
RED_FIRST = 0x10
"""Flag of the renderer (`FPDF_REVERSE_BYTE_ORDER`)."""

_FILES = {"win32": "pdfium.dll", "cygwin": "pdfium.dll", "darwin": "libpdfium.dylib"}
_P, _I = ctypes.c_void_p, ctypes.c_int
_FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "FPDF_LoadMemDocument64": (_P, (_P, ctypes.c_size_t, ctypes.c_char_p)),
    "FPDF_CloseDocument": (None, (_P,)),
    "FPDF_LoadPage": (_P, (_P, _I)),
    "FPDF_ClosePage": (None, (_P,)),
    "FPDFBitmap_CreateEx": (_P, (_I, _I, _I, _P, _I)),
    "FPDFBitmap_FillRect": (_I, (_P, _I, _I, _I, _I, ctypes.c_ulong)),
    "FPDFBitmap_Destroy": (None, (_P,)),
    "FPDF_RenderPageBitmap": (None, (_P, _P, _I, _I, _I, _I, _I, _I)),
    "FPDF_InitLibraryWithConfig": (None, (_P,)),
}
"""Name -> what it returns, what it takes (`fpdfview.h`)."""


class _Config(ctypes.Structure):
    _fields_ = (
        ("version", _I),
        ("user_font_paths", _P),
        ("isolate", _P),
        ("embedder_slot", ctypes.c_uint),
    )


_initialising = Lock()


def library() -> Any:
    """Return pdfium, ready for use; its functions are attributes.

    Raises:
        ImportError: it is not installed.
    """
    # One thread at a time: two that make it ready at once would end the program.
    with _initialising:
        return _initialise()


@cache
def _initialise() -> Any:
    file = _file()
    if file is None:
        # A package that keeps the library elsewhere knows where.
        from pypdfium2_raw import bindings

        bindings.FPDF_InitLibraryWithConfig(bindings.FPDF_LIBRARY_CONFIG(version=2))
        return bindings
    pdfium = ctypes.CDLL(str(file))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(pdfium, name)
        function.restype, function.argtypes = result, arguments
    # Without effect where another part of the process has done so before.
    pdfium.FPDF_InitLibraryWithConfig(ctypes.byref(_Config(version=2)))
    return pdfium


def _file() -> Path | None:
    """Return the library as the package on the computer carries it; None when it is not there."""
    spec = find_spec("pypdfium2_raw")
    name = _FILES.get(sys.platform, "libpdfium.so")
    places = spec.submodule_search_locations if spec is not None else None
    return next((file for place in places or () if (file := Path(place) / name).is_file()), None)
