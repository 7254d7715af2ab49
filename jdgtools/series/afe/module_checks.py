"""Fire, melee and losses of leaders in a VASSAL module, through the charts of Au fil de l'épée."""

from __future__ import annotations

from jdgtools.model.module import CheckDef, CheckModifier, UnitMark
from jdgtools.model.module_terms import count, highest, lowest, none, some, total
from jdgtools.series.strings import say

_TERRAIN = say("terrain", "terrain", "teren", "terep")
_STEADY_TARGET = none("target", "[organisation routed]")
_CLASS = "(posture==2?c_mounted:posture==3?c_foot:c_printed)"
"""Place of a unit's class in the charts, by its posture."""
_MOUNTED = "(m_printed==1&&posture!=3||posture==2)"

_RESULTS = (
    ("F", say("fatigued", "fatigué", "zmęczenie", "fáradt lesz")),
    ("D", say("discouraged", "découragé", "zniechęcenie", "bátortalan lesz")),
    (
        "Dr",
        say("routed, retreats 2 hexes", "déroute, recule de 2 hexes", "ucieka o 2 heksy", "menekül 2 hexet"),
    ),
    ("R", say("retreats 1 hex", "recule d'un hex", "cofa się o 1 heks", "1 hexet hátrál")),
)
"""What the codes of the charts mean."""

UNIT_MARKS = (
    UnitMark("c_printed", chart=("TBL-TYPE", "defender")),
    UnitMark("c_mounted", chart=("TBL-TYPE", "defender"), suffix="-m"),
    UnitMark("c_foot", chart=("TBL-TYPE", "defender"), suffix="-f"),
    UnitMark("m_printed", "posture", ("foot", "mounted")),
    UnitMark("r_weapon", "weapon", chart=("TBL-FIRE-RANGE", "weapon")),
)

FACTS = (
    ("Weapon", total("acting", "r_weapon")),
    ("Firers", count("attackers")),
    (
        "TargetClass",
        f"({some('target', 'posture==2')}?{total('target', 'c_mounted')}:"
        f"{some('target', 'posture==3')}?{total('target', 'c_foot')}:{total('target', 'c_printed')})",
    ),
    ("AS", total("attackers", "r_sp_now")),
    ("DS", total("hex", "r_sp_now")),
    ("QA", lowest("attackers", "r_quality_now")),
    ("QD", highest("target", "r_quality_now")),
    ("Charging", count("attackers", "[combat charge]")),
    ("RearCharge", count("attackers", "[combat charge]&&[rear]")),
    ("InFront", count("attackers", "[front]")),
    ("InRear", count("attackers", "[rear]")),
)

