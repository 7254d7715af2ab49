"""The vocabularies of the series: complete, consistent, in every language."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module, resources

import pytest
from msgspec import Struct

from jdgtools.charts import ChartBook, load_charts
from jdgtools.model.definition import SeriesDef
from jdgtools.model.text import Text
from jdgtools.render.symbols import has_symbol

SERIES = ("jdg", "afe", "mpbs")
ID = re.compile(r"[a-z0-9]+([_-][a-z0-9]+)*")
STATEMENT = re.compile(r"(JDG|AFE|MP)-[0-9A-Z]+(\.[0-9A-Za-z]+)*-([a-z]+|EX[0-9]+)")

OPTIONS = {
    # Part J.9 of the rules digest: option, default, entry.
    "jdg": """
am_activates_all_groups = true (AMB-01)
cam_public = true (AMB-04)
draw_when_single = false (AMB-06)
leader_check_before_actions = true (AMB-07)
leader_check_per_group = true (AMB-08)
renfort_outside_groups = true (AMB-09)
cinc_terrain_column = cavalry (AMB-10)
cinc_reset_phase = F (AMB-11)
cinc_eliminated_if_no_hex = true (AMB-12)
cinc_survives_unit_elimination = true (AMB-13)
range_measured_at_event = true (AMB-14)
cinc_scope = army (AMB-15)
choice_allows_cam = false (AMB-16)
choice_allows_reinforcement = true (AMB-16)
halve_visible_side = true (AMB-17)
halve_once = true (AMB-18)
forced_march_counts_cinc = false (AMB-19)
forced_march_stack = true (AMB-20)
square_leave_together = true (AMB-21)
artillery_disorder_breaks_square = false (AMB-22)
square_max_units = stack (AMB-23)
six_front_fire = adjacent_only (AMB-24)
fired_artillery_may_form_square = orders_only (AMB-25)
attack_after_leaving_square = true (AMB-26)
z_means = prohibited (AMB-27)
z_lifted_next_to_enemy = true (AMB-28)
mixed_stack_moves = true (AMB-29)
stack_cav_with_artillery = 1 (AMB-30)
stack_three_inf_plus_artillery = true (AMB-30)
six_sp_counts_artillery = false (AMB-31)
routed_mix_types = false (AMB-32)
artillery_top = first (AMB-34)
shock_check_unit = top_ordered (AMB-35)
renfort_stops_at_five = true (AMB-36)
renfort_loss_immediate = true (AMB-37)
single_am_retry = true (AMB-38)
entry_blocked = delay (AMB-39)
entry_multiplier_counts_units = true (AMB-40)
entry_exclusion_scope = hex (AMB-41)
entry_exclusion_zoc = false (AMB-42)
six_front_drm = outside_front_only (AMB-43)
six_front_obligation = after_turn (AMB-44)
zoc_through_road_gap = true (AMB-45)
zoc_to_front_zoc = first_hex_any_enemy (AMB-46)
facing_free_after_leaving_zoc = true (AMB-48)
artillery_enters_zoc_with_stack = false (AMB-49)
cb_combined = true (AMB-50)
cb_of_cb = false (AMB-50)
dense_target = data (AMB-51)
adjacent_fire = target_choice (AMB-52)
artillery_turn_limit = 1 (AMB-53)
los_town_castle_block = true (AMB-54)
los_half = ignored (AMB-55)
shock_obligation_at_resolution = true (AMB-57)
attacked_once_counts_fire = false (AMB-58)
reaction_rest_must_attack = true (AMB-59)
combined_continue = true (AMB-60)
ratio_clamp = true (AMB-61)
cohesion_diff_visible_side = true (AMB-62)
advance_single_stack = best_unit (AMB-63)
advance_after_withdrawal = optional (AMB-64)
reactions_in_followup = true (AMB-65)
withdraw_two_final_distance = 3 (AMB-66)
withdraw_drm = [1, -2] (AMB-68)
withdraw_routed = retreat_instead (AMB-69)
artillery_withdraws = false (AMB-70)
artillery_loss_own_rule = true (AMB-71)
charge_target_binding = true (AMB-72)
charge_facing_free = true (AMB-73)
cavalry_shock_drm = data (AMB-74)
defender_pursuit = either (AMB-76)
pursuit_stop_choice = true (AMB-77)
pursuit_mp_limit = none (AMB-78)
end_check = once (AMB-79)
artillery_direct_rout = routed (AMB-80)
routed_check = rout_move_only (AMB-81)
first_hex_rule = not_adjacent_to_attacker (AMB-82)
fall_back_when_routed = retreat (AMB-83)
rout_column = perpendicular (AMB-84)
rout_zoc_to_zoc = forbidden (AMB-85)
rout_pays_zoc = true (AMB-86)
rout_chain_limit = 1 (AMB-87)
rally_after_forced_rout = true (AMB-88)
night_plus_two_on_rally = false (AMB-89)
artillery_only_demoralised = false (AMB-91)
demoralised_am = owner_choice (AMB-92)
night_rally_routed = -3 (AMB-93)
night_auto_rally = own_activation (AMB-94)
night_fog = night (AMB-95)
tie = draw (AMB-96)
combat_order = active_player (AMB-97)
order_markers_limited = false (AMB-99)
square_roll = one_per_hex (AMB-101)
square_attempt_per_hex = true (AMB-102)
shock_loss = hex_left (AMB-103)
adjacent_obligation_on_counter_battery = false (AMB-104)
withdraw_per_unit = true (AMB-105)
cinc_move_segment = movement (AMB-106)
rout_exit_counts_as_eliminated = true (AMB-108)
night_contact = adjacent (AMB-109)
rally_blockers = all_units (AMB-110)
rout_order = nearest_edge_first (AMB-111)
stack_facing_on_entry = owner_choice (AMB-112)
los_through_corner = both (AMB-113)
withdraw_check_882 = none (AMB-114)
""",
    # Part VIII: every ruling marked as an option.
    "afe": """
