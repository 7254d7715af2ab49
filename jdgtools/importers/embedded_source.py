"""The source of a battle inside its own module: entries under `jdg/source/`, when the module holds them."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.errors import InputRefused
from jdgtools.scratch import scratch_folder
from jdgtools.vassal.folder import safe_files
from jdgtools.vassal.package import Module

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle

PREFIX = "jdg/source/"
ROOT = "battle.yaml"


def embedded_source(module: Module) -> dict[str, bytes]:
    """Return the project files inside a module by their project paths; empty when it has none.

    Raises:
        InputRefused: a name among them is not safe.
    """
    files = {
        name.removeprefix(PREFIX): data
        for name, data in module.entries.items()
        if name.startswith(PREFIX) and not name.endswith("/")
    }
    return safe_files(files) if ROOT in files else {}


def load_embedded(files: Mapping[str, bytes]) -> Battle | None:
    """Return the battle of these files; None when they make no battle."""
    from jdgtools.loading import load

    with scratch_folder(Path(tempfile.gettempdir())) as folder:
        write_source(folder, files)
        return load(folder).battle


def write_source(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files that `embedded_source` has found safe into a scratch folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def add_scenario(battle_yaml: bytes, path: str) -> bytes:
    """Return the root file with one more scenario in its list; everything else stays as it was written.

    Raises:
        InputRefused: it has no list of scenarios.
    """
    import yaml

    try:
        text = battle_yaml.decode("utf-8")
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except (UnicodeDecodeError, yaml.YAMLError, RecursionError):
        raise InputRefused(f"the module's own {ROOT} cannot be read") from None
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    node = next((v for k, v in pairs if k.value == "scenarios"), None)
    if not isinstance(node, yaml.SequenceNode) or not node.value:
        raise InputRefused(f"the module's own {ROOT} lists no scenarios")
    last = node.value[-1]
    at = last.end_mark.index
    indent = " " * (last.start_mark.column - 2)
    new_text = f', "{path}"' if node.flow_style else f'\n{indent}- "{path}"'
    return (text[:at] + new_text + text[at:]).encode("utf-8")
