"""What a series says about the behaviour of its pieces in a VASSAL module, as data.

The exporter makes prototypes, layers and key commands out of the series' state axes, markers
and boxes by itself; this is what it cannot guess: keys, places of the badges, checks, resets.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from jdgtools.model.text import Text


class Shortcut(Struct, frozen=True):
    """The key of a state command."""

    axis: str
    """State axis id."""
    letter: str
    """Letter or digit pressed with Ctrl."""
    value: str = ""
    """Value it sets; empty = goes on to the next value (the other one of two)."""
    shift: bool = False
    """Whether Shift is held as well."""
    among: tuple[str, ...] = ()
    """For an empty value: the values it goes through, if not all of them."""
    menu: Text | None = None
    """Menu text; None = the axis' or value's own name."""


class Badge(Struct, frozen=True):
    """Where the marker of a state lies on the counter."""

    axis: str
    """State axis id."""
    x: float
    """Centre, in counter widths from the counter's centre, to the right."""
    y: float
    """Centre, in counter heights from the counter's centre, downwards."""
    scale: float = 0.5
    """Size relative to a marker of full size."""


class CheckModifier(Struct, frozen=True):
    """A modifier that the module knows by itself: by states and places of the pieces, or a flag of the turn.

    `when` and `value` are expressions, see `model.module_terms`.
    """

    name: Text
    """Short name in the chat line."""
    cell: tuple[str, ...] = ()
    """Chart id and keys of the cell with its value; empty = `amount`."""
    amount: int = 0
    value: str = ""
    """Expression of the value, instead of cell and amount."""
    line: str = ""
    """Line of the chart of modifiers that it is, where no cell says it."""
    axis: str = ""
    state: str = ""
    """State of the acting piece in which it counts."""
    when: str = ""
    """Condition in which it counts."""
    flag: str = ""
    """Flag of the turns in which it counts."""
    unless: str = ""
    """Flag of the turns in which it does not."""

    @property
    def line_id(self) -> str:
        """Line of the chart of modifiers that it is; '' = none."""
        return self.cell[1] if self.cell else self.line


class Objection(Struct, frozen=True):
    """A reason for which the rules forbid what a check resolves; the chat says it before the result.

    `when` is an expression (`model.module_terms`) that is true when the action is not allowed. It must be
    false, not unknown, as long as nothing is known: without a marked target (`TN==0`) nothing is said.
    """

    kind: Literal["range", "cone", "sight", "adjacency", "side", "state", "used", "charge", "order"]
    """What it is about; `charge`: what only cavalry may, and where it may not."""
    when: str
    text: Text
    """What is not allowed and why; `{Dist}` stands for the fact of that name."""
    rule: str
    """Statement id."""


class Ability(Struct, frozen=True):
    """Pieces that can do something, or be in a state, by what the battle says of them.

    All that is said here holds for such a piece.
    """

    arms: tuple[str, ...] = ()
    """Arms of units; empty = all."""
    rating: str = ""
    """Rating of the unit that is true."""
    arrives: bool = False
    """Whether it comes as a reinforcement in a scenario."""
    setting: tuple[str, object] = ("", None)
    """Setting and its value in a scenario of the battle; '' = none is asked."""
    lookup: tuple[str, ...] = ()
    """Chart, then the ratings of the unit that are its keys: its cell is a number."""
    roles: tuple[str, ...] = ()
    """Roles of leaders; empty = all."""
    arms_of_units: tuple[str, ...] = ()
    """Arms of which a command has a unit; empty = all."""


class StateLimit(Struct, frozen=True):
    """A state that only some of the pieces with its axis can be in: the others have no command for it."""

    axis: str
    value: str
    """'' = every value but the first: pieces that cannot be in another one lack the axis."""
    able: tuple[Ability, ...]
    """Who can: any of these."""
    rules: tuple[str, ...] = ()