equal_bonus_order = initiative_total (AMB-04)
cinc_may_ride_along = false (AMB-09)
phase_b_fire_forbids_move = false (AMB-14)
facing_cost_normal = 1 (AMB-19)
los_height = nearer_higher (AMB-20)
fire_limit = per_melee (AMB-21)
out_of_command_withdrawal = false (AMB-31)
passed_through_rout = two_hexes (AMB-36)
rout_order = attacker_first (AMB-37)
freed_cinc_resumes = true (AMB-43)
charge_contact = any_enemy (AMB-78)
momentum_facing_forced = false (AMB-60)
pursuit_end_facing_free = true (AMB-62)
front_hex_retreat = required (AMB-64)
favourable_factors = all (AMB-83)
""",
    # Section 9: rulings with more than one workable reading.
    "mpbs": """
preempting_wing_preemptable = false (AMB-02)
alternation_after_preemption = opponent_of_last (AMB-03)
ac_helps_used_unit = false (AMB-05)
wing_without_commander_counts = false (AMB-06)
leaving_field_check = marker_removal (AMB-07)
no_continue_removed = marker_removal (AMB-08)
stray_commander = eliminated (AMB-09)
command_gap_limit = far_unit (AMB-11)
order_charge_needs_los = false (AMB-12)
rally_distance = nearest (AMB-14)
rally_to_charge = false
column_may_hedgehog = false (AMB-16)
infantry_leaves_column = formation_normal (AMB-17)
open_order_keeps_movement = true (AMB-18)
two_hex_cc_over_bridge = false (AMB-20)
limbering_marks_fired = true (AMB-21)
artillery_on_mixed_stack = false (AMB-23)
artillery_restacks_in_reaction = true (AMB-24)
absorption_same_wing = false (AMB-25)
commander_helps_units = 1 (AMB-49)
two_hex_countermarch = true (AMB-75)
lone_gun_binds_charge = false (AMB-71)
interception_through_friendly_guns = true (AMB-30)
reaction_fire_limit_roll = 5 (AMB-31)
threshold_mc_per_sp = false (AMB-34)
two_hex_losses_added = true (AMB-35)
grazing_beyond_target = true (AMB-36)
vp_single_gun_disabled = 10 (AMB-38)
ratio_exact = false (AMB-39)
close_combat_morale = current (AMB-40)
formation_hits_in_rout = false (AMB-43)
loser_reacts_to_advance = false (AMB-44)
pursuit_captures_guns = true (AMB-45)
pursuit_takes_leader = true (AMB-46)
artillery_checks_any_fire = true (AMB-53)
momentum_last_two_hexes = true (AMB-54)
flank_bonus_limit = 3 (AMB-55)
open_order_sidestep = true (AMB-59)
ooc_may_attack = true (AMB-63)
mixed_stack_losses = cavalry (AMB-65)
leader_dies_with_unit = true (AMB-66)
small_strength = current (AMB-72)
artillery_reacts_to_fire_at_others = false (AMB-78)
advancing_fire_replies = 1 (AMB-79)
units_block_grazing_sight = false (AMB-80)
active_units_form_hedgehog = false (AMB-81)
reply_to_fire_from_below = gun (AMB-82)
""",
}

STATES = {
    "jdg": "ordered disordered routed in_square renfort fired shock shock_check charge moved demoralised",
    "afe": "fresh fatigued steady discouraged routed mounted dismounted resting out_of_command charge melee "
    "wounded inactive replacement",
    "mpbs": "formation_normal formation_shaken formation_broken hedgehog open_order column no_formation "
    "morale_shaken morale_broken threshold_reached first_pistol_used no_pistols salvo_fired momentum "
    "interception_done limbered gun_fired gun_disabled gun_captured baggage_captured bypassed finished "
    "no_continue replacement_ac",
}

MARKERS = {
    "jdg": "orders_received without_orders renfort square fired shock shock_check charge rout turn "
    "victory_points",
    "afe": "out_of_command resting inactive charge melee discouraged mounted dismounted wounded "
    "substitute_cinc turn victory_points",
    "mpbs": "order_charge order_make_ready order_receive_charge order_rally no_continue bypassed "
    "replacement_ac turn casualty casualty_threshold morale_shaken morale_broken formation_broken "
    "formation_broken_morale_shaken hedgehog open_order column first_pistol_used no_pistols salvo momentum "
    "interception_done limbered_guns captured_gun disabled_gun victory_points",
}

BOXES = {
    "jdg": "cup used last chosen removed turn_track reinforcements eliminated victory_track orders_reserve",
    "afe": "turn_track reinforcements eliminated reserve_leaders victory_track",
    "mpbs": "turn_track eliminated pursuit leaders_waiting order_display victory_track reinforcements",
}

TERRAIN_AXES = ("terrain", "hexside", "way")


@cache
def definition(series: str) -> SeriesDef:
    found = import_module(f"jdgtools.series.{series}.definition").DEFINITION
    assert isinstance(found, SeriesDef)
    return found


@cache
def charts(series: str) -> ChartBook:
    package = f"jdgtools.series.{series}.charts"
    try:
        present = (resources.files(package) / "index.json").is_file()
    except ModuleNotFoundError:
        present = False
    if not present:
        pytest.skip(f"no charts of {series} yet")
    return load_charts(package)


def walk(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every value below a record, with its path."""
    yield path, value
    if isinstance(value, Struct) and not isinstance(value, Text):
        for entry in value.__struct_fields__:
            yield from walk(getattr(value, entry), f"{path}.{entry}")
    elif isinstance(value, tuple):
        for number, entry in enumerate(value):
            yield from walk(entry, f"{path}[{number}]")


