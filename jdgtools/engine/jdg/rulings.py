"""The options of Jours de Gloire: all are played with every value, by the engine or in the package itself."""

from __future__ import annotations

import json

from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.package import Package
from jdgtools.package.model_words import OptionInfo

RESOLVED = frozenset(
    [
        "cinc_terrain_column",
        "los_half",
        "los_through_corner",
        "los_town_castle_block",
        "routed_mix_types",
        "six_sp_counts_artillery",
        "stack_cav_with_artillery",
        "stack_three_inf_plus_artillery",
        "z_lifted_next_to_enemy",
        "z_means",
        "zoc_through_road_gap",
    ]
)
"""Options that the package has worked into costs, zones, sight and stacking: any value is played."""
COMMAND = frozenset(
    [
        "am_activates_all_groups",
        "cam_public",
        "choice_allows_cam",
        "choice_allows_reinforcement",
        "cinc_eliminated_if_no_hex",
        "cinc_move_segment",
        "cinc_reset_phase",
        "cinc_scope",
        "cinc_survives_unit_elimination",
        "combined_continue",
        "demoralised_am",
        "draw_when_single",
        "end_check",
        "entry_blocked",
        "entry_exclusion_scope",
        "entry_exclusion_zoc",
        "entry_multiplier_counts_units",
        "first_hex_rule",
        "forced_march_counts_cinc",
        "leader_check_before_actions",
        "leader_check_per_group",
        "night_auto_rally",
        "night_contact",
        "night_fog",
        "night_plus_two_on_rally",
        "night_rally_routed",
        "order_markers_limited",
        "rally_after_forced_rout",
        "rally_blockers",
        "renfort_loss_immediate",
        "renfort_outside_groups",
        "renfort_stops_at_five",
        "rout_exit_counts_as_eliminated",
        "single_am_retry",
        "tie",
    ]
)
"""Options of cup, orders, leaders, arrivals, night, fog, rally and victory of which every value is played."""
FIRE_AND_MOVES = frozenset(
    [
        "adjacent_fire",
        "adjacent_obligation_on_counter_battery",
        "artillery_disorder_breaks_square",
        "artillery_enters_zoc_with_stack",
        "artillery_loss_own_rule",
        "artillery_only_demoralised",
        "artillery_top",
        "artillery_turn_limit",
        "attack_after_leaving_square",
        "attacked_once_counts_fire",
        "cb_combined",
        "cb_of_cb",
        "combat_order",
        "dense_target",
        "facing_free_after_leaving_zoc",
        "fired_artillery_may_form_square",
        "forced_march_stack",
        "mixed_stack_moves",
        "range_measured_at_event",
        "reaction_rest_must_attack",
        "shock_obligation_at_resolution",
        "six_front_drm",
        "six_front_fire",
        "six_front_obligation",
        "square_attempt_per_hex",
        "square_leave_together",
        "square_max_units",
        "square_roll",
        "stack_facing_on_entry",
        "zoc_to_front_zoc",
    ]
)
"""Options of fire, facing, movement, zones and squares of which every value is played."""
SHOCK = frozenset(
    [
        "advance_after_withdrawal",
        "advance_single_stack",
        "artillery_direct_rout",
        "artillery_withdraws",
        "cavalry_shock_drm",
        "charge_facing_free",
        "charge_target_binding",
        "cohesion_diff_visible_side",
        "defender_pursuit",
        "fall_back_when_routed",
        "halve_once",
        "halve_visible_side",
        "pursuit_mp_limit",
        "pursuit_stop_choice",
        "ratio_clamp",
        "reactions_in_followup",
        "rout_chain_limit",
        "rout_column",
        "rout_order",
        "rout_pays_zoc",
        "rout_zoc_to_zoc",
        "routed_check",
        "shock_check_unit",
        "shock_loss",
        "withdraw_check_882",
        "withdraw_drm",
        "withdraw_per_unit",
        "withdraw_routed",
        "withdraw_two_final_distance",
    ]
)
"""Options of shock, charges, withdrawal, retreat, pursuit and rout of which every value is played."""
CHOSEN = COMMAND | FIRE_AND_MOVES | SHOCK
"""Options whose value the engine looks up (`Tables.options`)."""


