"""The reference engine: plays scenarios from their packages, and nothing else.

A game goes from node to node: a side decides, chance decides, or the game is over. `load.py` makes a `Game`
of a package; players (`players.py`) choose among the legal actions of a node, `table.py` lets persons and
players take turns, and a log (`core/record.py`) holds every decision and every roll, from which the game
can be played again.

`core` knows states, nodes, logs and chance, and no series; `jdg` plays Jours de Gloire. The engine imports
`jdgtools.package` and the standard library alone, so that a package is proved to hold all that a game
needs.
"""
