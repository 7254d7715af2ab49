"""Finds and loads the JSON Schemas of the source files, by the name of a kind of file.

`schema("map")` returns the content of `schemas/map.schema.json`, read once. The folder lies inside an
installed wheel, or beside the package in the source tree.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from msgspec import json

_SUFFIX = ".schema.json"


@cache
def schema_folder() -> Path:
    """Return the folder of the schemas.

    Raises:
        FileNotFoundError: neither the package nor the source tree has them (a broken installation).
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "_schemas", package.parent / "schemas"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError("the installation of jdgtools has no schemas; install it again")


def schema_names() -> list[str]:
    """Return the names of all schemas, sorted ("battle", "common", "map"...)."""
    return sorted(path.name.removesuffix(_SUFFIX) for path in schema_folder().glob(f"*{_SUFFIX}"))


@cache
def schema(name: str) -> dict[str, Any]:
    """Return the schema of a file kind ("battle", "map", "oob", "scenario"...); do not change it.

    Raises:
        KeyError: there is no such schema.
    """
    path = schema_folder() / f"{name}{_SUFFIX}"
    if not path.is_file():
        raise KeyError(f"no schema {name!r}; there are: {', '.join(schema_names())}")
    content: dict[str, Any] = json.decode(path.read_bytes())
    return content
