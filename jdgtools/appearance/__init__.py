"""Checks of what a battle looks like: its theme, its paper, its pictures and its coats of arms.

Drawing never fails on a mistake in these: it does without the value. `render` says what is wrong in plain
words; the modules here turn that into diagnostics with a place, before anything is drawn.
"""
