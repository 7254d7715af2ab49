"""Checks, fire, shock and charge in a VASSAL module, through the charts of Jours de Gloire."""

from __future__ import annotations

from jdgtools.model.module import CheckDef, CheckModifier, UnitMark
from jdgtools.model.module_terms import count, highest, none, some, total
from jdgtools.series.jdg import module_objections as objections
from jdgtools.series.strings import say

_FIGHTS = "[arms infantry cavalry]"
_ORDERED = f"{_FIGHTS}&&[level ordered]"
"""Units that an attack counts: artillery and units that are not ordered add nothing (JDG-5.1.3-f, -g)."""
_SIX_FRONT = "([terrain TBL-TEC-HEX six_front]==1)"
ZONELESS = f"Dist>1||Square>0||Routed==1||{_SIX_FRONT}"
"""Whether the target has no rear, or is not adjacent."""
_NIGHT = say("night", "nuit", "noc")
_FOG = say("fog", "brouillard", "mgła")
_ROUTED = say("routed", "en déroute", "uciekająca")
_WITHDRAWAL = say("withdrawal", "retrait", "wycofanie")
_TERRAIN = say("terrain", "terrain", "teren")

RESULTS = (
    ("CC", say("cohesion check", "test de cohésion", "próba zwartości")),
    ("CC+2", say("cohesion check at +2", "test de cohésion à +2", "próba zwartości z +2")),
    ("DIS", say("disordered", "désorganisation", "zmieszanie")),
    ("FB", say("falls back 1 hex", "recule d'un hex", "cofa się o 1 heks")),
    ("ROUT", say("routed", "déroute", "ucieczka")),
    ("ELIM", say("eliminated", "élimination", "eliminacja")),
    ("CA", say("counter-attack", "contre-attaque", "kontratak")),
    ("PU", say("pursuit", "poursuite", "pościg")),
    ("BT", say("breakthrough", "percée", "przełamanie")),
)
"""What the codes of the charts mean."""

UNIT_MARKS = (UnitMark("r_heavy", "heavy", arms=("cavalry",)), UnitMark("ordered_strength", "strength"))

FACTS = (
    ("Effective", total("acting", "r_effective_range_now")),
    ("AS", total("attackers", "r_strength_now", _ORDERED)),
    ("DS", total("hex", "r_strength_now", _FIGHTS)),
    ("Footmen", count("hex", _FIGHTS)),
    ("Charging", count("attackers", "[arms cavalry]&&[combat charge]")),
    ("Square", count("hex", "[square in_square]")),
    ("Routed", f"(Footmen>0&&{none('hex', _FIGHTS + '&&[level ordered disordered]')}?1:0)"),
    *objections.FACTS,
)

_ASK_FIRE = say(
    "other modifiers: hexsides, combined battery (range, target and terrain of a marked target are added)",
    "autres modificateurs : côtés d'hex, batterie combinée (portée, cible et terrain d'une cible marquée "
    "sont comptés)",
    "inne modyfikatory: krawędzie, wspólna bateria (zasięg, cel i teren oznaczonego celu są doliczane)",
)
_OUT_OF_SQUARE = 'CountMap("[map]","{Unit==1&&CurrentX==AX&&CurrentY==AY&&[square in_square]}")>0'
"""Whether the guns, or infantry in their hex, are in square (JDG-9.3.2-b)."""