COMBAT = (
    CheckDef(
        "fire",
        say("Fire", "Tir", "Strzelanie", "Lövés"),
        "",
        "F",
        chart="TBL-FIRE",
        target=True,
        modifiers=(
            CheckModifier(
                say("range", "portée", "zasięg", "távolság"),
                value="[grid TBL-FIRE-RANGE|Weapon|Dist]",
                when="Dist>0&&Dist<7",
            ),
            CheckModifier(
                say("moved", "a bougé", "ruch", "mozgott"),
                value="-" + count("attackers", "Moved==true"),
            ),
            CheckModifier(
                say("few SP", "peu de PF", "mało PS", "kevés EP"),
                value="-" + count("attackers", "r_sp_now<4"),
            ),
            CheckModifier(
                say("many SP", "beaucoup de PF", "dużo PS", "sok EP"),
                value=count("attackers", "r_sp_now>=8"),
            ),
            CheckModifier(
                say("mounted", "à cheval", "konno", "lovon"),
                value="-" + count("attackers", _MOUNTED),
            ),
            CheckModifier(
                say("discouraged", "découragé", "zniechęceni", "bátortalan"),
                value="-2*" + count("attackers", "[organisation discouraged]"),
            ),
            CheckModifier(
                say("more units", "plusieurs unités", "więcej jednostek", "több egység"),
                value="(Firers>3?2:Firers-1)",
                when="Firers>1",
            ),
            CheckModifier(
                say("class of the target", "classe de la cible", "klasa celu", "célpont osztálya"),
                value="[place TBL-FIRE-TARGET|TargetClass]",
                when="TN>0",
            ),
            CheckModifier(
                say("two units", "deux unités", "dwie jednostki", "két egység"),
                ("TBL-FIRE-DRM", "two_units"),
                when=f"{count('hex')}>1",
            ),
            CheckModifier(
                say("from the rear", "par l'arrière", "od tyłu", "hátulról"),
                ("TBL-FIRE-DRM", "rear"),
                when=f"Dist>0&&{_STEADY_TARGET}&&{none('attackers', '!([rear])')}",
            ),
            CheckModifier(_TERRAIN, value="[terrain TBL-TERRAIN-HEX fire_drm]", when="TN>0"),
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
        rules=("AFE-9.3-e", "AFE-9.3-f"),
    ),
    CheckDef(
        "melee",
        say("Melee or charge", "Mêlée ou charge", "Walka wręcz lub szarża", "Közelharc vagy roham"),
        "",
        "S",
        chart="TBL-MELEE",
        target=True,
        arms=("infantry", "cavalry"),
        modifiers=(
            CheckModifier(
                say("ratio", "rapport", "stosunek sił", "erőarány"),
                value="[ratio TBL-MELEE-RATIO|AS|DS]",
                when="DS>0",
            ),
            CheckModifier(
                say("types", "types", "typy", "típusok"),
                value=lowest(
                    "attackers", f"[matrix TBL-TYPE|{_CLASS}|TargetClass]", "[arms infantry cavalry]", -6, 3
                ),
                when="TN>0",
            ),
            CheckModifier(
                say("quality", "qualité", "jakość", "minőség"),
                value="[lookup TBL-MELEE-QUALITY|(QA-QD)]",
                when="TN>0",
            ),
            CheckModifier(
                say("charge", "charge", "szarża", "roham"),
                ("TBL-MELEE-DRM", "charge_front"),
                when=f"Charging>0&&({some('target', '[organisation routed]')}||RearCharge==0)",
            ),
            CheckModifier(
                say("charge from the rear", "charge par l'arrière", "szarża od tyłu", "roham hátulról"),
                ("TBL-MELEE-DRM", "charge_rear"),
                when=f"RearCharge>0&&{_STEADY_TARGET}",
            ),
            CheckModifier(
                say("braced on foot", "à pied, de pied ferme", "spieszeni w szyku", "gyalogos kitart"),
                ("TBL-MELEE-DRM", "braced_foot"),
                when="Charging>0&&RearCharge==0&&"
                + some("target", f"[organisation steady]&&({_CLASS}==1||{_CLASS}==3)"),
            ),
            CheckModifier(
                say(
                    "defender discouraged",
                    "défenseur découragé",
                    "obrońca zniechęcony",
                    "bátortalan védő",
                ),
                ("TBL-MELEE-DRM", "defender_discouraged"),
                when=some("target", "[organisation discouraged]"),
            ),
            CheckModifier(
                say("defender routed", "défenseur en déroute", "obrońca ucieka", "menekülő védő"),
                ("TBL-MELEE-DRM", "defender_routed"),
                when=some("target", "[organisation routed]"),
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
                when=f"TN>0&&Charging==0&&{_STEADY_TARGET}&&InFront==0",
            ),
            CheckModifier(
                say("front and rear", "front et arrière", "z przodu i z tyłu", "elöl és hátul"),
                ("TBL-MELEE-DRM", "front_and_rear"),
                when=f"TN>0&&{_STEADY_TARGET}&&InFront>0&&InRear>0",
            ),
            CheckModifier(
                _TERRAIN,
                value=f"({some('attackers', _MOUNTED)}?[terrain TBL-TERRAIN-HEX melee_mounted]"
                ":[terrain TBL-TERRAIN-HEX melee_foot])",
                when="TN>0",
            ),
        ),
        ask=say(
            "other modifiers: level, hexsides, the attackers' terrain, surrounded "
            "(ratio, types, quality, charge, states, rear and "
            "terrain of a marked target are added)",
            "autres modificateurs : niveau, côtés d'hex, terrain des attaquants, encerclement "
            "(avec une cible marquée, rapport, "
            "types, qualité, charge, états, arrière et terrain sont comptés)",
            "inne modyfikatory: poziom, krawędzie, teren atakujących, otoczenie "
            "(stosunek, typy, jakość, szarża, stany, tyły "
            "i teren oznaczonego celu są doliczane)",
            "egyéb módosítók: szint, hexoldal, a támadók terepe, bekerítés "
            "(megjelölt célpontnál az arány, típus, minőség, "
            "roham, állapot, hátulról és terep beszámítva)",
        ),
        limit=("TBL-MELEE-LIMIT", "least", "most"),
        words=_RESULTS,
        rules=("AFE-10.6-a", "AFE-10.5-i", "AFE-10.5-j", "AFE-10.5-k", "AFE-10.5-m"),
    ),
    CheckDef(
        "leader_loss",
        say("Loss of a leader", "Perte d'un chef", "Strata dowódcy", "Parancsnok vesztesége"),
        "",
        "",
        chart="TBL-LEADER-LOSS",
        ask=say("modifiers", "modificateurs", "modyfikatory", "módosítók"),
        rules=("AFE-7.5-a",),
    ),
)