def option_text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value)


@pytest.mark.parametrize("series", SERIES)
def test_the_definition_is_that_of_its_package(series: str) -> None:
    assert definition(series).id == series
    assert definition(series).statement_prefix == {"jdg": "JDG-", "afe": "AFE-", "mpbs": "MP-"}[series]
    assert definition(series).facing == {"jdg": "corner", "afe": "hexside", "mpbs": "corner"}[series]


@pytest.mark.parametrize("series", SERIES)
@pytest.mark.parametrize(
    "part",
    [
        *("unit_types", "unit_fields", "command_fields", "roles", "state_axes", "markers", "options"),
        *("boxes", "phases", "dice", "activation_fields", "scenario_fields", "side_fields"),
    ],
)
def test_ids_are_unique_and_well_formed(series: str, part: str) -> None:
    ids = [entry.id for entry in getattr(definition(series), part)]
    assert [name for name, count in Counter(ids).items() if count > 1] == []
    assert [name for name in ids if not ID.fullmatch(name)] == []


@pytest.mark.parametrize("series", SERIES)
def test_terrain_ids_are_unique_among_hexes_and_among_the_rest(series: str) -> None:
    terrains = definition(series).terrains
    hexes = [entry.id for entry in terrains if entry.kind == "hex"]
    others = [entry.id for entry in terrains if entry.kind != "hex"]
    assert len(hexes) == len(set(hexes))
    assert len(others) == len(set(others))
    assert [name for name in hexes + others if not ID.fullmatch(name)] == []


