"""Jours de Gloire: the tables of a scenario and the procedures of its rules, by phase.

A module a chapter of the rules (`phases`, `activation`, `fire`, `movement`, `combat`, `charges`,
`retreats`, `routs`, `morale`, `victory`); its `PROCEDURES` are what frames can name. Questions that change
nothing stand apart: `zones`, `reach`, `shocks`, `sighting`, `predicates`. `match.Match` puts all of it
together as a `Game`; `staff` adds who plays and explains: `greedy`, `plans`, `explain`.

Four names are short, since nearly every function has them:

- `g`, the `ScenarioInPlay`: the tables, special rules and what is remembered of both; it never changes in a
  game;
- `t`, its `Tables`: the package as dense lists, by index of piece, hex and step (six steps a hex,
  clockwise);
- `s`, the `GameState`: all that changes;
- `f`, the `Frame` that a procedure was called with: its own name, then what its docstring says after
  "Frame:".
"""