WORDS: dict[str, tuple[str, ...]] = {
    "adjacent_fire": ("target_choice", "compulsory"),
    "advance_after_withdrawal": ("optional", "compulsory"),
    "advance_single_stack": ("best_unit", "stack"),
    "artillery_direct_rout": ("routed", "eliminated"),
    "artillery_top": ("first", "owner_choice"),
    "cavalry_shock_drm": ("data", "always", "blocked_terrain"),
    "cinc_move_segment": ("movement", "any"),
    "cinc_reset_phase": ("F", "A"),
    "cinc_scope": ("army", "assigned"),
    "cinc_terrain_column": ("cavalry", "infantry"),
    "combat_order": ("active_player", "shock_first", "charge_first"),
    "defender_pursuit": ("either", "both"),
    "demoralised_am": ("owner_choice", "higher", "lower"),
    "dense_target": ("data", "stack_two", "stack_three"),
    "end_check": ("once", "each"),
    "entry_blocked": ("delay", "other_hex"),
    "entry_exclusion_scope": ("hex", "side"),
    "fall_back_when_routed": ("retreat", "one_hex"),
    "fired_artillery_may_form_square": ("orders_only", "always", "never"),
    "first_hex_rule": ("not_adjacent_to_attacker", "farther"),
    "los_half": ("ignored", "blocks_low", "blocks_high"),
    "los_through_corner": ("both", "either"),
    "night_auto_rally": ("own_activation", "end_of_turn"),
    "night_contact": ("adjacent", "zoc"),
    "night_fog": ("night", "fog", "added"),
    "pursuit_mp_limit": ("none", "allowance"),
    "rally_blockers": ("all_units", "not_routed"),
    "rout_column": ("perpendicular", "map"),
    "rout_order": ("nearest_edge_first", "owner_choice"),
    "rout_zoc_to_zoc": ("forbidden", "allowed"),
    "routed_check": ("rout_move_only", "move_and_check"),
    "shock_check_unit": ("top_ordered", "top"),
    "shock_loss": ("hex_left", "level_lost"),
    "six_front_drm": ("outside_front_only", "always"),
    "six_front_fire": ("adjacent_only", "all_round", "cone"),
    "six_front_obligation": ("after_turn", "before_turn"),
    "square_max_units": ("stack", "two"),
    "square_roll": ("one_per_hex", "one_per_unit"),
    "stack_facing_on_entry": ("owner_choice", "of_hex", "of_mover"),
    "tie": ("draw", "first_side", "second_side"),
    "withdraw_check_882": ("none", "before_withdrawal"),
    "withdraw_routed": ("retreat_instead", "withdraw_then_retreat", "eliminated"),
    "z_means": ("prohibited", "disorder"),
    "zoc_to_front_zoc": ("first_hex_any_enemy", "same_unit", "whole_move"),
}
"""Options that are words -> the words that are played, that of the ruling first."""
NUMBERS = frozenset(
    [
        "artillery_turn_limit",
        "night_rally_routed",
        "rout_chain_limit",
        "stack_cav_with_artillery",
        "withdraw_two_final_distance",
    ]
)
"""Options that are whole numbers. `withdraw_drm` is a pair of them, and all others are true or false."""


def check_options(package: Package) -> None:
    """Refuse a package with an option, or a value of one, that the engine does not play.

    Raises:
        EngineRefused: with one line that names it.
    """
    for option in package.option_list:
        if option.text:
            if option.value is not False:
                raise EngineRefused(f"the optional rule `{option.id}` of the battle is not played")
        elif option.id not in RESOLVED | CHOSEN:
            raise EngineRefused(f"the option `{option.id}` is unknown to the engine")
        elif not _is_value_of(option):
            raise EngineRefused(f"the option `{option.id}` has no value `{json.dumps(option.value)}`")
    missing = sorted(CHOSEN - {option.id for option in package.option_list})
    if missing:
        raise EngineRefused(f"the package does not say the value of the option `{missing[0]}`")


def _is_value_of(option: OptionInfo) -> bool:
    """Return whether the value of an option is one that is played; what else a package names is not."""
    value = option.value
    if option.id in WORDS:
        return value in WORDS[option.id]
    if option.id == "withdraw_drm":
        return isinstance(value, tuple) and [type(drm) for drm in value] == [int, int]
    return type(value) is (int if option.id in NUMBERS else bool)
