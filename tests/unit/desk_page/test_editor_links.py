"""Which editors lines open in."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.desk_page.editor_links import NoEditor, editor_template


def test_the_folder_is_written_as_addresses_need_it(tmp_path: Path):
    folder = tmp_path / "a b%é"
    folder.mkdir()
    assert (
        editor_template("vscode", folder)
        == f"vscode://file{tmp_path.as_posix()}/a%20b%25%C3%A9/{{file}}:{{line}}"
    )
    assert editor_template("my://x?f={path}&l={line}", tmp_path).startswith("my://x?f=/")
    assert editor_template("", folder) == ""


@pytest.mark.parametrize(
    "editor",
    [
        "nano",
        "javascript://{path}",
        "https://x/{path}",
        "vscode://file",
        "x://{path} {line}",
        "JavaScript://{path}",
    ],
)
def test_what_is_no_editor_is_refused(tmp_path: Path, editor: str):
    with pytest.raises(NoEditor, match="is no editor"):
        editor_template(editor, tmp_path)