class Spend(Struct, frozen=True):
    """What pieces have done when a check has been resolved, until their activation ends."""

    who: str
    """Condition of the pieces, an expression about one piece."""
    name: str
    """State axis of two values, of which they get the second; else a mark of the module, 0 or 1."""


class CheckDef(Struct, frozen=True):
    """A die roll against a rating of the piece, or a total looked up in a chart."""

    id: str
    name: Text
    field: str
    """Rating that the roll must not exceed; with a chart what is added to the roll, '' for nothing."""
    letter: str
    """Letter pressed with Ctrl and Shift; '' = menu only."""
    on: Literal["unit", "leader", "command", "activation"] = "unit"
    """Kind of piece that makes it; the rating of an activation marker is `rating`, a command has a card."""
    window: str = ""
    """Key of the window in which its piece lies; '' = the map, for markers and cards that of commands."""
    chart: str = ""
    """Chart in which the total is looked up."""
    tables: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """Which part of the chart is read: condition, then axis and key for the axes that it fixes; the
    first condition that holds, '' = always. A key `@CHART row column` is what that cell says."""
    target: bool = False
    """Whether it is made against the piece that is marked as target."""
    combat: Literal["", "melee", "fire"] = ""
    """Whether it is an attack or fire at the target, which special rules may forbid."""
    modifiers: tuple[CheckModifier, ...] = ()
    columns: tuple[tuple[str, str], ...] = ()
    """Columns of its chart of modifiers, where it reads one of several: column, condition."""
    fact_words: tuple[tuple[str, str, str], ...] = ()
    """What is known of facts that are words (`charts.predicates`): fact, word, condition ('' = always)."""
    ask: Text | None = None
    """What the player is asked for; None = the sum of other modifiers."""
    subtract: bool = False
    """Whether what the player enters is subtracted from the roll."""
    limit: tuple[str, ...] = ()
    """Chart and the keys of its least and greatest sum of modifiers."""
    rating: str = ""
    """Expression of the rating in force where it is not the printed one."""
    words: tuple[tuple[str, Text], ...] = ()
    """What codes of the chart mean, in words."""
    instead: tuple[tuple[str, Text], ...] = ()
    """Conditions in which no roll counts, and what is said then; the first one that holds."""
    when: tuple[str, ...] = ()
    """State axis, then the values in which the check may be made; empty = always."""
    passed: Text | None = None
    """What success means, if the chat shall say so; with a chart what is added to every result."""
    failed: Text | None = None
    zero_passes: bool = False
    """Whether an unmodified 0 always passes."""
    arms: tuple[str, ...] = ()
    """Arms that make the check; empty = all."""
    required_rating: str = ""
    """Rating that must be true of a unit that makes it."""
    required_axis: str = ""
    """State axis that a unit has that makes it (`StateLimit`)."""
    objections: tuple[Objection, ...] = ()
    """When the rules forbid it; the player may still do it."""
    spends: tuple[Spend, ...] = ()
    """What takes part has done when it is resolved."""
    rules: tuple[str, ...] = ()
    """Statement ids."""


class UnitMark(Struct, frozen=True):
    """A number that every unit carries for the expressions of checks."""

    name: str
    """Name of the property."""
    field: str = ""
    """Rating: a whole number, or true as 1; 0 when the unit has none. `footprint`: hexes that it covers."""
    values: tuple[str, ...] = ()
    """The number is the place of the value among these, from 0."""
    chart: tuple[str, ...] = ()
    """Chart and axis: the number is the place of the value among the axis' keys."""
    suffix: str = ""
    """With `chart` and no `field` the value is the class of the unit's type (`chart_class`); with a suffix
    that of the type of the same code whose class ends so."""
    others: tuple[tuple[str, str], ...] = ()
    """With a `suffix`: the class of a unit whose code has no such class, by its own; absent = its own."""
    arms: tuple[str, ...] = ()
    """Arms that carry it; empty = all."""


