"""Named rulings of Au fil de l'épée that a battle or scenario may change (part VIII of the rules digest)."""

from __future__ import annotations

from jdgtools.model.definition import OptionDef
from jdgtools.series.strings import say

OPTIONS = (
    OptionDef(
        "equal_bonus_order",
        "initiative_total",
        say(
            "first side at equal command ratings and equal bonuses",
            "camp premier à valeurs et bonus égaux",
            "strona pierwsza przy równych wartościach i bonusach",
            "kezdő fél egyenlő hadvezéri érték és bonusz esetén",
        ),
        values=("initiative_total", "roll_off"),
        entry="AMB-04",
        rules=("AFE-6.C-e",),
    ),
    OptionDef(
        "cinc_may_ride_along",
        False,
        say(
            "a commander in chief moves with a unit that another leader activates",
            "un commandant en chef suit l'unité activée par un autre chef",
            "wódz rusza się z jednostką aktywowaną przez innego dowódcę",
            "a fővezér együtt mozog a más által aktivált egységgel",
        ),
        entry="AMB-09",
        rules=("AFE-7.1-j",),
    ),
    OptionDef(
        "phase_b_fire_forbids_move",
        False,
        say(
            "a unit that fires in phase B may not move in the same turn",
            "une unité qui tire en phase B ne bouge pas ce tour",
            "jednostka strzelająca w fazie B nie rusza się w tym etapie",
            "a B fázisban lövő egység abban a fordulóban nem mozoghat",
        ),
        entry="AMB-14",
        rules=("AFE-6.B-c",),
    ),
    OptionDef(
        "facing_cost_normal",
        1,
        say(
            "movement points for a turn of one hexside outside enemy fronts",
            "points de mouvement pour pivoter d'un côté hors front ennemi",
            "punkty ruchu za obrót o jedną krawędź poza frontem wroga",
            "egy oldalnyi fordulat mozgási pontja ellenséges arcvonalon kívül",
        ),
        values=(0, 1),
        entry="AMB-19",
        rules=("AFE-8.2-e",),
    ),
    OptionDef(
        "los_height",
        "nearer_higher",
        say(
            "which obstacles a higher unit sees over",
            "obstacles qu'une unité plus haute voit par-dessus",
            "przeszkody, ponad którymi widzi wyższa jednostka",
            "mely akadályok fölött lát el a magasabban álló egység",
        ),
        values=("nearer_higher", "literal"),
        entry="AMB-20",
        rules=("AFE-9.2-g", "AFE-9.2-h"),
    ),
    OptionDef(
        "fire_limit",
        "per_melee",
        say(
            "how often a unit may be fired at",
            "combien de fois une unité peut être prise pour cible",
            "ile razy można strzelać do jednostki",
            "hányszor lehet egy egységre lőni",
        ),
        values=("per_melee", "per_activation"),
        entry="AMB-21",
        rules=("AFE-9.1-d",),
    ),
    OptionDef(
        "out_of_command_withdrawal",
        False,
        say(
            "out-of-command units may withdraw one hex",
            "les unités hors de commandement peuvent reculer d'un hex",
            "jednostki poza dowodzeniem mogą wycofać się o heks",
            "parancs nélküli egység is visszavonulhat egy hatszöget",
        ),
        entry="AMB-31",
        rules=("AFE-8.3-c", "AFE-8.3-g"),
    ),
    OptionDef(
        "passed_through_rout",
        "two_hexes",
        say(
            "rout of a routed unit that is passed through in phase D",
            "déroute d'une unité traversée, déjà en déroute, en phase D",
            "ucieczka jednostki uciekającej, przez którą ktoś przechodzi w fazie D",
            "D fázisban áthatolt menekülő egység menekülése",
        ),
        values=("two_hexes", "full_movement"),
        entry="AMB-36",
        rules=("AFE-12.2.3-d",),
    ),
    OptionDef(
        "rout_order",
        "attacker_first",
        say(
            "order of rout movements in phase E",
            "ordre des mouvements de déroute en phase E",
            "kolejność ruchów ucieczki w fazie E",
            "a menekülő mozgások sorrendje az E fázisban",
        ),
        values=("attacker_first", "simultaneous"),
        entry="AMB-37",
        rules=("AFE-12.2.2-a", "AFE-12.2.3-e"),
    ),
    OptionDef(
        "freed_cinc_resumes",
        True,
        say(
            "a freed commander in chief resumes his rank",
            "un commandant en chef libéré reprend son rang",
            "uwolniony wódz odzyskuje dowództwo",
            "a kiszabadult fővezér visszakapja rangját",
        ),
        entry="AMB-43",
        rules=("AFE-7.6-f", "AFE-7.6-j"),
    ),
    OptionDef(
        "charge_contact",
        "any_enemy",
        say(
            "contact at the start that forbids a charge",
            "contact initial qui interdit une charge",
            "początkowy kontakt, który zabrania szarży",
            "a rohamot tiltó kezdeti érintkezés",
        ),
        values=("any_enemy", "target"),
        entry="AMB-78",
        rules=("AFE-10.2-f",),
    ),
    OptionDef(
        "momentum_facing_forced",
        False,
        say(
            "facing must be chosen so that compulsory momentum finds an enemy",
            "l'orientation doit permettre l'élan obligatoire",
            "ustawienie musi umożliwić obowiązkowy impet",
            "az arcvonalat úgy kell választani, hogy a kötelező lendület érvényesüljön",
        ),
        entry="AMB-60",
        rules=("AFE-10.9-b", "AFE-10.9-c"),
    ),
    OptionDef(
        "pursuit_end_facing_free",
        True,
        say(
            "charging cavalry faces freely when its pursuit has ended",
            "la cavalerie s'oriente librement à la fin de sa poursuite",
            "szarżująca kawaleria po końcu pościgu ustawia się dowolnie",
            "a rohamozó lovasság az üldözés végén szabadon fordul",
        ),
        entry="AMB-62",
        rules=("AFE-10.8-g", "AFE-10.8-h"),
        ignored_by_queries=True,
    ),
    OptionDef(
        "front_hex_retreat",
        "required",
        say(
            "a unit whose only free hexes are front hexes retreats there",
            "une unité dont les seuls hexes libres sont de front y recule",
            "jednostka, która ma wolne tylko heksy frontowe, cofa się na nie",
            "az az egység, amelynek csak elülső hatszögei szabadok, oda hátrál",
        ),
        values=("required", "optional"),
        entry="AMB-64",
        rules=("AFE-10.7-c", "AFE-10.7-f"),
    ),
    OptionDef(
        "favourable_factors",
        "all",
        say(
            "factors taken as is best for the defender where several units fight",
            "facteurs pris au mieux pour le défenseur si plusieurs unités combattent",
            "czynniki brane najlepiej dla obrońcy, gdy walczy kilka jednostek",
            "a védőnek legkedvezőbben vett tényezők, ha több egység harcol",
        ),
        values=("all", "terrain"),
        entry="AMB-83",
        rules=("AFE-10.5-h",),
    ),
)
