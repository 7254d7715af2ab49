"""Fire, close combat and what follows in a VASSAL module, through the charts of Musket & Pike."""

from __future__ import annotations

from jdgtools.model.module import CheckDef, CheckModifier, UnitMark
from jdgtools.model.module_terms import Who, highest, none, some, total
from jdgtools.series.strings import say

_SHAKEN = "[formation formation_shaken open_order]"
_BROKEN = "[formation formation_broken]"
_NO_FLANK = f"{none('target', '[formation hedgehog]')}&&{none('target', '[morale morale_broken]')}"
_CURRENT = "([morale morale_broken]?1:[morale morale_shaken]?r_morale_now-1:r_morale_now)"
"""Morale in force (MP-12.4.2-a, MP-12.4.3-a)."""


def morale_in_force(who: Who) -> str:
    """Return the morale in force of the acting piece or the target."""
    broken, shaken = some(who, "[morale morale_broken]"), some(who, "[morale morale_shaken]")
    return f"({broken}?1:{total(who, 'r_morale_now')}-({shaken}?1:0))"


UNIT_MARKS = (
    UnitMark("w_hexes", "footprint"),
    UnitMark("has_pikes", "pikes", arms=("heavy_infantry",)),
    UnitMark("has_guns", "regimental_artillery", arms=("heavy_infantry",)),
    UnitMark("gun_size", "gun_class", chart=("T-ART-RANGE", "class"), arms=("artillery",)),
    UnitMark("gun_double", "double", arms=("artillery",)),
)

_HALVED = f"{some('attackers', '[arms cavalry]')}&&{some('target', '[arms heavy_infantry]')}"
_FLANKED = "TN>0&&Narrow==1&&" + _NO_FLANK

FACTS = (
    ("Narrow", f"({none('attackers', 'w_hexes>1')}&&{none('target', 'w_hexes>1')}?1:0)"),
    ("Guns", total("acting", "has_guns")),
    ("Size", total("acting", "gun_size")),
    ("Double", total("acting", "gun_double")),
    ("AS", f"(2*({total('attackers', 'r_strength_now')}-{total('attackers', 'casualties')}))"),
    (
        "DS",
        f"(({_HALVED}?1:2)*({total('target', 'r_strength_now')}-{total('target', 'casualties')}))",
    ),
    (
        "Front",
        f"({some('attackers', '[front]')}||Narrow==0?0:1)",
    ),
    (
        "Column",
        f"({some('target', '[formation hedgehog]')}?2"
        f":{some('target', '[arms heavy_infantry]&&has_pikes==1')}?Front"
        f":{some('target', '[arms heavy_infantry dismounted_cavalry]')}?3+Front"
        f":{some('target', '[arms light_infantry]')}?5:{some('target', '[arms cavalry]')}?6:7)",
    ),
)

_HITS = (
    ("1", say("1 SP lost", "1 PF perdu", "strata 1 PS")),
    ("2", say("2 SP lost", "2 PF perdus", "strata 2 PS")),
    ("FH", say("formation hit", "choc de formation", "trafienie formacji")),
    ("MC", say("Morale Check", "test de moral", "próba morale")),
)
_COMBAT = (
    ("A", say("attacker loses", "l'attaquant perd", "atakujący przegrywa")),
    ("D", say("defender loses", "le défenseur perd", "obrońca przegrywa")),
    ("NE", say("locked, no loser", "bloqués, pas de perdant", "zwarcie, nikt nie przegrywa")),
    (
        "MS",
        say(
            "Morale Shaken, retreat of 1 or 2 hexes; eliminated if Broken before",
            "moral ébranlé, recul de 1 ou 2 hexes ; éliminé si déjà brisé",
            "morale obniżone, odwrót o 1–2 heksy; eliminacja, jeśli już złamane",
        ),
    ),
    (
        "MB",
        say(
            "Morale Broken, rout of 2 hexes; eliminated if Broken before",
            "moral brisé, déroute de 2 hexes ; éliminé si déjà brisé",
            "morale złamane, ucieczka o 2 heksy; eliminacja, jeśli już złamane",
        ),
    ),
    (
        "MB*",
        say(
            "Morale Broken, rout of 2 hexes; eliminated if Shaken or Broken before",
            "moral brisé, déroute de 2 hexes ; éliminé si déjà ébranlé ou brisé",
            "morale złamane, ucieczka o 2 heksy; eliminacja, jeśli już obniżone lub złamane",
        ),
    ),
    (
        "P",
        say(
            "winning cavalry tests for pursuit",
            "la cavalerie victorieuse teste la poursuite",
            "zwycięska kawaleria sprawdza pościg",
        ),
    ),
)