class InitiativeDef(Struct, frozen=True):
    """A roll of both sides against each other."""

    name: Text
    field: str
    """Rating of the commander in chief that is added."""
    die: str
    """Id of the die."""
    chart: str = ""
    """Chart that says what the difference means; '' = the higher total wins."""
    words: tuple[tuple[str, Text], ...] = ()
    """What the codes of the chart mean."""
    tie: Text | None = None
    """What equal totals mean."""
    rules: tuple[str, ...] = ()


class OrderOfActivation(Struct, frozen=True):
    """A button that says who has acted and who has not, in the order in which leaders or wings act."""

    name: Text
    axis: str
    """State axis of leaders that says it."""
    roles: tuple[str, ...]
    """Roles of the leaders in the list."""
    order_axis: str = ""
    """State axis of commands by which they act; '' = by the leaders' command rating, lowest first."""
    ranks: tuple[str, ...] = ()
    """Values of that axis, in the order in which they act."""
    initiative: Text | None = None
    """Button that counts the commands of each side under the first of these values; None = there is none."""
    without_initiative: str = ""
    """Value that does not count for it."""
    rules: tuple[str, ...] = ()


class GroupRule(Struct, frozen=True):
    """Units that the players may have marked: a tactical group, the units in command."""

    name: Text
    chain: str = ""
    """Expression of the distance (of the unit) at which a unit of the same command joins the group."""
    units: bool = False
    """Whether a unit shows the group to which it belongs."""
    leaders: Literal["", "range", "chain"] = ""
    """What a leader shows: the units of his command in his range (a commander in chief: of his side),
    or those that the chain reaches from him."""
    rules: tuple[str, ...] = ()


class CommandCheck(Struct, frozen=True):
    """A button that puts every unit on the map in or out of command, by the range of its own leader."""

    name: Text
    axis: str
    inside: str
    outside: str
    """Axis of units and its values."""
    rules: tuple[str, ...] = ()


class CommandWarning(Struct, frozen=True):
    """A button that says which units on the map are out of command; it changes nothing.

    A unit is in command when a leader reaches it or, with `link`, a unit in command does. Expressions are
    those of checks (`model.module_terms`), about a leader or unit, `$NAME$` is a property of the unit
    that is judged.
    """

    name: Text
    leaders: str
    """Condition of the leaders that may reach a unit; `[leads]`: he leads its command."""
    reach: str
    """Expression of the hexes that such a leader reaches."""
    in_reach: Text
    """What is said of a side whose units are all in command."""
    missed: Text
    """What is said of units that are not."""
    tip: Text | None = None
    """What the button says when the mouse lies on it; None = its name."""
    roles: tuple[str, ...] = ()
    """Roles of leaders who lead; empty = all."""
    stand_in: str = ""
    """Role of leaders who lead any command of their side whose leader is not on the map."""
    leads_unled: bool = False
    """Whether such a leader leads the commands of his side that name no leader."""
    link: str = ""
    """Expression of the hexes that a unit in command reaches units of its command; '' = no unit does."""
    gap: str = ""
    """Expression of a unit's number `Gap`, for `reach` and `link`."""
    exempt: str = ""
    """Condition of units that need nobody, and pass nothing on."""
    cut: bool = False
    """Whether enemies and impassable ground cut lines; they are counted around both, up to three hexes."""
    blockers: str = "true"
    """Condition of the units that cut lines of the enemy."""
    rules: tuple[str, ...] = ()


class MoraleCheck(Struct, frozen=True):
    """A button that puts the cards of commands in or out of a state, by the units that still stand.

    A command comes into the state when it has lost or has on the map units of `arms`, and none of
    those on the map is in `standing`.
    """

    name: Text
    axis: str
    value: str
    """Axis of commands, of two values, and the value that it comes into."""
    arms: tuple[str, ...]
    unit_axis: str
    standing: str
    nobody: Text | None = None
    """What is said when no command is in the state afterwards; None = nothing."""
    rules: tuple[str, ...] = ()


