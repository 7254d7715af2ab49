"""What can be wrong with the form of a hook: a method that is missing, or takes other arguments.

Whoever calls a hook goes by its protocol. A hook that has another form would fail inside jdgtools, at a line
that its author has never seen; here it is held against the protocol before anybody calls it.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import FunctionType
from typing import Any, Protocol, get_type_hints

from jdgtools.audit.files import SeriesFiles
from jdgtools.audit.values import fits, in_words, quote
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.rules import Series


def form_problems(
    series: Series, files: SeriesFiles, broken_parts: frozenset[str] = frozenset()
) -> dict[str, list[Diagnostic]]:
    """Return where hooks differ from their protocols, by part.

    Args:
        series: its definition can be loaded.
        files: where the hooks stand.
        broken_parts: parts that cannot be loaded; they are left out.
    """
    problems = {}
    for part, (name, required_members, optional_members) in _protocols().items():
        if part in broken_parts or not series.has(part):
            continue
        form = _Form(files, part, name, series.hook(part, name))
        in_part = [
            *form.missing_members(required_members),
            *form.differing_signatures(required_members, *optional_members),
        ]
        if in_part:
            problems[part] = in_part
    return problems


def _protocols() -> dict[str, tuple[str, type, tuple[type, ...]]]:
    """Return part -> what its module calls the hook, the protocol of the hook, and those that it may have."""
    from jdgtools.derived import activations, movers, protocols
    from jdgtools.render.counters.spec import FaceRules
    from jdgtools.rules import MovementRules, SightRules

    movement = (
        protocols.NearEnemyMovement,
        protocols.EntryMovement,
        protocols.PartedMovement,
        protocols.GateMovement,
        protocols.FacedMovement,
        protocols.ClassedUnits,
        protocols.KindredSteps,
    )
    sight = (protocols.UnitSightRules, protocols.ObstacleGround)
    return {
        "movement": ("RULES", MovementRules, movement),
        "sight": ("RULES", SightRules, sight),
        "faces": ("FACES", FaceRules, ()),
        "zoc": ("RULES", protocols.ZocRules, (protocols.KindredSteps,)),
        "unit_moves": ("RULES", movers.UnitMoves, ()),
        "activation": ("RULES", activations.ActivationRules, ()),
        "effects": ("EFFECTS", protocols.StepEffects, ()),
    }


class _Form:
    """One hook beside the protocols that describe it."""

    def __init__(self, files: SeriesFiles, part: str, name: str, hook: object) -> None:
        self.files = files
        self.part = part
        self.name = name
        self.hook = hook

    def missing_members(self, protocol: type) -> Iterator[Diagnostic]:
        """Yield the members of the protocol that the hook does not have, or has as something else."""
        if isinstance(self.hook, type):
            yield self._problem(
                f"`{self.name}` is the class `{self.hook.__name__}` itself", f"`{self.hook.__name__}()`"
            )
            return
        expectation = f"what `{protocol.__name__}` in `{protocol.__module__}` says"
        hints = get_type_hints(protocol)
        for name, member in _members(protocol).items():
            if not hasattr(self.hook, name):
                yield self._problem(f"`{self.name}` has no `{name}`", expectation)
                continue
            value = getattr(self.hook, name)
            if isinstance(member, FunctionType):
                if not callable(value):
                    yield self._problem(f"`{name}` of `{self.name}` is {quote(value)}", "a method")
            elif name in hints and not fits(value, hints[name]):
                yield self._problem(f"`{name}` of `{self.name}` is {quote(value)}", in_words(hints[name]))
            elif name == "denominator" and value < 1:
                yield self._problem(f"`{name}` of `{self.name}` is {quote(value)}", "1 or more")

    def differing_signatures(self, *protocols: type) -> Iterator[Diagnostic]:
        """Yield the methods that cannot be called with the arguments that the protocols say."""
        if isinstance(self.hook, type):
            return
        for protocol in protocols:
            for name, member in _members(protocol).items():
                method = getattr(self.hook, name, None)
                if not isinstance(member, FunctionType) or not callable(method):
                    continue
                expected = inspect.signature(member)
                arguments = list(expected.parameters.values())[1:]
                try:
                    signature = inspect.signature(method)
                except (TypeError, ValueError):
                    continue  # not written in Python
                try:
                    signature.bind(*(one for one in arguments if one.default is one.empty))
                    signature.bind(*arguments)
                except TypeError:
                    same_names = expected.replace(parameters=arguments, return_annotation=expected.empty)
                    shape = signature.replace(return_annotation=signature.empty)
                    yield self._problem(
                        f"`{name}` of `{self.name}` takes `{_plain(shape)}`",
                        f"`{_plain(same_names)}`",
                        method,
                    )

    def _problem(self, message: str, expected: str, method: object = None) -> Diagnostic:
        kind = self.hook if isinstance(self.hook, type) else type(self.hook)
        span = self.files.span_of_callable(method) or self.files.span_of_class(kind)
        span = span or self.files.span_of_part(self.part)
        message = f"in the part `{self.part}` {message}"
        return Diagnostic("SER001", Severity.ERROR, message, span, expected=expected, subject=self.part)


def _members(protocol: type) -> dict[str, Any]:
    """Return the members of a protocol and of those it extends: name -> function, property or None."""
    members: dict[str, Any] = {}
    for base in protocol.__mro__:
        if base is not object and base is not Protocol and getattr(base, "_is_protocol", False):
            inherited_members = dict.fromkeys(inspect.get_annotations(base))
            for name, member in {**inherited_members, **vars(base)}.items():
                if not name.startswith("_"):
                    members.setdefault(name, member)
    return members


def _plain(signature: inspect.Signature) -> str:
    """Return the arguments of a signature without their types."""
    return str(
        signature.replace(
            parameters=[one.replace(annotation=one.empty) for one in signature.parameters.values()]
        )
    )
