"""Predicates in English, for the reference: a sentence that a reader holds against the printed one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jdgtools.charts.predicates import (
    DEEDS,
    FACTS,
    GROUPS,
    ZONES,
    AllHold,
    AlwaysHolds,
    AnyHolds,
    Count,
    FactHolds,
    InZone,
    LeaderCount,
    NoneHolds,
    OnTerrain,
    OnTurn,
    Predicate,
    UnitCount,
)


def predicate_words(predicate: Predicate) -> str:
    """Return when the predicate is true, in English."""
    match predicate:
        case AllHold(parts):
            return _join_parts(parts, " and ")
        case AnyHolds(parts):
            return _join_parts(parts, " or ")
        case NoneHolds(parts):
            return "not (" + " or ".join(map(predicate_words, parts)) + ")"
        case AlwaysHolds():
            return "always"
        case UnitCount():
            return f"{_amount(predicate)} of {GROUPS[predicate.of]}{_filter(predicate)}"
        case InZone():
            who = "every one" if predicate.every else "one"
            zones = " or ".join(ZONES[zone] for zone in predicate.zones)
            states = "".join(f" with {axis} {' or '.join(vs)}" for axis, vs in predicate.state.items())
            return f"{who} of {GROUPS[predicate.of]}{states} is in {zones}"
        case LeaderCount():
            return f"a leader is with {GROUPS[predicate.of]}"
        case OnTurn(flags):
            return f"the turn has {' or '.join(flags)}"
        case OnTerrain():
            return _terrain(predicate)
        case FactHolds():
            return _fact(predicate)


def count_words(count: Count) -> str:
    """Return what is counted, in English."""
    if isinstance(count, FactHolds):
        return FACTS[count.fact][1]
    return f"how many of {GROUPS[count.of]}{_filter(count) or ' there are'}"


def _join_parts(parts: Sequence[Predicate], word: str) -> str:
    texts = [predicate_words(part) for part in parts]
    part_texts = [
        f"({text})" if isinstance(part, (AllHold, AnyHolds)) else text
        for part, text in zip(parts, texts, strict=True)
    ]
    return word.join(part_texts)


def _amount(count: UnitCount) -> str:
    if count.high == 0:
        return "none"
    if count.high is None:
        return f"at least {count.least}"
    return f"exactly {count.high}" if count.high == count.least else f"{count.least} to {count.high}"


def _filter(count: UnitCount) -> str:
    parts = list(_filters(count))
    return " with " + ", ".join(parts) if parts else ""


def _filters(count: UnitCount) -> Iterator[str]:
    if count.arms:
        yield "arm " + " or ".join(count.arms)
    if count.types:
        yield "type " + " or ".join(count.types)
    for axis, values in count.state.items():
        yield f"{axis} {' or '.join(values)}"
    for name, choices in count.fields.items():
        yield f"{name} {' or '.join(str(choice).lower() for choice in choices)}"
    for name, low in count.field_low.items():
        yield f"{name} at least {low}"
    for name, high in count.field_high.items():
        yield f"{name} at most {high}"
    for deed in count.did:
        yield f"that {DEEDS[deed]}"


def _terrain(predicate: OnTerrain) -> str:
    where = "the hex" if predicate.of == "hex" else "a hexside that is crossed"
    parts = []
    if predicate.terrains:
        parts.append("is " + " or ".join(predicate.terrains))
    if predicate.property:
        parts.append(f"has {predicate.property} {' or '.join(str(v).lower() for v in predicate.values)}")
    return f"{where} {' and '.join(parts)}"


def _fact(predicate: FactHolds) -> str:
    kind, sentence = FACTS[predicate.fact]
    if kind == "yes or no":
        return sentence
    if kind == "word":
        return f"{predicate.fact} ({sentence}) is {' or '.join(predicate.words)}"
    low, high = predicate.low, predicate.high
    bounds = []
    if low is not None and low == high:
        bounds.append(f"= {low}")
    else:
        bounds += [] if low is None else [f"≥ {low}"]
        bounds += [] if high is None else [f"≤ {high}"]
    bounds += [f"> {predicate.above} of the firer"] if predicate.above else []
    bounds += [f"≤ {predicate.to} of the firer"] if predicate.to else []
    return f"{predicate.fact} ({sentence}) {' and '.join(bounds)}"
