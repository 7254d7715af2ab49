"""The index of members: every member of every object, once in its table and once in the index."""

from __future__ import annotations

import re

from jdgtools.package.members_page import members_page
from jdgtools.package.published_schema import package_schema


def test_every_member_has_a_line_with_its_meaning_and_an_entry_in_the_index() -> None:
    schema, page = package_schema(), members_page()
    tables, _, index = page.partition("## Index")
    objects = {"Package": schema, **{n: d for n, d in schema["$defs"].items() if "properties" in d}}
    for name, definition in objects.items():
        table = tables.split(f"### {name}\n", 1)[1].split("\n### ", 1)[0]
        rows = re.findall(r"^\| `(\w+)`( \*)? \| (.+?) \| (.*) \|$", table, re.MULTILINE)
        assert [member for member, *_ in rows] == list(definition["properties"])
        for member, absent, kind, _ in rows:
            assert kind != "any", (name, member)
            assert bool(absent) is (member not in definition.get("required", ()))
            assert f"[{name}](#{name.lower()})" in index.split(f"- `{member}`: ", 1)[1].split("\n", 1)[0]


def test_links_lead_to_objects() -> None:
    page = members_page()
    headings = {name.lower() for name in re.findall(r"^### (\w+)$", page, re.MULTILINE)}
    assert set(re.findall(r"\]\(#(\w+)\)", page)) <= headings
