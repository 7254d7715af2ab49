"""Markers, boxes and state axes of Jours de Gloire (parts F and I of the rules digest)."""

from __future__ import annotations

from jdgtools.model.definition import BoxDef, MarkerDef, StateAxis, StateValue
from jdgtools.series.strings import say

_ORDER_BACK = say("Orders", "Ordres", "Rozkazy")

MARKERS = (
    MarkerDef(
        "orders_received",
        say("Orders Received", "Ordres reçus", "Otrzymane Rozkazy"),
        say("Orders Received", "Ordres reçus", "Otrzymane Rozkazy"),
        back_legend=_ORDER_BACK,
        symbol="orders_received",
        colour="marker_order",
        count=1,
        per="leader",
        count_field="capacity",
        hidden=True,
        loose=True,
        rules=("JDG-2.3.2-d", "JDG-2.4-a", "JDG-1-v"),
    ),
    MarkerDef(
        "without_orders",
        say("Without Orders", "Sans ordres", "Bez Rozkazów"),
        say("Without Orders", "Sans ordres", "Bez Rozkazów"),
        back_legend=_ORDER_BACK,
        symbol="without_orders",
        colour="marker_order",
        count=1,
        per="unit",
        hidden=True,
        loose=True,
        rules=("JDG-2.3.2-d", "JDG-2.4-a", "JDG-1-v"),
    ),
    MarkerDef(
        "renfort",
        say("Reinforcement", "Renfort", "Posiłki"),
        say("Reinforcement", "Renfort", "Posiłki"),
        symbol="renfort",
        count=4,
        per="side",
        rules=("JDG-5.2.1-e", "JDG-5.2.1-f", "JDG-5.2.1-g"),
    ),
    MarkerDef(
        "square",
        say("Square", "Carré", "Czworobok"),
        say("Square", "Carré", "Czworobok"),
        symbol="square",
        count=4,
        per="side",
        rules=("JDG-4.2-d", "JDG-4.2-j", "JDG-4.2-m"),
    ),
    MarkerDef(
        "fired",
        say("Fired / reduced movement", "Tir/Mouvement réduit", "Ogień/Ruch ograniczony"),
        say("Fired / Reduced move", "Tir/Mouvement réduit", "Ogień/Ruch ograniczony"),
        symbol="fired",
        colour="marker_fire",
        count=1,
        per="unit",
        arms=("artillery",),
        rules=("JDG-4.4.2-b", "JDG-4.4.2-c"),
    ),
    MarkerDef(
        "shock",
        say("Shock", "Choc", "Starcie"),
        say("Shock", "Choc", "Starcie"),
        symbol="shock",
        colour="marker_combat",
        count=4,
        per="side",
        rules=("JDG-8.3.1-e",),
    ),
    MarkerDef(
        "shock_check",
        say("Shock with check", "Choc avec test", "Starcie z próbą"),
        say("Shock/Check", "Choc/Test", "Starcie/Próba"),
        symbol="shock_check",
        colour="marker_combat",
        count=4,
        per="side",
        rules=("JDG-8.3.1-e",),
    ),
    MarkerDef(
        "charge",
        say("Charge", "Charge", "Szarża"),
        say("Charge", "Charge", "Szarża"),
        symbol="charge",
        colour="marker_combat",
        count=1,
        per="unit",
        arms=("cavalry",),
        rules=("JDG-9.1-c",),
    ),
    MarkerDef(
        "rout",
        say("Rout", "Déroute", "Ucieczka"),
        say("Rout", "Déroute", "Ucieczka"),
        symbol="rout",
        colour="marker_rout",
        count=6,
        per="side",
        rules=("JDG-10.2-c", "JDG-10.2-q", "JDG-11.1-h"),
    ),
    MarkerDef(
        "turn",
        say("Turn", "Tour", "Etap"),
        say("Turn", "Tour", "Etap"),
        symbol="turn",
        colour="marker_track",
        count=1,
        loose=True,
        rules=("JDG-1-u",),
    ),
    MarkerDef(
        "victory_points",
        say("Victory points", "Points de victoire", "Punkty Zwycięstwa"),
        say("VP ×1", "PV ×1", "PZ ×1"),
        back_legend=say("VP ×10", "PV ×10", "PZ ×10"),
        symbol="victory_points",
        colour="marker_track",
        count=2,
        per="side",
        loose=True,
        rules=("JDG-13.2-a",),
    ),
    MarkerDef(
        "rout_direction",
        say("Rout direction", "Direction de déroute", "Kierunek ucieczki"),
        say("Rout direction", "Direction de déroute", "Kierunek ucieczki"),
        symbol="arrow",
        colour="marker_track",
        count=1,
        per="side",
        loose=True,
        rules=("JDG-10.4-d",),
    ),
)

