"""When Au fil de l'épée forbids what a command of the module resolves, and why, as data.

Where a statement is about a step of the turn, the turn tracker must stand in it.

Each objection cites the statement that forbids. What the module cannot know is left out: whether a unit was
activated, how far it charged, in a straight line and out of contact. Which enemies others will attack it
knows by the melee markers on them (AFE-10.4-i).
"""

from __future__ import annotations

from jdgtools.model.module import Objection, Spend
from jdgtools.model.module_terms import above, count, none, some, with_acting
from jdgtools.series.strings import say

MOUNTED = "(m_printed==1&&posture!=3||posture==2)"
"""Whether a unit sits on its horses."""
_CLASS = "(posture==2?c_mounted:posture==3?c_foot:c_printed)"
_KNIGHTS = f"({_CLASS}==0||{_CLASS}==2)"
"""Mounted knights and men-at-arms, who alone charge (AFE-10.2-a)."""
_BARRED = f"{MOUNTED}&&[ban melee_mounted]||!{MOUNTED}&&[ban melee_foot]"
_PIECE_BLOCKS = "[piece_terrain TBL-TERRAIN-HEX blocks_charge]==1"
_BARRED_FROM = "(AMounted==1&&[ban_from melee_mounted]||AMounted==0&&[ban_from melee_foot])"
"""Whether the acting piece may not attack a piece beside it."""
_MEN = "[arms infantry cavalry]"
_ABLE = "[arms infantry cavalry]&&!([organisation routed])&&!([command out_of_command])"
"""Able to attack (AFE-10.1-c)."""
_DECLARED = "[combat charge melee]"
"""Marked for a combat: those who are attacked, and those who charge (AFE-10.2-e, AFE-10.4-i)."""
_CHARGES = "TN>0&&(Role==2||Acting==1)&&[combat charge]"
_FRIEND = say("the target is a friend", "la cible est amie", "cel jest własny", "a célpont barát")
_OUT = say(
    "a unit out of command neither fires nor attacks",
    "une unité hors de commandement ne tire pas et n'attaque pas",
    "jednostka poza dowodzeniem nie strzela i nie atakuje",
    "parancs nélküli egység nem lő és nem támad",
)

FACTS = (
    ("MaxRange", "(Weapon==5?6:2)"),
    ("AMounted", count("acting", MOUNTED)),
    ("OtherArms", count("attackers", "r_weapon!=Weapon")),
    ("Pursuit", count("attackers", "[combat charge]&&Charged==1")),
)
"""Maximum range of the weapon, artillery's or another (AFE-9.3-g); 1 for an acting piece that sits on its
horses; firers with another weapon; chargers who have charged in this activation already, so that this is
momentum or dispersal (AFE-10.9-a).
"""

