"""When Jours de Gloire forbids what a command of the module resolves, and why, as data.

Each objection cites the statement that forbids. What the module cannot know is left out (whether a unit has
moved, entered a zone of control, belongs to the activated formation) or said with its condition (units on a
line of sight, which may be seen over from higher ground).
"""

from __future__ import annotations

from jdgtools.model.module import Objection, Spend
from jdgtools.model.module_terms import above, count, some, total, with_acting
from jdgtools.series.strings import say

FACTS = (
    ("Reach", total("acting", "r_maximum_range_now")),
    ("Marked", 'CountMap("[map]","{Role==2}")'),
    ("ACommand", total("acting", "CmdNo")),
)
"""Facts that the objections use: the maximum range, how many pieces are marked as attackers, the number of
the formation of the acting unit."""

_DARK = "([flag night]||[flag fog])"
_SIX = "[own_terrain TBL-TEC-HEX six_front]==1"
_PIECE_SIX = "[piece_terrain TBL-TEC-HEX six_front]==1"
_PIECE_BLOCKS = "[piece_terrain TBL-TEC-HEX blocks_charge]==1"
_BARRED = "[ban shock_drm]||[arms infantry]&&[ban infantry]||[arms cavalry]&&[ban cavalry]"
"""Whether a unit may not enter the target's hex, or the chart allows no attack over the step."""
_IN_SQUARE = some("acting", "[square in_square]")
_TROOPS = "[arms infantry cavalry]"
_FRIEND = Objection(
    "side",
    "TN>0&&TSide==ASide",
    say("the target is a friend", "la cible est amie", "cel jest własny"),
    "JDG-7.1-d",
)
_NO_FIRE = Objection(
    "state",
    some("acting", "[level disordered routed]"),
    say(
        "disordered or routed artillery does not fire",
        "l'artillerie désorganisée ou en déroute ne tire pas",
        "zmieszana lub uciekająca artyleria nie strzela",
    ),
    "JDG-7.2-a",
)
_REPLIED = Objection(
    "used",
    some("acting", "Reacted==1"),
    say(
        "has made counter-battery or reaction fire in this activation already",
        "a déjà tiré en contre-batterie ou en réaction pendant cette activation",
        "już strzelała przeciwbateryjnie lub w reakcji w tej aktywacji",
    ),
    "JDG-7.1-k",
)

FIRE = (
    Objection(
        "range",
        "TN>0&&Dist>Reach",
        say(
            "range {Dist}, at most {Reach}",
            "portée {Dist}, {Reach} au plus",
            "odległość {Dist}, najwyżej {Reach}",
        ),
        "JDG-7.3-f",
    ),
    Objection(
        "range",
        f"TN>0&&Dist>1&&{_DARK}",
        say(
            "by night and in fog at adjacent hexes only",
            "de nuit et par brouillard sur un hex adjacent seulement",
            "nocą i we mgle tylko na sąsiedni heks",
        ),
        "JDG-12.1-d",
    ),
    Objection(
        "cone",
        # Adjacent hexes are all in front of a gun in a town, a village, a castle or a square.
        f"TN>0&&Dist>0&&!([acting_cone])&&(Dist>1||!({_SIX}||{_IN_SQUARE}))",
        say(
            "the target is outside the front cone",
            "la cible est hors du cône frontal",
            "cel jest poza stożkiem frontu",
        ),
        "JDG-7.2-c",
    ),
    Objection(
        "sight",
        "TN>0&&Seen==0",
        say("no line of sight", "pas de ligne de vue", "brak linii widoczności"),
        "JDG-7.4-a",
    ),
    Objection(
        "sight",
        "TN>0&&Dist>1&&Seen==1&&[between]>0",
        say(
            "units stand on the line of sight, it is open only over lower ground",
            "des unités sont sur la ligne de vue, libre seulement par-dessus un terrain plus bas",
            "jednostki stoją na linii widoczności, wolnej tylko ponad niższym terenem",
        ),
        "JDG-7.4.1-b",
    ),
    Objection(
        "sight",
        "TN>0&&Dist>1&&Seen==1&&[along]",
        say(
            "both sides of a hexside on the line of sight are held, it is open only over lower ground",
            "les deux côtés d'un côté d'hex sur la ligne de vue sont tenus, libre seulement par-dessus un "
            "terrain plus bas",
            "obie strony krawędzi na linii widoczności są zajęte, wolnej tylko ponad niższym terenem",
        ),
        "JDG-7.4.2-b",
    ),
    Objection(
        "adjacency",
        "TN>0&&Dist>1&&[enemies_in_front]>0",
        say(
            "an enemy in a front hex must be the target",
            "un ennemi sur un hex frontal doit être la cible",
            "celem musi być wróg na heksie frontu",
        ),
        "JDG-7.2-f",
    ),
    Objection(
        "adjacency",
        f"TN>0&&{some('attackers', '[arms artillery]&&(CurrentX!=AX||CurrentY!=AY)')}",
        say(
            "only guns in one hex combine their fire",
            "seuls des canons d'un même hex combinent leur tir",
            "ogień łączą tylko działa na jednym heksie",
        ),
        "JDG-7.3-c",
    ),
    Objection(
        "side",
        f"TN>0&&{some('attackers', '[arms artillery]&&CmdNo!=ACommand')}",
        say(
            "guns of two formations do not combine their fire",
            "les canons de deux formations ne combinent pas leur tir",
            "działa dwóch formacji nie łączą ognia",
        ),
        "JDG-7.3-c",
    ),
    _FRIEND,
    _NO_FIRE,
    Objection(
        "used",
        some("acting", "[fired fired]"),
        say(
            "has fired in this activation already",
            "a déjà tiré pendant cette activation",
            "już strzelała w tej aktywacji",
        ),
        "JDG-4.4.2-c",
    ),
)