_FIRE = (
    CheckModifier(
        say("shaken or open", "ébranlée ou ouverte", "rozproszona lub luźna"),
        ("T-FIRE-DRM", "firer_fs"),
        when=some("acting", _SHAKEN),
    ),
    CheckModifier(
        say("formation broken", "formation rompue", "formacja rozbita"),
        ("T-FIRE-DRM", "firer_fb"),
        when=some("acting", _BROKEN),
    ),
    CheckModifier(
        say("half strength", "demi-effectif", "połowa siły"),
        ("T-FIRE-DRM", "firer_half"),
        when=some("acting", "casualties*2>=r_strength_now"),
    ),
    CheckModifier(
        say("hedgehog", "hérisson", "jeż"),
        ("T-FIRE-DRM", "target_hedgehog"),
        when=some("target", "[formation hedgehog]"),
    ),
    CheckModifier(
        say("from the flank", "de flanc", "z flanki"),
        ("T-FIRE-DRM", "from_flank"),
        when=f"{_FLANKED}&&{none('target', '[arms artillery]')}&&{none('acting', '[front]')}",
    ),
    CheckModifier(
        say("light target", "cible légère", "lekki cel"),
        ("T-FIRE-DRM", "target_li"),
        when=some("target", "[arms light_infantry dismounted_cavalry]"),
    ),
    CheckModifier(
        say("guns", "canons", "działa"),
        ("T-FIRE-DRM", "target_artillery"),
        when=some("target", "[arms artillery]"),
    ),
    CheckModifier(
        say("baggage", "bagages", "tabor"),
        ("T-FIRE-DRM", "target_baggage"),
        when=some("hex", "[arms baggage]"),
    ),
    CheckModifier(say("terrain", "terrain", "teren"), value="[terrain T-TEC-HEX fire_drm]", when="TN>0"),
)
_AFTER_SALVO = CheckModifier(
    say("after its salvo", "après sa salve", "po salwie"),
    ("T-FIRE-DRM", "after_salvo"),
    axis="salvo",
    state="salvo_fired",
)
_ASK_FIRE = say(
    "other modifiers: advancing or retreating fire, hexsides (state, target and terrain of a marked target "
    "are added)",
    "autres modificateurs : tir en avançant ou en reculant, côtés d'hex (état, cible et terrain d'une cible "
    "marquée sont comptés)",
    "inne modyfikatory: ogień w natarciu lub odwrocie, krawędzie (stan, cel i teren oznaczonego celu są "
    "doliczane)",
)


_SALVO_CHECK = say(
    "the target takes a Morale Check in any case",
    "la cible fait un test de moral dans tous les cas",
    "cel wykonuje próbę morale w każdym przypadku",
)
"""MP-10.4-d."""


