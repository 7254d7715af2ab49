"""When Musket & Pike forbids what a command of the module resolves, and why, as data.

Each objection cites the statement that forbids. What the module cannot know is left out: whether a wing is
active, which reaction is still open, how far a unit can move, which target a unit under Charge must attack.
"""

from __future__ import annotations

from jdgtools.model.module import Objection, Spend
from jdgtools.model.module_terms import above, none, some, total, with_acting
from jdgtools.series.mpbs.module_facts import FIGHTERS
from jdgtools.series.strings import say

FACTS = (
    ("MaxRange", total("acting", "r_maximum_range_now")),
    ("GrazingRange", total("acting", "r_grazing_range_now")),
    ("Behind", "(Touching>0&&Ahead==0&&Abreast==0?1:0)"),
)
"""Ranges of a gun; whether the target touches the acting unit in its rear alone."""

_BLOCKERS = "heavy_infantry cavalry dismounted_cavalry baggage"
"""Arms that block sight (MP-10.9.1-a)."""
_RIDERS_BLOCKERS = f"{_BLOCKERS} enemy_artillery"
_UNITS_BETWEEN = say(
    "units between hide the target",
    "des unités interposées cachent la cible",
    "jednostki pomiędzy zasłaniają cel",
)
_BOTH_SIDES = say(
    "both sides of a hexside along the line are held",
    "les deux côtés d'un côté d'hex le long de la ligne sont tenus",
    "obie strony krawędzi, wzdłuż której biegnie linia, są zajęte",
)
_STEP = "[phase activation 4]"
"""The close combat step, apart from combats of interceptions (MP-11.1.1-a)."""
_FRIEND = Objection(
    "side",
    "TN>0&&TSide==ASide",
    say("the target is a friend", "la cible est amie", "cel jest własny"),
    "MP-10.1.1-c",
)
_NO_ACTION = Objection(
    "state",
    some("acting", "[morale morale_broken]||[formation column hedgehog]"),
    say(
        "columns, hedgehogs and units whose morale is broken do not fire",
        "colonnes, hérissons et unités au moral brisé ne tirent pas",
        "kolumny, jeże i jednostki o złamanym morale nie strzelają",
    ),
    "MP-6.3.4-i",
)
_ADJACENT = Objection(
    "range",
    "TN>0&&Touching==0",
    say(
        "range {Reach}: infantry and cavalry fire at adjacent hexes only",
        "portée {Reach} : infanterie et cavalerie ne tirent que sur un hex adjacent",
        "odległość {Reach}: piechota i kawaleria strzelają tylko na sąsiedni heks",
    ),
    "MP-10.1.2-a",
)
_REAR = Objection(
    "cone",
    "TN>0&&Behind==1",
    say("the target is in the rear", "la cible est sur l'arrière", "cel jest na tyłach"),
    "MP-10.1.3-a",
)


_SERVED = "[arms artillery]&&[gun_status gun_served]"
"""Guns that are neither disabled nor captured: those lie below (MP-8.3.1-e)."""
_MEN = "[arms heavy_infantry light_infantry cavalry dismounted_cavalry]"
_GUNS_ABOVE = Objection(
    "state",
    # The half of a unit on two hexes that has no guns fires, if it touches the target (MP-8.3.1-d).
    f"{above('acting', _SERVED)}>0&&(AW<2||TN>0&&TouchA2T1==0&&TouchA2T2==0)",
    say(
        "guns lie on top: the unit below them does not fire",
        "des pièces sont au-dessus : l'unité placée dessous ne tire pas",
        "na wierzchu leżą działa: jednostka pod nimi nie strzela",
    ),
    "MP-8.3.1-b",
)
_MEN_ABOVE = Objection(
    "state",
    f"{above('acting', _MEN)}>0",
    say(
        "a unit lies on top: the guns below it do not fire",
        "une unité est au-dessus : les pièces placées dessous ne tirent pas",
        "na wierzchu leży jednostka: działa pod nią nie strzelają",
    ),
    "MP-8.3.1-b",
)
_BELOW = Objection(
    "side",
    f"TN>0&&({above('target', _SERVED)}>0||{some('target', '[arms artillery]')}&&{above('target', _MEN)}>0)",
    say(
        "the target lies below another unit with or of artillery",
        "la cible est sous une autre unité, avec ou de l'artillerie",
        "cel leży pod inną jednostką, z artylerią lub artylerii",
    ),
    "MP-8.3.1-b",
)