COUNTER_BATTERY = (
    # An enemy in a front hex does not bind a reply (JDG-7.2-i, AMB-104).
    *(o for o in FIRE if o.kind != "used" and o.rule != "JDG-7.2-f"),
    Objection(
        "state",
        f"TN>0&&{count('hex', '[arms artillery]')}==0",
        say(
            "the target is not artillery",
            "la cible n'est pas de l'artillerie",
            "cel nie jest artylerią",
        ),
        "JDG-7.1-d",
    ),
    Objection(
        "side",
        f"{some('target', '[arms artillery]')}&&{above('target', '[arms artillery]')}>0",
        say(
            "the artillery on top of the stack is the target",
            "la cible est l'artillerie du dessus de la pile",
            "celem jest artyleria na wierzchu stosu",
        ),
        "JDG-7.1-g",
    ),
    _REPLIED,
)

REACTION = (
    Objection(
        "adjacency",
        "TN>0&&Dist!=1",
        say(
            "the target is not adjacent",
            "la cible n'est pas adjacente",
            "cel nie jest na sąsiednim heksie",
        ),
        "JDG-7.1-i",
    ),
    Objection(
        "cone",
        f"Dist==1&&!([acting_cone])&&!({_SIX}||{_IN_SQUARE})",
        say(
            "the target is not in a front hex",
            "la cible n'est pas sur un hex frontal",
            "cel nie jest na heksie frontu",
        ),
        "JDG-7.1-i",
    ),
    Objection(
        "sight",
        "Dist==1&&Seen==0",
        say(
            "no fire across this hexside",
            "pas de tir à travers ce côté d'hex",
            "brak ognia przez tę krawędź",
        ),
        "JDG-7.4.4-b",
    ),
    _FRIEND,
    Objection(
        "side",
        f"TN>0&&{above('target', _TROOPS)}>0",
        say(
            "the target is the top unit, or the one beneath its artillery",
            "la cible est l'unité du dessus, ou celle sous son artillerie",
            "celem jest jednostka na wierzchu lub ta pod jej artylerią",
        ),
        "JDG-7.1-j",
    ),
    Objection(
        "order",
        f"TN>0&&{some('attackers', 'Acting!=1&&[arms artillery]&&SideNo==ASide')}",
        say(
            "guns do not combine their reaction fire",
            "les canons ne combinent pas leurs tirs de réaction",
            "działa nie łączą ognia w reakcji",
        ),
        "JDG-8.3.3-b",
    ),
    _NO_FIRE,
    _REPLIED,
)

