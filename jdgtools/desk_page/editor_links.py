"""Addresses that open a line of a file in the user's editor."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

from jdgtools.errors import JdgError

EDITORS = {
    "vscode": "vscode://file{path}:{line}",
    "vscodium": "vscodium://file{path}:{line}",
    "cursor": "cursor://file{path}:{line}",
    "zed": "zed://file{path}:{line}",
    "idea": "idea://open?file={path}&line={line}",
    "textmate": "txmt://open?url=file://{path}&line={line}",
}
"""Editors that are known by a name, each with the template of its addresses."""
_TEMPLATE = re.compile(r"([a-z][a-z0-9+.-]*)://[!-~]*")
_BROWSER = frozenset({"http", "https", "ftp", "javascript", "data", "blob", "file", "about", "view-source"})
"""Schemes that a browser itself follows; none of them is an editor's."""


class NoEditor(JdgError):
    """The name of an editor, or the template of its addresses, cannot be used."""


def editor_template(editor: str, folder: Path) -> str:
    """Return the template of addresses for a project: `{file}` and `{line}` in it are still to be filled in.

    Args:
        editor: a name of `EDITORS`, or a template with `{path}` and `{line}`; '' = none.
        folder: of the project.

    Raises:
        NoEditor: it is neither.
    """
    if not editor:
        return ""
    template = EDITORS.get(editor, editor)
    scheme = _TEMPLATE.fullmatch(template)
    if scheme is None or scheme[1] in _BROWSER or template.count("{path}") != 1:
        names = ", ".join(EDITORS)
        raise NoEditor(
            f"`{editor}` is no editor: give one of {names}, or an address such as `vscode://file{{path}}:{{line}}`"
        )
    where = folder.resolve().as_posix()
    return template.replace("{path}", quote(where if where.startswith("/") else f"/{where}") + "/{file}")
