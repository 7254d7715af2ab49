"""Fire, melee and losses of leaders in a VASSAL module, through the charts of Au fil de l'épée."""

from __future__ import annotations

from jdgtools.model.module import CheckDef, CheckModifier, UnitMark
from jdgtools.model.module_terms import count, highest, lowest, none, some, total
from jdgtools.series.afe import module_objections as objections
from jdgtools.series.strings import say

_TERRAIN = say("terrain", "terrain", "teren", "terep")
_CLASS = "(posture==2?c_mounted:posture==3?c_foot:c_printed)"
"""Place of a unit's class in the charts, by its posture: Ch-m, Ch-f, Ha-m, Ha-f, Cl, Su, Pi, …"""
CHART_CLASS = (_CLASS, "TBL-TYPE", "defender")
"""The class, and among the keys of which axis it has its place."""
MOUNTED = objections.MOUNTED
_MEN = "[arms infantry cavalry]"
_CHARGE = f"[combat charge]&&{MOUNTED}"
_TYPES = f"Math.min([matrix TBL-TYPE|{_CLASS}|ClassLow],[matrix TBL-TYPE|{_CLASS}|ClassHigh])"
"""Lowest entry of an attacker against the one or two classes of the defenders (AFE-10.5-h)."""

_RESULTS = (
    ("F", say("fatigued", "fatigué", "zmęczenie", "fáradt lesz")),
    ("D", say("discouraged", "découragé", "zniechęcenie", "bátortalan lesz")),
    (
        "Dr",
        say(
            "routed, retreats 2 hexes",
            "déroute, recule de 2 hexes",
            "ucieka o 2 heksy",
            "menekül 2 hatszöget",
        ),
    ),
    ("R", say("retreats 1 hex", "recule d'un hex", "cofa się o 1 heks", "1 hatszöget hátrál")),
)
"""What the codes of the charts mean."""

UNIT_MARKS = (
    UnitMark("c_printed", chart=("TBL-TYPE", "defender")),
    UnitMark(
        "c_mounted",
        chart=("TBL-TYPE", "defender"),
        suffix="-m",
        others=tuple((printed, "Cl") for printed in ("Li", "Mi", "Su", "Pi", "Aq")),
    ),
    UnitMark("c_foot", chart=("TBL-TYPE", "defender"), suffix="-f", others=(("Cl", "Li"),)),
    UnitMark("m_printed", "posture", ("foot", "mounted")),
    UnitMark("shoots", "missile"),
    UnitMark("r_weapon", "weapon", chart=("TBL-FIRE-RANGE", "weapon")),
)

FACTS = (
    ("Weapon", total("acting", "r_weapon")),
    ("Far", highest("attackers", 'Range(CurrentX,CurrentY,TX,TY,\\"[map]\\")', high=7)),
    ("Firers", count("attackers")),
    ("Men", count("hex", _MEN)),
    ("ClassLow", f"(Men>0?{lowest('hex', _CLASS, _MEN, high=14)}:14)"),
    ("ClassHigh", f"(Men>0?{highest('hex', _CLASS, _MEN, high=14)}:14)"),
    ("AS", total("attackers", "r_sp_now", _MEN)),
    ("DS", total("hex", "r_sp_now")),
    ("QA", lowest("attackers", "r_quality_now", _MEN)),
    ("QD", lowest("hex", "r_quality_now")),
    ("Types", lowest("attackers", _TYPES, _MEN, -6, 3)),
    ("Routed", count("hex", "[organisation routed]")),
    ("Fled", f"(Routed>0&&{none('hex', '[organisation steady discouraged]')}?1:0)"),
    ("Charging", count("attackers", _CHARGE)),
    ("FrontCharge", count("attackers", f"{_CHARGE}&&[front]")),
    ("RearCharge", count("attackers", f"{_CHARGE}&&[rear]")),
    ("InFront", count("attackers", "[front]")),
    ("InRear", count("attackers", "[rear]")),
    *objections.FACTS,
)