SHOCK = (
    Objection(
        "adjacency",
        f"TN>0&&{some('attackers', '!([beside_target])')}",
        say(
            "an attacker is not adjacent to the target",
            "un attaquant n'est pas adjacent à la cible",
            "atakujący nie sąsiaduje z celem",
        ),
        "JDG-8.2-a",
    ),
    Objection(
        "cone",
        f"TN>0&&{some('attackers', f'[beside_target]&&!([piece_cone])&&[level ordered]&&!({_PIECE_SIX})')}",
        say(
            "the target is not on a front hex of an attacker",
            "la cible n'est pas sur un hex frontal d'un attaquant",
            "cel nie jest na heksie frontu atakującego",
        ),
        "JDG-8.2-a",
    ),
    Objection(
        "adjacency",
        f"TN>0&&{some('attackers', f'[beside_target]&&({_BARRED})')}",
        say(
            "an attacker may not enter the target's hex from there",
            "un attaquant ne peut pas entrer de là dans l'hex de la cible",
            "atakujący nie może stamtąd wejść na heks celu",
        ),
        "JDG-8.2-c",
    ),
    Objection(
        "side",
        f"TN>0&&(TSide==ASide||{some('attackers', 'SideNo!=ASide')})",
        say(
            "attackers and target belong to one side, or attackers to two",
            "attaquants et cible sont du même camp, ou les attaquants de deux",
            "atakujący i cel są po jednej stronie albo atakujący po dwóch",
        ),
        "JDG-8.2-a",
    ),
    Objection(
        "state",
        some("attackers", "!([level ordered])"),
        say(
            "a disordered or routed unit attacks",
            "une unité désorganisée ou en déroute attaque",
            "atakuje jednostka zmieszana lub uciekająca",
        ),
        "JDG-8.2-b",
    ),
    Objection(
        "state",
        some("attackers", "[arms infantry]&&[square in_square]"),
        say("a unit in square attacks", "une unité en carré attaque", "atakuje jednostka w czworoboku"),
        "JDG-4.2-k",
    ),
    Objection(
        "order",
        f"TN>0&&{with_acting(_TROOPS + '&&[level ordered]&&Role!=2')}>0",
        say(
            "stacked units attack together",
            "des unités empilées attaquent ensemble",
            "jednostki w stosie atakują razem",
        ),
        "JDG-5.1.3-c",
    ),
    Objection(
        "state",
        some("attackers", "[arms artillery]"),
        say("artillery attacks", "de l'artillerie attaque", "atakuje artyleria"),
        "JDG-8.2-b",
    ),
    Objection(
        "used",
        f"TN>0&&{some('hex', 'Attacked==1')}",
        say(
            "the target was attacked in this activation already; only a breakthrough or a pursuit may do so",
            "la cible a déjà été attaquée dans cette activation ; seule une percée ou une poursuite le peut",
            "cel był już atakowany w tej aktywacji; może to tylko przełamanie lub pościg",
        ),
        "JDG-8.2-h",
    ),
    Objection(
        "charge",
        some("attackers", "[combat charge]&&!([arms cavalry])"),
        say("only cavalry charges", "seule la cavalerie charge", "szarżuje tylko kawaleria"),
        "JDG-8.1-b",
    ),
    Objection(
        "charge",
        some("attackers", "[combat charge]&&[arms cavalry]&&!(Moved==true)"),
        say(
            "a charge moves at least one hex first",
            "une charge avance d'abord d'un hex au moins",
            "szarża najpierw przesuwa się co najmniej o jeden heks",
        ),
        "JDG-9.1-e",
    ),
    Objection(
        "charge",
        f"{some('acting', '[combat charge]&&[arms cavalry]')}&&{with_acting('[arms artillery]')}>0",
        say(
            "a charge does not stop in a hex with artillery",
            "une charge ne s'arrête pas sur un hex avec de l'artillerie",
            "szarża nie zatrzymuje się na heksie z artylerią",
        ),
        "JDG-9.1-h",
    ),
    Objection(
        "charge",
        "Charging>0&&TN>0&&[terrain TBL-TEC-HEX blocks_charge]==1",
        say(
            "no charge against a unit in this terrain",
            "pas de charge contre une unité dans ce terrain",
            "w tym terenie nie można szarżować na cel",
        ),
        "JDG-9.1-k",
    ),
    Objection(
        "charge",
        f"TN>0&&{some('attackers', f'[combat charge]&&{_PIECE_BLOCKS}')}",
        say(
            "a charge neither begins in such terrain nor passes through it",
            "une charge ne commence ni ne passe dans ce terrain",
            "szarża nie zaczyna się w takim terenie ani przez niego nie prowadzi",
        ),
        "JDG-9.1-j",
    ),
    Objection(
        "charge",
        "TN>0&&[terrain TBL-TEC-HEX blocks_charge]==0&&"
        + some("attackers", f"[combat charge]&&[beside_target]&&!({_PIECE_BLOCKS})&&[ban blocks_charge]"),
        say(
            "no charge across this hexside",
            "pas de charge à travers ce côté d'hex",
            "przez tę krawędź nie można szarżować",
        ),
        "JDG-9.1-l",
    ),
    Objection(
        "charge",
        f"Charging>0&&{_DARK}",
        say(
            "no charges by night and in fog",
            "pas de charge de nuit ni par brouillard",
            "nocą i we mgle nie ma szarż",
        ),
        "JDG-12.1-e",
    ),
    Objection(
        "order",
        f"{some('attackers', '[combat shock_check]')}&&{count('attackers', 'Checked==1')}==0",
        say(
            "no attacker without orders has passed its shock check",
            "aucun attaquant sans ordres n'a réussi son test de choc",
            "żaden atakujący bez rozkazów nie zdał próby starcia",
        ),
        "JDG-8.3.1-c",
    ),
)

