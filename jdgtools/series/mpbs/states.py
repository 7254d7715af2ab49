"""Conditions of units, leaders and wings of the Musket & Pike Battle Series (part 7 of the rules digest)."""

from __future__ import annotations

from jdgtools.model.definition import StateAxis, StateValue
from jdgtools.series.mpbs.units import HORSE_AND_FOOT, PISTOLS
from jdgtools.series.strings import say

_GUNS = ("artillery",)

UNIT_AXES = (
    StateAxis(
        "formation",
        say("Formation", "Formation", "Formacja"),
        values=(
            StateValue("formation_normal", say("Formation Normal", "formation normale", "formacja normalna")),
            StateValue(
                "formation_shaken",
                say("Formation Shaken", "formation ébranlée", "formacja rozproszona"),
                face="back",
            ),
            StateValue(
                "formation_broken",
                say("Formation Broken", "formation rompue", "formacja rozbita"),
                marker="formation_broken",
            ),
            StateValue("hedgehog", say("Hedgehog", "hérisson", "jeż"), marker="hedgehog"),
            StateValue(
                "open_order", say("Open Order", "ordre ouvert", "formacja luźna"), marker="open_order"
            ),
            StateValue("column", say("Column", "colonne", "kolumna"), marker="column", along=True),
            StateValue("no_formation", say("no formation", "sans formation", "brak formacji")),
        ),
        arms=HORSE_AND_FOOT,
        rules=("MP-6.3.1-a", "MP-6.3.1-b", "MP-7.3.3-c"),
    ),
    StateAxis(
        "morale",
        say("Morale", "Moral", "Morale"),
        values=(
            StateValue("morale_normal", say("Morale Normal", "moral normal", "morale normalne")),
            StateValue(
                "morale_shaken",
                say("Morale Shaken", "moral ébranlé", "morale obniżone"),
                marker="morale_shaken",
            ),
            StateValue(
                "morale_broken",
                say("Morale Broken", "moral brisé", "morale złamane"),
                marker="morale_broken",
                faceless=True,
            ),
        ),
        arms=(*HORSE_AND_FOOT, "artillery"),
        rules=("MP-12.4.1-a", "MP-12.4.2-a", "MP-12.4.3-a", "MP-12.4.3-b", "MP-6.1-d"),
    ),
    StateAxis(
        "casualties",
        say("Casualties", "Pertes", "Straty"),
        count_high=19,
        marker="casualty",
        arms=HORSE_AND_FOOT,
        rules=("MP-10.6.1-a", "MP-10.6.1-c"),
    ),
    StateAxis(
        "threshold",
        say("Casualty Threshold", "Seuil de pertes", "Próg strat"),
        values=(
            StateValue("below_threshold", say("below the threshold", "sous le seuil", "poniżej progu")),
            StateValue(
                "threshold_reached",
                say("threshold reached", "seuil atteint", "próg osiągnięty"),
                marker="casualty_threshold",
            ),
        ),
        arms=HORSE_AND_FOOT,
        rules=("MP-12.5.2-a", "MP-12.5.2-b"),
    ),
    StateAxis(
        "pistols",
        say("Pistols", "Pistolets", "Pistolety"),
        values=(
            StateValue("pistols_loaded", say("pistols loaded", "pistolets chargés", "pistolety załadowane")),
            StateValue(
                "first_pistol_used",
                say("first pistol used", "premier pistolet tiré", "pierwsza salwa oddana"),
                marker="first_pistol_used",
            ),
            StateValue(
                "no_pistols",
                say("no pistols", "pistolets déchargés", "pistolety rozładowane"),
                marker="no_pistols",
            ),
        ),
        arms=PISTOLS,
        rules=("MP-10.7.1-a", "MP-10.7.2-a", "MP-10.7.4-a"),
    ),
    StateAxis(
        "salvo",
        say("Salvo", "Salve", "Salwa"),
        values=(
            StateValue("salvo_ready", say("no salvo fired", "salve non tirée", "bez salwy")),
            StateValue("salvo_fired", say("salvo fired", "salve tirée", "salwa oddana"), marker="salvo"),
        ),
        arms=("heavy_infantry",),
        rules=("MP-10.4-a", "MP-10.4-b"),
    ),
    StateAxis(
        "momentum",
        say("Momentum", "Élan", "Impet"),
        values=(
            StateValue("no_momentum", say("no momentum", "sans élan", "bez impetu")),
            StateValue("momentum", say("momentum", "élan", "impet"), marker="momentum", setup=False),
        ),
        arms=("heavy_infantry", "cavalry"),
        rules=("MP-11.3.6-a", "MP-11.3.6-b"),
    ),
    StateAxis(
        "interception",
        say("Interception", "Interception", "Przechwyt"),
        values=(
            StateValue("may_intercept", say("may intercept", "peut intercepter", "może przechwycić")),
            StateValue(
                "interception_done",
                say("interception done", "interception faite", "przechwyt wykonany"),
                marker="interception_done",
                setup=False,
            ),
        ),
        arms=("cavalry",),
        rules=("MP-9.3.6-a",),
    ),
    StateAxis(
        "limbering",
        say("Limbering", "Attelage", "Zaprzodkowanie"),
        values=(
            StateValue("unlimbered", say("unlimbered", "en batterie", "odprzodkowane")),
            StateValue(
                "limbered", say("limbered", "attelée", "zaprzodkowane"), marker="limbered_guns", faceless=True
            ),
        ),
        arms=_GUNS,
        rules=("MP-7.3.3-a", "MP-7.3.3-f", "MP-6.1-d"),
    ),
    StateAxis(
        "gun_fire",
        say("Artillery fire", "Tir d'artillerie", "Ostrzał artyleryjski"),
        values=(
            StateValue("gun_ready", say("ready to fire", "prête à tirer", "gotowa do strzału")),
            StateValue("gun_fired", say("fired", "a tiré", "oddała strzał"), face="back", setup=False),
        ),
        arms=_GUNS,
        rules=("MP-3.4-a", "MP-6.2.3-a", "MP-10.8.1-a"),
    ),
    StateAxis(
        "gun_status",
        say("Guns", "Canons", "Działa"),
        values=(
            StateValue("gun_served", say("served", "servie", "obsadzone")),
            StateValue(
                "gun_disabled",
                say("disabled", "hors service", "zniszczone"),
                marker="disabled_gun",
                faceless=True,
            ),
            StateValue(
                "gun_captured",
                say("captured", "prise", "zdobyte"),
                marker="captured_gun",
                faceless=True,
                captured=True,
            ),
        ),
        arms=_GUNS,
        rules=("MP-10.6.1-b", "MP-10.8.9-b", "MP-10.8.9-d"),
    ),
    StateAxis(
        "baggage",
        say("Baggage", "Bagages", "Tabor"),
        values=(
            StateValue("baggage_held", say("held", "tenu", "własny")),
            StateValue("baggage_captured", say("captured", "pris", "zdobyty"), face="back", captured=True),
        ),
        arms=("baggage",),
        rules=("MP-14.1-b",),
    ),
)

