"""The documents of the codes `SCH…`, which the schema check gives: what `jdg explain` prints.

Each registers its meaning, its reason, and a bad and a good example with the catalogue.
"""

from __future__ import annotations

from jdgtools.diagnostics.catalogue import document

document(
    "SCH001",
    "unknown-key",
    "A key (or column) that nothing reads is nearly always misspelt, and its value would be lost in "
    "silence. The message names the nearest key that is known here.",
    "turns:\n  cuont: 12",
    "turns:\n  count: 12",
)
document(
    "SCH002",
    "missing-key",
    "A key (or column, or cell) is required here and has no sensible default. The message says what it "
    "holds.",
    "sides:\n  - rout_edge: S",
    "sides:\n  - side: french\n    rout_edge: S",
)
document(
    "SCH003",
    "wrong-type",
    "The value is of another kind than this place needs: a word for a number, one value for a list, "
    "nothing at all. Numbers stand without quotes and without a unit.",
    "strength: four",
    "strength: 4",
)
document(
    "SCH004",
    "unlisted-value",
    "Only certain words mean something here; the message lists them.",
    "rout_edge: South",
    "rout_edge: S",
)
document(
    "SCH005",
    "wrong-form",
    "The text does not have the form that this place needs, such as a clock time or an identifier.",
    "start: 7 o'clock",
    'start: "07:00"',
)
document(
    "SCH006",
    "number-out-of-range",
    "The number is smaller or larger than anything that makes sense here; often a digit is doubled or a "
    "unit is mistaken.",
    "minutes: 6000      # length of a turn",
    "minutes: 60",
)
document(
    "SCH007",
    "wrong-count",
    "A list has too few or too many elements, or a text is too short or too long for its place (a short "
    "name must fit on a counter).",
    "short: The Royal Welsh Fusiliers",
    "short: R. Welsh Fus.",
)
document(
    "SCH008",
    "repeated-element",
    "The list is a set: saying an element twice changes nothing, so a different one was probably meant.",
    "hexes: [0305, 0306, 0305]",
    "hexes: [0305, 0306, 0307]",
)
document(
    "SCH009",
    "no-allowed-form",
    "The value can be written in several forms, and what stands here has none of them, or more than one.",
    "at: 12 km",
    "at: 0305",
)
document(
    "SCH010",
    "wrong-name-of-key",
    "The keys of this block are names that you choose, but not every text can be one: they are language "
    "codes, identifiers or the like.",
    "name:\n  French: Colline",
    "name:\n  fr: Colline",
)
document(
    "SCH011",
    "impossible-combination",
    "Each value is possible, but not together with the others of the same block.",
    "hex: 0305\nregion: hill      # a place is given by one or the other",
    "hex: 0305",
)
document(
    "SCH012",
    "empty-value",
    "A key is there, and its value is empty: blanks alone, `~`, or a list or block without anything in it "
    "where a word is expected. Whoever wrote the key meant something, and it would be lost without a word. "
    "A text for readers that is empty is a warning. The few places where an empty value means something say "
    "so on the reference page of the file.",
    'series: ""',
    "series: jdg",
)
