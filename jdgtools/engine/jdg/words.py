"""The words of the engine: flags of pieces, verbs of actions, and the values of options that it plays."""

from __future__ import annotations

ORDERED, DISORDERED, ROUTED = 0, 1, 2
"""Levels of cohesion; the next is elimination (JDG-CONV-m)."""
INFANTRY, CAVALRY, ARTILLERY, COMMANDER = 0, 1, 2, 3
ARMS = {"infantry": INFANTRY, "cavalry": CAVALRY, "artillery": ARTILLERY}

SQUARE = 1 << 0
RENFORT = 1 << 1
FIRED = 1 << 2
REPLIED = 1 << 3
"""Used counter-battery or reaction fire in this enemy activation (JDG-7.1-k)."""
MOVED = 1 << 4
TURNED = 1 << 5
FOUGHT = 1 << 6
TARGET = 1 << 7
"""Was attacked in this activation (JDG-8.2-h)."""
FOLLOW_UP = 1 << 8
"""Made a breakthrough combat or counter-attack in this activation (JDG-8.7.2-a)."""
WITHDREW = 1 << 9
ORDERS = 1 << 10
WITHOUT = 1 << 11
INITIATIVE = 1 << 12
"""Its leader's initiative succeeded: acts as with orders (JDG-2.4.3-f)."""
RALLY_ONLY = 1 << 13
"""Its leader's initiative failed (JDG-2.4.3-h)."""
CHARGE = 1 << 14
SHOCK = 1 << 15
FULL_ALLOWANCE = 1 << 16
"""Entered with normal movement (JDG-5.2.1-k)."""
COMMANDER_MOVED = 1 << 17
STAYS = 1 << 18
"""Failed its shock check for a charge: neither moves nor fights (JDG-9.1-d)."""
FORMED = 1 << 19
"""Formed square in this activation: does not attack (AMB-26)."""
RALLIED = 1 << 20
"""Tried to rally in this activation."""
DONE = 1 << 21
"""Finished its movement in this activation."""
ACTIVE = 1 << 22
"""Belongs to what the marker activates."""
NO_ATTACK = 1 << 23
"""May start no shock or charge in this activation (a combined marker says so)."""
DUE = 1 << 24
"""A reinforcement that may enter."""
LOST_SQUARE = 1 << 25
"""Lost its square in this charge: forms no other in the pursuit (JDG-9.3.1-b)."""

LEFT_SQUARE = 1 << 26
"""Left its square in this activation: has spent the points for it."""
NO_FIRE = 1 << 28
"""May not fire in this activation (a combined marker says so)."""
ROUT_MOVED = 1 << 27
"""Made a rout move in this event (AMB-87)."""
CHARGED = 1 << 29
"""Has made a charge move, and has a check to make at its end (JDG-9.2-e)."""
SHELTERED = 1 << 30
"""Stopped its rout in shelter: need not rout on (JDG-10.4-l)."""
NO_MARCH = 1 << 31
"""May make no forced march in this activation (a combined marker says so)."""
BY_BOUNDS = 1 << 32
"""Moves away from the enemy alone, out of zones for nothing (a combined marker says so)."""
OUT_OF_TOUCH = 1 << 34
"""May not end its move next to an enemy (a combined marker says so)."""
MUST_ADVANCE = 1 << 33
"""Must enter a hex next to an enemy and attack (a special rule says so)."""

ACCOMPANIES = 1 << 35
"""A commander who goes with the unit that gives way (JDG-2.5.2-d, -f)."""

HIDDEN = 1 << 36
"""Its orders marker lies face down (JDG-2.3.2-d, JDG-2.4-a)."""
CHECKED = 1 << 38
"""Took the shock check of its attack (JDG-8.3.2-a)."""
ACTED = 1 << 37
"""Moved, turned, fired or fought in this turn; kept where an option asks for it at the end (AMB-94)."""
ROUT_MOVE = 1 << 40
"""Unit of the number of rout moves in this event, where an option allows several (AMB-87)."""
IN_RANGE = 1 << 48
"""Was in the range of the first commander in phase A; each of 32 bits is for the next one (AMB-14)."""
PURSUIT_POINT = 1 << 80
"""Unit of the points spent in a pursuit, where an option limits them (AMB-78); no flag is above it."""
ROUT_MOVES = IN_RANGE - ROUT_MOVE
"""All that counts rout moves."""

