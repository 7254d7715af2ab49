"""Reads a package with nothing but the standard library: run with `python -I -S`.

Arguments: package, schema. Prints facts as JSON; fails with a message if the schema does not hold.
"""

import base64
import json
import pathlib
import sys

KINDS = {
    "object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None),
}  # fmt: skip


def problems(value, schema, root, place="$"):
    """The part of JSON Schema 2020-12 that the package's schema uses."""
    if "$ref" in schema:
        yield from problems(value, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, place)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    fits = any(isinstance(value, KINDS[k]) and not (k == "integer" and value in (True, False) and
               isinstance(value, bool)) for k in kinds)  # fmt: skip
    if kinds and not fits:
        yield f"{place}: {value!r} is not {kinds}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{place}: not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: {value!r} is not one of {schema['enum']}"
    if type(value) is int and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{place}: {value} is out of range"
    if "not" in schema and not list(problems(value, schema["not"], root, place)):
        yield f"{place}: {value!r} may not be here"
    for word, least in (("anyOf", 1), ("oneOf", 1)):
        if word in schema:
            good = sum(not list(problems(value, part, root, place)) for part in schema[word])
            if good < least or (word == "oneOf" and good != 1):
                yield f"{place}: {good} of {word} fit"
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{place}: `{name}` is missing"
        known = schema.get("properties", {})
        other = schema.get("additionalProperties", True)
        for name, member in value.items():
            if name in known:
                yield from problems(member, known[name], root, f"{place}.{name}")
            elif other is False:
                yield f"{place}: `{name}` is unknown"
            elif isinstance(other, dict):
                yield from problems(member, other, root, f"{place}.{name}")
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for number, item in enumerate(value):
            yield from problems(item, schema["items"], root, f"{place}[{number}]")


def main(package_file, schema_file):
    package = json.loads(pathlib.Path(package_file).read_text(encoding="utf-8"))
    schema = json.loads(pathlib.Path(schema_file).read_text(encoding="utf-8"))
    found = list(problems(package, schema, schema))
    if found:
        sys.exit("\n".join(found[:5]))
    assert not any("site-packages" in path for path in sys.path)
    grid, sight = package["grid"], package["sight"]
    bits = base64.b64decode(sight["bits"])

    def sees(origin, target):
        return bool(bits[origin * sight["row_bytes"] + (target >> 3)] >> (target & 7) & 1)

    ids = grid["ids"]
    print(
        json.dumps(
            {
                "hexes": sum(grid["in_play"]),
                "seen": sum(sees(i, j) for i in range(len(ids)) for j in range(len(ids))),
                "costs": {
                    name: sum(c for c in table["cost"] if c > 0)
                    for name, table in package["movement"]["steps"].items()
                },
                "units": [u["id"] for u in package["units"]],
                "starts": {s["piece"]: [ids[h] for h in s.get("hexes", [])] for s in package["setup"]},
            }
        )
    )


main(*sys.argv[1:])