STATE_AXES = (
    StateAxis(
        "level",
        say("Cohesion level", "Niveau de cohésion", "Poziom zwartości"),
        values=(
            StateValue("ordered", say("ordered", "en ordre", "uporządkowana")),
            StateValue("disordered", say("disordered", "désorganisée", "zmieszana"), face="back"),
            StateValue(
                "routed", say("routed", "en déroute", "uciekająca"), marker="rout", face="back", faceless=True
            ),
        ),
        rules=("JDG-0.3-j", "JDG-10.1-a", "JDG-10.2-c", "JDG-10.2-q"),
    ),
    StateAxis(
        "square",
        say("Square", "Carré", "Czworobok"),
        values=(
            StateValue("not_in_square", say("not in square", "hors carré", "poza czworobokiem")),
            StateValue("in_square", say("in square", "en carré", "w czworoboku"), marker="square"),
        ),
        arms=("infantry", "artillery"),
        rules=("JDG-4.2-a", "JDG-4.2-d", "JDG-4.2-g"),
    ),
    StateAxis(
        "renfort",
        say("Reinforcement", "Renfort", "Posiłki"),
        values=(
            StateValue("no_renfort", say("not reinforcing", "hors renfort", "nie posiłki")),
            StateValue("renfort", say("reinforcement", "en renfort", "posiłki"), marker="renfort"),
        ),
        rules=("JDG-5.2.1-e", "JDG-5.2.1-f", "JDG-5.2.1-g"),
    ),
    StateAxis(
        "fired",
        say("Artillery fire", "Tir d'artillerie", "Ogień artyleryjski"),
        values=(
            StateValue("not_fired", say("has not fired", "n'a pas tiré", "nie strzelała")),
            StateValue(
                "fired",
                say("fired, reduced movement", "a tiré, mouvement réduit", "strzelała, ruch ograniczony"),
                marker="fired",
                setup=False,
            ),
        ),
        arms=("artillery",),
        rules=("JDG-4.4.2-a", "JDG-4.4.2-b", "JDG-4.4.2-c"),
    ),
    StateAxis(
        "combat",
        say("Declared combat", "Combat déclaré", "Zadeklarowana walka"),
        values=(
            StateValue(
                "no_combat", say("no combat declared", "aucun combat déclaré", "bez deklaracji walki")
            ),
            StateValue("shock", say("shock", "choc", "starcie"), marker="shock", setup=False),
            StateValue(
                "shock_check",
                say("shock with check", "choc avec test", "starcie z próbą"),
                marker="shock_check",
                setup=False,
            ),
            StateValue("charge", say("charge", "charge", "szarża"), marker="charge", setup=False),
        ),
        arms=("infantry", "cavalry"),
        rules=("JDG-8.3.1-e", "JDG-9.1-c"),
    ),
    StateAxis(
        "orders",
        say("Orders", "Ordres", "Rozkazy"),
        values=(
            StateValue("no_marker", say("no order marker", "sans marqueur d'ordre", "bez znacznika rozkazu")),
            StateValue(
                "orders_received",
                say("Orders Received", "Ordres reçus", "Otrzymane Rozkazy"),
                marker="orders_received",
                setup=False,
            ),
            StateValue(
                "without_orders",
                say("Without Orders", "Sans ordres", "Bez Rozkazów"),
                marker="without_orders",
                setup=False,
            ),
        ),
        rules=("JDG-2.3.2-d", "JDG-2.4-b", "JDG-1-v"),
    ),
    StateAxis(
        "commander_move",
        say("Move of the commander", "Mouvement du commandant", "Ruch głównodowodzącego"),
        values=(
            StateValue("ready", say("ready", "disponible", "gotowy")),
            StateValue("moved", say("has moved", "a bougé", "poruszył się"), face="back", setup=False),
        ),
        applies_to=("leader",),
        rules=("JDG-2.5.1-g", "JDG-2.5.1-j"),
    ),
    StateAxis(
        "morale",
        say("Morale of the formation", "Moral de la formation", "Morale formacji"),
        values=(
            StateValue("steady", say("steady", "ferme", "niezachwiana")),
            StateValue("demoralised", say("demoralised", "démoralisée", "zdemoralizowana"), setup=False),
        ),
        applies_to=("command",),
        rules=("JDG-11.2-a", "JDG-11.2-b", "JDG-11.2-d", "JDG-11.2-g"),
    ),
)