COMBAT = (
    CheckDef(
        "fire",
        say("Fire", "Tir", "Strzelanie", "Lövés"),
        "",
        "F",
        chart="TBL-FIRE",
        target=True,
        combat="fire",
        modifiers=(
            CheckModifier(
                say("range", "portée", "zasięg", "távolság"),
                value="[grid TBL-FIRE-RANGE|Weapon|Far]",
                line="range",
                when="Dist>0",
            ),
            CheckModifier(
                say("moved", "a bougé", "ruch", "mozgott"),
                value="-" + count("attackers", "Moved==true"),
                line="moved",
                when="![phase b]",
            ),
            CheckModifier(
                say("few SP", "peu de PF", "mało PS", "kevés EP"),
                value="-" + count("attackers", "r_sp_now<4"),
                line="few_sp",
            ),
            CheckModifier(
                say("many SP", "beaucoup de PF", "dużo PS", "sok EP"),
                value=count("attackers", "r_sp_now>=8"),
                line="many_sp",
            ),
            CheckModifier(
                say("mounted", "à cheval", "konno", "lovon"),
                value="-" + count("attackers", MOUNTED),
                line="mounted",
            ),
            CheckModifier(
                say("discouraged", "découragé", "zniechęceni", "bátortalan"),
                value="-2*" + count("attackers", "[organisation discouraged]"),
                line="discouraged",
            ),
            CheckModifier(
                say("more units", "plusieurs unités", "więcej jednostek", "több egység"),
                value="Math.min(Firers-1,3)",
                line="more_firers",
                when="Firers>1",
            ),
            CheckModifier(
                say("class of the target", "classe de la cible", "klasa celu", "célpont osztálya"),
                value=lowest("hex", f"[place TBL-FIRE-TARGET|{_CLASS}]", _MEN, -3, 3),
                line="target_class",
                when="Men>0",
            ),
            CheckModifier(
                say("two units", "deux unités", "dwie jednostki", "két egység"),
                ("TBL-FIRE-DRM", "two_units"),
                when=f"{count('hex')}>1",
            ),
            CheckModifier(
                say("from the rear", "par l'arrière", "od tyłu", "hátulról"),
                ("TBL-FIRE-DRM", "rear"),
                when=f"Dist>0&&Routed==0&&{none('attackers', '!([rear])')}",
            ),
            CheckModifier(_TERRAIN, value="[terrain TBL-TERRAIN-HEX fire_drm]", line="terrain", when="TN>0"),
        ),
        ask=say(
            "other modifiers (range, movement, strength, target and terrain of a marked target are added)",
            "autres modificateurs (portée, mouvement, effectif, cible et terrain d'une cible marquée sont "
            "comptés)",
            "inne modyfikatory (zasięg, ruch, siła, cel i teren oznaczonego celu są doliczane)",
            "egyéb módosítók (megjelölt célpontnál a táv, mozgás, erő, célpont és terep beszámítva)",
        ),
        words=_RESULTS,
        required_rating="missile",
        objections=objections.FIRE,
        spends=objections.FIRE_SPENDS,
        rules=("AFE-9.3-e", "AFE-9.3-f"),
    ),
    CheckDef(
        "melee",
        say("Melee or charge", "Mêlée ou charge", "Walka wręcz lub szarża", "Közelharc vagy roham"),
        "",
        "S",
        chart="TBL-MELEE",
        target=True,
        combat="melee",
        arms=("infantry", "cavalry"),
        modifiers=(
            CheckModifier(
                say("ratio", "rapport", "stosunek sił", "erőarány"),
                value="[ratio TBL-MELEE-RATIO|AS|DS]",
                line="ratio",
                when="DS>0",
            ),
            CheckModifier(
                say("types", "types", "typy", "típusok"),
                # Swiss and pikes lose what is below 0 when they are routed or attacked from the rear alone.
                value="(ClassLow>=5&&ClassHigh<=6&&(Routed>0||InFront==0)?Math.max(0,Types):Types)",
                line="type",
                when="TN>0",
            ),
            CheckModifier(
                say("quality", "qualité", "jakość", "minőség"),
                value="[lookup TBL-MELEE-QUALITY|(QA-QD)]",
                line="quality",
                when="TN>0",
            ),
            CheckModifier(
                say("charge", "charge", "szarża", "roham"),
                ("TBL-MELEE-DRM", "charge_front"),
                when="FrontCharge>0&&Routed==0",
            ),
            CheckModifier(
                say(
                    "charge on a routed unit",
                    "charge sur une unité en déroute",
                    "szarża na uciekających",
                    "roham menekülő ellen",
                ),
                ("TBL-MELEE-DRM", "charge_routed"),
                when="TN>0&&Charging>0&&Routed>0",
            ),
            CheckModifier(
                say("charge from the rear", "charge par l'arrière", "szarża od tyłu", "roham hátulról"),
                ("TBL-MELEE-DRM", "charge_rear"),
                when="RearCharge>0&&FrontCharge==0&&Routed==0",
            ),
            CheckModifier(
                say("braced on foot", "à pied, de pied ferme", "spieszeni w szyku", "gyalogos kitart"),
                ("TBL-MELEE-DRM", "braced_foot"),
                when="FrontCharge>0&&Pursuit==0&&Routed==0&&"
                + some("hex", f"[organisation steady]&&({_CLASS}==1||{_CLASS}==3)"),
            ),
            CheckModifier(
                say(
                    "defender discouraged",
                    "défenseur découragé",
                    "obrońca zniechęcony",
                    "bátortalan védő",
                ),
                ("TBL-MELEE-DRM", "defender_discouraged"),
                when=f"{some('hex', '[organisation discouraged]')}&&{none('hex', '[organisation steady]')}",
            ),
            CheckModifier(
                say("defender routed", "défenseur en déroute", "obrońca ucieka", "menekülő védő"),
                ("TBL-MELEE-DRM", "defender_routed"),
                when="Fled==1",
            ),
            CheckModifier(
                say(
                    "attacker discouraged",
                    "attaquant découragé",
                    "atakujący zniechęcony",
                    "bátortalan támadó",
                ),
                ("TBL-MELEE-DRM", "attacker_discouraged"),
                when=some("attackers", "[organisation discouraged]"),
            ),
            CheckModifier(
                say("all from the rear", "tous par l'arrière", "wszyscy od tyłu", "mind hátulról"),
                ("TBL-MELEE-DRM", "all_rear"),
                when="TN>0&&Charging==0&&Fled==0&&InFront==0&&InRear>0",
            ),
            CheckModifier(
                say("front and rear", "front et arrière", "z przodu i z tyłu", "elöl és hátul"),
                ("TBL-MELEE-DRM", "front_and_rear"),
                when="TN>0&&Fled==0&&InFront>0&&InRear>0",
            ),
            CheckModifier(
                _TERRAIN,
                value=f"Math.min({some('attackers', MOUNTED)}?[terrain TBL-TERRAIN-HEX melee_mounted]:0,"
                f"{some('attackers', '!' + MOUNTED)}?[terrain TBL-TERRAIN-HEX melee_foot]:0)",
                line="terrain",
                when="TN>0",
            ),
        ),
        ask=say(
            "other modifiers: level, hexsides, the attackers' terrain, surrounded, countercharge, stakes "
            "(ratio, types, quality, charge, states, rear and "
            "terrain of a marked target are added)",
            "autres modificateurs : niveau, côtés d'hex, terrain des attaquants, encerclement, "
            "contre-charge, pieux "
            "(avec une cible marquée, rapport, "
            "types, qualité, charge, états, arrière et terrain sont comptés)",
            "inne modyfikatory: poziom, krawędzie, teren atakujących, otoczenie, kontrszarża, "
            "zaostrzone pale "
            "(stosunek, typy, jakość, szarża, stany, tyły "
            "i teren oznaczonego celu są doliczane)",
            "egyéb módosítók: szint, hatszögoldal, a támadók terepe, bekerítés, ellenroham, karók "
            "(megjelölt célpontnál az arány, típus, minőség, "
            "roham, állapot, hátulról és terep beszámítva)",
        ),
        limit=("TBL-MELEE-LIMIT", "least", "most"),
        words=_RESULTS,
        fact_words=(
            ("assault", "ordinary", "Charging==0"),
            ("assault", "charge", "Charging>0&&Pursuit==0"),
            ("assault", "momentum", "Charging>0&&Pursuit>0"),
        ),
        objections=objections.MELEE,
        spends=objections.MELEE_SPENDS,
        rules=("AFE-10.6-a", "AFE-10.5-i", "AFE-10.5-j", "AFE-10.5-k", "AFE-10.5-m"),
    ),
    CheckDef(
        "leader_loss",
        say("Loss of a leader", "Perte d'un chef", "Strata dowódcy", "Parancsnok vesztesége"),
        "",
        "",
        chart="TBL-LEADER-LOSS",
        ask=say(
            "+1 if his unit is discouraged by this combat, +2 if it is routed",
            "+1 si ce combat décourage son unité, +2 s'il la met en déroute",
            "+1, jeśli ta walka zniechęca jego jednostkę, +2, jeśli zmusza ją do ucieczki",
            "+1, ha ez a harc elbátortalanítja egységét, +2, ha megfutamítja",
        ),
        rules=("AFE-7.5-a",),
    ),
)