def _columns(column: str, when: str = "") -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Return the fire table of heavy infantry, with and without regimental artillery."""
    test = f"&&{when}" if when else ""
    return (
        (f"Guns==1{test}", (("guns", "with"), ("column", column))),
        (f"Guns==0{test}", (("guns", "without"), ("column", column))),
    )


def _heavy(check: str, name: tuple[str, str, str], letter: str, column: str) -> CheckDef:
    tables = _columns(column)
    if column == "front":
        tables = (*_columns("flank", "Narrow==1&&TN>0&&[aside]"), *tables)
    return CheckDef(
        check,
        say(*name),
        "",
        letter,
        chart="T-FIRE-HI",
        tables=tables,
        target=True,
        arms=("heavy_infantry",),
        modifiers=_FIRE if column == "salvo" else (*_FIRE, _AFTER_SALVO),
        ask=_ASK_FIRE,
        words=_HITS,
        required_rating="salvo_capable" if column == "salvo" else "",
        passed=_SALVO_CHECK if column == "salvo" else None,
        rules=("MP-10.5.1-a",),
    )


COMBAT = (
    _heavy("fire", ("Fire", "Tir", "Ogień"), "F", "front"),
    _heavy("flank_fire", ("Fire through the flank", "Tir par le flanc", "Ogień przez flankę"), "", "flank"),
    _heavy("salvo_fire", ("Salvo Fire", "Tir en salve", "Ogień salwą"), "V", "salvo"),
    CheckDef(
        "light_fire",
        say("Fire", "Tir", "Ogień"),
        "",
        "F",
        chart="T-FIRE-LIGHT",
        tables=(
            (some("acting", "[arms light_infantry]"), (("column", "muskets"),)),
            ("", (("column", "pistols"),)),
        ),
        target=True,
        arms=("light_infantry", "cavalry", "dismounted_cavalry"),
        modifiers=_FIRE,
        ask=_ASK_FIRE,
        words=_HITS,
        rules=("MP-10.5.2-a", "MP-10.5.3-a"),
    ),
    CheckDef(
        "artillery_fire",
        say("Artillery fire", "Tir d'artillerie", "Ogień artylerii"),
        "",
        "F",
        chart="T-ART-FIRE",
        tables=tuple(
            (f"Size=={n}&&Double=={double}", (("column", f"@T-ART-COLUMN {gun} {battery}"),))
            for n, gun in enumerate(("12-24", "4-8", "3"))
            for double, battery in enumerate(("single", "double"))
        ),
        target=True,
        arms=("artillery",),
        modifiers=(
            CheckModifier(
                say("range", "portée", "zasięg"), value="[grid T-ART-RANGE|Size|Dist]", when="Dist>0"
            ),
            CheckModifier(
                say("hedgehog", "hérisson", "jeż"),
                ("T-ART-DRM", "target_hedgehog"),
                when=some("target", "[formation hedgehog]"),
            ),
            CheckModifier(
                say("light target or guns", "cible légère ou canons", "lekki cel lub działa"),
                ("T-ART-DRM", "target_li"),
                when=some("target", "[arms light_infantry dismounted_cavalry artillery]"),
            ),
            CheckModifier(
                say("baggage", "bagages", "tabor"),
                ("T-ART-DRM", "target_baggage"),
                when=some("hex", "[arms baggage]"),
            ),
            CheckModifier(
                say("terrain", "terrain", "teren"),
                value="[terrain T-TEC-HEX artillery_drm]",
                when="TN>0",
            ),
        ),
        ask=say(
            "other modifiers: flank, hexsides (range, target and terrain of a marked target are added)",
            "autres modificateurs : flanc, côtés d'hex (portée, cible et terrain d'une cible marquée sont "
            "comptés)",
            "inne modyfikatory: flanka, krawędzie (zasięg, cel i teren oznaczonego celu są doliczane)",
        ),
        words=_HITS,
        rules=("MP-10.8.2-a",),
    ),
    CheckDef(
        "close_combat",
        say("Close combat", "Combat rapproché", "Walka wręcz"),
        "",
        "S",
        chart="T-CC",
        target=True,
        arms=("heavy_infantry", "light_infantry", "cavalry", "dismounted_cavalry"),
        modifiers=(
            CheckModifier(
                say("ratio", "rapport", "stosunek sił"), value="[ratio T-CC-RATIO|AS|DS]", when="DS>0"
            ),
            CheckModifier(
                say("morale", "moral", "morale"),
                value=f"{highest('attackers', _CURRENT)}-{morale_in_force('target')}",
                when="TN>0",
            ),
            CheckModifier(
                say("momentum", "élan", "impet"),
                value=f"({some('attackers', '[momentum momentum]&&[arms cavalry]')}"
                "?[cell T-MOMENTUM cavalry]:[cell T-MOMENTUM heavy_infantry])",
                when=some("attackers", "[arms cavalry heavy_infantry]&&[momentum momentum]"),
            ),
            *(
                CheckModifier(
                    say(*name),
                    ("T-CC-DRM", line),
                    when=f"{_FLANKED}&&{some('attackers', where)}",
                )
                for line, where, name in (
                    ("left_flank", "[flank]&&[left]", ("left flank", "flanc gauche", "lewa flanka")),
                    ("right_flank", "[flank]&&!([left])", ("right flank", "flanc droit", "prawa flanka")),
                    ("rear", "[rear]", ("rear", "arrière", "tyły")),
                )
            ),
            *(
                CheckModifier(say(*name), ("T-CC-DRM", line), when=when)
                for line, when, name in (
                    (
                        "defender_fs",
                        some("target", _SHAKEN),
                        ("defender shaken or open", "défenseur ébranlé ou ouvert", "obrońca rozproszony"),
                    ),
                    (
                        "defender_fb",
                        some("target", _BROKEN),
                        ("defender broken", "défenseur rompu", "obrońca rozbity"),
                    ),
                    (
                        "attacker_fs",
                        f"{some('attackers', _SHAKEN)}&&{none('attackers', _BROKEN)}",
                        ("attacker shaken or open", "attaquant ébranlé ou ouvert", "atakujący rozproszony"),
                    ),
                    (
                        "attacker_fb",
                        some("attackers", _BROKEN),
                        ("attacker broken", "attaquant rompu", "atakujący rozbity"),
                    ),
                    ("baggage", some("hex", "[arms baggage]"), ("baggage", "bagages", "tabor")),
                )
            ),
            CheckModifier(
                say("kinds", "genres", "rodzaje"),
                value="Math.min("
                f"{some('attackers', '[arms cavalry]')}?[grid T-CC-MATRIX|0|Column]:9,Math.min("
                f"{some('attackers', '[arms heavy_infantry]&&has_pikes==1')}?[grid T-CC-MATRIX|1|Column]:9,"
                "Math.min("
                f"{some('attackers', '[arms dismounted_cavalry]')}"
                f"||{some('attackers', '[arms heavy_infantry]&&has_pikes==0')}"
                "?[grid T-CC-MATRIX|2|Column]:9,"
                f"{some('attackers', '[arms light_infantry]')}?[grid T-CC-MATRIX|3|Column]:9)))",
                when="TN>0",
            ),
            CheckModifier(
                say("terrain", "terrain", "teren"),
                value=f"({some('attackers', '[arms cavalry]')}?[terrain T-TEC-HEX cc_cavalry]"
                ":[terrain T-TEC-HEX cc_infantry])",
                when="TN>0",
            ),
        ),
        ask=say(
            "other modifiers: leaders, pistols, salvo, hexsides, flanks of two-hex units (with a marked "
            "target ratio, morale, momentum, formation, flanks, kinds and terrain are added)",
            "autres modificateurs : chefs, pistolets, salve, côtés d'hex, flancs des unités de deux hexes "
            "(avec une cible marquée : rapport, moral, élan, formation, flancs, genres et terrain sont "
            "comptés)",
            "inne modyfikatory: dowódcy, pistolety, salwa, krawędzie, flanki jednostek na dwóch heksach "
            "(przy oznaczonym celu stosunek, morale, impet, formacja, flanki, rodzaje i teren są doliczane)",
        ),
        limit=("T-CC-LIMIT", "least", "most"),
        words=_COMBAT,
        rules=("MP-11.2-d", "MP-11.3.1-c", "MP-11.3.8-a"),
    ),
    CheckDef(
        "pursuit",
        say("Pursuit", "Poursuite", "Pościg"),
        "",
        "",
        chart="T-PURSUIT",
        arms=("cavalry",),
        rules=("MP-11.7.1-a", "MP-11.7.2-a"),
    ),
)
