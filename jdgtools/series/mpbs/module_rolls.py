"""Rolls of wings and leaders in a VASSAL module, through the charts of Musket & Pike.

Change of orders, continuation and preemption stand on the card of a wing, which carries its order; the fate
of leaders on the leaders; interception and the unit that cannot retreat on the units.
"""

from __future__ import annotations

from jdgtools.model.module import CheckDef, CheckModifier
from jdgtools.model.module_terms import some, total
from jdgtools.model.text import Text
from jdgtools.series.mpbs import module_objections as objections
from jdgtools.series.mpbs.units import HORSE_AND_FOOT
from jdgtools.series.strings import say

ROLL_FACTS = (
    ("CardNo", total("acting", "CmdNo")),
    ("CardOrder", total("acting", "order")),
    ("WingNo", total("acting", "CmdNo")),
    ("WingOrder", 'SumMap("order","[window command]","{CmdNo==WingNo}")'),
)
"""Wing and order: of the card that acts, and of the unit that acts."""

_UNITS = 'CountMap("[window {window}]","{{Unit==1&&CmdNo==CardNo{more}}}")'
_LOST = _UNITS.format(window="losses", more="&&CurrentZone==LostBox")
_SHAKEN = _UNITS.format(window="map", more="&&[morale morale_shaken morale_broken]")
_HALF_LOST = f"2*({_SHAKEN}+{_LOST})>{_UNITS.format(window='map', more='')}+{_LOST}"
_NO_CONTINUE = 'CountMap("[window map]","{LeaderOf==CardNo&&[continuation no_continue]}")>0'

_WC_RATING = CheckModifier(
    say("wing commander", "commandant d'aile", "dowódca skrzydła"),
    value='SumMap("LeaderRating","[window map]","{LeaderOf==CardNo}")',
)
_HORSE = some("acting", "Horse==1")
_CAVALRY_WING = say("wing of cavalry", "aile de cavalerie", "skrzydło kawalerii")
_ASK = say(
    "other modifiers: rating of an army commander who influences the wing, enemy adjacent "
    "(the wing commander and the kind of wing are added)",
    "autres modificateurs : valeur d'un commandant d'armée qui influence l'aile, ennemi adjacent "
    "(le commandant d'aile et le type d'aile sont comptés)",
    "inne modyfikatory: współczynnik głównodowodzącego, który wpływa na skrzydło, wróg obok "
    "(dowódca i rodzaj skrzydła są doliczane)",
)
_ORDERS = (
    ("charge", say("Charge", "Charge", "Atak!"), "cavalry_to_charge"),
    ("make_ready", say("Make Ready", "Se préparer", "W gotowości!"), ""),
    ("receive_charge", say("Receive Charge", "Recevoir la charge", "Obrona!"), "cavalry_to_receive_charge"),
    ("rally", say("Rally", "Ralliement", "Zbiórka!"), ""),
)
_NO_CHANGE = (("rally", "charge"),)
"""Changes that the table does not have (MP-5.7.2-c)."""
_IN_ORDER = ("charge", "make_ready", "receive_charge")


def _change(order: str, name: Text, horse: str) -> CheckDef:
    """Return the roll by which a wing changes to an order."""
    modifiers = [_WC_RATING]
    if horse:
        modifiers.append(CheckModifier(_CAVALRY_WING, ("T-ORDERS-CHANGE-DRM", horse), when=_HORSE))
    if order == "rally":
        loss_text = say("half of the wing lost", "moitié de l'aile perdue", "połowa skrzydła stracona")
        modifiers.append(
            CheckModifier(loss_text, ("T-ORDERS-CHANGE-DRM", "rally_half_lost"), when=_HALF_LOST)
        )
    old_orders = [o for o, _, _ in _ORDERS if o != order and (o, order) not in _NO_CHANGE]
    return CheckDef(
        f"order_to_{order}",
        say(*(f"{head}{name.get(n)}" for head, n in zip(_CHANGE, ("en", "fr", "pl"), strict=True))),
        "",
        "",
        on="command",
        rating=f"[needed T-ORDERS-CHANGE|order|CardOrder|{order}]",
        modifiers=tuple(modifiers),
        when=("order", *old_orders),
        ask=_ASK,
        passed=say(
            "the wing acts under the new order: set it on the card",
            "l'aile agit sous le nouvel ordre : notez-le sur la carte",
            "skrzydło działa z nowym rozkazem: ustaw go na karcie",
        ),
        failed=say("the order stays", "l'ordre ne change pas", "rozkaz się nie zmienia"),
        rules=("MP-5.7.2-a", "MP-5.7.2-b", "MP-5.7.2-c", "MP-5.7.3-a"),
    )


