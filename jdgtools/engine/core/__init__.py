"""What every series' engine needs: the state and its frames, the kinds of node, chance, logs, positions.

A `GameState` holds all that changes, and in it a stack of frames: what is going on, the innermost last.
`Game.advance` calls the procedure of the innermost frame again and again. A procedure does one step: it
changes the state, pushes frames, ends its own, or returns a node. At a node the game waits until an action
or a roll is chosen, which the procedure finds as `state.answer` when it is called again. So a position can
be copied, hidden from a side, written down and taken up again at any node, which the interpreter's own
stack would not allow.
"""
