"""The few words that a map says of itself, in the languages of the project."""

from __future__ import annotations

from jdgtools.model.phrases import Phrases, Row

_WORDS: dict[str, Row] = {
    # English, French, Polish, Hungarian
    "legend": ("Legend", "Légende", "Legenda", "Jelmagyarázat"),
    "heights": ("Heights", "Altitudes", "Wysokości", "Magasságok"),
    "turns": ("Turns", "Tours", "Etapy", "Fordulók"),
    "turn": ("Turn {0}", "Tour {0}", "Etap {0}", "{0}. forduló"),
    "markers": ("Markers", "Marqueurs", "Znaczniki", "Jelölők"),
    "setup": ("{0}: setup", "{0} : déploiement", "{0}: rozstawienie", "{0}: felállás"),
    "setup_area": ("setup area", "zone de déploiement", "strefa rozstawienia", "felállási terület"),
    "metres": ("metres", "mètres", "metrów", "méter"),
    "paces": ("paces", "pas", "kroków", "lépés"),
    "hex_is": ("1 hex = {0} m", "1 hex = {0} m", "1 heks = {0} m", "1 hatszög = {0} m"),
    "above": (
        "metres above the lowest ground",
        "mètres au-dessus du point bas",
        "metrów nad najniższym terenem",
        "méter a legalsó szint fölött",
    ),
    "ticks": (
        "ticks point downhill",
        "petits traits : sens de la pente",
        "kreski: kierunek spadku",
        "eséstüskék: a lejtés iránya",
    ),
    "level": ("level {0}", "niveau {0}", "poziom {0}", "{0}. szint"),
    "victory": (
        "victory hex, with its points",
        "hex de victoire, avec ses points",
        "heks zwycięstwa z punktami",
        "győzelmi hatszög, pontokkal",
    ),
    "entry": ("entry of reinforcements", "entrée des renforts", "wejście posiłków", "erősítés belépése"),
    "exit": ("exit from the map", "sortie de carte", "wyjście z mapy", "kilépés a térképről"),
    "region": ("named ground", "zone nommée", "nazwany teren", "megnevezett terület"),
    "spot": (
        "height, in metres where known",
        "hauteur, cotée si connue",
        "wzniesienie, z wysokością",
        "magaslat, ha ismert, méterben",
    ),
    "rout": ("{0}: rout this way", "{0} : déroute par ici", "{0}: kierunek ucieczki", "{0}: menekülés erre"),
    "sheet": (
        "sheet {0} x {1} mm, fits {2}",
        "feuille {0} x {1} mm, tient sur {2}",
        "arkusz {0} x {1} mm, mieści się na {2}",
        "ív {0} x {1} mm, ráfér: {2}",
    ),
    "larger": ("sheet {0} x {1} mm", "feuille {0} x {1} mm", "arkusz {0} x {1} mm", "ív {0} x {1} mm"),
    "ground": ("Ground", "Terrain", "Teren", "Terep"),
    "hexsides": ("Hexsides", "Côtés d’hex", "Krawędzie heksów", "Hatszögoldalak"),
    "ways": ("Roads and crossings", "Routes et passages", "Drogi i przeprawy", "Utak és átkelők"),
    "marks": ("Marks", "Repères", "Oznaczenia", "Jelek"),
    "continued": ("{0} (continued)", "{0} (suite)", "{0} (cd.)", "{0} (folytatás)"),
    "scenarios": ("Scenarios", "Scénarios", "Scenariusze", "Forgatókönyvek"),
    "house_chart": (
        "°: ours, but for bold (the rules) and * (this battle). All effects: player aids.",
        "° : valeurs maison, sauf gras (règles) et * (cette bataille). Tous les effets : aides de jeu.",
        "°: wartości własne, prócz pogrubionych (zasady) i * (ta bitwa). Wszystkie efekty: pomoce gracza.",
        "°: saját értékek, kivéve félkövér (szabályok) és * (ez a csata). Minden hatás: segédletek.",
    ),
    "house_values": (
        "°: ours; bold: the rules; *: this battle. All effects: player aids.",
        "° : valeur maison ; gras : les règles ; * : cette bataille. Tous les effets : aides de jeu.",
        "°: wartość własna; pogrubione: zasady; *: ta bitwa. Wszystkie efekty: pomoce gracza.",
        "°: saját érték; félkövér: szabályok; *: ez a csata. Minden hatás: segédletek.",
    ),
    "north": ("N", "N", "N", "É"),
}
say = Phrases(_WORDS)
"""A word of the map in a language; ``{0}`` … take the values."""


_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października "
    "listopada grudnia",
    "hu": "január február március április május június július augusztus szeptember október november december",
}


def say_date(date: str, language: str) -> str:
    """Return a date such as 1808-08-17 as people write it; any other text as it is."""
    year, month, day = (*date.split("-"), "", "")[:3]
    figures = all(part.isascii() and part.isdigit() for part in (year, month, day))
    if len(date) != 10 or not figures or not (1 <= int(month) <= 12 and 1 <= int(day) <= 31):
        return date
    name = _MONTHS.get(language, _MONTHS["en"]).split()[int(month) - 1]
    if language == "hu":
        return f"{year}. {name} {int(day)}."
    first = "1er" if language == "fr" and int(day) == 1 else str(int(day))
    return f"{first} {name} {year}"
