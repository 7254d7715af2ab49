"""Values of the choices and options of the Musket & Pike Battle Series, as players read them."""

from __future__ import annotations

from jdgtools.series.strings import say

VALUE_NAMES = (
    ("12-24", say("12–24 pounds", "12–24 livres", "12–24 funty")),
    ("3", say("3 pounds", "3 livres", "3 funty")),
    ("4-8", say("4–8 pounds", "4–8 livres", "4–8 funtów")),
    ("any", say("any enemy", "tout ennemi", "dowolny wróg")),
    ("arquebusiers", say("arquebusiers", "arquebusiers", "arkebuzerzy")),
    ("as_before", say("as before", "comme avant", "jak przedtem")),
    ("at_once", say("at once", "aussitôt", "od razu")),
    ("cavalry", say("cavalry", "cavalerie", "kawaleria")),
    ("commanded_muskets", say("commanded muskets", "mousquets détachés", "muszkieterzy wydzieleni")),
    ("cuirassiers", say("cuirassiers", "cuirassiers", "kirasjerzy")),
    ("current", say("the current one", "l'actuel", "bieżące")),
    ("dragoons", say("dragoons", "dragons", "dragoni")),
    ("eliminated", say("eliminated", "éliminé", "eliminacja")),
    ("everybody", say("everybody", "tous", "wszyscy")),
    ("far_unit", say("the farther unit", "l'unité la plus éloignée", "dalsza jednostka")),
    ("formation_broken", say("Formation Broken", "formation rompue", "formacja rozbita")),
    ("formation_normal", say("Formation Normal", "formation normale", "formacja normalna")),
    ("gag", say("Gustav Adolf the Great", "Gustav Adolf the Great", "Gustav Adolf the Great")),
    ("gun", say("the gun on top", "le canon au-dessus", "działo na wierzchu")),
    ("infantry", say("infantry", "infanterie", "piechota")),
    ("listed", say("the units listed", "les unités désignées", "jednostki wskazane")),
    (
        "marker_removal",
        say(
            "in the Marker Removal Phase", "en phase de retrait des marqueurs", "w fazie usuwania znaczników"
        ),
    ),
    ("near_unit", say("the nearer unit", "l'unité la plus proche", "bliższa jednostka")),
    ("nearest", say("the nearest enemy", "l'ennemi le plus proche", "najbliższy wróg")),
    ("never", say("never", "jamais", "nigdy")),
    (
        "ngbg",
        say("Nothing Gained But Glory", "Nothing Gained But Glory", "Nothing Gained But Glory"),
    ),
    ("nobody", say("nobody", "personne", "nikt")),
    (
        "opponent_of_last",
        say(
            "the opponent of the last to act",
            "l'adversaire du dernier à agir",
            "przeciwnik ostatnio działającego",
        ),
    ),
    ("own", say("a game of its own", "un jeu à part", "gra osobna")),
    ("owner_choice", say("the owner chooses", "au choix du propriétaire", "wybiera właściciel")),
    ("printed", say("the printed one", "celui imprimé", "nadrukowane")),
    ("replacement_roll", say("a roll for replacement", "un jet de remplacement", "rzut na zastępcę")),
    ("smaller", say("the smaller gap", "le plus petit écart", "mniejszy odstęp")),
    ("sfo", say("Sweden Fights On", "Sweden Fights On", "Sweden Fights On")),
    ("tacw", say("This Accursed Civil War", "This Accursed Civil War", "This Accursed Civil War")),
    ("ulb", say("Under the Lily Banners", "Under the Lily Banners", "Under the Lily Banners")),
)