FIRE = (
    Objection(
        "range",
        "TN>0&&Far>MaxRange",
        say(
            "range {Far}, at most {MaxRange}",
            "portée {Far}, {MaxRange} au plus",
            "odległość {Far}, najwyżej {MaxRange}",
            "távolság {Far}, legfeljebb {MaxRange}",
        ),
        "AFE-9.3-g",
    ),
    Objection(
        "cone",
        f"TN>0&&Dist>0&&{some('attackers', '!([piece_cone])')}",
        say(
            "the target is outside the front of a firer",
            "la cible est hors du front d'un tireur",
            "cel jest poza frontem strzelającego",
            "a célpont egy lövő frontján kívül van",
        ),
        "AFE-9.1-c",
    ),
    Objection(
        "sight",
        "TN>0&&Dist>1&&Dist<=SightReach&&Seen==0",
        say(
            "terrain hides the target",
            "le terrain cache la cible",
            "teren zasłania cel",
            "a terep eltakarja a célpontot",
        ),
        "AFE-9.2-c",
    ),
    Objection(
        "sight",
        "TN>0&&Dist>1&&Weapon!=1&&Weapon!=2&&[between]>0",
        say(
            "a unit stands between, unless it is overlooked",
            "une unité se trouve entre les deux, sauf si on voit par-dessus",
            "pomiędzy stoi jednostka, chyba że widać ponad nią",
            "egység áll közte, hacsak el nem látni fölötte",
        ),
        "AFE-9.2-c",
    ),
    Objection(
        "adjacency",
        "TN>0&&Dist>1&&[enemies_beside]>0",
        say(
            "the firer is adjacent to an enemy",
            "le tireur est adjacent à un ennemi",
            "strzelający sąsiaduje z wrogiem",
            "a lövő ellenséggel szomszédos",
        ),
        "AFE-9.1-h",
    ),
    Objection(
        "adjacency",
        # One attacks with arms in hand where that is allowed (AFE-9.1-j).
        f"TN>0&&Dist==1&&([phase b]||[phase d 2])&&{some('acting', f'!({_BARRED})')}",
        say(
            "no fire at an adjacent target in this phase",
            "pas de tir sur une cible adjacente dans cette phase",
            "w tej fazie nie strzela się do sąsiedniego celu",
            "ebben a fázisban nincs lövés szomszédos célpontra",
        ),
        "AFE-9.1-i",
    ),
    Objection(
        "range",
        "TN>0&&Far>1&&[phase d 4]",
        say(
            "among melees only at an adjacent target",
            "pendant les mêlées sur une cible adjacente seulement",
            "podczas walk wręcz tylko do sąsiedniego celu",
            "a közelharcok közben csak szomszédos célpontra",
        ),
        "AFE-9.1-m",
    ),
    Objection(
        "order",
        # In D.4 those fire who attack, at whom they attack, and those who are attacked: markers lie on both.
        f"TN>0&&Far==1&&[phase d 4]&&{none('acting', _DECLARED)}&&{none('hex', _DECLARED)}"
        f"&&{with_acting(_DECLARED)}==0",
        say(
            "among melees only in one that is declared, neither firer nor target is marked",
            "pendant les mêlées seulement dans l'une d'elles, ni le tireur ni la cible n'est marqué",
            "podczas walk wręcz tylko w zadeklarowanej, ani strzelający, ani cel nie są oznaczeni",
            "a közelharcok közben csak bejelentett harcban, sem a lövő, sem a célpont nincs megjelölve",
        ),
        "AFE-9.1-n",
    ),
    Objection("side", "TN>0&&TSide==ASide", _FRIEND, "AFE-9.3-a"),
    Objection(
        "side",
        f"{some('target', '[arms artillery]')}&&{some('hex', _MEN)}"
        f"&&{some('attackers', '!([arms artillery])')}",
        say(
            "the unit stacked with the artillery suffers the fire",
            "c'est l'unité empilée avec l'artillerie qui subit le tir",
            "ostrzał odczuwa jednostka w stosie z artylerią",
            "a lövést a tüzérséggel egy rakásban álló egység szenvedi el",
        ),
        "AFE-9.3-h",
    ),
    Objection(
        "state",
        some("attackers", "[organisation routed]"),
        say(
            "a routed unit does not fire",
            "une unité en déroute ne tire pas",
            "uciekająca jednostka nie strzela",
            "menekülő egység nem lő",
        ),
        "AFE-9.1-b",
    ),
    Objection("order", f"Dist>1&&{some('attackers', '[command out_of_command]')}", _OUT, "AFE-7.4-e"),
    Objection(
        "order",
        "OtherArms>0",
        say(
            "units of different types do not fire together",
            "des unités de types différents ne tirent pas ensemble",
            "jednostki różnych typów nie strzelają razem",
            "különböző típusú egységek nem lőnek együtt",
        ),
        "AFE-9.1-e",
    ),
    Objection(
        "order",
        # Artillery fires together with the unit above it (AFE-5.2.5-b).
        f"{count('attackers', '!([arms artillery])&&CurrentX==AX&&CurrentY==AY')}>1"
        f"||{some('acting', '!([arms artillery])')}&&{above('acting', '!([arms artillery])&&shoots==1')}>0",
        say(
            "of two stacked units only the top one fires",
            "de deux unités empilées, seule celle du dessus tire",
            "z dwóch jednostek w stosie strzela tylko wierzchnia",
            "két egymásra rakott egységből csak a felső lő",
        ),
        "AFE-5.2.5-a",
    ),
    Objection(
        "used",
        f"TN>0&&{some('hex', 'ShotAt==1')}",
        say(
            "the target was fired at in this activation already",
            "on a déjà tiré sur la cible pendant cette activation",
            "do celu już strzelano w tej aktywacji",
            "a célpontra ebben az aktiválásban már lőttek",
        ),
        "AFE-9.1-d",
    ),
)