def _along(arms: str) -> str:
    """Return whether units hide the target only together with what stands on the other side of a hexside."""
    return f"!([hidden {arms}])&&[hidden_along {arms}]"


FIRE = (_ADJACENT, _REAR, _FRIEND, _BELOW, _NO_ACTION, _GUNS_ABOVE)
SALVO = (
    _ADJACENT,
    Objection(
        "cone",
        "TN>0&&Touching>0&&Ahead==0",
        say(
            "a salvo is fired at a front hex",
            "une salve se tire sur un hex de front",
            "salwę oddaje się na heks frontowy",
        ),
        "MP-10.4-a",
    ),
    _FRIEND,
    _BELOW,
    _NO_ACTION,
    _GUNS_ABOVE,
    Objection(
        "used",
        some("acting", "[salvo salvo_fired]"),
        say(
            "has fired its salvo in this turn",
            "a tiré sa salve pendant ce tour",
            "oddała już salwę w tym etapie",
        ),
        "MP-10.4-a",
    ),
)
PISTOLS = (
    *FIRE,
    Objection(
        "used",
        some("acting", "[arms cavalry dismounted_cavalry]&&[pistols no_pistols]"),
        say(
            "both pistol salvos are used",
            "les deux salves de pistolet sont tirées",
            "obie salwy z pistoletów są zużyte",
        ),
        "MP-10.7.1-a",
    ),
)
GUNS = (
    Objection(
        "range",
        "TN>0&&Reach>MaxRange",
        say(
            "range {Reach}, at most {MaxRange}",
            "portée {Reach}, {MaxRange} au plus",
            "odległość {Reach}, najwyżej {MaxRange}",
        ),
        "MP-10.1.2-a",
    ),
    Objection(
        "cone",
        "TN>0&&Dist>0&&!([acting_cone])",
        say(
            "the target is outside the frontal arc",
            "la cible est hors de l'arc frontal",
            "cel jest poza łukiem frontowym",
        ),
        "MP-10.1.3-a",
    ),
    Objection(
        "sight",
        "TN>0&&Dist>1&&Seen==0",
        say("terrain hides the target", "le terrain cache la cible", "teren zasłania cel"),
        "MP-10.1.1-c",
    ),
    # Within its grazing range a gun sees past units (MP-10.8.3-j).
    Objection(
        "sight", f"TN>0&&Dist>1&&Reach>GrazingRange&&[hidden {_BLOCKERS}]", _UNITS_BETWEEN, "MP-10.9.1-a"
    ),
    Objection("sight", f"TN>0&&Dist>1&&Reach>GrazingRange&&{_along(_BLOCKERS)}", _BOTH_SIDES, "MP-10.9.5-b"),
    _FRIEND,
    _BELOW,
    _MEN_ABOVE,
    Objection(
        "state",
        'CountMap("[map]","{Unit==1&&[formation hedgehog]&&[over_acting]}")>0',
        say(
            "guns in the hex of a hedgehog do not fire",
            "des pièces dans l'hex d'un hérisson ne tirent pas",
            "działa na heksie jeża nie strzelają",
        ),
        "MP-6.3.2-b",
    ),
    Objection(
        "state",
        some(
            "acting", "[morale morale_broken]||[limbering limbered]||[gun_status gun_disabled gun_captured]"
        ),
        say(
            "limbered, disabled, captured or broken guns do not fire",
            "des pièces attelées, hors de service, prises ou au moral brisé ne tirent pas",
            "działa zaprzodkowane, uszkodzone, zdobyte lub o złamanym morale nie strzelają",
        ),
        "MP-12.4.4-a",
    ),
    Objection(
        "used",
        some("acting", "[gun_fire gun_fired]"),
        say("has fired in this turn", "a tiré pendant ce tour", "strzelała w tym etapie"),
        "MP-10.8.1-a",
    ),
)
CLOSE_COMBAT = (
    Objection(
        "adjacency",
        f"TN>0&&Touching==0&&{some('acting', FIGHTERS)}",
        say("the target is not adjacent", "la cible n'est pas adjacente", "cel nie sąsiaduje"),
        "MP-11.1.2-d",
    ),
    Objection(
        "cone",
        "TN>0&&Touching>0&&Ahead==0",
        say(
            "the target is not in a front hex",
            "la cible n'est pas dans un hex de front",
            "cel nie jest na heksie frontowym",
        ),
        "MP-11.1.2-d",
    ),
    Objection(
        "cone",
        "TN>0&&AW>1&&Ahead>0&&!(TouchA1T1>0&&TouchA2T1>0||TouchA1T2>0&&TouchA2T2>0)",
        say(
            "a unit on two hexes attacks the hex in the middle of its front only",
            "une unité sur deux hexes n'attaque que l'hex au milieu de son front",
            "jednostka na dwóch heksach atakuje tylko środkowy heks swego frontu",
        ),
        "MP-11.1.3-a",
    ),
    Objection(
        "adjacency",
        "TN>0&&"
        + some("attackers", "[arms cavalry]&&[barred cc_cavalry]||!([arms cavalry])&&[barred cc_infantry]"),
        say(
            "no close combat over this hexside or into this hex",
            "pas de combat rapproché à travers ce côté d'hex ni dans cet hex",
            "przez tę krawędź ani na to pole nie ma walki wręcz",
        ),
        "MP-11.3.1-a",
    ),
    Objection(
        "adjacency",
        f"TN>0&&!([option two_hex_cc_over_bridge])&&{some('attackers', 'w_hexes>1&&[barred bridge]')}",
        say(
            "a unit on two hexes attacks neither into a bridge hex nor across a bridge",
            "une unité sur deux hexes n'attaque ni sur un hex de pont ni à travers un pont",
            "jednostka na dwóch heksach nie atakuje na heks mostu ani przez most",
        ),
        "MP-11.3.1T-c",
    ),
    Objection("side", "TN>0&&TSide==ASide", _FRIEND.text, "MP-11.1.2-d"),
    Objection(
        "state",
        some("attackers", "[morale morale_broken]||[formation column hedgehog]"),
        say(
            "columns, hedgehogs and units whose morale is broken start no close combat",
            "colonnes, hérissons et unités au moral brisé n'engagent pas de combat rapproché",
            "kolumny, jeże i jednostki o złamanym morale nie zaczynają walki wręcz",
        ),
        "MP-6.3.2-c",
    ),
    Objection(
        "charge",
        f"TN>0&&{some('attackers', '[arms light_infantry]')}"
        f"&&{some('hex', '[arms heavy_infantry cavalry dismounted_cavalry]')}",
        say(
            "light infantry attacks light infantry and lone guns only",
            "l'infanterie légère n'attaque que l'infanterie légère et l'artillerie seule",
            "lekka piechota atakuje tylko lekką piechotę i samotne działa",
        ),
        "MP-11.6-a",
    ),
    Objection(
        "state",
        f"{some('acting', '[arms light_infantry]')}&&{with_acting('[arms cavalry]')}>0",
        say(
            "light infantry with cavalry takes no part in close combat",
            "l'infanterie légère avec de la cavalerie ne prend pas part au combat rapproché",
            "lekka piechota z kawalerią nie bierze udziału w walce wręcz",
        ),
        "MP-8.2.1-d",
    ),
    Objection(
        "used",
        f"TN>0&&{some('attackers', 'Attacked==1')}&&{_STEP}",
        say(
            "a unit attacks one hex only in a close combat step",
            "une unité n'attaque qu'un hex pendant une étape de combat rapproché",
            "jednostka atakuje tylko jeden heks w etapie walki wręcz",
        ),
        "MP-11.1.4-a",
    ),
)
PURSUIT = (
    Objection(
        "side",
        f"{some('target', '[arms light_infantry]')}&&{none('hex', '[arms cavalry]')}",
        say(
            "no test after beating light infantry",
            "pas de test après avoir battu de l'infanterie légère",
            "po pobiciu lekkiej piechoty nie ma testu",
        ),
        "MP-11.7.1-b",
    ),
    Objection(
        "state",
        some("target", "!([morale morale_broken])"),
        say(
            "the loser does not rout",
            "le perdant n'est pas en déroute",
            "przegrany nie ucieka",
        ),
        "MP-11.7.1-c",
    ),
)
UNABLE_TO_RETREAT = (
    Objection(
        "state",
        some("acting", "!([morale morale_broken])"),
        say(
            "only a unit whose morale is broken rolls; others lose a strength point for every hex",
            "seule une unité au moral brisé lance le dé ; les autres perdent un point de force par hex",
            "rzuca tylko jednostka o złamanym morale; inne tracą punkt siły za każdy heks",
        ),
        "MP-11.4.5-e",
    ),
)
_FINISHED = 'CountMap("[window map]","{LeaderOf==CardNo&&[activation finished]}")>0'
CONTINUATION = (
    Objection(
        "used",
        _FINISHED,
        say("the wing is finished", "l'aile a terminé", "skrzydło skończyło"),
        "MP-4.3.2-b",
    ),
)
PREEMPTION = (
    Objection(
        "used",
        _FINISHED,
        say("the wing is finished", "l'aile a terminé", "skrzydło skończyło"),
        "MP-4.4.1-c",
    ),
)
INTERCEPTION = (
    Objection(
        "range",
        "TN>0&&Reach>4",
        say(
            "range {Reach}, at most 4",
            "distance {Reach}, 4 au plus",
            "odległość {Reach}, najwyżej 4",
        ),
        "MP-9.3.1-c",
    ),
    Objection(
        "cone",
        "TN>0&&Dist>0&&[acting_rear]",
        say(
            "the target is in the rear, interception is to front and flanks",
            "la cible est sur l'arrière, on intercepte de front et de flanc",
            "cel jest na tyłach, przechwytuje się na front i flanki",
        ),
        "MP-9.3.1-c",
    ),
    Objection(
        "sight",
        "TN>0&&Dist>1&&Seen==0",
        say("terrain hides the target", "le terrain cache la cible", "teren zasłania cel"),
        "MP-9.3.1-e",
    ),
    # Guns block an interception, but not those of a friend (MP-10.9.1-b, AMB-30).
    Objection("sight", f"TN>0&&Reach>1&&[hidden {_RIDERS_BLOCKERS}]", _UNITS_BETWEEN, "MP-10.9.1-b"),
    Objection("sight", f"TN>0&&Reach>1&&{_along(_RIDERS_BLOCKERS)}", _BOTH_SIDES, "MP-10.9.5-b"),
    Objection(
        "sight",
        f"TN>0&&Reach>1&&[hidden_or_dead {_RIDERS_BLOCKERS}]"
        f"&&([over_dead_ground]||!([hidden_along {_RIDERS_BLOCKERS}]))",
        say(
            "a dead hex below a steep slope lies between",
            "un hex mort au pied d'une pente raide se trouve entre les deux",
            "pomiędzy leży martwy heks pod stromym zboczem",
        ),
        "MP-10.9.3B-e",
    ),
    Objection("side", "TN>0&&TSide==ASide", _FRIEND.text, "MP-9.3.1-a"),
    Objection(
        "state",
        some("acting", "[morale morale_broken]"),
        say(
            "a unit whose morale is broken does not react",
            "une unité au moral brisé ne réagit pas",
            "jednostka o złamanym morale nie reaguje",
        ),
        "MP-9.1.1a-e",
    ),
    Objection(
        "state",
        some("acting", "[formation formation_broken column]"),
        say(
            "cavalry in column or of broken formation does not intercept",
            "la cavalerie en colonne ou de formation rompue n'intercepte pas",
            "kawaleria w kolumnie lub o rozbitej formacji nie przechwytuje",
        ),
        "MP-9.3.1-d",
    ),
    Objection(
        "state",
        # Without movement points it is Formation Broken or worse, and that is said.
        "TN>0&&ARide>0&&ARide<TRide",
        say(
            "is slower than the target",
            "est plus lente que la cible",
            "jest wolniejsza od celu",
        ),
        "MP-9.3.1-h",
    ),
    Objection(
        "used",
        some("acting", "[interception interception_done]"),
        say(
            "has tried to intercept in this activation already",
            "a déjà tenté d'intercepter pendant cette activation",
            "już próbowała przechwytu w tej aktywacji",
        ),
        "MP-9.3.1-g",
    ),
    Objection(
        "order",
        'CountMap("[window command]","{CmdNo==WingNo&&[order rally]}")>0',
        say(
            "a wing under Rally does not intercept",
            "une aile sous l'ordre Ralliement n'intercepte pas",
            "skrzydło z rozkazem Zbiórka! nie przechwytuje",
        ),
        "MP-9.1.1a-d",
    ),
)

SALVO_SPENDS = (Spend("Acting==1", "salvo"),)
"""The whole unit is marked (MP-10.4-a, MP-10.4-f)."""
GUN_SPENDS = (Spend("Acting==1", "gun_fire"),)
"""Guns fire once a turn (MP-10.8.1-a)."""
INTERCEPTION_SPENDS = (Spend("Acting==1", "interception"),)
"""Who tried has done it, whether it succeeds or not (MP-9.3.6-a)."""
CLOSE_COMBAT_SPENDS = (Spend(f"TN>0&&(Role==2||Acting==1)&&{_STEP}", "Attacked"),)
"""A unit attacks one hex in the step (MP-11.1.4-a)."""