SHOCK_CHECK = (
    Objection(
        "state",
        some("acting", "[level disordered routed]"),
        say(
            "a disordered or routed unit makes no shock",
            "une unité désorganisée ou en déroute ne fait pas de choc",
            "jednostka zmieszana lub uciekająca nie prowadzi starcia",
        ),
        "JDG-8.2-b",
    ),
    Objection(
        "state",
        some("acting", "[arms infantry]&&[square in_square]"),
        say(
            "a unit in square makes no shock",
            "une unité en carré ne fait pas de choc",
            "jednostka w czworoboku nie prowadzi starcia",
        ),
        "JDG-4.2-k",
    ),
    Objection(
        "state",
        f"{above('acting', _TROOPS)}>0",
        say(
            "the top unit of the stack takes the shock check",
            "c'est l'unité du dessus de la pile qui fait le test de choc",
            "próbę starcia zdaje jednostka na wierzchu stosu",
        ),
        "JDG-8.3.2-b",
    ),
    Objection(
        "used",
        some("acting", "Checked==1"),
        say(
            "has passed its shock check already",
            "a déjà réussi son test de choc",
            "już zdała próbę starcia",
        ),
        "JDG-8.3.2-a",
    ),
)

COHESION_CHECK = (
    Objection(
        "state",
        some("acting", "[level routed]"),
        say(
            "a routed unit makes a rout move instead",
            "une unité en déroute fait un mouvement de déroute à la place",
            "uciekająca jednostka zamiast tego ucieka dalej",
        ),
        "JDG-10.2-t",
    ),
)