class RangeState(Struct, frozen=True):
    """A state of leaders in which another command range counts."""

    axis: str
    state: str
    extra: str
    """Set of values of the leader (`Leader.extra`) with the range."""
    cell: tuple[str, ...]
    """Chart and row of the rule that counts when the leader has no such value."""


class ModuleRules(Struct, frozen=True):
    """Behaviour of the pieces of a series in a module."""

    shortcuts: tuple[Shortcut, ...] = ()
    badges: tuple[Badge, ...] = ()
    """Axes without one get a free place along the counter's edge."""
    checks: tuple[CheckDef, ...] = ()
    state_limits: tuple[StateLimit, ...] = ()
    unit_marks: tuple[UnitMark, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    """Named numbers that expressions of checks use: name, expression; later ones may use earlier ones."""
    deeds: tuple[tuple[str, str], ...] = ()
    """Deeds of predicates (`charts.predicates`) that a piece shows: deed, condition of the piece."""
    fact_numbers: tuple[tuple[str, str], ...] = ()
    """Facts of predicates that are numbers and follow from the places of the pieces: fact, expression."""
    zoneless: str = ""
    """Condition in which the pieces do not say in which zone of the target attackers are, for predicates;
    '' = never."""
    rear: str = "[rear]"
    """Condition of a piece that lies in the rear of the target beside it, for predicates."""
    chart_class: tuple[str, str, str] | None = None
    """Expression of the place of a unit's class among the keys of an axis, where a state changes the class:
    expression, chart, axis; None = the class of its type."""
    front: int = 2
    """Number of front hexes."""
    fronts: tuple[tuple[str, int], ...] = ()
    """Arms with another number of front hexes."""
    cone_fields: tuple[str, ...] = ()
    """Ratings that hold the range of the front cone; the first one present counts."""
    cone_radius: int = 1
    """Range of the cone of units without such a rating."""
    fire_ranges: tuple[tuple[str, int], ...] = ()
    """Arm ('' = the others) -> hexes at which it fires at most, where no rating says it."""
    movement_classes: tuple[tuple[str, str], ...] = ()
    """Movement classes that stacking asks for: class, condition of the units that are in it now."""
    range_field: str = ""
    """Rating of leaders that holds the command range; empty = none is shown."""
    enter_below: bool = False
    """Whether a unit that enters a hex goes below the units that are there."""
    top_arms: tuple[str, ...] = ()
    """Arms that lie on top of a stack whoever enters."""
    turn_resets: tuple[str, ...] = ()
    """Axes that go back to their default when the turn ends."""
    activation_resets: tuple[str, ...] = ()
    """Axes that go back to their default when an activation ends."""
    turn_removes: tuple[str, ...] = ()
    """Markers that leave the map when the turn ends."""
    range_states: tuple[RangeState, ...] = ()
    range_chart: tuple[str, str, tuple[tuple[str, str], ...]] | None = None
    """Command range of leaders without such a rating: chart, field of their command, and the row for
    each of its values."""
    chief: str = ""
    """Role of the commander in chief."""
    group: GroupRule | None = None
    command_check: CommandCheck | None = None
    command_warning: CommandWarning | None = None
    morale_check: MoraleCheck | None = None
    initiative: InitiativeDef | None = None
    order_of_activation: OrderOfActivation | None = None
    steps: tuple[tuple[str, tuple[Text, ...]], ...] = ()
    """Short names of the steps of phases, for the turn tracker: phase id, a name for each of its steps."""
    activation_phase: str = ""
    """Phase to whose first step the tracker goes back when an activation ends; '' = it stays."""
    cup_phase: str = ""
    """Phase in which the activation markers of the turn go into the cup; '' = by the button only."""
    marker_lost_in: tuple[str, ...] = ()
    """State axis of commands and its value in which a command loses its higher activation marker."""
    reminders: tuple[tuple[str, Text], ...] = ()
    """What the chat says when a turn with a flag begins: flag, text."""
