"""Phrases of the course of a turn in a module: reinforcements, the cup, the order of activation."""

from __future__ import annotations

from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.model.phrases import Phrases, Row

_TABLE: dict[str, Row] = {
    # key: English, French, Polish, Hungarian
    "arrivals": (
        "Reinforcements due",
        "Renforts attendus",
        "Należne posiłki",
        "Esedékes erősítés",
    ),
    "nobody_arrives": (
        "no reinforcements are due",
        "aucun renfort n'est attendu",
        "nie ma należnych posiłków",
        "nem esedékes erősítés",
    ),
    "group": (
        "reinforcements, {who}: {pieces}",
        "renforts, {who} : {pieces}",
        "posiłki, {who}: {pieces}",
        "erősítés, {who}: {pieces}",
    ),
    "entry": ("entry {hexes}", "entrée {hexes}", "wejście {hexes}", "belépés: {hexes}"),
    "due_now": (
        "due in this turn",
        "attendus ce tour",
        "należne w tym etapie",
        "ebben a fordulóban esedékes",
    ),
    "due_since": (
        "due since turn {n}",
        "attendus depuis le tour {n}",
        "należne od etapu {n}",
        "{n}. forduló óta esedékes",
    ),
    "may_stay_away": (
        "their owner may do without them",
        "leur propriétaire peut y renoncer",
        "właściciel może z nich zrezygnować",
        "tulajdonosuk lemondhat róluk",
    ),
    "chance": (
        "a roll of {n} or less is needed, the die shows",
        "il faut {n} ou moins, le dé donne",
        "potrzeba {n} lub mniej, na kostce",
        "{n} vagy kevesebb kell, a dobás",
    ),
    "not_yet": ("not in this turn", "pas ce tour", "nie w tym etapie", "ebben a fordulóban nem"),
    "last_chance": ("until turn {n}", "jusqu'au tour {n}", "do etapu {n}", "{n}. fordulóig"),
    "condition_fails": (
        "the condition is not fulfilled",
        "la condition n'est pas remplie",
        "warunek nie jest spełniony",
        "a feltétel nem teljesül",
    ),
    "over": (
        "The last turn has ended: the battle is over. Count the victory points",
        "Le dernier tour est fini : la bataille est terminée. Comptez les points de victoire",
        "Ostatni etap się skończył: bitwa dobiegła końca. Policzcie punkty zwycięstwa",
        "Az utolsó forduló véget ért: a csatának vége. Számoljátok össze a győzelmi pontokat",
    ),
    "over_short": (
        "The battle is over",
        "La bataille est terminée",
        "Bitwa dobiegła końca",
        "A csatának vége",
    ),
    "pool": ("Markers in play", "Marqueurs en jeu", "Znaczniki w grze", "Játékban lévő jelölők"),
    "fill": ("Fill the cup", "Remplir le gobelet", "Napełnij kubek", "Pohár feltöltése"),
    "cup_holds": (
        "markers in the cup",
        "marqueurs dans le gobelet",
        "znaczniki w kubku",
        "jelölők a pohárban",
    ),
    "in_cup": (
        "Markers in the cup",
        "Marqueurs dans le gobelet",
        "Znaczniki w kubku",
        "Jelölők a pohárban",
    ),
    "cup_in_use": (
        "Markers have been drawn in this turn already; the cup is filled once, in phase C",
        "Des marqueurs ont déjà été tirés ce tour ; le gobelet se remplit une fois, en phase C",
        "W tym etapie wylosowano już znaczniki; kubek napełnia się raz, w fazie C",
        "Ebben a fordulóban már húztak jelölőt; a poharat egyszer töltik fel, a C fázisban",
    ),
    "cup_empty": (
        "the cup is empty: no marker is drawn",
        "le gobelet est vide : aucun marqueur n'est tiré",
        "kubek jest pusty: żaden znacznik nie jest losowany",
        "a pohár üres: nincs mit húzni",
    ),
    "still_active": (
        "A formation is still active; end its activation first",
        "Une formation est encore active ; terminez d'abord son activation",
        "Formacja jest jeszcze aktywna; najpierw zakończ jej aktywację",
        "Egy alakulat még aktív; előbb fejezd be az aktiválását",
    ),
    "nobody_active": (
        "no formation is active",
        "aucune formation n'est active",
        "żadna formacja nie jest aktywna",
        "egy alakulat sem aktív",
    ),
    "leave_out": (
        "Leave out of the cup, or not",
        "Laisser hors du gobelet, ou non",
        "Nie wkładaj do kubka / wkładaj",
        "Maradjon ki a pohárból / kerüljön bele",
    ),
    "goes_in": ("goes into the cup", "va dans le gobelet", "idzie do kubka", "a pohárba kerül"),
    "stays_out": (
        "stays out of the cup in this turn",
        "reste hors du gobelet ce tour",
        "zostaje poza kubkiem w tym etapie",
        "ebben a fordulóban kimarad a pohárból",
    ),
    "combined_optional": (
        "may go into the cup in this turn (its owner may leave it out)",
        "peut aller dans le gobelet ce tour (son propriétaire peut le laisser dehors)",
        "może iść do kubka w tym etapie (właściciel może go nie wkładać)",
        "ebben a fordulóban a pohárba kerülhet (tulajdonosa kihagyhatja)",
    ),
    "combined_compulsory": (
        "goes into the cup in this turn",
        "va dans le gobelet ce tour",
        "idzie do kubka w tym etapie",
        "ebben a fordulóban a pohárba kerül",
    ),
    "stacks": ("Stacking", "Empilements", "Stosy", "Egymáson álló egységek"),
    "crowded": (
        "units that may not stand together",
        "unités qui ne peuvent pas rester ensemble",
        "jednostki, które nie mogą stać razem",
        "egységek, amelyek nem állhatnak együtt",
    ),
    "stacks_right": (
        "every stack is allowed",
        "toutes les piles sont permises",
        "wszystkie stosy są dozwolone",
        "minden halom szabályos",
    ),
    "worth": (
        "{side}, {n} VP: {name}",
        "{side}, {n} PV : {name}",
        "{side}, {n} PZ: {name}",
        "{side}, {n} GyP: {name}",
    ),
    "worth_each": (
        "{side}, {n} VP each: {name}",
        "{side}, {n} PV chacun : {name}",
        "{side}, po {n} PZ: {name}",
        "{side}, egyenként {n} GyP: {name}",
    ),
    "worth_turn": (
        "{side}, {n} VP at the end of a turn: {name}",
        "{side}, {n} PV en fin de tour : {name}",
        "{side}, na koniec etapu {n} PZ: {name}",
        "{side}, forduló végén {n} GyP: {name}",
    ),
    "command_rating": ("Command rating", "Valeur de commandement", "Wartość dowodzenia", "Hadvezéri érték"),
    "best_commander": ("best commander", "meilleur commandant", "najlepszy dowódca", "legjobb parancsnok"),
    "dice": ("dice", "dés", "kostki", "kockák"),
    "roll_again": (
        "equal: roll again",
        "égalité : relancez",
        "remis: rzućcie jeszcze raz",
        "egyenlő: új dobás",
    ),
    "no_wing": (
        "no wing that can be activated",
        "aucune aile activable",
        "żadne skrzydło nie może być aktywowane",
        "nincs aktiválható szárny",
    ),
}
_PHRASES = Phrases(_TABLE)


def turn_phrase(context: ModuleContext, key: str, **values: object) -> str:
    """Return a phrase in the language of the module, as an expression may quote it.

    Raises:
        KeyError: there is no such phrase.
    """
    return plain(_PHRASES(key, context.language, **values))


def turn_label(context: ModuleContext, number: str) -> str:
    """Return an expression of what a turn is called, `Turn 3`.

    Args:
        context: the module.
        number: expression of its number.
    """
    before, after = plain(context.words("turn_n", n="@")).split("@")
    return "+".join(part for part in (f'"{before}"', number, f'"{after}"') if part != '""')