def _fire(use: str) -> tuple[CheckModifier, ...]:
    """Return the modifiers of a use of the fire chart; lines that it has not for the use are left out."""
    guns = some("target", "[arms artillery]")
    lines: tuple[tuple[str, tuple[str, str, str], str, str], ...] = (
        ("reaction_fire", ("reaction fire", "tir de réaction", "ogień w reakcji"), "1==1", "reaction"),
        (
            "reaction_from_square",
            ("out of a square", "depuis un carré", "z czworoboku"),
            _OUT_OF_SQUARE,
            "reaction",
        ),
        ("close_range", ("close range", "bout portant", "zasięg bliski"), "Dist==1", ""),
        (
            "effective_range",
            ("effective range", "portée efficace", "zasięg skuteczny"),
            "Dist>1&&Dist<=Effective",
            "normal counter_battery",
        ),
        (
            "long_range",
            ("long range", "longue portée", "duży zasięg"),
            "Dist>1&&Dist>Effective",
            "normal counter_battery",
        ),
        (
            "dense_target",
            ("dense target", "cible dense", "cel zwarty"),
            "Footmen>([option dense_target stack_three]?2:1)"
            f"||[option dense_target data]&&{some('hex', _FIGHTS + '&&r_strength_now>=8')}",
            "normal reaction",
        ),
        (
            "target_in_square",
            ("target in square", "cible en carré", "cel w czworoboku"),
            "Square>0",
            "normal counter_battery",
        ),
        (
            "target_artillery",
            ("artillery alone", "artillerie seule", "sama artyleria"),
            f"Footmen==0&&{guns}",
            "normal",
        ),
        (
            "target_artillery",
            ("target artillery", "cible : artillerie", "cel: artyleria"),
            guns,
            "counter_battery",
        ),
    )
    return (
        *(
            CheckModifier(say(*name), ("TBL-FIRE-DRM", line, use), when=when)
            for line, name, when, uses in lines
            if use in (uses.split() or [use])
        ),
        CheckModifier(_TERRAIN, value="[terrain TBL-TEC-HEX fire_drm]", line="terrain", when="TN>0"),
        CheckModifier(_NIGHT, ("TBL-FIRE-DRM", "night_or_fog", use), flag="night"),
        CheckModifier(_FOG, ("TBL-FIRE-DRM", "night_or_fog", use), flag="fog", unless="night"),
    )


