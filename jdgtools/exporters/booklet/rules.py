"""Special and optional rules of a scenario, and what an earlier scenario has said already."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from jdgtools.exporters.booklet import inlines, stylesheet
from jdgtools.exporters.booklet.changes import map_change_lines
from jdgtools.exporters.booklet.flowables import Block, Element, block, heading, paragraph, prose, remark
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.effect_words import effect_sentence
from jdgtools.model.phrases import listing, semicolon
from jdgtools.model.scenario import Placement, Scenario, SpecialRule

RULE_TEXT = inlines.Style(8.4)
_RULE = inlines.Style(10.8, "serif", "semibold")
_STATEMENT = re.compile(r"[A-Z]+-([0-9][0-9A-Za-z.]*)-[a-z]+")
"""Statement of a rulebook: series, number of the rule, letter."""


class PrintedRule(Struct, frozen=True):
    """A special rule where its words are printed: a later scenario refers to it there, by that number."""

    rule: SpecialRule
    scenario: Scenario
    number: int


class Earlier:
    """What the pages of earlier scenarios say: a later one refers to them.

    Args:
        names: the battle as the scenario has it.
        scenario: the one that comes now.
        scenarios: those before it.
    """

    def __init__(self, names: BookletNames, scenario: Scenario, scenarios: Sequence[Scenario]) -> None:
        self._names, self._scenario, self._scenarios = names, scenario, scenarios

    def _where(self, holds: Callable[[Scenario], bool]) -> Scenario | None:
        return next((each for each in self._scenarios if holds(each)), None)

    def _reference(self, scenario: Scenario | None) -> str:
        """Return the words that send a reader to a scenario; '' for none."""
        return "" if scenario is None else self._names.word("as_in", scenario=self.title(scenario))

    def title(self, scenario: Scenario) -> str:
        """Return the title of a scenario."""
        return scenario.title.get(self._names.language) or scenario.id

    def rules(self) -> list[PrintedRule]:
        """Return the special rules of the scenario, as `PrintedRule` says where they stand."""
        printed_rules: list[PrintedRule] = []
        for scenario in (*self._scenarios, self._scenario):
            places = [self._place(rule, scenario, printed_rules) for rule in scenario.special_rules]
            # What is new has other numbers than what is referred to.
            number = max((place.number for place in places if place), default=0)
            rules = []
            for rule, place in zip(scenario.special_rules, places, strict=True):
                number += place is None
                rules.append(place or PrintedRule(rule, scenario, number))
            printed_rules += [each for each in rules if each.scenario is scenario]
        return rules

    def _place(
        self, rule: SpecialRule, scenario: Scenario, printed_rules: Sequence[PrintedRule]
    ) -> PrintedRule | None:
        """Return where a rule of a scenario has been printed already; None = nowhere."""
        words = effect_lines(self._names, rule, scenario)
        return next(
            (
                each
                for each in printed_rules
                if (each.rule.title, each.rule.text, each.rule.overrules)
                == (rule.title, rule.text, rule.overrules)
                and effect_lines(self._names, each.rule, each.scenario) == words
            ),
            None,
        )

    @property
    def has_optional_rules(self) -> bool:
        """Whether the battle's optional rules have been printed."""
        return bool(self._scenarios)

    def setup(self, side: str, placements: Sequence[Placement]) -> str:
        """Return words that send to the same setup of a side; '' = there is none."""
        own_changes = self._scenario.map_changes

        def has(scenario: Scenario) -> bool:
            others = [p for p in scenario.placements if self._names.side_of(p.piece) == side]
            return others == placements and (not scenario.map_changes or scenario.map_changes == own_changes)

        earlier = self._where(has)
        words = self._reference(earlier)
        if earlier is None or earlier.map_changes == own_changes:
            return words
        # The card of the other scenario shows the map without them.
        changes = semicolon(self._names.language).join(map_change_lines(self._names, self._scenario))
        return f"{words} {self._names.pair(self._names.word('map_changes'), changes)}."

    def automatic(self) -> str:
        """Return words that send to the same automatic victories; '' = there are none."""
        conditions = self._scenario.automatic
        return self._reference(self._where(lambda other: bool(conditions) and other.automatic == conditions))

    def levels(self) -> str:
        """Return words that send to the same levels of victory; '' = there are none."""
        levels = self._scenario.levels
        return self._reference(self._where(lambda other: bool(levels) and other.levels == levels))


def effect_lines(names: BookletNames, rule: SpecialRule, scenario: Scenario) -> list[str]:
    """Return what a rule changes, in sentences."""
    charts = names.context.charts
    return [
        effect_sentence(names.battle, effect, names.language, charts, scenario) for effect in rule.effects
    ]


def special_rules(names: BookletNames, scenario: Scenario, before: Earlier) -> Iterator[Block]:
    """Yield the special rules: those of earlier scenarios by their names, then the others."""
    title = [heading(names.word("special_rules"))]
    by_scenario: dict[str, list[str]] = {}
    new = []
    for place in before.rules():
        rule = place.rule
        if place.scenario is scenario:
            new.append((place.number, rule))
        else:
            # The number does not stand at the end of a line, apart from its name.
            name = f"{place.number}.\u00a0{rule.title.get(names.language) or rule.id}"
            by_scenario.setdefault(before.title(place.scenario), []).append(name)
    if by_scenario:
        lines = [
            names.word("rules_as_in", scenario=where, rules=listing(rules, names.language))
            for where, rules in by_scenario.items()
        ]
        yield block(*title, *(paragraph(inlines.text(line), RULE_TEXT) for line in lines))
        title = []
    for number, rule in new:
        name = rule.title.get(names.language) or rule.id
        words = (
            *inlines.with_color(inlines.text(f"{number}."), stylesheet.ACCENT),
            *inlines.literal(f" {name}"),
        )
        elements: list[Element] = [
            *title,
            paragraph(words, _RULE, below=1.5, sticky=True, role="subheading"),
            *prose(rule.text.get(names.language), RULE_TEXT),
        ]
        title = []
        for sentence in effect_lines(names, rule, scenario):
            elements.append(remark(inlines.text(f"• {sentence}"), above=1.4))
        if rule.overrules:
            ids = ", ".join(dict.fromkeys(map(_rule_number, rule.overrules)))
            elements.append(remark(inlines.text(names.word("overrules", ids=ids)), above=1.4))
        yield block(*elements)


def optional_rules(names: BookletNames, scenario: Scenario, before: Earlier) -> Iterator[Block]:
    """Yield the battle's optional rules, each with whether it is in force; their texts once."""
    for number, rule in enumerate(names.battle.words.optional_rules, 1):
        elements = [heading(names.word("optional_rules"))] if number == 1 else []
        in_force = names.battle.option(rule.id, scenario) is True
        state = inlines.pill(names.word("in_force" if in_force else "not_in_force"))
        title = (*inlines.text(rule.title.get(names.language) or rule.id), *inlines.space(1.2), *state)
        elements.append(paragraph(title, _RULE, below=1.5, sticky=True, role="subheading"))
        if not before.has_optional_rules:
            elements += prose(rule.text.get(names.language), RULE_TEXT)
        yield block(*elements)


def _rule_number(statement: str) -> str:
    """Return the number of the rule that a statement belongs to: `4.4.1` of `JDG-4.4.1-j`."""
    match = _STATEMENT.fullmatch(statement)
    return match[1] if match else statement
