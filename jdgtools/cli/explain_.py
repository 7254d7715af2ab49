"""`jdg explain`: the document behind a diagnostic code."""

from __future__ import annotations

import json

import click
from msgspec.structs import asdict

from jdgtools.cli.output import echo
from jdgtools.diagnostics.catalogue import CodeDoc


@click.command("explain")
@click.argument("code", required=False)
@click.option(
    "--format", "style", type=click.Choice(["text", "json"]), default="text", help="Form of the answer."
)
def command(code: str | None, style: str) -> None:
    """Explain a diagnostic CODE such as JDG062: why it matters, a bad and a good example, the rules.

    Without CODE all codes are listed.
    """
    from jdgtools.checks.catalogue import all_documents
    from jdgtools.diagnostics.catalogue import render_text
    from jdgtools.model.closest import closest

    documents = {d.code: d for d in all_documents()}
    if code is None:
        if style == "json":
            echo(json.dumps([_plain(d) for d in documents.values()], indent=2, ensure_ascii=False))
            return
        for entry in documents.values():
            echo(f"{entry.code}  {entry.severity.label:7}  {entry.name}")
        return
    document = documents.get(code.strip().upper())
    if document is None:
        near = closest(code.strip().upper(), documents)
        hint = f" Did you mean {' or '.join(near)}?" if near else " `jdg explain` lists all codes."
        raise click.BadParameter(f"there is no code `{code}`.{hint}", param_hint="CODE")
    if style == "json":
        echo(json.dumps(_plain(document), indent=2, ensure_ascii=False))
    else:
        echo(render_text(document), nl=False)


def _plain(document: CodeDoc) -> dict[str, object]:
    return {**asdict(document), "severity": document.severity.label}
