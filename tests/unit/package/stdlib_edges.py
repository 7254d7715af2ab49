"""How far steps lead towards edges of the map, by docs/package.md alone; stdlib_driven_*.py load it."""

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six directions as differences of `lines.axial`."""
EDGES = {
    "flat": {"N": (0, -2), "E": (2, -1), "S": (0, 2), "W": (-2, 1)},
    "pointy": {"N": (-1, -1), "E": (1, -1), "S": (1, 1), "W": (-1, 1)},
}
"""A step at right angles to each edge."""


def leads(package, side):
    """Return for every direction how far it leads towards each edge to which a side routs; below 0 = away."""
    edge = next(s["rout_edge"] for s in package.p["sides"] if s["id"] == side)
    rears = [EDGES[package.p["grid"]["orientation"]][letter] for letter in edge]
    return [[2 * q * a + 2 * r * b + q * b + r * a for a, b in rears] for q, r in STEPS]


def rim(package, side):
    """Return the hexes along those edges."""
    edge = next(s["rout_edge"] for s in package.p["sides"] if s["id"] == side)
    return {h for letter in edge for h in package.p["grid"]["edges"][letter]}


def distance(package, one, two):
    axial = package.p["lines"]["axial"]
    q, r = (axial[2 * two + n] - axial[2 * one + n] for n in (0, 1))
    return max(abs(q), abs(r), abs(q + r))
