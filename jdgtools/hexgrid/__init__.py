"""Exact hex geometry: pure functions over integers. Layout in millimetres is in ``hexgrid.layout``."""

from jdgtools.hexgrid.coords import DIRECTIONS, Cube, Orientation, dot, opposite, rotate
from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.line import Crossing, HexLine, LineStep, crossings, line, line_template
from jdgtools.hexgrid.names import (
    NameProblem,
    compass_name,
    corner_name,
    direction_name,
    hexside_name,
    parse_corner,
    parse_direction,
    step_towards,
)
from jdgtools.hexgrid.numbering import Numbering
from jdgtools.hexgrid.region import front_of_corner, front_of_side, in_arc
from jdgtools.hexgrid.sides import Corner, Hexside

__all__ = [
    "DIRECTIONS",
    "Corner",
    "Crossing",
    "Cube",
    "HexGrid",
    "HexLine",
    "Hexside",
    "LineStep",
    "NameProblem",
    "Numbering",
    "Orientation",
    "compass_name",
    "corner_name",
    "crossings",
    "direction_name",
    "dot",
    "front_of_corner",
    "front_of_side",
    "hexside_name",
    "in_arc",
    "line",
    "line_template",
    "opposite",
    "parse_corner",
    "parse_direction",
    "rotate",
    "step_towards",
]