COMMAND_AXES = (
    StateAxis(
        "activation",
        say("Activation", "Activation", "Aktywacja"),
        values=(
            StateValue("unactivated", say("not activated", "non activé", "nieaktywowany")),
            StateValue("bypassed", say("Bypassed", "devancé", "pominięty"), marker="bypassed", setup=False),
            StateValue("finished", say("Finished", "terminé", "skończył"), face="back", setup=False),
        ),
        applies_to=("leader",),
        rules=("MP-2.3-j", "MP-3.2-d", "MP-3.4-a", "MP-4.4.1-d"),
    ),
    StateAxis(
        "continuation",
        say("Continuation", "Continuation", "Kontynuacja"),
        values=(
            StateValue("may_continue", say("may continue", "peut continuer", "może kontynuować")),
            StateValue(
                "no_continue",
                say("No Continue", "pas de continuation", "bez kontynuacji"),
                marker="no_continue",
                setup=False,
            ),
        ),
        applies_to=("leader",),
        rules=("MP-4.4.2-c",),
    ),
    StateAxis(
        "army_command",
        say("Army command", "Commandement de l'armée", "Dowództwo armii"),
        values=(
            StateValue("own_role", say("own role", "son rôle", "własna rola")),
            StateValue(
                "replacement_ac",
                say(
                    "replacement army commander",
                    "commandant d'armée de remplacement",
                    "zastępca głównodowodzącego",
                ),
                marker="replacement_ac",
                setup=False,
            ),
        ),
        applies_to=("leader",),
        rules=("MP-5.3.5-a", "MP-5.3.5-b"),
    ),
    StateAxis(
        "order",
        say("Order", "Ordre", "Rozkaz"),
        values=(
            StateValue(
                "make_ready", say("Make Ready", "Se préparer", "W gotowości!"), marker="order_make_ready"
            ),
            StateValue("charge", say("Charge", "Charge", "Atak!"), marker="order_charge"),
            StateValue(
                "receive_charge",
                say("Receive Charge", "Recevoir la charge", "Obrona!"),
                marker="order_receive_charge",
            ),
            StateValue("rally", say("Rally", "Ralliement", "Zbiórka!"), marker="order_rally"),
        ),
        applies_to=("command",),
        rules=("MP-5.5.1-a", "MP-5.5.1-b", "MP-5.5.2-b", "MP-7.4-a"),
    ),
)

STATE_AXES = UNIT_AXES + COMMAND_AXES
