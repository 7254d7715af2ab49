"""What a designer does to a battle, each as an `Edit` of its texts.

Every operation takes the `Documents` of a project and returns an edit of them, or raises `EditRefused` with a
reason that a user can read. None of them writes anything: `Session.commit` does.

- `paint`: terrain and levels of hexes
- `ground`: features of hexsides, crossings, ways, places of the map
- `areas`: names of places, regions, entry areas, hexes that a side holds
- `setup`: pieces of a scenario at its start
- `reinforcements`: pieces that come later
- `markers`: markers on the map
- `order_of_battle`: fields of units, new units
- `gone_units`: units that go
- `lists`: formations, leaders, turns, awards and rules, filled in as forms: `entry_fields`, `new_entries`,
  `removed_entries`
- `scenarios`: a new one, its title, one that goes
- `rename`: an id wherever it is written
"""

from jdgtools.desk.operations.areas import name_place, new_area, paint_area, paint_held
from jdgtools.desk.operations.entry_fields import set_field
from jdgtools.desk.operations.gone_units import remove_unit
from jdgtools.desk.operations.ground import (
    add_crossing,
    add_hexsides,
    add_place,
    add_way,
    exclude_hex,
    extend_way,
    include_hex,
    remove_feature,
    remove_hexsides,
)
from jdgtools.desk.operations.markers import place_marker, remove_marker
from jdgtools.desk.operations.new_entries import new_chart_value, new_entry, new_marker
from jdgtools.desk.operations.order_of_battle import add_unit, set_unit, unit_fields
from jdgtools.desk.operations.paint import paint_level, paint_terrain
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.operations.reinforcements import new_reinforcement, piece_to_reinforcement
from jdgtools.desk.operations.removed_entries import remove_listed
from jdgtools.desk.operations.rename import rename
from jdgtools.desk.operations.scenario_ground import (
    add_scenario_hexsides,
    add_scenario_way,
    change_terrain,
    remove_scenario_hexsides,
    remove_scenario_way,
)
from jdgtools.desk.operations.scenarios import new_scenario, remove_scenario, retitle_scenario
from jdgtools.desk.operations.setup import order_stack, place_piece, remove_piece, turn_piece

__all__ = [
    "EditRefused",
    "add_crossing",
    "add_hexsides",
    "add_place",
    "add_scenario_hexsides",
    "add_scenario_way",
    "add_unit",
    "add_way",
    "change_terrain",
    "exclude_hex",
    "extend_way",
    "include_hex",
    "name_place",
    "new_area",
    "new_chart_value",
    "new_entry",
    "new_marker",
    "new_reinforcement",
    "new_scenario",
    "order_stack",
    "paint_area",
    "paint_held",
    "paint_level",
    "paint_terrain",
    "piece_to_reinforcement",
    "place_marker",
    "place_piece",
    "remove_feature",
    "remove_hexsides",
    "remove_listed",
    "remove_marker",
    "remove_piece",
    "remove_scenario",
    "remove_scenario_hexsides",
    "remove_scenario_way",
    "remove_unit",
    "rename",
    "retitle_scenario",
    "set_field",
    "set_unit",
    "turn_piece",
    "unit_fields",
]