CHECKS = (
    CheckDef(
        "cohesion_check",
        say("Cohesion check", "Test de cohésion", "Próba zwartości"),
        "cohesion",
        "C",
        modifiers=(
            CheckModifier(_NIGHT, ("TBL-CHECK-DRM", "night"), flag="night"),
            CheckModifier(_FOG, ("TBL-CHECK-DRM", "fog"), flag="fog"),
        ),
        objections=objections.COHESION_CHECK,
        rules=("JDG-0.4.1-a", "JDG-12.1-f", "JDG-12.2-e"),
    ),
    CheckDef(
        "shock_check",
        say("Shock check", "Test de choc", "Próba starcia"),
        "shock",
        "H",
        arms=("infantry", "cavalry"),
        objections=objections.SHOCK_CHECK,
        spends=objections.SHOCK_CHECK_SPENDS,
        rules=("JDG-0.4.2-a",),
    ),
    CheckDef(
        "rally",
        say("Rally", "Ralliement", "Porządkowanie jednostki"),
        "cohesion",
        "R",
        modifiers=(
            CheckModifier(
                _ROUTED, ("TBL-CHECK-DRM", "rally_routed"), axis="level", state="routed", unless="night"
            ),
            CheckModifier(
                _ROUTED,
                ("TBL-CHECK-DRM", "rally_routed_night"),
                axis="level",
                state="routed",
                flag="night",
            ),
            CheckModifier(_FOG, ("TBL-CHECK-DRM", "rally_fog"), flag="fog"),
            CheckModifier(
                _NIGHT, ("TBL-CHECK-DRM", "night"), flag="night", when="[option night_plus_two_on_rally]"
            ),
        ),
        passed=say("one level up", "remonte d'un niveau", "o poziom wyżej"),
        failed=say("stays at its level", "reste à son niveau", "bez zmian"),
        objections=objections.RALLY,
        spends=objections.RALLY_SPENDS,
        rules=("JDG-11.1-e", "JDG-11.1-f", "JDG-12.1-h"),
    ),
    *(
        CheckDef(
            f"withdrawal_{n}",
            name,
            "cohesion",
            "",
            arms=("cavalry",),
            modifiers=(
                CheckModifier(_WITHDRAWAL, ("TBL-CHECK-DRM", f"withdraw_{n}")),
                CheckModifier(_NIGHT, ("TBL-CHECK-DRM", "night"), flag="night"),
                CheckModifier(_FOG, ("TBL-CHECK-DRM", "fog"), flag="fog"),
            ),
            objections=objections.WITHDRAWAL,
            spends=objections.WITHDRAWAL_SPENDS,
            rules=("JDG-8.8.1-a", statement, "JDG-12.1-f", "JDG-12.2-e"),
        )
        for n, name, statement in (
            (1, say("Withdrawal of 1 hex", "Retrait de 1 hex", "Wycofanie o 1 heks"), "JDG-8.8.1-d"),
            (2, say("Withdrawal of 2 hexes", "Retrait de 2 hexes", "Wycofanie o 2 heksy"), "JDG-8.8.1-f"),
        )
    ),
    CheckDef(
        "artillery_fire",
        say("Artillery fire", "Tir d'artillerie", "Ogień artylerii"),
        "strength",
        "F",
        arms=("artillery",),
        chart="TBL-FIRE",
        target=True,
        combat="fire",
        modifiers=_fire("normal"),
        fact_words=(("fire", "normal", ""),),
        ask=_ASK_FIRE,
        words=RESULTS,
        objections=objections.FIRE,
        spends=objections.FIRE_SPENDS,
        rules=("JDG-7.5-a",),
    ),
    CheckDef(
        "counter_battery",
        say("Counter-battery fire", "Tir de contre-batterie", "Ogień przeciwbateryjny"),
        "strength",
        "",
        arms=("artillery",),
        chart="TBL-FIRE",
        target=True,
        combat="fire",
        modifiers=_fire("counter_battery"),
        fact_words=(("fire", "counter_battery", ""),),
        ask=_ASK_FIRE,
        words=RESULTS,
        objections=objections.COUNTER_BATTERY,
        spends=objections.COUNTER_BATTERY_SPENDS,
        rules=("JDG-7.5-a", "JDG-7.1-h"),
    ),
    CheckDef(
        "reaction_fire",
        say("Reaction fire", "Tir de réaction", "Ogień w reakcji"),
        "strength",
        "",
        arms=("artillery",),
        chart="TBL-FIRE",
        target=True,
        combat="fire",
        modifiers=_fire("reaction"),
        fact_words=(("fire", "reaction", ""),),
        ask=say(
            "other modifiers: hexsides (range, target and terrain of a marked target are added)",
            "autres modificateurs : côtés d'hex (portée, cible et terrain d'une cible marquée sont comptés)",
            "inne modyfikatory: krawędzie (zasięg, cel i teren oznaczonego celu są doliczane)",
        ),
        words=RESULTS,
        objections=objections.REACTION,
        spends=objections.REACTION_SPENDS,
        rules=("JDG-7.5-a", "JDG-8.3.3-e"),
    ),
    CheckDef(
        "shock_result",
        say("Shock or charge", "Choc ou charge", "Starcie lub szarża"),
        "",
        "S",
        arms=("infantry", "cavalry"),
        chart="TBL-SHOCK",
        target=True,
        combat="melee",
        modifiers=(
            CheckModifier(
                say("ratio", "rapport", "stosunek sił"),
                value="[ratio TBL-RATIO|AS|DS]",
                line="ratio",
                when="DS>0",
            ),
            CheckModifier(
                say("cohesion", "cohésion", "zwartość"),
                value=f"{highest('attackers', 'r_cohesion_now', _ORDERED)}"
                f"-{highest('hex', 'r_cohesion_now', _FIGHTS)}",
                line="cohesion_difference",
                when="Footmen>0",
            ),
            CheckModifier(
                _TERRAIN, value="[terrain TBL-TEC-HEX shock_drm_defender]", line="terrain", when="TN>0"
            ),
            CheckModifier(
                say("from the rear", "par l'arrière", "od tyłu"),
                ("TBL-SHOCK-DRM", "rear_attack", "shock"),
                when=f"Footmen>0&&Square==0&&Routed==0&&!{_SIX_FRONT}&&{some('attackers', '!([front])')}",
            ),
            CheckModifier(
                say("no ordered defender", "aucun défenseur en ordre", "obrońca nieuporządkowany"),
                ("TBL-SHOCK-DRM", "disordered_defender", "shock"),
                when=f"Footmen>0&&Routed==0&&{none('hex', _FIGHTS + '&&[level ordered]')}",
            ),
            CheckModifier(
                say("routed defender", "défenseur en déroute", "obrońca ucieka"),
                ("TBL-SHOCK-DRM", "routed_defender", "shock"),
                when="Routed==1",
            ),
            CheckModifier(
                say("cavalry without charge", "cavalerie sans charge", "kawaleria bez szarży"),
                ("TBL-SHOCK-DRM", "cavalry_shock", "shock"),
                when=f"TN>0&&Charging==0&&{none('attackers', '[arms infantry]')}"
                "&&([option cavalry_shock_drm always]||[terrain TBL-TEC-HEX blocks_charge]==1"
                f"||[option cavalry_shock_drm data]&&{some('hex', '[arms infantry]')})",
            ),
            CheckModifier(
                say("charge", "charge", "szarża"),
                ("TBL-SHOCK-DRM", "charge_bonus", "charge"),
                when="Charging>0&&Square==0",
            ),
            CheckModifier(
                say("heavy cavalry", "cavalerie lourde", "ciężka kawaleria"),
                ("TBL-SHOCK-DRM", "heavy_charge", "charge"),
                when="Charging>0&&Square==0&&"
                + some("attackers", "[arms cavalry]&&[combat charge]&&r_heavy==1"),
            ),
            CheckModifier(
                say("charge against a square", "charge contre un carré", "szarża na czworobok"),
                ("TBL-SHOCK-DRM", "charge_square", "charge"),
                when="Charging>0&&Square>0",
            ),
            CheckModifier(
                say("infantry against a square", "infanterie contre un carré", "piechota na czworobok"),
                ("TBL-SHOCK-DRM", "infantry_square", "shock"),
                when=f"Charging==0&&Square>0&&{some('attackers', '[arms infantry]')}",
            ),
            CheckModifier(
                say(
                    "infantry and charge against a square",
                    "infanterie et charge contre un carré",
                    "piechota i szarża na czworobok",
                ),
                ("TBL-SHOCK-DRM", "combined_square", "charge"),
                when=f"Charging>0&&Square>0&&{some('attackers', '[arms infantry]')}",
            ),
        ),
        ask=say(
            "other modifiers: hexsides, the attackers' terrain and six fronts, counter-charge, pursuit "
            "(with a marked target ratio, cohesion, terrain, rear, "
            "states, charge and square are added)",
            "autres modificateurs : côtés d'hex, terrain et six fronts des attaquants, contre-charge, "
            "poursuite "
            "(avec une cible marquée, le rapport, la "
            "cohésion, le terrain, l'arrière, les états, la charge et le carré sont comptés)",
            "inne modyfikatory: krawędzie, teren i sześć frontów atakujących, kontrszarża, pościg "
            "(przy oznaczonym celu stosunek sił, zwartość, teren, "
            "tyły, stany, szarża i czworobok są doliczane)",
        ),
        columns=(("charge", "Charging>0"), ("shock", "Charging==0")),
        words=RESULTS,
        objections=objections.SHOCK,
        spends=objections.SHOCK_SPENDS,
        instead=(
            (
                f"TN>0&&Footmen==0&&{some('target', '[arms artillery]')}",
                say(
                    "guns alone: eliminated after their reaction fire, without a roll",
                    "artillerie seule : éliminée après son tir de réaction, sans dé",
                    "sama artyleria: eliminowana po swoim ogniu w reakcji, bez rzutu",
                ),
            ),
        ),
        rules=("JDG-8.5-a", "JDG-8.5-f", "JDG-8.6.1-d", "JDG-8.6.2-a", "JDG-9.2-b"),
    ),
    CheckDef(
        "leader_initiative",
        say("Leader initiative", "Initiative du chef", "Inicjatywa dowódcy"),
        "rating",
        "I",
        on="activation",
        ask=say(
            "modifier of the commander-in-chief in range (subtracted)",
            "modificateur du commandant en chef à portée (soustrait)",
            "modyfikator głównodowodzącego w zasięgu (odejmowany)",
        ),
        subtract=True,
        passed=say("as with Orders Received", "comme avec Ordres reçus", "jak z Otrzymanymi Rozkazami"),
        failed=say("may only rally", "ne peut que se rallier", "może tylko porządkować jednostki"),
        rules=("JDG-2.4.3-e", "JDG-2.4.3-f", "JDG-2.4.3-h"),
    ),
)
