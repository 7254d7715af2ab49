"""Fire, close combat and what follows in a VASSAL module, through the charts of Musket & Pike."""

from __future__ import annotations

from jdgtools.model.module import CheckDef, CheckModifier
from jdgtools.model.module_terms import none, some
from jdgtools.series.mpbs import module_objections as objections
from jdgtools.series.mpbs.module_facts import (
    BROKEN,
    BROKEN_TARGET,
    DEFENDERS,
    FIGHTERS,
    NO_FLANK,
    SHAKEN,
)
from jdgtools.series.strings import say

_HITS = (
    ("1", say("1 SP lost", "1 PF perdu", "strata 1 PS")),
    ("2", say("2 SP lost", "2 PF perdus", "strata 2 PS")),
    ("FH", say("formation hit", "choc de formation", "trafienie formacji")),
    ("MC", say("Morale Check", "test de moral", "próba morale")),
)
_ONE = "(r_strength_now-([option small_strength current]?casualties:0)==1)"
_NOT_ONE = f"!{_ONE}"
_ONE_STRENGTH = (
    f"Defenders==1&&{some('hex', f'[arms light_infantry]&&{_ONE}')}"
    f"&&{none('hex', FIGHTERS + '&&!([arms light_infantry])')}"
)
"""Whether light infantry of strength 1 defends alone (MP-11.6-b, AMB-72)."""
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
        when=some("acting", SHAKEN),
    ),
    CheckModifier(
        say("formation broken", "formation rompue", "formacja rozbita"),
        ("T-FIRE-DRM", "firer_fb"),
        when=some("acting", BROKEN),
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
        when=f"Touching>0&&Before==0&&{NO_FLANK}&&{none('target', '[arms artillery]')}",
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
    CheckModifier(
        say("terrain", "terrain", "teren"),
        value="[terrain T-TEC-HEX fire_drm]",
        line="terrain",
        when="TN>0",
    ),
)
_AFTER_SALVO = CheckModifier(
    say("after its salvo", "après sa salve", "po salwie"),
    ("T-FIRE-DRM", "after_salvo"),
    axis="salvo",
    state="salvo_fired",
)
_ASK_FIRE = say(
    "other modifiers: advancing or retreating fire, reaction to moving cavalry, hexsides, a leader alone "
    "(state, target and terrain of a marked target are added)",
    "autres modificateurs : tir en avançant ou en reculant, réaction à une cavalerie en mouvement, côtés "
    "d'hex, chef seul (état, cible et terrain d'une cible marquée sont comptés)",
    "inne modyfikatory: ogień w natarciu lub odwrocie, reakcja na ruch kawalerii, krawędzie, samotny "
    "dowódca (stan, cel i teren oznaczonego celu są doliczane)",
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
        tables = (*_columns("flank", "Touching>0&&Ahead==0"), *tables)
    return CheckDef(
        check,
        say(*name),
        "",
        letter,
        chart="T-FIRE-HI",
        tables=tables,
        target=True,
        combat="fire",
        arms=("heavy_infantry",),
        modifiers=_FIRE if column == "salvo" else (*_FIRE, _AFTER_SALVO),
        ask=_ASK_FIRE,
        words=_HITS,
        required_axis="salvo" if column == "salvo" else "",
        fact_words=(("fire", "salvo", ""),) if column == "salvo" else (),
        passed=_SALVO_CHECK if column == "salvo" else None,
        objections=objections.SALVO if column == "salvo" else objections.FIRE,
        spends=objections.SALVO_SPENDS if column == "salvo" else (),
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
        combat="fire",
        arms=("light_infantry", "cavalry", "dismounted_cavalry"),
        modifiers=_FIRE,
        ask=_ASK_FIRE,
        words=_HITS,
        objections=objections.PISTOLS,
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
        combat="fire",
        arms=("artillery",),
        modifiers=(
            CheckModifier(
                say("range", "portée", "zasięg"),
                value="[grid T-ART-RANGE|Size|Reach]",
                line="range",
                when="Dist>0",
            ),
            CheckModifier(
                say("hedgehog", "hérisson", "jeż"),
                ("T-ART-DRM", "target_hedgehog"),
                when=some("target", "[formation hedgehog]"),
            ),
            CheckModifier(
                say("from the flank", "de flanc", "z flanki"),
                ("T-ART-DRM", "from_flank"),
                when=f"Dist>0&&{NO_FLANK}&&{none('target', '[arms artillery]')}"
                "&&26*Math.abs(Along)<15*Math.abs(Across)",
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
                line="terrain",
                when="TN>0",
            ),
        ),
        ask=say(
            "other modifiers: hexsides, a leader alone (range, flank, target and terrain of a marked target "
            "are added)",
            "autres modificateurs : côtés d'hex, chef seul (portée, flanc, cible et terrain d'une cible "
            "marquée sont comptés)",
            "inne modyfikatory: krawędzie, samotny dowódca (zasięg, flanka, cel i teren oznaczonego celu są "
            "doliczane)",
        ),
        words=_HITS,
        objections=objections.GUNS,
        spends=objections.GUN_SPENDS,
        rules=("MP-10.8.2-a",),
    ),
    CheckDef(
        "close_combat",
        say("Close combat", "Combat rapproché", "Walka wręcz"),
        "",
        "S",
        chart="T-CC",
        target=True,
        combat="melee",
        arms=("heavy_infantry", "light_infantry", "cavalry", "dismounted_cavalry"),
        modifiers=(
            CheckModifier(
                say("ratio", "rapport", "stosunek sił"),
                value="([option ratio_exact]&&AS<DS?(AS*4<=DS?[cell T-CC-RATIO 1:4]:AS*2<=DS"
                "?[cell T-CC-RATIO 1:2]:[cell T-CC-RATIO even]):[ratio T-CC-RATIO|AS|DS])",
                line="ratio",
                when="DS>0",
            ),
            CheckModifier(say("morale", "moral", "morale"), value="AM-DM", line="morale", when="Defenders>0"),
            CheckModifier(
                say("momentum", "élan", "impet"),
                value=f"({some('attackers', '[momentum momentum]&&[arms cavalry]')}"
                "?[cell T-MOMENTUM cavalry]:[cell T-MOMENTUM heavy_infantry])",
                line="momentum",
                when=some("attackers", "[arms cavalry heavy_infantry]&&[momentum momentum]"),
            ),
            CheckModifier(
                say("left flank", "flanc gauche", "lewa flanka"), ("T-CC-DRM", "left_flank"), when="Left>0"
            ),
            CheckModifier(
                say("right flank", "flanc droit", "prawa flanka"),
                ("T-CC-DRM", "right_flank"),
                when="Right>0&&Left<[option flank_bonus_limit]",
            ),
            CheckModifier(
                say("rear", "arrière", "tyły"),
                ("T-CC-DRM", "rear"),
                when="Rear>0&&Left+Right<[option flank_bonus_limit]",
            ),
            *(
                CheckModifier(say(*name), ("T-CC-DRM", line), when=when)
                for line, when, name in (
                    (
                        "defender_fs",
                        f"{some('hex', DEFENDERS + '&&' + SHAKEN)}"
                        f"&&{none('hex', DEFENDERS + '&&' + BROKEN_TARGET)}",
                        ("defender shaken or open", "défenseur ébranlé ou ouvert", "obrońca rozproszony"),
                    ),
                    (
                        "defender_fb",
                        some("hex", f"{DEFENDERS}&&{BROKEN_TARGET}"),
                        ("defender broken", "défenseur rompu", "obrońca rozbity"),
                    ),
                    (
                        "attacker_fs",
                        f"{some('attackers', SHAKEN)}&&{none('attackers', BROKEN)}",
                        ("attacker shaken or open", "attaquant ébranlé ou ouvert", "atakujący rozproszony"),
                    ),
                    (
                        "attacker_fb",
                        some("attackers", BROKEN),
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
                line="matrix",
                when="TN>0",
            ),
            CheckModifier(
                say("terrain", "terrain", "teren"),
                value=f"Math.min({some('attackers', '[arms cavalry]')}?[terrain T-TEC-HEX cc_cavalry]:0,"
                f"{some('attackers', '!([arms cavalry])')}?[terrain T-TEC-HEX cc_infantry]:0)",
                line="terrain",
                when="TN>0",
            ),
        ),
        ask=say(
            "other modifiers: leaders, pistols, salvo, hexsides (with a marked target ratio, morale, "
            "momentum, formation, flanks, kinds and terrain are added)",
            "autres modificateurs : chefs, pistolets, salve, côtés d'hex (avec une cible marquée : rapport, "
            "moral, élan, formation, flancs, genres et terrain sont comptés)",
            "inne modyfikatory: dowódcy, pistolety, salwa, krawędzie (przy oznaczonym celu stosunek, morale, "
            "impet, formacja, flanki, rodzaje i teren są doliczane)",
        ),
        limit=("T-CC-LIMIT", "least", "most"),
        words=_COMBAT,
        instead=(
            (
                f"Defenders==0&&{some('target', '[arms artillery]')}",
                say(
                    "guns alone are captured without a roll",
                    "artillerie seule : capturée sans dé",
                    "sama artyleria zostaje zdobyta bez rzutu",
                ),
            ),
            (
                f"{_ONE_STRENGTH}&&{some('attackers', '!([arms light_infantry])||' + _NOT_ONE)}",
                say(
                    "light infantry of strength 1 is eliminated without a roll",
                    "infanterie légère de force 1 : éliminée sans dé",
                    "lekka piechota o sile 1 zostaje wyeliminowana bez rzutu",
                ),
            ),
        ),
        objections=objections.CLOSE_COMBAT,
        spends=objections.CLOSE_COMBAT_SPENDS,
        rules=("MP-11.2-d", "MP-11.3.1-c", "MP-11.3.8-a"),
    ),
    CheckDef(
        "pursuit",
        say("Pursuit", "Poursuite", "Pościg"),
        "",
        "",
        chart="T-PURSUIT",
        target=True,
        arms=("cavalry",),
        modifiers=(
            CheckModifier(
                say("loser infantry", "perdant : infanterie", "przegrany: piechota"),
                ("T-PURSUIT-DRM", "loser_infantry"),
                when=some("target", "[arms heavy_infantry light_infantry dismounted_cavalry]"),
            ),
            CheckModifier(
                say("shaken or open", "ébranlée ou ouverte", "rozproszona lub luźna"),
                ("T-PURSUIT-DRM", "fs_before"),
                when=some("acting", SHAKEN),
            ),
            CheckModifier(
                say("formation broken", "formation rompue", "formacja rozbita"),
                ("T-PURSUIT-DRM", "fb_before"),
                when=some("acting", BROKEN),
            ),
        ),
        ask=say(
            "rating of one leader with the cavalry (the formation, and infantry that is marked, are counted)",
            "valeur d'un chef avec la cavalerie (la formation, et l'infanterie marquée, sont comptées)",
            "współczynnik jednego dowódcy przy kawalerii (formacja i oznaczona piechota są doliczane)",
        ),
        objections=objections.PURSUIT,
        rules=("MP-11.7.1-a", "MP-11.7.2-a"),
    ),
)
