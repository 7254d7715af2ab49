"""What a designer does on the page to scenarios as wholes: a new one, another title, one that goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.desk import operations
from jdgtools.desk.text_edit import Edit
from jdgtools.desk_page.tool_base import Tool

if TYPE_CHECKING:
    from jdgtools.desk_page.desk import Desk


class NewScenario(Tool, frozen=True, tag="new-scenario"):
    """The battle gets a further scenario, in a file of its own."""

    title: str
    extends: str = ""
    """Id of the scenario that it builds on; empty = none."""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.new_scenario(desk.session.documents, self.title, self.extends)


class ScenarioTitle(Tool, frozen=True, tag="scenario-title"):
    """A scenario gets another title in the language of the page."""

    scenario: str
    title: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        language = desk.view.facts["language"]
        return operations.retitle_scenario(desk.session.documents, self.scenario, self.title, language)


class RemoveScenario(Tool, frozen=True, tag="remove-scenario"):
    """A scenario goes with its files."""

    scenario: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.remove_scenario(desk.session.documents, self.scenario)
