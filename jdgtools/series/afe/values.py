"""Values of the choices and options of Au fil de l'épée, as players read them."""

from __future__ import annotations

from jdgtools.series.strings import say

VALUE_NAMES = (
    ("all", say("all of them", "tous", "wszystkie", "mindegyik")),
    ("any_enemy", say("any enemy", "tout ennemi", "każdy wróg", "bármely ellenség")),
    ("arquebus", say("arquebus", "arquebuse", "arkebuz", "szakállas puska")),
    ("artillery", say("artillery", "artillerie", "artyleria", "tüzérség")),
    ("attacker", say("attacker", "attaquant", "atakujący", "támadó")),
    (
        "attacker_first",
        say("the attacker first", "l'attaquant d'abord", "najpierw atakujący", "előbb a támadó"),
    ),
    ("bow", say("bow", "arc", "łuk", "íj")),
    ("crossbow", say("crossbow", "arbalète", "kusza", "számszeríj")),
    ("defender", say("defender", "défenseur", "obrońca", "védő")),
    ("foot", say("on foot", "à pied", "pieszo", "gyalog")),
    ("full_movement", say("its full movement", "tout son mouvement", "pełny ruch", "teljes mozgás")),
    (
        "initiative_total",
        say(
            "the higher initiative total",
            "le plus haut total d'initiative",
            "wyższa suma inicjatywy",
            "a nagyobb kezdeményezési összeg",
        ),
    ),
    (
        "light",
        say(
            "javelins, slings, short bows",
            "javelots, frondes, arcs courts",
            "oszczepy, proce, krótkie łuki",
            "hajítódárda, parittya, rövid íj",
        ),
    ),
    (
        "literal",
        say(
            "those of the rules, to the letter",
            "ceux des règles, à la lettre",
            "dosłownie według zasad",
            "szó szerint a szabály szerint",
        ),
    ),
    ("longbow", say("longbow", "arc long", "długi łuk", "hosszúíj")),
    ("mounted", say("mounted", "monté", "konno", "lóháton")),
    (
        "nearer_higher",
        say(
            "those lower and nearer to it",
            "les plus bas et plus proches d'elle",
            "niższe i bliższe jej",
            "az alacsonyabb és hozzá közelebbi",
        ),
    ),
    ("optional", say("if its owner likes", "au gré du joueur", "według woli gracza", "a tulajdonosa dönt")),
    (
        "per_activation",
        say("once an activation", "une fois par activation", "raz na aktywację", "aktiválásonként egyszer"),
    ),
    ("per_melee", say("once a melee", "une fois par mêlée", "raz na walkę", "közelharconként egyszer")),
    ("required", say("always", "toujours", "zawsze", "mindig")),
    ("roll_off", say("a roll of the dice", "un jet de dés", "rzut kostkami", "kockadobás")),
    ("simultaneous", say("both at once", "simultanément", "jednocześnie", "egyszerre")),
    ("target", say("the target only", "la cible seulement", "tylko cel", "csak a célpont")),
    ("terrain", say("terrain only", "le terrain seulement", "tylko teren", "csak a terep")),
    ("two_hexes", say("two hexes", "deux hexes", "dwa heksy", "két hatszög")),
)