MELEE = (
    Objection(
        "adjacency",
        f"TN>0&&{some('attackers', '!([beside_target])')}",
        say(
            "an attacker is not adjacent",
            "un attaquant n'est pas adjacent",
            "atakujący nie sąsiaduje z celem",
            "egy támadó nem szomszédos",
        ),
        "AFE-10.1-b",
    ),
    Objection(
        "cone",
        f"TN>0&&Dist>0&&{some('attackers', '!([piece_cone])')}",
        say(
            "the target is not in the front of an attacker",
            "la cible n'est pas dans le front d'un attaquant",
            "cel nie jest na froncie atakującego",
            "a célpont nincs egy támadó frontján",
        ),
        "AFE-10.4-c",
    ),
    Objection(
        "adjacency",
        f"TN>0&&{some('attackers', f'[beside_target]&&({_BARRED})')}",
        say(
            "no melee across this hexside or into this hex",
            "pas de mêlée à travers ce côté d'hex ni dans cet hex",
            "przez tę krawędź ani na to pole nie ma walki wręcz",
            "ezen a hatszögoldalon át vagy ebbe a hatszögbe nincs közelharc",
        ),
        "AFE-9.1-k",
    ),
    Objection(
        "adjacency",
        # Those that others attack bear a marker or were attacked already (AFE-10.4-f, AFE-10.4-i, AMB-68).
        f"TN>0&&{some('acting', '!([combat charge])')}&&"
        'CountMap("[map]","{Unit==1&&SideNo!=ASide&&[in_acting_front]&&!(CurrentX==TX&&CurrentY==TY)'
        f'&&Fought==0&&!({_DECLARED})&&!{_BARRED_FROM}}}")>0',
        say(
            "an enemy in the front of the attacker is neither attacked nor marked for a melee",
            "un ennemi dans le front de l'attaquant n'est ni attaqué ni marqué pour une mêlée",
            "wróg na froncie atakującego nie jest ani atakowany, ani oznaczony do walki wręcz",
            "a támadó frontján egy ellenséget nem támadnak meg, és közelharcra sincs megjelölve",
        ),
        "AFE-10.4-e",
    ),
    Objection(
        "order",
        f"TN>0&&{with_acting(_ABLE + '&&Role!=2')}>0",
        say(
            "stacked units attack together",
            "des unités empilées attaquent ensemble",
            "jednostki w stosie atakują razem",
            "az egymásra rakott egységek együtt támadnak",
        ),
        "AFE-5.2.5-e",
    ),
    Objection("side", "TN>0&&TSide==ASide", _FRIEND, "AFE-10.4-c"),
    Objection(
        "side",
        some("attackers", "SideNo!=ASide"),
        say(
            "attackers belong to two sides",
            "les attaquants sont de deux camps",
            "atakujący należą do dwóch stron",
            "a támadók két oldalhoz tartoznak",
        ),
        "AFE-10.4-b",
    ),
    Objection(
        "state",
        some("attackers", "[organisation routed]||[arms artillery]"),
        say(
            "routed units and artillery do not attack",
            "les unités en déroute et l'artillerie n'attaquent pas",
            "uciekający i artyleria nie atakują",
            "menekülők és tüzérség nem támadnak",
        ),
        "AFE-10.1-c",
    ),
    Objection("order", some("attackers", "[command out_of_command]"), _OUT, "AFE-10.1-c"),
    Objection(
        "used",
        f"TN>0&&Pursuit==0&&{some('hex', 'Fought==1')}",
        say(
            "the target was attacked in this activation already; only a pursuit may do so",
            "la cible a déjà été attaquée pendant cette activation ; seule une poursuite le peut",
            "cel był już atakowany w tej aktywacji; może to tylko pościg",
            "a célpontot ebben az aktiválásban már megtámadták; ezt csak üldözés teheti",
        ),
        "AFE-10.1-e",
    ),
    Objection(
        "charge",
        some("attackers", f"[combat charge]&&!{_KNIGHTS}"),
        say(
            "only mounted knights and men-at-arms charge",
            "seuls les chevaliers et hommes d'armes montés chargent",
            "szarżują tylko konni rycerze i zbrojni",
            "csak lovas lovagok és hivatásos katonák rohamoznak",
        ),
        "AFE-10.2-a",
    ),
    Objection(
        "used",
        some("attackers", "[combat charge]&&Dispersed==1"),
        say(
            "the pursuit is over: a charge is followed by momentum and dispersal only",
            "la poursuite est finie : une charge n'est suivie que d'un élan et d'une dispersion",
            "pościg się skończył: po szarży następują tylko rozpęd i rozproszenie",
            "az üldözés véget ért: rohamot csak lendület és szétszóródás követhet",
        ),
        "AFE-10.9-a",
    ),
    Objection(
        "used",
        some("attackers", "[combat charge]&&Charged==1&&Dispersed==0&&[fatigue fatigued]"),
        say(
            "a fatigued unit does not pursue",
            "une unité fatiguée ne poursuit pas",
            "zmęczona jednostka nie ściga",
            "a fáradt egység nem üldöz",
        ),
        "AFE-10.9-b",
    ),
    Objection(
        "state",
        some("attackers", "[combat charge]&&Charged==1&&[organisation discouraged]"),
        say(
            "a discouraged unit neither advances nor pursues",
            "une unité découragée n'avance ni ne poursuit",
            "zniechęcona jednostka nie posuwa się naprzód ani nie ściga",
            "a bátortalan egység nem nyomul előre és nem üldöz",
        ),
        "AFE-12.1-h",
    ),
    Objection(
        "charge",
        some("attackers", "[combat charge]&&Charged==0&&!(Moved==true)"),
        say(
            "a charge advances at least one hex first",
            "une charge avance d'abord d'un hex au moins",
            "szarża najpierw posuwa się co najmniej o jeden heks",
            "a roham előbb legalább egy hatszöget halad",
        ),
        "AFE-10.2-d",
    ),
    Objection(
        "charge",
        'TN>0&&Charging==0&&CountMap("[map]","{Unit==1&&SideNo==ASide&&!(Role==2||Acting==1)'
        '&&[combat charge]&&Charged==0}")>0',
        say(
            "all charges are resolved before the other melees",
            "toutes les charges se résolvent avant les autres mêlées",
            "najpierw rozstrzyga się wszystkie szarże",
            "előbb minden rohamot le kell játszani",
        ),
        "AFE-10.5-b",
    ),
    Objection(
        "charge",
        f"{some('attackers', '[combat charge]')}&&{some('attackers', '!([combat charge])')}",
        say(
            "only units that charge the target take part in a charge",
            "seules les unités qui chargent la cible participent à une charge",
            "w szarży biorą udział tylko jednostki szarżujące na cel",
            "rohamban csak a célt megrohamozó egységek vesznek részt",
        ),
        "AFE-10.2-l",
    ),
    Objection(
        "charge",
        f"TN>0&&Dist>0&&{some('attackers', '[combat charge]&&[beside_target]&&!([piece_ahead])')}",
        say(
            "the target is not in the centre front hex of a charging unit",
            "la cible n'est pas sur l'hex frontal du milieu d'une unité qui charge",
            "cel nie jest na środkowym heksie frontu szarżującego",
            "a célpont nincs egy rohamozó középső frontális hatszögén",
        ),
        "AFE-10.2-j",
    ),
    Objection(
        "charge",
        "TN>0&&[terrain TBL-TERRAIN-HEX blocks_charge]==0&&"
        + some(
            "attackers",
            f"[combat charge]&&[beside_target]&&!({_BARRED})&&([ban blocks_charge]||{_PIECE_BLOCKS})",
        ),
        say(
            "no charge out of this terrain or across this hexside",
            "pas de charge depuis ce terrain ni à travers ce côté d'hex",
            "z tego terenu i przez tę krawędź nie można szarżować",
            "ebből a terepből és ezen a hatszögoldalon át nem lehet rohamozni",
        ),
        "AFE-10.2-g",
    ),
    Objection(
        "charge",
        "TN>0&&Charging>0&&[terrain TBL-TERRAIN-HEX blocks_charge]==1",
        say(
            "no charge into this terrain",
            "pas de charge dans ce terrain",
            "w ten teren nie można szarżować",
            "erre a terepre nem lehet rohamozni",
        ),
        "AFE-10.2-g",
    ),
)

