"""The turn tracker: turns with clock time, night and fog; phases below them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from jdgtools.exporters.module.last_turn import OVER_TOLD, is_over
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.terms import flag_test
from jdgtools.exporters.module.turn_words import turn_phrase
from jdgtools.model.scenario import Scenario, Turn
from jdgtools.vassal.build import turn_list, turn_tracker
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.savebuilder import list_level, turn_state

NEXT = Key.named("next phase")
PREVIOUS = Key.named("previous phase")
NEXT_TURN = Key.named("next turn")
QUIET = "TurnQuiet"
"""Global property: 1 while the tracker runs through the rest of a turn without a word."""


class TrackerStep(Struct, frozen=True):
    """An entry of the tracker below the turn: a step of a phase."""

    phase: str
    """Id of the phase."""
    name: str
    """What the tracker shows."""
    reminder: str
    """What the chat says beside it; '' for nothing more."""


def _reminder(name: str, text: str) -> str:
    """Return what is to do in a step as a sentence, without the label of the step; '' if its name says it.

    In the sequence of play a text may go on in the next step, or lead to it: `First fire,`, `For each:`.
    """
    if name in text:
        return ""
    label = name.split()[0]
    text = text.removeprefix(label).strip().removeprefix(f"{label.rstrip('.')[-1:]}. ")
    if text.endswith(":") and ". " in text:
        text = text[: text.rindex(". ") + 1]
    if text.endswith((",", ";", ":")):
        text = f"{text[:-1].rstrip()}."
    return text[:1].upper() + text[1:]


class TurnTrack(Struct, frozen=True, dict=True):
    """All turns of all scenarios in one list; a setup switches off those that are not its own."""

    context: ModuleContext

    @cached_property
    def entries(self) -> tuple[str, ...]:
        """Texts of all different turns, by number."""
        turns: dict[tuple[int, str], None] = {}
        for scenario in self.context.battle.scenarios:
            for turn in scenario.turns:
                turns[(turn.number, self.text(turn))] = None
        return tuple(text for _, text in sorted(turns)) or ("1",)

    @cached_property
    def steps(self) -> tuple[TrackerStep, ...]:
        """The steps of all phases; a phase without names for its steps is one."""
        context = self.context
        short = dict(context.rules.steps)
        steps_by_name: dict[str, TrackerStep] = {}
        for phase in context.series.phases:
            title = plain(context.say(phase.name))
            names = [plain(context.say(t)) for t in short.get(phase.id, ())] or [title]
            texts = [plain(context.say(t)) for t in phase.steps]
            reminders = texts if len(names) == len(texts) else [" ".join(texts)] * len(names)
            for name, text in zip(names, reminders, strict=True):
                steps_by_name.setdefault(name, TrackerStep(phase.id, name, _reminder(name, text)))
        return tuple(steps_by_name.values())

    @property
    def phases(self) -> tuple[str, ...]:
        """Names of the steps."""
        return tuple(s.name for s in self.steps)

    def text(self, turn: Turn) -> str:
        """Return how the tracker shows a turn: number, clock time, flags, label."""
        context = self.context
        flags = [context.say(t) for f, t in context.series.turn_flags if f in turn.flags]
        notes = [*flags, context.say(turn.label)]
        remark = " · ".join(n for n in notes if n)
        return plain(" ".join(p for p in (str(turn.number), turn.time, f"({remark})" if remark else "") if p))

    def state(self, scenario: Scenario | None) -> str:
        """Return the state of the tracker at the start of a scenario."""
        if scenario is None or not scenario.turns:
            turn_texts = list(self.entries)
            start = 0
        else:
            turns_played = scenario.played_turns()
            turn_texts = [self.text(t) for t in scenario.turns if t.number in turns_played]
            start = self.entries.index(turn_texts[0])
        inactive = [i for i, text in enumerate(self.entries) if text not in turn_texts]
        phases = [list_level(0, len(self.phases))] if self.phases else []
        return turn_state([list_level(start, len(self.entries), 0, start, inactive, phases)])

    def _report(self) -> str:
        """Return the line of a new turn or phase, with reminders; it is empty while a turn is being ended."""
        context = self.context
        line = f'"{plain(context.words("turn"))}{context.colon}"+newTurn'
        first = f'Phase=="{self.phases[0]}"&&' if self.phases else ""
        for flag, text in context.rules.reminders:
            line += f'+({first}{flag_test(context, flag)}?" – {plain(context.say(text))}":"")'
        reminders = "".join(f'Phase=="{s.name}"?" – {s.reminder}":' for s in self.steps if s.reminder)
        if reminders:
            line += f'+({reminders}"")'
        over = is_over(context)
        return f'{{{QUIET}==1||{OVER_TOLD}==1?"":({over}?"{turn_phrase(context, "over")}":{line})}}'

    def _window_text(self) -> str:
        """Return what the window shows: turn and phase; when it has come to the first turn again, the end."""
        now = 'level1+" — "+level2' if self.phases else "level1"
        return f'{{{is_over(self.context)}?"{turn_phrase(self.context, "over_short")}":{now}}}'

    def component(self, hotkeys: Sequence[Component] = ()) -> Component:
        """Return the tracker.

        Args:
            hotkeys: what it presses when it comes to a step.
        """
        w = self.context.words
        phases = [turn_list("Phase", self.phases, name="Phase")] if self.phases else []
        turns = turn_list("Turn", self.entries, children=phases, name="Turn")
        return turn_tracker(
            w("turn"),
            [turns, *hotkeys],
            turnFormat=self._window_text(),
            reportFormat=self._report(),
            tooltip=w("turn"),
            nexthotkey=NEXT,
            prevhotkey=PREVIOUS,
            lengthStyle="Maximum",
        )