_CHANGE = ("Change of orders: ", "Changement d'ordre : ", "Zmiana rozkazu: ")


def _morale(chart: str) -> tuple[CheckModifier, ...]:
    """Return the modifiers of a chart by printed morale."""
    name = say("printed morale", "moral imprimé", "wydrukowane morale")
    return tuple(
        CheckModifier(name, (chart, f"morale_{n}"), when=f"{total('acting', 'r_morale_now')}=={n}")
        for n in (8, 7, 6, 5, 4)
    )


ROLLS = (
    *(_change(*order) for order in _ORDERS),
    CheckDef(
        "continuation",
        say("Continuation", "Continuation", "Kontynuacja"),
        "",
        "",
        on="command",
        rating="[needed T-CONTINUATION|order|CardOrder|continuation]",
        modifiers=(
            _WC_RATING,
            CheckModifier(_CAVALRY_WING, ("T-CONTINUATION-DRM", "cavalry_wing", "continuation"), when=_HORSE),
            CheckModifier(
                say(
                    "No Continue: no attempt is allowed",
                    "Pas de continuation : aucun essai permis",
                    "Bez kontynuacji: próba niedozwolona",
                ),
                amount=99,
                when=_NO_CONTINUE,
            ),
        ),
        when=("order", *_IN_ORDER),
        ask=say(
            "other modifiers: army commander who influences the wing, enemy adjacent, second attempt "
            "(the wing commander and the kind of wing are added)",
            "autres modificateurs : commandant d'armée qui influence l'aile, ennemi adjacent, second essai "
            "(le commandant d'aile et le type d'aile sont comptés)",
            "inne modyfikatory: wpływ głównodowodzącego, wróg obok, druga próba "
            "(dowódca i rodzaj skrzydła są doliczane)",
        ),
        passed=say(
            "another activation; the opponent may preempt it",
            "une activation de plus ; l'adversaire peut la devancer",
            "jeszcze jedna aktywacja; przeciwnik może ją przechwycić",
        ),
        failed=say("the wing is finished", "l'aile a terminé", "skrzydło skończyło"),
        objections=objections.CONTINUATION,
        rules=("MP-4.3.1-a", "MP-4.3.2-a", "MP-4.3.2-b", "MP-4.4.2-c"),
    ),
    CheckDef(
        "preemption",
        say("Preemption", "Préemption", "Uprzedzenie"),
        "",
        "",
        on="command",
        rating="[needed T-CONTINUATION|order|CardOrder|preemption]",
        modifiers=(
            _WC_RATING,
            CheckModifier(_CAVALRY_WING, ("T-CONTINUATION-DRM", "cavalry_wing", "preemption"), when=_HORSE),
            CheckModifier(
                say("No Continue", "Pas de continuation", "Bez kontynuacji"),
                ("T-CONTINUATION-DRM", "no_continue", "preemption"),
                when=_NO_CONTINUE,
            ),
        ),
        when=("order", *_IN_ORDER),
        ask=_ASK,
        passed=say(
            "the wing acts now; the other is Bypassed, or finished if this was a continuation",
            "l'aile agit maintenant ; l'autre est devancée, ou a terminé si c'était une continuation",
            "skrzydło działa teraz; drugie jest pominięte albo skończyło, jeśli kontynuowało",
        ),
        failed=say(
            "its commander gets No Continue; if he has it, he is finished",
            "son commandant reçoit Pas de continuation ; s'il l'a déjà, il a terminé",
            "dowódca dostaje Bez kontynuacji; jeśli już go ma, kończy",
        ),
        objections=objections.PREEMPTION,
        rules=("MP-4.4.2-a", "MP-4.4.2-b", "MP-4.4.2-c", "MP-4.4.2-e", "MP-4.4.3-b"),
    ),
    CheckDef(
        "leader_casualty",
        say("Leader casualty", "Perte de chef", "Strata dowódcy"),
        "",
        "",
        on="leader",
        chart="T-LEADER-CASUALTY",
        words=(
            (
                "hit",
                say(
                    "hit: he is removed, his fate is rolled at the end of the turn",
                    "touché : il est retiré, son sort est tiré à la fin du tour",
                    "trafiony: zdejmij go, los rozstrzyga się na koniec etapu",
                ),
            ),
        ),
        rules=("MP-10.10-a", "MP-11.8-a", "MP-5.3.1-a"),
    ),
    CheckDef(
        "leader_replacement",
        say("Leader replacement", "Remplacement de chef", "Zastąpienie dowódcy"),
        "",
        "",
        on="leader",
        window="losses",
        chart="T-LEADER-REPLACEMENT",
        words=(
            (
                "returns_now",
                say(
                    "he returns at once, to any unit of his wing",
                    "il revient aussitôt, sur une unité de son aile",
                    "wraca od razu, do dowolnej jednostki skrzydła",
                ),
            ),
            (
                "out_one_turn",
                say(
                    "he returns after the next turn",
                    "il revient après le tour suivant",
                    "wraca po następnym etapie",
                ),
            ),
            (
                "out_two_turns",
                say("he returns after two turns", "il revient après deux tours", "wraca po dwóch etapach"),
            ),
            (
                "eliminated",
                say(
                    "eliminated: his replacement takes over",
                    "éliminé : son remplaçant prend la suite",
                    "wyeliminowany: dowodzenie obejmuje zastępca",
                ),
            ),
        ),
        rules=("MP-3.4-b", "MP-5.3.3-a", "MP-5.3.3-b"),
    ),
    CheckDef(
        "interception",
        say("Interception", "Interception", "Przechwyt"),
        "",
        "",
        arms=("cavalry",),
        rating="[needed T-INTERCEPTION|order|WingOrder]",
        modifiers=(
            *_morale("T-INTERCEPTION-DRM"),
            CheckModifier(
                say("Morale Shaken", "moral ébranlé", "morale obniżone"),
                ("T-INTERCEPTION-DRM", "morale_shaken"),
                axis="morale",
                state="morale_shaken",
            ),
            CheckModifier(
                say("shaken or open", "ébranlée ou ouverte", "rozproszona lub luźna"),
                ("T-INTERCEPTION-DRM", "formation_shaken"),
                when=some("acting", "[formation formation_shaken open_order]"),
            ),
        ),
        ask=say(
            "other modifiers: a leader with it, trigger in its flank",
            "autres modificateurs : un chef avec elle, déclencheur sur son flanc",
            "inne modyfikatory: dowódca w heksie, cel na jej flance",
        ),
        passed=say(
            "it charges the target",
            "elle charge la cible",
            "szarżuje na cel",
        ),
        failed=say(
            "it stands",
            "elle reste",
            "stoi",
        ),
        target=True,
        objections=objections.INTERCEPTION,
        spends=objections.INTERCEPTION_SPENDS,
        rules=("MP-9.3.1-a", "MP-9.3.3-a", "MP-9.3.6-a"),
    ),
    CheckDef(
        "unable_to_retreat",
        say("Unable to retreat", "Retraite impossible", "Brak możliwości odwrotu"),
        "",
        "",
        arms=HORSE_AND_FOOT,
        chart="T-UNABLE",
        modifiers=(
            *_morale("T-UNABLE-DRM"),
            CheckModifier(
                say("casualty threshold", "seuil de pertes", "próg strat"),
                ("T-UNABLE-DRM", "threshold"),
                axis="threshold",
                state="threshold_reached",
            ),
        ),
        ask=say(
            "other modifiers: a leader's rating, only friends in the way −1, cover −1, three enemies +1",
            "autres modificateurs : valeur d'un chef, seuls des amis gênent −1, couvert −1, trois ennemis +1",
            "inne modyfikatory: dowódca, drogę blokują tylko swoi −1, osłona −1, trzech wrogów +1",
        ),
        words=(
            (
                "stand",
                say(
                    "it stands: Morale Shaken and Formation Broken",
                    "elle tient : moral ébranlé et formation rompue",
                    "stoi: morale obniżone i formacja rozbita",
                ),
            ),
            ("eliminated", say("eliminated", "éliminée", "wyeliminowana")),
        ),
        objections=objections.UNABLE_TO_RETREAT,
        rules=("MP-11.4.5-a", "MP-11.4.5-b", "MP-11.4.5-c"),
    ),
)
"""Rolls of the wing, of its leader and of single units."""
