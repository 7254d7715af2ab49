"""Oars: galley fleets of the sixteenth century."""

from jdgtools.rules import Series

SERIES = Series("oars", "galley")
