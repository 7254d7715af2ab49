"""Global properties of a module with the switches that set them, and chains of commands.

Buttons and pieces speak with each other through such properties; `buttons` collects all of a module in one
`Globals`.
"""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.vassal.build import Value, make
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key, encode_array

MAX_ANSWER = 9
ANSWERS = ("0", *(f"{sign}{n}" for sign in ("", "-") for n in range(1, MAX_ANSWER + 1)))
"""What can be answered; VASSAL shows a list that drops down for fewer than twenty."""


class Globals:
    """Properties by name; a switch is a button without a face that a named command presses."""

    def __init__(self) -> None:
        """Start without properties."""
        self._switches: dict[str, dict[str, Component]] = {}
        self._initial: dict[str, str] = {}

    def add(self, name: str, initial: str = "0") -> None:
        """Add a property; a second time does nothing."""
        self._switches.setdefault(name, {})
        self._initial.setdefault(name, initial)

    def set(self, name: str, key: str, value: str) -> Key:
        """Return the command that gives a property a value or the value of an expression."""
        return self._switch(name, key, ("P", value))

    def ask(self, name: str, key: str, question: str) -> Key:
        """Return the command that asks the player for a whole number, 0 at first.

        The player chooses from a list: of a text VASSAL cannot tell whether the player agreed or closed
        the question. Closed, the property keeps its value.
        """
        return self.choose(name, key, question, ANSWERS)

    def choose(self, name: str, key: str, question: str, answers: Sequence[str]) -> Key:
        """Return the command that lets the player choose one of some answers; closed, nothing changes."""
        return self._switch(name, key, ("E", question, encode_array(answers)))

    def _switch(self, name: str, key: str, change: Sequence[str]) -> Key:
        self.add(name)
        command = Key.named(key)
        switch = make(
            "ChangePropertyButton",
            {"hotkey": command, "text": "", "tooltip": "", "propChanger": encode_array(change)},
        )
        # Every switch of a name answers to its command: two that differ would both change the property.
        if self._switches[name].setdefault(key, switch).attributes != switch.attributes:
            raise ValueError(f"the command `{key}` sets {name} to two values")
        return command

    def components(self) -> list[Component]:
        """Return the properties, in the order in which they were named."""
        return [
            make(
                "GlobalProperty",
                {"name": name, "initialValue": self._initial[name]},
                list(switches.values()),
            )
            for name, switches in self._switches.items()
        ]


def do_actions(key: Key, hotkeys: Sequence[Key], **more: Value) -> Component:
    """Return what presses other commands in order when its own is given."""
    values: dict[str, Value] = {"name": key.name, "text": "", "tooltip": "", "hotkey": key, "doHotkey": True}
    return make("DoActionButton", {**values, "hotkeys": [k.format() for k in hotkeys], **more})