OF_ACTIVATION = (
    FIRED
    | REPLIED
    | MOVED
    | TURNED
    | FOUGHT
    | TARGET
    | FOLLOW_UP
    | WITHDREW
    | INITIATIVE
    | RALLY_ONLY
    | CHARGE
    | SHOCK
    | FULL_ALLOWANCE
    | STAYS
    | FORMED
    | RALLIED
    | DONE
    | ACTIVE
    | NO_ATTACK
    | LOST_SQUARE
    | LEFT_SQUARE
    | ROUT_MOVED
    | NO_FIRE
    | CHARGED
    | NO_MARCH
    | BY_BOUNDS
    | MUST_ADVANCE
    | OUT_OF_TOUCH
    | ROUT_MOVES
    | CHECKED
)
"""What is forgotten at the end of an activation."""
COMMANDER_DONE = COMMANDER_MOVED | DONE
"""Has moved in this turn, or stayed in this activation (JDG-2.5.1-g)."""
OF_TURN = ORDERS | WITHOUT | COMMANDER_MOVED | HIDDEN | ACTED
"""What is forgotten at the end of a turn (JDG-1-v, AMB-11)."""

VERBS = (
    "done",
    "place",
    "face",
    "order",
    "take",
    "choose",
    "decline",
    "try",
    "limited",
    "fire",
    "turn",
    "together",
    "reply",
    "unit",
    "go",
    "march",
    "enter",
    "square",
    "leave-square",
    "leave-map",
    "attack",
    "resolve",
    "withdraw",
    "stay",
    "react",
    "retreat",
    "advance",
    "stack",
    "counter-attack",
    "pursue",
    "rally",
    "charge",
    "stop",
    "end-renfort",
    "displace",
    "recall",
    "step",
    "terrain",
    "form",
    "counter-charge",
    "move-stack",
    "top",
    "enter-normally",
    "enter-stack",
    "group",
    "enter-stack-normally",
)
(
    DONE_VERB,
    PLACE,
    FACE,
    ORDER,
    TAKE,
    CHOOSE,
    DECLINE,
    TRY,
    LIMITED,
    FIRE,
    TURN,
    TOGETHER,
    REPLY,
    UNIT,
    GO,
    MARCH,
    ENTER,
    FORM_SQUARE,
    LEAVE_SQUARE,
    LEAVE_MAP,
    ATTACK,
    RESOLVE,
    WITHDRAW,
    STAY,
    REACT,
    RETREAT,
    ADVANCE,
    STACK,
    COUNTER_ATTACK,
    PURSUE,
    RALLY,
    CHARGE_VERB,
    STOP,
    END_RENFORT,
    DISPLACE,
    RECALL,
    STEP,
    TERRAIN,
    FORM,
    COUNTER_CHARGE,
    MOVE_STACK,
    TOP,
    ENTER_NORMALLY,
    ENTER_STACK,
    CHOOSE_GROUP,
    ENTER_STACK_NORMALLY,
) = range(len(VERBS))
ARGUMENTS = {
    PLACE: "ph",
    FACE: "n",
    ORDER: "pp",
    TAKE: "m",
    CHOOSE: "m",
    FIRE: "ph",
    TURN: "pn",
    TOGETHER: "pph",
    REPLY: "p",
    UNIT: "p",
    GO: "h",
    MARCH: "h",
    ENTER: "ph",
    ATTACK: "hh",
    RESOLVE: "h",
    WITHDRAW: "pn",
    REACT: "pp",
    RETREAT: "h",
    ADVANCE: "ph",
    STACK: "p",
    COUNTER_ATTACK: "hh",
    PURSUE: "p",
    RALLY: "p",
    CHARGE_VERB: "h",
    END_RENFORT: "p",
    DISPLACE: "h",
    STEP: "ph",
    TERRAIN: "h",
    FORM: "h",
    COUNTER_CHARGE: "p",
    MOVE_STACK: "p",
    TOP: "p",
    ENTER_NORMALLY: "ph",
    ENTER_STACK: "ph",
    CHOOSE_GROUP: "p",
    ENTER_STACK_NORMALLY: "ph",
}
"""Verb -> kinds of its arguments: p a piece, h a hex, m a marker, n a number."""

(
    GROUP,
    CUP,
    INITIATIVE_SIDE,
    CHOSEN,
    DEMORALISED,
    ARRIVALS,
    POINTS,
    MARKER,
    MISSED,
    EXITS,
    ENTRIES,
    DECLARATIONS,
    TO_DISPLACE,
    TRAILS,
    COMBINED,
    STORY,
) = range(16)
"""Places of the memory: groups of units, markers in the cup, side with the initiative, marker chosen,
demoralised formations, states of arrivals, victory points, marker in use, formations whose marker stayed in
the
cup, pieces that left with their hexes, stacks that entered, shocks declared, commanders to be displaced,
hexes entered by units that give way, combined markers put into the cup, what special rules remember."""
MEMORY = 16
