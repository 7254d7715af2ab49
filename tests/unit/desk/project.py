"""A small project for operations of the desk, as texts."""

from __future__ import annotations

BATTLE = """\
format: 1
id: small
series: jdg
oob: [oob.csv]
scenarios: [start.yaml]
sides: [{id: red, name: Red}, {id: blue, name: Blue}]
commands:
  - {id: first, side: red}   # a formation
leaders:
  - {id: ney, name: Ney, side: red, command: first}
"""
MAP = """\
# Drawn from memory.
grid: {columns: 4, rows: 3}
legend: {".": clear, w: wood}   # two so far
terrain: |
  . . w .

  .  w . .
  . . . .
levels: |
  0 0 1 1
  0 0 0 1
  0 0 0 0
hexsides:
  - {id: crest, kind: slope, sides: [0201/SW-S, 0301/S]}   # the crest
rivers:
  - kind: stream
    sides: ["0102:NE>SE"]
ways:
  - {id: road, kind: road, hexes: 0101..0103, from: N, to: S}
places:
  - {id: mill, name: Mill, hex: 0202}
"""
OOB = """\
id;name;side;command;cohesion;movement
# the first brigade
r-1;"First; the old";red;first;6;5
r-2;Second;red;first;7
b-1;Blue one;blue;;5;4
"""
START = """\
format: 1
id: start
title: Start
setup:
  - {unit: r-1, hex: 0101, facing: NE}   # on the hill
  # the gunners
  - {unit: r-2, hex: '0101'}
  - unit: b-1
    hex: 0303
    facing: W
  - {leader: ney, hex: 0101}
reinforcements:
  - {id: late, units: [], turn: 2, hexes: [0101]}
victory:
  awards:
    - {id: kill, side: red, when: {eliminated: {units: [b-1, ney]}}}
  held: {red: [0202]}
accepts: [{code: JDG095, for: unit r-1, reason: so}]
"""
TEXTS = {"battle.yaml": BATTLE, "map.yaml": MAP, "oob.csv": OOB, "start.yaml": START}
