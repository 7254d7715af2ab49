"""What a designer does on the page to lists in forms, and to their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.desk import operations, refactor
from jdgtools.desk.operations.ids import free_id
from jdgtools.desk.text_edit import Edit
from jdgtools.desk_page.tool_base import Tool

if TYPE_CHECKING:
    from jdgtools.desk_page.desk import Desk


class SetField(Tool, frozen=True, tag="field"):
    """A field of an entry gets another value."""

    list: str
    entry: str
    field: tuple[str, ...]
    value: str
    scenario: str = ""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents, language = desk.session.documents, desk.view.facts["language"]
        return operations.set_field(
            documents, self.list, self.entry, self.field, self.value, language, self.scenario
        )


class NewEntry(Tool, frozen=True, tag="new-entry"):
    """A list gets an entry like another one."""

    list: str
    name: str = ""
    like: str = ""
    id: str = ""
    scenario: str = ""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        if self.list == "commands" and self.like:
            used = {one["command"] or "" for one in desk.view.facts["pieces"]}
            new_id = self.id or free_id(self.name, used, "")
            return refactor.add_formation(documents, self.like, new_id, " ".join(self.name.split()))
        return operations.new_entry(documents, self.list, self.name, self.like, self.id, self.scenario)


class NewChartValue(Tool, frozen=True, tag="new-chart-value"):
    """The battle changes the value of a chart's cell."""

    chart: str
    key: tuple[str, ...]
    value: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit.

        Raises:
            EditRefused: there is no such cell, or the battle changes it already.
        """
        context = desk.view.context
        charts = context.charts if context is not None else None
        if charts is None or self.chart not in charts or self.key not in charts.get(self.chart).cells:
            raise operations.EditRefused(f"chart `{self.chart}` has no cell {', '.join(self.key)}")
        return operations.new_chart_value(desk.session.documents, self.chart, self.key, self.value)


class NewActivation(Tool, frozen=True, tag="new-activation"):
    """A formation gets one activation marker more."""

    command: str

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        return operations.new_marker(desk.session.documents, self.command)


class RemoveEntry(Tool, frozen=True, tag="remove-entry"):
    """An entry goes, or one of a list in it."""

    list: str
    entry: str
    field: tuple[str, ...] = ()
    scenario: str = ""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit."""
        documents = desk.session.documents
        return operations.remove_listed(documents, self.list, self.entry, self.field, self.scenario)