RALLY = (
    Objection(
        "state",
        some("acting", "[level ordered]"),
        say("is ordered", "est en ordre", "jest uporządkowana"),
        "JDG-11.1-a",
    ),
    Objection(
        "adjacency",
        "[enemies_beside]>0",
        say("an enemy is adjacent", "un ennemi est adjacent", "wróg jest na sąsiednim heksie"),
        "JDG-11.1-c",
    ),
    Objection(
        "state",
        f"{some('acting', '[level routed]')}&&"
        + count("hex", "[level routed]").replace("TX", "AX").replace("TY", "AY")
        + ">1",
        say(
            "two routed units in one hex do not rally",
            "deux unités en déroute dans un hex ne se rallient pas",
            "dwie uciekające jednostki na jednym heksie nie są porządkowane",
        ),
        "JDG-10.4-r",
    ),
    Objection(
        "state",
        f"{some('acting', '[level disordered]&&' + _TROOPS)}&&{with_acting(_TROOPS)}>1"
        '&&SumMap("r_strength_now","[map]",'
        f'"{{Unit==1&&CurrentX==AX&&CurrentY==AY&&Acting!=1&&{_TROOPS}}}")'
        f"+{total('acting', 'ordered_strength')}>6",
        say(
            "the stack would have more than 6 strength points",
            "la pile aurait plus de 6 points de force",
            "stos miałby ponad 6 punktów siły",
        ),
        "JDG-5.1.1-i",
    ),
    Objection(
        "used",
        some("acting", "[level disordered]&&[arms artillery]&&[fired fired]"),
        say(
            "has fired in this activation",
            "a tiré pendant cette activation",
            "strzelała w tej aktywacji",
        ),
        "JDG-11.1-a",
    ),
    Objection(
        "used",
        some("acting", "Rallied==1"),
        say(
            "has tried to rally in this activation already",
            "a déjà tenté de se rallier pendant cette activation",
            "już próbowano ją uporządkować w tej aktywacji",
        ),
        "JDG-11.1-i",
    ),
)

WITHDRAWAL = (
    Objection(
        "adjacency",
        'Marked>0&&CountMap("[map]","{Role==2&&[beside_acting]}")==0',
        say(
            "no attacker is adjacent",
            "aucun attaquant n'est adjacent",
            "żaden atakujący nie sąsiaduje",
        ),
        "JDG-8.8.1-a",
    ),
    Objection(
        "side",
        'CountMap("[map]","{Role==2&&SideNo==ASide}")>0',
        say("the attacker is a friend", "l'attaquant est ami", "atakujący jest własny"),
        "JDG-8.8.1-a",
    ),
    Objection(
        "state",
        some("acting", "[level routed]"),
        say(
            "a routed unit does not withdraw",
            "une unité en déroute ne se retire pas",
            "uciekająca jednostka się nie wycofuje",
        ),
        "JDG-10.2-k",
    ),
    Objection(
        "used",
        some("acting", "Withdrawn==1"),
        say(
            "has withdrawn in this activation already",
            "s'est déjà retirée pendant cette activation",
            "już się wycofała w tej aktywacji",
        ),
        "JDG-8.8.1-a",
    ),
    Objection(
        "charge",
        'CountMap("[map]","{Role==2&&[combat charge]}")>0',
        say(
            "nobody withdraws before a charge",
            "personne ne se retire devant une charge",
            "przed szarżą nikt się nie wycofuje",
        ),
        "JDG-8.8.2-b",
    ),
    Objection(
        "charge",
        'Marked>0&&CountMap("[map]","{Role==2&&[arms infantry]}")==0'
        f'&&({some("acting", "r_heavy==1")}||CountMap("[map]","{{Role==2&&r_heavy==1}}")==0)',
        say(
            "before a shock of cavalry only non-heavy cavalry withdraws, and only from heavy cavalry",
            "devant un choc de cavalerie seule la non lourde se retire, et devant la lourde seulement",
            "przed starciem kawalerii wycofuje się tylko nieciężka kawaleria i tylko przed ciężką",
        ),
        "JDG-8.8.2-e",
    ),
)

FIRE_SPENDS = (Spend("Acting==1||Role==2&&[arms artillery]", "fired"),)
COUNTER_BATTERY_SPENDS = (Spend("Acting==1||Role==2&&[arms artillery]", "Reacted"),)
REACTION_SPENDS = (Spend("Acting==1", "Reacted"),)
SHOCK_SPENDS = (Spend("TN>0&&Unit==1&&CurrentX==TX&&CurrentY==TY", "Attacked"),)
SHOCK_CHECK_SPENDS = (Spend("Acting==1&&Total<=Rating", "Checked"),)
RALLY_SPENDS = (Spend("Acting==1", "Rallied"),)
WITHDRAWAL_SPENDS = (Spend("Acting==1", "Withdrawn"),)
