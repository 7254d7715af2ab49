"""Phrases of the booklet: what stands in another scenario, the players' sheets, what pictures show."""

from __future__ import annotations

from jdgtools.model.phrases import Row

TABLE: dict[str, Row] = {
    "map_shows": (
        "Map of where the pieces begin ({side}); the table below has all of their hexes.",
        "Carte des positions de départ ({side}) ; le tableau ci-dessous donne tous les hexes.",
        "Mapa pozycji początkowych ({side}); tabela poniżej podaje wszystkie heksy.",
        "A kezdőállások térképe ({side}); az alábbi táblázat minden hatszöget megad.",
    ),
    "not_on_sheet": (
        "In the player aids, no room for it here: {parts}.",
        "Dans les aides de jeu, faute de place ici : {parts}.",
        "W pomocach gracza, tu zabrakło miejsca: {parts}.",
        "A játékossegédletben, mert ide nem fért el: {parts}.",
    ),
    "printed_apart": (
        "Printed apart, no room for it here: {parts}.",
        "Imprimé à part, faute de place ici : {parts}.",
        "Drukowane osobno, tu zabrakło miejsca: {parts}.",
        "Külön nyomtatva, mert ide nem fért el: {parts}.",
    ),
    "own_notes": ("Notes", "Notes", "Notatki", "Jegyzetek"),
    "as_in": (
        "As in “{scenario}”.",
        "Comme dans « {scenario} ».",
        "Jak w scenariuszu „{scenario}”.",
        "Lásd: „{scenario}”.",
    ),
    "rules_as_in": (
        "As in “{scenario}”: {rules}.",
        "Comme dans « {scenario} » : {rules}.",
        "Jak w scenariuszu „{scenario}”: {rules}.",
        "Lásd „{scenario}”: {rules}.",
    ),
}