BOXES = (
    BoxDef("cup", say("Cup", "Gobelet", "Kubek"), holds=("activation",), rules=("JDG-2.2-a", "JDG-1-g")),
    BoxDef(
        "chosen",
        say("Chosen marker", "Marqueur choisi", "Wybrany znacznik"),
        holds=("activation",),
        rules=("JDG-3-e", "JDG-3-f"),
    ),
    BoxDef(
        "active",
        say("Active formation", "Formation active", "Aktywna formacja"),
        holds=("activation",),
        rules=("JDG-1-i", "JDG-2.2-a"),
    ),
    BoxDef(
        "used",
        say("Used markers", "Marqueurs utilisés", "Zużyte znaczniki"),
        holds=("activation",),
        rules=("JDG-2.2-c",),
    ),
    BoxDef(
        "last",
        say("Last marker", "Dernier marqueur", "Ostatni znacznik"),
        holds=("activation",),
        rules=("JDG-2.2-d", "JDG-1-q"),
    ),
    BoxDef(
        "removed",
        say("Removed markers", "Marqueurs retirés", "Usunięte znaczniki"),
        per="side",
        holds=("activation",),
        rules=("JDG-11.2-d", "JDG-11.2-g"),
    ),
    BoxDef(
        "turn_track",
        say("Turn track", "Piste des tours", "Tor etapów"),
        per="turn",
        holds=("turn",),
        rules=("JDG-1-u", "JDG-12.1-a", "JDG-12.2-a"),
    ),
    BoxDef(
        "reinforcements",
        say("Reinforcements", "Renforts", "Posiłki"),
        per="entry",
        holds=("unit", "leader"),
        rules=("JDG-5.2-a", "JDG-5.2.2-a"),
    ),
    BoxDef(
        "eliminated",
        say("Eliminated units", "Unités éliminées", "Jednostki wyeliminowane"),
        per="side",
        holds=("unit", "leader"),
        rules=("JDG-10.2-f",),
    ),
    BoxDef(
        "orders_reserve",
        say("Unused order markers", "Marqueurs d'ordres en réserve", "Rezerwa znaczników rozkazów"),
        per="side",
        holds=("orders_received", "without_orders"),
        rules=("JDG-2.3.2-d",),
    ),
    BoxDef(
        "victory_track",
        say("Victory points", "Points de victoire", "Punkty Zwycięstwa"),
        holds=("victory_points",),
        rules=("JDG-13.2-a",),
    ),
)
