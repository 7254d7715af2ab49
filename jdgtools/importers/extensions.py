"""Extensions (`.vmdx`) of a module: their components and files become part of the module that is imported."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from jdgtools.diagnostics.names import first_names
from jdgtools.errors import InputRefused
from jdgtools.importers.report import LossReport
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import decode
from jdgtools.vassal.limits import Limits
from jdgtools.vassal.package import Module, read_module

MAX_EXTENSIONS = 50
"""Most extensions of one import."""


def with_extensions(
    module: Module, extensions: Sequence[Path | bytes], report: LossReport, limits: Limits
) -> Module:
    """Return a module with what its extensions add; of two files of one name the module's stays.

    Args:
        module: the module.
        extensions: their files or bytes, in the order in which they are added.
        report: what finds no place in the module goes there.
        limits: what is allowed of each.

    Raises:
        InputRefused: one is damaged, is no extension, or belongs to another module.
    """
    if len(extensions) > MAX_EXTENSIONS:
        raise InputRefused(f"{len(extensions)} extensions; {MAX_EXTENSIONS} are read at most")
    for source in extensions:
        module = _with_extension(module, source, report, limits)
    return module


def _with_extension(module: Module, source: Path | bytes, report: LossReport, limits: Limits) -> Module:
    name = source.name if isinstance(source, Path) else "extension"
    extension = read_module(source, limits)
    if extension.root.kind != "ModuleExtension":
        raise InputRefused(f"{name} is a module, not an extension; import it by itself")
    target, here = extension.root.get("module"), module.root.get("name")
    if target and here and target != here:
        raise InputRefused(f"{name} extends the module {target[:60]!a}, not {here[:60]!a}")
    size = sum(map(len, [*module.entries.values(), *extension.entries.values()]))
    if size > limits.total_bytes:
        raise InputRefused(f"{name} and the module are larger than allowed together (see --limit-mb)")
    root = module.root
    for child in extension.root.children:
        if child.kind != "ExtensionElement":
            # Prototypes, global properties and the like stand at the top of an extension.
            root = _add(root, [], [child])
            continue
        path = [p.partition(":") for p in decode(child.get("target"), "/") if p]
        steps = [(kind, decode(label, ":")[0]) for kind, _, label in path]
        for component in child.children:
            if not _exists(root, steps):
                report.doubt(f"extension {name}: the module has no place {child.get('target')[:120]!r}")
            root = _add(root, steps, [component])
    same = sorted(n for n in extension.entries if n in module.entries)
    if same:
        report.doubt(f"extension {name}: files that the module has too stay its own: {first_names(same, 6)}")
    if extension.damage:
        report.say("unread", "ModuleData", extension.metadata_name, extension.damage)
    for entry, problem in extension.damaged_entries.items():
        report.say("dropped", "Entry", f"{name} / {entry}", f"{problem}; a built module does not have it")
    if extension.entries_beside:
        note = "it lies beside the extension's folder in the archive; a built module does not have it"
        names = first_names(extension.entries_beside, 6)
        report.say("dropped", "Entry", f"{name} / {names}", note, len(extension.entries_beside))
    entries, damage = (
        {**extension.entries, **module.entries},
        {**extension.damaged_entries, **module.damaged_entries},
    )
    return replace(module, root=root, entries=entries, damaged_entries=damage)


def _exists(root: Component, steps: Sequence[tuple[str, str]]) -> bool:
    here: Component | None = root
    for step in steps:
        here = next((c for c in here.children if _fits(c, step)), None) if here is not None else None
    return here is not None


def _add(root: Component, steps: Sequence[tuple[str, str]], components: Sequence[Component]) -> Component:
    """Return the tree with components added at the end of a path; at the top where it leads nowhere."""
    if steps:
        for n, child in enumerate(root.children):
            if _fits(child, steps[0]):
                children = [*root.children]
                children[n] = _add(child, steps[1:], components)
                return replace(root, children=children)
    return replace(root, children=[*root.children, *components])


def _fits(component: Component, step: tuple[str, str]) -> bool:
    kind, label = step
    return component.tag == kind and (not label or component.name == label)
