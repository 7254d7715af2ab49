"""What the JSON Schema check has found in the words of a designer, each at its place.

`translate` gets the faults of a file (`faults`). The keyword of the schema that failed chooses who words one
(`_MAKERS`): it gives diagnostics with a code `SCH…`, at the node that the path of the fault leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.groups import MAX_TOLD
from jdgtools.diagnostics.names import odd_letter
from jdgtools.schema.expect import expectation, in_backticks, join, plain, with_references
from jdgtools.schema.faults import SchemaFault
from jdgtools.schema.hints import colon_hint, did_you_mean, nearest, type_hint
from jdgtools.schema.location import Location, locate, root_location
from jdgtools.schema.shapes import root_shape
from jdgtools.source.node import Node
from jdgtools.source.span import Span


class _Case(NamedTuple):
    """One fault with its place."""

    fault: SchemaFault
    location: Location
    file: str
    """Name of the schema file that the failing keyword stands in."""
    root: Location
    """Place of the whole file."""


def translate(node: Node, name: str, faults: list[SchemaFault]) -> list[Diagnostic]:
    """Return the faults of a file as diagnostics: sorted, each once."""
    root = root_location(node, root_shape(name))
    problems: dict[Diagnostic, None] = {}
    for fault in _without_repeats(faults):
        for problem in _diagnostics_of(fault, root):
            problems[problem] = None
    return sorted(problems)


def _without_repeats(faults: Sequence[SchemaFault]) -> Iterator[SchemaFault]:
    """Yield the faults without those that only repeat that a value has the wrong type."""
    wrong = {fault.path for fault in faults if fault.keyword == "type"}
    misnamed_keys = {(*fault.path, fault.value) for fault in faults if fault.is_name}
    for fault in faults:
        if fault.path in misnamed_keys:
            continue
        if fault.keyword == "type" or fault.path not in wrong or fault.is_name:
            yield fault


def _diagnostics_of(fault: SchemaFault, root: Location) -> Iterator[Diagnostic]:
    """Yield the diagnostics of one fault; several where it is about several keys."""
    location = locate(root, list(fault.path))
    case = _Case(fault, location, _file_of(location, fault.part), root)
    if fault.is_name:
        yield _bad_name(case)
        return
    maker = _MAKERS.get(fault.keyword, _does_not_fit)
    yield from maker(case)


def _file_of(location: Location, part: Any) -> str:
    """Return the schema file of a failing subschema: references in it are relative to that file."""
    for file, part_there in location.shape.parts:
        if part_there is part:
            return file
    return location.shape.parts[0][0] if location.shape.parts else "common"


def _diagnostic(
    case: _Case,
    code: str,
    text: str,
    *,
    span: Span | None = None,
    found: str | None = None,
    expected: str | None = None,
    hint: str | None = None,
) -> Diagnostic:
    """Return an error at the place of a case; at its first line where the value is a map or a list."""
    location = case.location
    if span is None:
        span = location.node.span
        if not location.node.is_scalar:
            span = span.head()
    return Diagnostic(
        code, Severity.ERROR, location.with_location(text), span, found, expected, hint, (), location.subject
    )


# keys


def _unknown_keys(case: _Case) -> Iterator[Diagnostic]:
    import re

    fault, location = case.fault, case.location
    patterns = list(fault.part.get("patternProperties", ()))
    keys_allowed = list(fault.part.get("properties", ()))
    free = [key for key in keys_allowed if key not in fault.value]
    unknown = [
        key
        for key in fault.value
        if key not in keys_allowed and not any(re.search(pattern, key) for pattern in patterns)
    ]
    words = in_backticks(free or keys_allowed)
    expected = (f"one of {', '.join(words)}" if len(words) > 1 else words[0]) if words else "no key"
    for number, key in enumerate(unknown):
        span = location.node.key_span(key)
        hint = colon_hint(location.node, key)
        if hint is None and number < MAX_TOLD:  # of more it is not guessed what was meant
            hint = did_you_mean(key, free) or did_you_mean(key, keys_allowed)
        if location.in_table:
            text = f"the column `{key}` is not known"
            yield Diagnostic("SCH001", Severity.ERROR, text, span, f"column `{key}`", expected, hint)
        else:
            yield _diagnostic(
                case,
                "SCH001",
                f"the key `{key}` is not known here",
                span=span,
                found=f"`{key}`",
                expected=expected,
                hint=hint,
            )


def _missing_keys(case: _Case) -> Iterator[Diagnostic]:
    fault, location = case.fault, case.location
    misspelt = _misspelt(case)
    for key in fault.argument:
        if key in fault.value or key in misspelt:
            continue
        below = location.shape.below(key)
        what = below.first("description") or below.first("title") or _expected_below(location, key)
        expected = f"`{key}`: {str(what).rstrip('.')}"
        if not location.in_table:
            text = f"the key `{key}` is missing"
            yield _diagnostic(case, "SCH002", text, span=_first_line(location), expected=expected)
        elif key in location.node.key_spans:
            row = location.node.span
            span = Span(row.file, row.line, row.col, row.line, row.col, key)
            yield _diagnostic(
                case, "SCH002", f"the cell of column `{key}` is empty", span=span, expected=expected
            )
        else:
            first = min(location.node.key_spans.values())
            header = Span(first.file, first.line, first.col, first.line, first.col)
            property_names = {name for _, part in location.shape.parts for name in part.get("properties", ())}
            near = nearest(key, [name for name in location.node.key_spans if name not in property_names])
            hint = f"rename the column `{near}` if it is the one" if near else None
            yield Diagnostic(
                "SCH002", Severity.ERROR, f"the column `{key}` is missing", header, None, expected, hint
            )


def _misspelt(case: _Case) -> set[str]:
    """Return missing keys for which an unknown key of the same block was meant: one problem, not two."""
    shape = case.location.shape
    if not any(part.get("additionalProperties") is False for _, part in shape.parts):
        return set()
    property_keys = dict.fromkeys(key for _, part in shape.parts for key in part.get("properties", ()))
    free = [key for key in property_keys if key not in case.fault.value]
    unknown = (key for key in case.fault.value if key not in property_keys)
    # Of more nothing was said of what was meant.
    names = {nearest(key, free) for key in islice(unknown, MAX_TOLD)}
    return {key for key in names if key is not None}


def _first_line(location: Location) -> Span:
    """Return the first line of a block: its first key, or the key it belongs to when it is empty."""
    if location.node.key_spans:
        return min(location.node.key_spans.values()).head()
    return location.holder or location.node.span.head()


def _expected_below(location: Location, key: str) -> str:
    shape = location.shape.below(key)
    return expectation(shape.parts[0][1], shape.parts[0][0]) if shape.parts else "a value"


def _bad_name(case: _Case) -> Diagnostic:
    fault, location = case.fault, case.location
    name = str(fault.value)
    span = location.node.key_span(name)
    part, file = with_references(fault.part, case.file)
    expected = expectation(part, file)
    hint = colon_hint(location.node, name)
    if hint is None and "enum" in part:
        hint = did_you_mean(name, [str(one) for one in part["enum"]])
    return _diagnostic(
        case,
        "SCH010",
        f"`{name}` cannot be a key here",
        span=span,
        found=f"`{name}`",
        expected=expected,
        hint=hint,
    )


def _dependent(case: _Case) -> Iterator[Diagnostic]:
    fault, location = case.fault, case.location
    for key, others in fault.argument.items():
        for other in others:
            if key in fault.value and other not in fault.value:
                text = f"the key `{key}` needs the key `{other}`"
                span, expected = location.node.key_span(key), f"`{other}` beside `{key}`"
                yield _diagnostic(case, "SCH002", text, span=span, expected=expected)


# values


def _wrong_type(case: _Case) -> Iterator[Diagnostic]:
    fault, node = case.fault, case.location.node
    description = node.describe()
    expected = expectation(fault.part, case.file)
    types = fault.argument if isinstance(fault.argument, list) else [fault.argument]
    # The cell of a failed formula is empty and yet has a place.
    text_there = node.is_scalar and (node.text or case.location.in_table)
    span = node.span if text_there else case.location.holder or node.span.head()
    yield _diagnostic(
        case,
        "SCH003",
        f"found {description}",
        span=span,
        found=description,
        expected=expected,
        hint=type_hint(node, types, fault.value),
    )


def _unlisted_value(case: _Case) -> Iterator[Diagnostic]:
    fault, node = case.fault, case.location.node
    values = fault.argument if fault.keyword == "enum" else [fault.argument]
    words = [plain(value) for value in values if not isinstance(value, dict | list)]
    description = node.describe()
    hint = did_you_mean(node.text, words) if node.is_scalar and node.text else None
    text = f"found {description}"
    yield _diagnostic(
        case, "SCH004", text, found=description, expected=expectation(fault.part, case.file), hint=hint
    )


def _wrong_form(case: _Case) -> Iterator[Diagnostic]:
    node = case.location.node
    description, expected = node.describe(), expectation(case.fault.part, case.file)
    hint = odd_letter(node.text) if node.is_scalar and "identifier" in expected else None
    yield _diagnostic(case, "SCH005", f"found {description}", found=description, expected=expected, hint=hint)


def _out_of_range(case: _Case) -> Iterator[Diagnostic]:
    description = case.location.node.describe()
    expected = expectation(case.fault.part, case.file)
    word = "too small" if "inimum" in case.fault.keyword else "too large"
    if case.fault.keyword == "multipleOf":
        word = "between two steps"
    yield _diagnostic(case, "SCH006", f"{description} is {word}", found=description, expected=expected)


def _wrong_count(case: _Case) -> Iterator[Diagnostic]:
    fault, node = case.fault, case.location.node
    limit, count = fault.argument, len(fault.value)
    unit = {"Items": "element", "Length": "character", "Properties": "key"}[fault.keyword[3:]]
    bound_words = "at least" if fault.keyword.startswith("min") else "at most"
    size = f"{count:,} {unit}{'' if count == 1 else 's'}"
    expected = str(fault.part.get("x-expect", ""))
    if not expected or (bound_words == "at most" and str(limit) not in expected):  # it names no length
        expected = f"{bound_words} {limit:,} {unit}{'' if limit == 1 else 's'}"
    span = None if node.is_scalar else case.location.holder
    yield _diagnostic(case, "SCH007", f"found {size}", span=span, found=size, expected=expected)


def _repeated_items(case: _Case) -> Iterator[Diagnostic]:
    values: set[tuple[type, str]] = set()
    for child, value in zip(case.location.node.elements(), case.fault.value, strict=True):
        value_key = (type(value), repr(value))
        if value_key in values:
            text = f"{child.describe()} stands twice in the list"
            yield _diagnostic(
                case, "SCH008", text, span=child.span, found=child.describe(), expected="each element once"
            )
        values.add(value_key)


def _forbidden(case: _Case) -> Iterator[Diagnostic]:
    """Yield a key that the branch of an `if` rules out (`properties: {x: false}`)."""
    span = case.location.holder
    yield _diagnostic(case, "SCH011", "this key is not allowed together with the others", span=span)


def _does_not_fit(case: _Case) -> Iterator[Diagnostic]:
    title = case.fault.part.get("x-expect") or case.fault.part.get("title")
    expected = str(title) if title else None
    hint = None if title else "see the reference page of this kind of file"
    span = case.location.holder if not case.location.node.is_scalar else None
    yield _diagnostic(
        case, "SCH011", "the combination of values is not allowed", span=span, expected=expected, hint=hint
    )


# alternatives


def _alternatives(case: _Case) -> Iterator[Diagnostic]:
    """Yield the problems of the alternative that was meant where that is plain, else one of all of them."""
    fault = case.fault
    branches: dict[str | int, list[SchemaFault]] = {}
    for inner in fault.inner:
        branches.setdefault(inner.alternative, []).append(inner)
    if not branches:
        description = case.location.node.describe()
        yield _diagnostic(
            case, "SCH009", f"{description} fits more than one of the allowed forms", found=description
        )
        return
    here = len(fault.path)
    likely = [inner for inner in branches.values() if not any(_rules_out(one, here) for one in inner)]
    if len(likely) > 1:
        likely = [inner for inner in likely if not any(_doubtful(one, here) for one in inner)] or likely
    if len(likely) > 1:
        deepest = max(max(len(one.path) for one in inner) for inner in likely)
        likely = [inner for inner in likely if max(len(one.path) for one in inner) == deepest]
    if len(likely) == 1:
        for inner in _without_repeats(likely[0]):
            yield from _diagnostics_of(inner, case.root)
        return
    description = case.location.node.describe()
    branch_words = [expectation(branch, case.file) for branch in fault.argument]
    expected = str(fault.part.get("x-expect") or join(branch_words))
    span = None if case.location.node.is_scalar else case.location.holder
    yield _diagnostic(case, "SCH009", f"found {description}", span=span, found=description, expected=expected)


def _rules_out(inner: SchemaFault, here: int) -> bool:
    """Return whether an error shows that its alternative was not meant: wrong type, other discriminator."""
    depth = len(inner.path) - here
    if depth == 0:
        return inner.keyword in ("type", "const", "enum")
    return depth == 1 and inner.keyword == "const" and isinstance(inner.path[-1], str)


def _doubtful(inner: SchemaFault, here: int) -> bool:
    """Return whether an error makes it less likely that its alternative was meant."""
    return len(inner.path) - here == 1 and inner.keyword == "enum"


_MAKERS: dict[str, Callable[[_Case], Iterator[Diagnostic]]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "dependentRequired": _dependent,
    "type": _wrong_type,
    "enum": _unlisted_value,
    "const": _unlisted_value,
    "pattern": _wrong_form,
    "minimum": _out_of_range,
    "maximum": _out_of_range,
    "exclusiveMinimum": _out_of_range,
    "exclusiveMaximum": _out_of_range,
    "multipleOf": _out_of_range,
    "minItems": _wrong_count,
    "maxItems": _wrong_count,
    "minLength": _wrong_count,
    "maxLength": _wrong_count,
    "minProperties": _wrong_count,
    "maxProperties": _wrong_count,
    "uniqueItems": _repeated_items,
    "anyOf": _alternatives,
    "oneOf": _alternatives,
    "": _forbidden,
}