@pytest.mark.parametrize("series", SERIES)
def test_role_fields_are_unique_and_extra_sets_name_them(series: str) -> None:
    for role in definition(series).roles:
        ids = [entry.id for entry in role.fields]
        assert len(ids) == len(set(ids))
        for _, names in role.extra:
            assert set(names) <= set(ids)


@pytest.mark.parametrize("series", SERIES)
def test_every_text_is_in_every_language(series: str) -> None:
    languages = definition(series).languages
    expected = {"jdg": ("en", "fr", "pl"), "afe": ("en", "fr", "pl", "hu"), "mpbs": ("en", "fr", "pl")}
    assert languages == expected[series]
    seen = 0
    for path, value in walk(definition(series)):
        if isinstance(value, Text) and value:
            seen += 1
            assert tuple(code for code, _ in value.values) == languages, path
            for _, text in value.values:
                assert text == text.strip() and text, path
                assert text == unicodedata.normalize("NFC", text), path
    assert seen > 150


@pytest.mark.parametrize("series", SERIES)
def test_names_and_legends_are_present(series: str) -> None:
    for path, value in walk(definition(series)):
        if isinstance(value, Struct) and not isinstance(value, Text):
            for entry in value.__struct_fields__:
                if entry in ("name", "legend", "title"):
                    assert getattr(value, entry), f"{path}.{entry}"


GAMES = {
    "This Accursed Civil War",
    "Under the Lily Banners",
    "Gustav Adolf the Great",
    "Nothing Gained But Glory",
}
"""Titles of published games."""


@pytest.mark.parametrize("series", SERIES)
def test_languages_differ_where_words_do(series: str) -> None:
    """A text copied into another language is a forgotten translation, but for words that are the same."""
    copied = set()
    for _, value in walk(definition(series)):
        if isinstance(value, Text) and value and len(value.get("en").split()) > 3:
            texts = [text for _, text in value.values]
            if len(set(texts)) < len(texts):
                copied.add(value.get("en"))
    assert copied <= {"Au fil de l'épée", "Musket & Pike Battle Series", *GAMES}


@pytest.mark.parametrize("series", SERIES)
def test_options_are_those_of_the_digest_with_their_defaults(series: str) -> None:
    expected = [line for line in OPTIONS[series].splitlines() if line]
    actual = [
        f"{option.id} = {option_text(option.default)}" + (f" ({option.entry})" if option.entry else "")
        for option in definition(series).options
    ]
    assert sorted(actual) == sorted(expected)


@pytest.mark.parametrize("series", SERIES)
def test_options_allow_their_default_and_more(series: str) -> None:
    for option in definition(series).options:
        if isinstance(option.default, str):
            assert len(option.values) > 1, option.id
        if option.values:
            assert option.default in option.values, option.id
            assert len(set(option.values)) == len(option.values), option.id
        assert option.rules, option.id


@pytest.mark.parametrize("series", SERIES)
def test_statement_ids_exist_in_the_digest(series: str) -> None:
    listed = resources.files(f"jdgtools.series.{series}") / "statements.txt"
    known = {line.split()[0] for line in listed.read_text(encoding="utf-8").splitlines()}
    prefix = definition(series).statement_prefix
    cited = set()
    for path, value in walk(definition(series)):
        if path.endswith("]") and ".rules[" in path:
            assert isinstance(value, str)
            assert value.startswith(prefix) and STATEMENT.fullmatch(value), f"{path}: {value}"
            cited.add(value)
    assert len(cited) > 50
    assert cited - known == set()


