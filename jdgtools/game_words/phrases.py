"""What players may do and what happens in a game, as sentences in the languages of the program.

The keys are the words of the engine: first words of actions, kinds of decisions and of events. A word of a
series that has no sentence here is shown in the form of the engine.
"""

from __future__ import annotations

from jdgtools.model.phrases import Phrases

ACTIONS = Phrases(
    {
        "done": ("Done", "Terminé", "Gotowe", "Kész"),
        "place": ("Place {0} at {1}", "Placer {0} en {1}", "Ustaw: {0}, {1}", "{0} felállítása: {1}"),
        "face": ("Face {0}", "Face : {0}", "Zwrot: {0}", "Arc: {0}"),
        "order": (
            "{0}: orders to the group of {1}",
            "{0} : ordres au groupe de {1}",
            "{0}: rozkazy dla grupy {1}",
            "{0}: parancs {1} csoportjának",
        ),
        "take": (
            "Put {0} into the cup",
            "Mettre {0} dans la coupe",
            "Włóż {0} do kubka",
            "{0} a csészébe",
        ),
        "choose": ("Begin with {0}", "Commencer par {0}", "Zacznij od: {0}", "Kezdés ezzel: {0}"),
        "decline": (
            "Choose no marker",
            "Ne choisir aucun marqueur",
            "Nie wybieraj znacznika",
            "Nincs jelölőválasztás",
        ),
        "try": (
            "Test the leader’s initiative",
            "Tester l’initiative du chef",
            "Próba inicjatywy dowódcy",
            "A vezető kezdeményezésének próbája",
        ),
        "limited": ("Limited action", "Action limitée", "Działanie ograniczone", "Korlátozott cselekvés"),
        "fire": ("{0} fires at {1}", "{0} tire sur {1}", "{0} strzela na {1}", "{0} tüzel: {1}"),
        "turn": ("Turn {0} to {1}", "Tourner {0} : {1}", "Obróć {0}: {1}", "{0} fordul: {1}"),
        "together": (
            "{0} and {1} fire at {2}",
            "{0} et {1} tirent sur {2}",
            "{0} i {1} strzelają na {2}",
            "{0} és {1} tüzel: {2}",
        ),
        "reply": ("{0} replies", "{0} riposte", "{0} odpowiada ogniem", "{0} viszonozza a tüzet"),
        "unit": ("Next: {0}", "Au tour de {0}", "Następna: {0}", "Következik: {0}"),
        "go": ("Move to {0}", "Aller en {0}", "Ruch do {0}", "Mozgás ide: {0}"),
        "march": (
            "Forced march to {0}",
            "Marche forcée vers {0}",
            "Forsowny marsz do {0}",
            "Erőltetett menet ide: {0}",
        ),
        "enter": (
            "{0} enters at {1} (forced march)",
            "{0} entre en {1} (marche forcée)",
            "{0} wchodzi w {1} (forsowny marsz)",
            "{0} belép itt: {1} (erőltetett menet)",
        ),
        "square": ("Form square", "Former le carré", "Uformuj czworobok", "Négyszög alakítása"),
        "leave-square": ("Leave the square", "Rompre le carré", "Rozwiń czworobok", "Négyszög feloldása"),
        "leave-map": ("Leave the map", "Quitter la carte", "Opuść mapę", "A térkép elhagyása"),
        "attack": (
            "Attack {1} from {0}",
            "Attaquer {1} depuis {0}",
            "Atak z {0} na {1}",
            "Támadás {0} felől: {1}",
        ),
        "resolve": ("Resolve {0}", "Résoudre {0}", "Rozstrzygnij {0}", "Lebonyolítás: {0}"),
        "withdraw": (
            "{0} withdraws, hexes: {1}",
            "{0} se replie, hexagones : {1}",
            "{0} cofa się, heksy: {1}",
            "{0} visszavonul {1} hatszöget",
        ),
        "stay": ("Stay", "Rester", "Zostań", "Marad"),
        "react": (
            "{0} fires in reaction at {1}",
            "{0} tire en réaction sur {1}",
            "{0} strzela w reakcji do {1}",
            "{0} válaszul tüzel: {1}",
        ),
        "retreat": ("Retreat to {0}", "Reculer en {0}", "Odwrót do {0}", "Hátrálás ide: {0}"),
        "advance": ("{0} advances to {1}", "{0} avance en {1}", "{0} naciera do {1}", "{0} előrenyomul: {1}"),
        "stack": (
            "The stack of {0} pursues",
            "La pile de {0} poursuit",
            "Stos z {0} ściga",
            "{0} egész halma üldöz",
        ),
        "counter-attack": (
            "Counter-attack {1} from {0}",
            "Contre-attaquer {1} depuis {0}",
            "Kontratak z {0} na {1}",
            "Ellentámadás {0} felől: {1}",
        ),
        "pursue": ("{0} pursues", "{0} poursuit", "{0} ściga", "{0} üldöz"),
        "rally": ("Rally {0}", "Rallier {0}", "Zbiórka: {0}", "{0} rendezése"),
        "charge": ("Charge {0}", "Charger {0}", "Szarża na {0}", "Roham: {0}"),
        "stop": ("Stop", "S’arrêter", "Zatrzymaj się", "Megáll"),
        "end-renfort": (
            "{0} ends its reinforcement status",
            "{0} quitte l’état de renfort",
            "{0} kończy stan posiłków",
            "{0} erősítés állapota véget ér",
        ),
        "displace": ("Evade to {0}", "Se déplacer en {0}", "Usuń się do {0}", "Kitérés ide: {0}"),
        "recall": ("Recall the charge", "Rappeler la charge", "Odwołaj szarżę", "A roham visszahívása"),
        "step": ("{0} goes to {1}", "{0} va en {1}", "{0} idzie do {1}", "{0} ide megy: {1}"),
        "terrain": ("Terrain of {0}", "Terrain de {0}", "Teren {0}", "{0} terepe"),
        "form": (
            "Form square at {0}",
            "Former le carré en {0}",
            "Uformuj czworobok w {0}",
            "Négyszög itt: {0}",
        ),
        "counter-charge": (
            "{0} counter-charges",
            "{0} contre-charge",
            "{0} kontrszarżuje",
            "{0} ellenrohamoz",
        ),
        "move-stack": (
            "Next: the stack of {0}",
            "Au tour de la pile de {0}",
            "Następny: stos z {0}",
            "Következik: {0} halma",
        ),
        "top": ("{0} on top", "{0} au-dessus", "{0} na wierzch", "{0} felülre"),
        "enter-normally": (
            "{0} enters at {1}",
            "{0} entre en {1}",
            "{0} wchodzi w {1}",
            "{0} belép itt: {1}",
        ),
        "enter-stack": (
            "The stack of {0} enters at {1}",
            "La pile de {0} entre en {1}",
            "Stos z {0} wchodzi w {1}",
            "{0} halma belép itt: {1}",
        ),
        "enter-stack-normally": (
            "The stack of {0} enters at {1} (normal movement)",
            "La pile de {0} entre en {1} (mouvement normal)",
            "Stos z {0} wchodzi w {1} (ruch zwykły)",
            "{0} halma belép itt: {1} (rendes mozgás)",
        ),
        "group": ("The group of {0}", "Le groupe de {0}", "Grupa {0}", "{0} csoportja"),
    }
)
"""First word of an action -> sentence with its parts."""
ANSWERS = Phrases(
    {
        "counter-battery stay": ("Hold fire", "Ne pas tirer", "Nie strzelaj", "Nem tüzel"),
        "reaction fire stay": ("Hold fire", "Ne pas tirer", "Nie strzelaj", "Nem tüzel"),
        "fire done": ("No more fire", "Plus de tirs", "Koniec ognia", "Nincs több tüzelés"),
        "movement done": ("No more moves", "Plus de mouvements", "Koniec ruchu", "Nincs több mozgás"),
        "shock done": ("No more shocks", "Plus de chocs", "Koniec deklaracji", "Nincs több összecsapás"),
        "rally done": ("Nobody else rallies", "Aucun autre", "Nikt więcej", "Senki más"),
        "orders done": ("No more orders", "Plus d’ordres", "Koniec rozkazów", "Nincs több parancs"),
        "withdrawal stay": ("Nobody withdraws", "Personne ne se replie", "Nikt się nie cofa", "Senki"),
        "withdrawal retreat": ("Withdraw to {0}", "Se replier en {0}", "Cofnij się do {0}", "Ide: {0}"),
        "advance stay": ("Nobody advances", "Personne n’avance", "Nikt nie naciera", "Senki"),
        "after the advance resolve": (
            "Break through and attack",
            "Percer et attaquer",
            "Przełamanie i atak",
            "Áttörés és támadás",
        ),
        "counter-attack stay": (
            "No counter-attack",
            "Pas de contre-attaque",
            "Bez kontrataku",
            "Nincs ellentámadás",
        ),
        "pursuit resolve": ("Charge on", "Charger encore", "Szarżuj dalej", "Tovább rohamoz"),
        "pursuit stop": (
            "Stop the pursuit",
            "Cesser la poursuite",
            "Zakończ pościg",
            "Abbahagyja az üldözést",
        ),
        "pursued unit unit": ("Pursue {0}", "Poursuivre {0}", "Ścigaj: {0}", "Üldözi: {0}"),
        "square stay": ("No square", "Pas de carré", "Bez czworoboku", "Nincs négyszög"),
        "recall stay": ("Charge on", "Poursuivre la charge", "Szarżuj dalej", "A roham folytatása"),
        "recall retreat": ("Fall back to {0}", "Revenir en {0}", "Cofnij się do {0}", "Ide: {0}"),
        "counter-charge stay": (
            "No counter-charge",
            "Pas de contre-charge",
            "Bez kontrszarży",
            "Nincs ellenroham",
        ),
        "rest of the stack stay": (
            "Give the attack up",
            "Renoncer à l’attaque",
            "Zrezygnuj z ataku",
            "Lemond a támadásról",
        ),
        "rout retreat": ("Flee to {0}", "Fuir en {0}", "Uciekaj do {0}", "Fut ide: {0}"),
        "rout stop": (
            "Stop in this shelter",
            "S’arrêter dans cet abri",
            "Stań w tym schronieniu",
            "Megáll ezen a menedéken",
        ),
        "separation retreat": ("Go to {0}", "Aller en {0}", "Idź do {0}", "Ide: {0}"),
        "displacement stay": (
            "Stay with the units",
            "Rester avec les unités",
            "Zostań przy jednostkach",
            "Az egységekkel marad",
        ),
    }
)
"""Kind of a decision and first word of an action -> sentence, where the word alone does not say enough."""
ENEMIES = Phrases({"enemies": ("enemy: {0}", "ennemi : {0}", "wróg: {0}", "ellenség: {0}")})
"""Who makes a question arise, or whom it is directed against."""
DECISIONS = Phrases(
    {
        "movement": ("Who moves next?", "Qui se déplace ?", "Kto się porusza?", "Ki mozog?"),
        "move": ("Where to?", "Vers où ?", "Dokąd?", "Hová?"),
        "facing": ("Which facing?", "Quelle orientation ?", "Jaki zwrot?", "Merre néz?"),
        "retreat": ("Retreat: where to?", "Recul : vers où ?", "Odwrót: dokąd?", "Hátrálás: hová?"),
        "rout": ("Rout: where to?", "Déroute : vers où ?", "Ucieczka: dokąd?", "Futás: hová?"),
        "separation": (
            "Apart from the other routed unit: where to?",
            "À l’écart de l’autre unité en fuite : où ?",
            "Osobno od drugiej uciekającej jednostki: dokąd?",
            "Külön a másik menekülő egységtől: hová?",
        ),
        "advance": ("Who advances?", "Qui avance ?", "Kto naciera?", "Ki nyomul előre?"),
        "after the advance": (
            "After the advance: which facing?",
            "Après l’avance : quelle orientation ?",
            "Po natarciu: jaki zwrot?",
            "Az előrenyomulás után: merre néz?",
        ),
        "counter-attack": ("Counter-attack?", "Contre-attaque ?", "Kontratak?", "Ellentámadás?"),
        "pursuit": ("Pursuit?", "Poursuite ?", "Pościg?", "Üldözés?"),
        "pursued unit": ("Whom to pursue?", "Qui poursuivre ?", "Kogo ścigać?", "Kit üldöz?"),
        "fire": (
            "Artillery fire: at whom?",
            "Tir d’artillerie : sur qui ?",
            "Ogień artylerii: do kogo?",
            "Tüzérségi tűz: kire?",
        ),
        "counter-battery": (
            "Counter-battery fire?",
            "Contre-batterie ?",
            "Ogień przeciwbateryjny?",
            "Ellenüteg-tűz?",
        ),
        "displacement": (
            "Where does the commander evade to?",
            "Où va le commandant ?",
            "Dokąd usuwa się dowódca?",
            "Hová tér ki a parancsnok?",
        ),
        "setup": ("Setup: where?", "Mise en place : où ?", "Rozstawienie: gdzie?", "Felállítás: hol?"),
        "renfort": (
            "End of the reinforcement status?",
            "Fin de l’état de renfort ?",
            "Koniec stanu posiłków?",
            "Erősítés állapot vége?",
        ),
        "orders": ("Who gets orders?", "À qui des ordres ?", "Kto otrzyma rozkazy?", "Ki kap parancsot?"),
        "strategic initiative": (
            "Which marker begins?",
            "Quel marqueur commence ?",
            "Który znacznik zaczyna?",
            "Melyik jelölő kezd?",
        ),
        "order of routs": (
            "Who routs first?",
            "Qui fuit d’abord ?",
            "Kto ucieka pierwszy?",
            "Ki fut először?",
        ),
        "combined marker": (
            "A combined marker into the cup?",
            "Un marqueur combiné dans la coupe ?",
            "Znacznik łączony do kubka?",
            "Összetett jelölő a csészébe?",
        ),
        "group of a combined marker": (
            "Which group acts?",
            "Quel groupe agit ?",
            "Która grupa działa?",
            "Melyik csoport cselekszik?",
        ),
        "order of stacks": (
            "Who lies on top?",
            "Qui est au-dessus ?",
            "Kto na wierzchu?",
            "Ki kerül felülre?",
        ),
        "initiative of the leader": (
            "Without orders: what now?",
            "Sans ordres : que faire ?",
            "Bez rozkazów: co teraz?",
            "Parancs nélkül: mi legyen?",
        ),
        "withdrawal": (
            "Withdraw before the shock?",
            "Se replier avant le choc ?",
            "Wycofać się przed starciem?",
            "Visszavonulás az összecsapás előtt?",
        ),
        "rally": ("Who rallies?", "Qui se rallie ?", "Kto się zbiera?", "Ki rendeződik?"),
        "shock": ("Who attacks whom?", "Qui attaque qui ?", "Kto kogo atakuje?", "Ki kit támad?"),
        "rest of the stack": (
            "Does the rest of the stack attack?",
            "Le reste de la pile attaque-t-il ?",
            "Czy reszta stosu atakuje?",
            "A halom többi része támad?",
        ),
        "artillery on top": (
            "Which artillery is on top?",
            "Quelle artillerie est au-dessus ?",
            "Która artyleria na wierzchu?",
            "Melyik tüzérség kerül felülre?",
        ),
        "next combat": (
            "Which combat is next?",
            "Quel combat d’abord ?",
            "Która walka teraz?",
            "Melyik harc jön?",
        ),
        "reaction fire": ("Reaction fire?", "Tir de réaction ?", "Ogień w reakcji?", "Válaszlövés?"),
        "charge": ("Charge: from where?", "Charge : d’où ?", "Szarża: skąd?", "Roham: honnan?"),
        "square": ("Form square?", "Former le carré ?", "Uformować czworobok?", "Négyszöget alakít?"),
        "recall": ("Recall the charge?", "Rappeler la charge ?", "Odwołać szarżę?", "Visszahívja a rohamot?"),
        "counter-charge": ("Counter-charge?", "Contre-charge ?", "Kontrszarża?", "Ellenroham?"),
    }
)
"""Kind of a decision -> the question."""
EVENTS = Phrases(
    {
        "accompany": ("goes with the unit", "accompagne l’unité", "idzie z jednostką", "az egységgel tart"),
        "activate": ("Activated:", "Activées :", "Aktywacja:", "Aktiválva:"),
        "advance": ("advances", "avance", "naciera", "előrenyomul"),
        "breakthrough": ("breaks through", "fait une percée", "przełamuje", "áttör"),
        "charge": ("charges", "charge", "szarżuje", "rohamoz"),
        "shock-given-up": (
            "gives the shock up",
            "renonce au choc",
            "rezygnuje ze starcia",
            "lemond az összecsapásról",
        ),
        "charge-ends": ("ends its charge", "termine sa charge", "kończy szarżę", "befejezi a rohamot"),
        "check": ("checks its cohesion", "teste sa cohésion", "próba zwartości", "összetartás-próba"),
        "combined": ("Put into the cup:", "Mis dans la coupe :", "Do kubka:", "A csészébe:"),
        "commander-lost": ("is lost", "est perdu", "ginie", "elesett"),
        "counter-attack": ("counter-attacks", "contre-attaque", "kontratakuje", "ellentámad"),
        "counter-charge": ("counter-charges", "contre-charge", "kontrszarżuje", "ellenrohamoz"),
        "cup": (
            "Markers in the cup:",
            "Marqueurs dans la coupe :",
            "Znaczniki w kubku:",
            "Jelölők a csészében:",
        ),
        "declare": ("declares a shock", "déclare un choc", "deklaruje starcie", "összecsapást jelent be"),
        "displace": ("evades", "s’écarte", "usuwa się", "kitér"),
        "draw": ("Marker drawn:", "Marqueur tiré :", "Wylosowany znacznik:", "Kihúzott jelölő:"),
        "due": ("May enter:", "Peuvent entrer :", "Mogą wejść:", "Beléphet:"),
        "eliminated": ("is eliminated", "est éliminée", "zostaje wyeliminowana", "megsemmisül"),
        "enter": ("enters the map", "entre sur la carte", "wchodzi na mapę", "belép a térképre"),
        "face": ("faces", "fait face", "zwraca się", "fordul"),
        "fire": ("fires at", "tire sur", "strzela na", "tüzel ide:"),
        "fled": ("flees from the map", "fuit de la carte", "ucieka z mapy", "lefut a térképről"),
        "initiative": (
            "Strategic initiative:",
            "Initiative stratégique :",
            "Inicjatywa strategiczna:",
            "Hadászati kezdeményezés:",
        ),
        "leader": (
            "tests the leader’s initiative",
            "teste l’initiative du chef",
            "próba inicjatywy dowódcy",
            "a vezető kezdeményezés-próbája",
        ),
        "leave-map": ("leaves the map", "quitte la carte", "opuszcza mapę", "elhagyja a térképet"),
        "level": ("cohesion level", "niveau de cohésion", "poziom zwartości", "összetartási szint"),
        "move": ("moves", "se déplace", "porusza się", "mozog"),
        "orders": ("Orders given:", "Ordres donnés :", "Wydano rozkazy:", "Parancsok kiadva:"),
        "pass": (
            "is passed by fugitives",
            "voit passer des fuyards",
            "mijana przez uciekających",
            "futók haladnak át rajta",
        ),
        "pursue": ("pursues", "poursuit", "ściga", "üldöz"),
        "pursuit": ("begins the pursuit", "entame la poursuite", "rozpoczyna pościg", "üldözésbe kezd"),
        "pursuit-stops": (
            "stops the pursuit",
            "cesse la poursuite",
            "kończy pościg",
            "abbahagyja az üldözést",
        ),
        "rally": ("tries to rally", "tente de se rallier", "próbuje się zebrać", "rendeződni próbál"),
        "recall": (
            "tries to recall the charge",
            "tente de rappeler la charge",
            "próbuje odwołać szarżę",
            "a roham visszahívását próbálja",
        ),
        "renfort-ends": (
            "is a reinforcement no more",
            "n’est plus en renfort",
            "nie jest już posiłkami",
            "már nem erősítés",
        ),
        "retreat": ("retreats", "recule", "cofa się", "hátrál"),
        "rout": ("routs", "fuit", "ucieka", "fut"),
        "shock": ("Shock", "Choc", "Starcie", "Összecsapás"),
        "shock-check": ("shock check", "test de choc", "próba starcia", "összecsapás-próba"),
        "square": ("forms square", "forme le carré", "formuje czworobok", "négyszöget alakít"),
        "square-check": (
            "tries to form square",
            "tente de former le carré",
            "próbuje uformować czworobok",
            "négyszöget próbál alakítani",
        ),
        "square-left": ("leaves the square", "rompt le carré", "rozwija czworobok", "feloldja a négyszöget"),
        "top": ("lies on top", "passe au-dessus", "na wierzchu", "felülre kerül"),
        "turn": ("Turn", "Tour", "Etap", "Forduló"),
    }
)
"""Kind of an event -> what happens: behind the pieces that it happens to, or before them with a colon."""
TARGETED = frozenset({"charge", "breakthrough"})
"""Events whose hexes are those of the enemies, and no way."""
NUMBERS = Phrases(
    {
        "roll": ("roll", "jet", "rzut", "dobás"),
        "total": ("with modifiers", "avec modificateurs", "z modyfikatorami", "módosítókkal"),
        "rating": ("rating", "valeur", "wartość", "érték"),
        "eliminated": ("eliminated", "éliminée", "wyeliminowana", "megsemmisült"),
        "passed": ("passed", "réussite", "powodzenie", "sikerült"),
        "failed": ("failed", "échec", "niepowodzenie", "nem sikerült"),
        "nobody": ("nobody", "personne", "nikt", "senki"),
        "rolls": (
            "rolls without modifiers",
            "jets sans modificateurs",
            "rzuty bez modyfikatorów",
            "dobások módosítók nélkül",
        ),
    }
)
"""What a number of an event is, and what came of it; the level of cohesion below the last."""
LABELS = {
    "check": ("roll", "total", "rating"),
    "counter-charge": ("roll", "total", "rating"),
    "fire": ("roll", "total"),
    "leader": ("roll", "total", "rating"),
    "rally": ("roll", "total", "rating"),
    "recall": ("roll", "rating"),
    "shock": ("roll", "total"),
    "shock-check": ("roll", "rating"),
    "square-check": ("roll", "rating"),
}
"""Kind of an event -> what its numbers are, in order, the hexes left out."""
WITH_OUTCOME = frozenset({"check", "counter-charge", "leader", "rally", "shock-check"})
"""Events that tell what came of them: passed where the number before the rating is not above it."""