RALLY = (
    Objection(
        "state",
        some("acting", "[organisation steady]"),
        say("is steady", "est en ordre", "jest uporządkowana", "rendezett"),
        "AFE-12.3-e",
    ),
    Objection(
        "adjacency",
        "[enemies_beside]>0",
        say("an enemy is adjacent", "un ennemi est adjacent", "wróg sąsiaduje", "ellenség szomszédos"),
        "AFE-12.3-b",
    ),
    Objection(
        "order",
        "!([phase e 1])",
        say(
            "units rally in E.2",
            "le ralliement a lieu en E.2",
            "jednostki zbiera się w E.2",
            "gyülekezés az E.2 lépésben van",
        ),
        "AFE-12.3-a",
    ),
    Objection(
        "used",
        some("acting", "Rallied==1"),
        say(
            "has tried to rally in this turn already",
            "a déjà tenté de se rallier pendant ce tour",
            "już próbowano ją zebrać w tym etapie",
            "ebben a fordulóban már próbált gyülekezni",
        ),
        "AFE-12.3-d",
    ),
    Objection(
        "used",
        with_acting("Rallied==1") + ">0",
        say(
            "the stack has tried to rally in this turn already",
            "la pile a déjà tenté de se rallier pendant ce tour",
            "stos już próbowano zebrać w tym etapie",
            "a rakás ebben a fordulóban már próbált gyülekezni",
        ),
        "AFE-5.2.6-b",
    ),
)

RALLY_SPENDS = (Spend("Acting==1", "Rallied"),)
FIRE_SPENDS = (Spend("TN>0&&Unit==1&&CurrentX==TX&&CurrentY==TY", "ShotAt"),)
MELEE_SPENDS = (
    Spend("TN>0&&Unit==1&&CurrentX==TX&&CurrentY==TY", "Fought"),
    Spend(f"{_CHARGES}&&Pursued==1", "Dispersed"),
    Spend(f"{_CHARGES}&&Charged==1", "Pursued"),
    Spend(_CHARGES, "Charged"),
)
"""The last of three charges first, so that each gives one mark (AFE-10.9-a)."""