@pytest.mark.parametrize("series", SERIES)
def test_states_name_existing_markers_and_arms(series: str) -> None:
    series_def = definition(series)
    arms = {arm for arm, _ in series_def.arms}
    for axis in series_def.state_axes:
        assert set(axis.arms) <= arms
        assert set(axis.applies_to) <= {"unit", "leader", "marker", "command"}
        assert (axis.count_high is None) == bool(axis.values), axis.id
        if axis.marker:
            assert axis.count_high is not None
            assert series_def.marker(axis.marker) is not None, axis.marker
        for value in axis.values:
            assert not value.marker or series_def.marker(value.marker) is not None, value.marker
            if value.marker_face == "back":
                marker = series_def.marker(value.marker)
                assert marker is not None and marker.back_legend, value.id
        if axis.values:
            assert axis.values[0].setup and axis.values[0].face == "front" and not axis.values[0].faceless


@pytest.mark.parametrize("series", SERIES)
def test_a_state_is_known_by_its_id_alone(series: str) -> None:
    """`state: routed` in a scenario names no axis."""
    ids = [value.id for axis in definition(series).state_axes for value in axis.values]
    assert [name for name, count in Counter(ids).items() if count > 1] == []
    assert set(STATES[series].split()) <= set(ids)


@pytest.mark.parametrize("series", SERIES)
def test_the_inventory_of_the_digest_is_complete(series: str) -> None:
    series_def = definition(series)
    assert set(MARKERS[series].split()) <= {marker.id for marker in series_def.markers}
    assert set(BOXES[series].split()) <= {box.id for box in series_def.boxes}
    settings = {entry.id for entry in series_def.scenario_fields}
    leader_fields = {entry.id for role in series_def.roles for entry in role.fields}
    arms = {arm for arm, _ in series_def.arms}
    for marker in series_def.markers:
        assert marker.count >= 1, marker.id
        assert set(marker.arms) <= arms and (not marker.arms or marker.per == "unit" or marker.units_each), (
            marker.id
        )
        known = settings if marker.per == "battle" else leader_fields
        assert not marker.count_field or marker.count_field in known, marker.id
    pieces = {"unit", "leader", "activation"} | {marker.id for marker in series_def.markers}
    for box in series_def.boxes:
        assert box.holds and set(box.holds) <= pieces, box.id


def test_order_markers_cannot_be_told_apart_face_down() -> None:
    received, without = (definition("jdg").marker(name) for name in ("orders_received", "without_orders"))
    assert received is not None and without is not None
    assert received.hidden and without.hidden
    assert received.back_legend == without.back_legend
    assert (received.colour, received.loose) == (without.colour, without.loose)


@pytest.mark.parametrize("series", SERIES)
def test_glyphs_belong_to_hexes_and_are_unique(series: str) -> None:
    terrains = definition(series).terrains
    glyphs = [entry.glyph for entry in terrains if entry.kind == "hex"]
    assert all(len(glyph) == 1 and glyph.isascii() and not glyph.isspace() for glyph in glyphs)
    assert len(glyphs) == len(set(glyphs))
    assert all(not entry.glyph for entry in terrains if entry.kind != "hex")


@pytest.mark.parametrize("series", SERIES)
def test_terrains_are_found_by_id_and_kind(series: str) -> None:
    series_def = definition(series)
    for entry in series_def.terrains:
        assert series_def.terrain(entry.id, entry.kind) is entry
    clear = series_def.terrain("clear")
    assert clear is not None and clear.clear
    assert series_def.terrain("clear", "hexside") is None
    assert series_def.terrain("no_such_terrain") is None


@pytest.mark.parametrize("series", SERIES)
def test_terrains_are_those_of_the_charts(series: str) -> None:
    hexes, others = set(), set()
    for chart in charts(series):
        for axis in chart.axes:
            if chart.kind == "terrain" and axis.id in TERRAIN_AXES:
                (hexes if axis.id == "terrain" else others).update(axis.ids)
    terrains = definition(series).terrains
    assert {entry.id for entry in terrains if entry.kind == "hex"} == hexes
    assert {entry.id for entry in terrains if entry.kind != "hex"} == others


