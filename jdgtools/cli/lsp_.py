"""`jdg lsp`: the language server for text editors."""

from __future__ import annotations

import sys
from io import BufferedReader
from typing import cast

import click

from jdgtools.errors import ExitCode


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Speak over standard input and output; it always does.")
def command(stdio: bool) -> int:
    """Serve a text editor over standard input and output: it starts this command by itself.

    Diagnostics while you type, completion, what a hex or a unit is, definition, references and rename of ids.
    Settings of editors: docs/editors.md.
    """
    from jdgtools.cache import user_cache

    try:
        from jdgtools.lsp.editor_stream import EditorStream
        from jdgtools.lsp.log import log_in_lines
        from jdgtools.lsp.server import Server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol", "cattrs", "attr", "attrs"):
            raise
        raise click.UsageError(
            "the language server needs the extra `lsp`: pip install 'jdgtools[lsp]'"
        ) from None
    log_in_lines()
    Server(user_cache()).connection.start_io(EditorStream(cast(BufferedReader, sys.stdin.buffer).raw))
    return ExitCode.OK
