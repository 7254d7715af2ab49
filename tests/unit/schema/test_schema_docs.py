from __future__ import annotations

import re

import pytest

from jdgtools.schema import schema, schema_names
from jdgtools.schema.docs import reference_markdown


def assert_links_lead_somewhere(page: str) -> None:
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    anchors = {re.sub(r"[^\w-]", "", title.lower().replace(" ", "-")) for title in headings}
    for target in re.findall(r"\]\(#([^)]+)\)", page):
        assert target in anchors, (target, anchors)


@pytest.mark.usefixtures("trial")
def test_page_of_the_trial_schema():
    page = reference_markdown("trial")
    assert page.startswith("# Trial\n\nSchema: `trial.schema.json`.\n\nOne of every kind of demand.\n")
    for row in (
        "| `id` | [Identifier](#identifier) | yes |  | Name of the trial. |",
        "| `turns` | whole number 1 to 20 |  | `12` | Number of turns. Example: `9`. |",
        "| `scale` | number above 0 |  |  | Metres. |",
        "| `edge` | one of the listed words |  |  | Edge of the map. One of `N`, `NE`, `South`. |",
        "| `hexes` | list of: text (2 to 3 elements) |  |  |  |",
        "| `short` | text (at most 5 characters) |  |  |  |",
        "| `either` | whole number or list of: whole number |  |  |  |",
        "| `tree` | [Tree](#tree) |  |  | Contains itself. |",
        "| `branches` | list of: [Tree](#tree) |  |  |  |",
        "| `points` | whole number |  |  |  |",
        "| `rating` | whole number |  |  |  |",
    ):
        assert row in page.splitlines()
    assert page.count("\n## Tree\n") == page.count("\n## Identifier\n") == 1
    assert_links_lead_somewhere(page)


def test_pages_of_all_schemas():
    for name in schema_names():
        page = reference_markdown(name)
        assert page == reference_markdown(name) and page.endswith("\n") and "^[" not in page
        assert_links_lead_somewhere(page)
        for key in schema(name).get("properties", {}):
            assert f"| `{key}` |" in page