@pytest.mark.parametrize("series", SERIES)
def test_movement_classes_are_columns_of_the_charts(series: str) -> None:
    columns = {
        key
        for chart in charts(series)
        if chart.kind == "terrain"
        for axis in chart.axes
        for key in axis.ids
        if axis.id not in TERRAIN_AXES
    }
    assert set(definition(series).movement_classes) <= columns


@pytest.mark.parametrize("series", SERIES)
def test_unit_types_use_what_the_series_defines(series: str) -> None:
    series_def = definition(series)
    arms = [arm for arm, _ in series_def.arms]
    for entry in series_def.unit_types:
        assert entry.arm in arms, entry.id
        assert entry.movement_class in series_def.movement_classes, entry.id
        assert has_symbol(entry.symbol), entry.id
        for field_id, value in entry.attributes.items():
            field = series_def.unit_field(field_id)
            assert field is not None, f"{entry.id}: {field_id}"
            assert not field.arms or entry.arm in field.arms, f"{entry.id}: {field_id}"
            assert not field.choices or value in field.choices, f"{entry.id}: {field_id}"
    assert {entry.arm for entry in series_def.unit_types} == set(arms)
    assert all(has_symbol(role.symbol) for role in series_def.roles)


@pytest.mark.parametrize("series", SERIES)
def test_fields_are_sound(series: str) -> None:
    series_def = definition(series)
    arms = {arm for arm, _ in series_def.arms}
    every = [*series_def.unit_fields, *series_def.command_fields, *series_def.activation_fields]
    every += [*series_def.scenario_fields, *series_def.side_fields]
    every += [entry for role in series_def.roles for entry in role.fields]
    for field in every:
        assert set(field.arms) <= arms, field.id
        assert (field.type == "choice") == bool(field.choices), field.id
        if field.type == "int":
            assert field.low is not None and field.high is not None and field.low < field.high, field.id
        else:
            assert field.low is None and field.high is None and not field.two_sided, field.id
        kind = {"int": int, "bool": bool, "text": str, "choice": str}[field.type]
        assert field.default is None or type(field.default) is kind, field.id


def test_the_eleven_codes_of_the_medieval_types() -> None:
    types = definition("afe").unit_types
    assert {entry.code for entry in types} == {
        "Ch",
        "Ha",
        "Cl",
        "Su",
        "Pi",
        "Li",
        "Mi",
        "Ar",
        "Ab",
        "Aq",
        "At",
    }
    for entry in types:
        posture = entry.attributes["posture"]
        assert entry.movement_class == posture, entry.id
        assert entry.arm == {"foot": "infantry", "mounted": "cavalry", "artillery": "artillery"}[str(posture)]
    rows = {entry.chart_class for entry in types}
    columns = {key for chart in charts("afe") if chart.id == "TBL-CLASS" for key in chart.axes[0].ids}
    assert rows == columns - {"leader"}


def test_two_hex_units_are_heavy_infantry() -> None:
    for series in SERIES:
        for entry in definition(series).unit_types:
            assert (2 in entry.footprints) == (entry.arm == "heavy_infantry"), entry.id


def test_orders_are_the_values_of_the_order_axis() -> None:
    series_def = definition("mpbs")
    axis = series_def.axis("order")
    assert axis is not None
    assert {value.id for value in axis.values} == {order for order, _ in series_def.orders}
    assert [order for order, _ in series_def.orders] == ["charge", "make_ready", "receive_charge", "rally"]


def test_ratings_of_the_napoleonic_counter() -> None:
    series_def = definition("jdg")
    for name in ("strength", "cohesion", "shock", "movement"):
        field = series_def.unit_field(name)
        assert field is not None and field.two_sided, name
    shock = series_def.unit_field("shock")
    assert shock is not None and shock.arms == ("infantry", "cavalry")
    commander = series_def.role("commander_in_chief")
    assert commander is not None and commander.back == "moved"
    assert {entry.id: entry.default for entry in commander.fields}["movement"] == 7
