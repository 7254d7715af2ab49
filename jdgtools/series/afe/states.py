"""Conditions of units and leaders of Au fil de l'épée (II.2, II.4 and part VI of the rules digest)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from jdgtools.model.definition import StateAxis, StateValue
from jdgtools.model.pieces import Leader, Unit
from jdgtools.model.scenario import Scenario
from jdgtools.series.strings import say

STATE_AXES = (
    StateAxis(
        "fatigue",
        say("Fatigue", "Fatigue", "Zmęczenie", "Fáradtság"),
        values=(
            StateValue("fresh", say("fresh", "frais", "wypoczęty", "friss")),
            StateValue("fatigued", say("fatigued", "fatigué", "zmęczony", "fáradt"), face="back"),
        ),
        rules=("AFE-2.3.1-a", "AFE-2.3.1-b", "AFE-11.1-a"),
    ),
    StateAxis(
        "organisation",
        say("Organisation", "Organisation", "Organizacja", "Szervezettség"),
        values=(
            StateValue("steady", say("steady", "en bon ordre", "w szyku", "bátor")),
            StateValue(
                "discouraged",
                say("discouraged", "découragé", "zniechęcony", "bátortalan"),
                marker="discouraged",
            ),
            StateValue(
                "routed",
                say("routed", "en déroute", "uciekający", "menekülő"),
                marker="discouraged",
                marker_face="back",
                faceless=True,
            ),
        ),
        rules=("AFE-2.3.2-a", "AFE-2.3.2-b", "AFE-2.3.2-c", "AFE-2.3.2-d", "AFE-3-g"),
    ),
    StateAxis(
        "posture",
        say("Posture", "Posture", "Postawa", "Harcmód"),
        values=(
            StateValue("as_printed", say("as printed", "selon le pion", "jak na żetonie", "a lapka szerint")),
            StateValue("mounted", say("mounted", "remonté", "dosiadł koni", "lóra szállt"), marker="mounted"),
            StateValue(
                "dismounted",
                say("dismounted", "démonté", "zsiadł z koni", "lóról szállt"),
                marker="dismounted",
            ),
        ),
        arms=("infantry", "cavalry"),
        rules=("AFE-2.2-h", "AFE-8.4-a"),
    ),
    StateAxis(
        "rest",
        say("Rest", "Repos", "Odpoczynek", "Pihenés"),
        values=(
            StateValue("not_resting", say("not resting", "actif", "nie odpoczywa", "nem pihen")),
            StateValue(
                "resting", say("resting", "au repos", "odpoczywa", "pihen"), marker="resting", setup=False
            ),
        ),
        rules=("AFE-6.A-d", "AFE-11.2-b"),
    ),
    StateAxis(
        "command",
        say("Command", "Commandement", "Dowodzenie", "Irányítás"),
        values=(
            StateValue(
                "in_command", say("in command", "sous commandement", "pod dowództwem", "irányítás alatt")
            ),
            StateValue(
                "out_of_command",
                say("out of command", "hors de commandement", "poza dowodzeniem", "parancs nélkül"),
                marker="out_of_command",
                setup=False,
            ),
        ),
        rules=("AFE-6.A-b", "AFE-6.A-c"),
    ),
    StateAxis(
        "combat",
        say("Declared combat", "Combat déclaré", "Zadeklarowana walka", "Bejelentett harc"),
        values=(
            StateValue(
                "no_combat",
                say(
                    "no combat declared",
                    "aucun combat déclaré",
                    "bez deklaracji walki",
                    "nincs bejelentett harc",
                ),
            ),
            StateValue(
                "charge", say("charge", "charge", "szarża", "lovasroham"), marker="charge", setup=False
            ),
            StateValue(
                "melee", say("melee", "mêlée", "walka wręcz", "közelharc"), marker="melee", setup=False
            ),
        ),
        rules=("AFE-10.2-e", "AFE-10.4-i", "AFE-10.5-c"),
    ),
    StateAxis(
        "health",
        say("Health", "État du chef", "Stan dowódcy", "A parancsnok állapota"),
        values=(
            StateValue("unhurt", say("unhurt", "indemne", "zdrowy", "ép")),
            StateValue("wounded", say("wounded", "blessé", "ranny", "sebesült"), marker="wounded"),
            StateValue(
                "captured",
                say("captured", "capturé", "w niewoli", "foglyul esett"),
                setup=False,
                captured=True,
            ),
        ),
        applies_to=("leader",),
        rules=("AFE-7.5-a", "AFE-7.5.1-a", "AFE-7.5.2-a"),
    ),
    StateAxis(
        "person",
        say("Leader in place", "Chef en place", "Dowódca na stanowisku", "A parancsnok személye"),
        values=(
            StateValue("original", say("original", "titulaire", "właściwy", "eredeti")),
            StateValue("replacement", say("replacement", "remplaçant", "zastępca", "helyettes"), face="back"),
        ),
        applies_to=("leader",),
        rules=("AFE-2.1-k", "AFE-7.6-c"),
    ),
    StateAxis(
        "activation",
        say("Activation", "Activation", "Aktywacja", "Aktiválás"),
        values=(
            StateValue("available", say("to be activated", "à activer", "do aktywacji", "aktiválható")),
            StateValue("activated", say("activated", "activé", "aktywowany", "aktivált"), setup=False),
            StateValue(
                "inactive",
                say("inactive", "inactif", "nieaktywny", "nem aktiválható"),
                marker="inactive",
                setup=False,
            ),
        ),
        applies_to=("leader",),
        rules=("AFE-6.C-a", "AFE-6.C-m", "AFE-6.C-n"),
    ),
    StateAxis(
        "supreme_command",
        say("Supreme command", "Commandement en chef", "Naczelne dowództwo", "Fővezérség"),
        values=(
            StateValue("no_substitute", say("by role", "selon le rôle", "według roli", "szerep szerint")),
            StateValue(
                "substitute_cinc",
                say("substitute C-in-C", "commandant remplaçant", "zastępca wodza", "pót-fővezér"),
                marker="substitute_cinc",
                setup=False,
            ),
        ),
        applies_to=("leader",),
        rules=("AFE-7.6-j", "AFE-7.6-k"),
    ),
)


def leader_in(leader: Leader, state: Mapping[str, str]) -> Leader:
    """Return a leader whose front has the values in force in a state (AFE-7.6-c, AFE-7.5.2-b)."""
    values = leader.back if state.get("person") == "replacement" and leader.back else leader.front
    wounded_values = leader.extra.get("wounded", {}) if state.get("health") == "wounded" else {}
    return replace(leader, front={**values, **wounded_values})


def leader_at_start(leader: Leader, scenario: Scenario | None) -> Leader:
    """Return a leader whose front has the values with which he starts in a scenario."""
    start = scenario.placement(leader.id) if scenario is not None else None
    return leader_in(leader, start.state) if start is not None else leader


def posture_in(unit: Unit, state: str) -> str:
    """Return the posture of a unit in a state of the axis `posture`; `foot` for an unknown type."""
    if unit.arm == "artillery":
        return "artillery"
    if state != "as_printed":
        return "mounted" if state == "mounted" else "foot"
    printed_posture = unit.front.get("posture")
    return str(printed_posture) if printed_posture in ("mounted", "foot") else "foot"
