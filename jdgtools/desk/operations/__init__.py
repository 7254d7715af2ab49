"""What a designer does to a battle, each as an `Edit` of its texts.

Every operation takes the `Documents` of a project and returns an edit of them, or raises `Refused` with a
reason that a user can read. None of them writes anything: `Session.commit` does.

- `paint`: terrain and levels of hexes
"""

from jdgtools.desk.operations.paint import paint_level, paint_terrain
from jdgtools.desk.operations.refusal import Refused

__all__ = ["Refused", "paint_level", "paint_terrain"]
