"""What special rules and combined markers change, in sentences for the players of booklet and module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jdgtools.charts import ChartBook
from jdgtools.exporters.unit_groups import kind_of_units
from jdgtools.hexgrid import direction_name
from jdgtools.model.battle import Battle
from jdgtools.model.effects import RuleEffect
from jdgtools.model.phrases import Phrases, colon, compass, listing
from jdgtools.model.scenario import Scenario

phrase = Phrases(
    {
        "all_units": ("all units", "toutes les unités", "wszystkie jednostki", "minden egység"),
        "enemies": ("the enemy", "l'ennemi", "wróg", "az ellenség"),
        "stack_limit": (
            "up to {n} in one hex",
            "jusqu'à {n} par hex",
            "do {n} na heksie",
            "legfeljebb {n} egy hatszögben",
        ),
        "type": ("of one type", "du même type", "jednego typu", "egy típusból"),
        "command": ("of one formation", "de la même formation", "z jednej formacji", "egy alakulatból"),
        "nationality": ("of one nation", "de la même nation", "jednej narodowości", "egy nemzetből"),
        "in_hexes": ("in: {what}", "dans : {what}", "na: {what}", "itt: {what}"),
        "no_entry": (
            "no entry: {what}",
            "entrée interdite : {what}",
            "zakaz wejścia: {what}",
            "tilos belépni: {what}",
        ),
        "stays": (
            "no entry outside {what}",
            "entrée interdite hors de : {what}",
            "zakaz wejścia poza: {what}",
            "tilos belépni ezen kívül: {what}",
        ),
        "no_combat_melee": (
            "no attack on {what}",
            "pas d'attaque contre : {what}",
            "zakaz ataku; cel: {what}",
            "nem támadhatja: {what}",
        ),
        "no_combat_fire": (
            "no fire at {what}",
            "pas de tir contre : {what}",
            "zakaz ostrzału; cel: {what}",
            "nem lőhet rá: {what}",
        ),
        "no_combat_both": (
            "no attack on and no fire at {what}",
            "ni attaque ni tir contre : {what}",
            "zakaz ataku i ostrzału; cel: {what}",
            "nem támadhatja és nem lőhet rá: {what}",
        ),
        "over": ("over {what}", "à travers {what}", "przez {what}", "ezen át: {what}"),
        "closed": ("closed", "infranchissable", "nie do przejścia", "járhatatlan"),
        "reciprocal": ("reciprocal", "réciproque", "lustrzana", "kölcsönös"),
        "not_reciprocal": ("not reciprocal", "non réciproque", "nie lustrzana", "nem kölcsönös"),
        "hexsides": ("hexsides {what}", "côtés d'hex {what}", "krawędzie {what}", "hatszögoldalak {what}"),
        "replaces": (
            "in place of: {what}",
            "à la place de : {what}",
            "zamiast: {what}",
            "ehelyett: {what}",
        ),
        "no_forced_march": (
            "no forced march",
            "pas de marche forcée",
            "bez marszu forsownego",
            "nincs erőltetett menet",
        ),
        "exit": (
            "may leave the map: {what}",
            "peut sortir : {what}",
            "może opuścić mapę: {what}",
            "elhagyhatja a térképet: {what}",
        ),
        "cost": ("for {n} MP", "pour {n} PM", "za {n} PR", "{n} MP-ért"),
        "points": (
            "{n} VP for its side each",
            "{n} PV chacun pour son camp",
            "po {n} PZ dla jej strony",
            "egyenként {n} GyP a saját oldalának",
        ),
        "fire_range": (
            "fires at range {n} at most",
            "tire à une portée de {n} au plus",
            "strzela na odległość najwyżej {n}",
            "legfeljebb {n} hatszögre lő",
        ),
        "flags": (
            "only in turns with: {what}",
            "seulement aux tours avec : {what}",
            "tylko w etapach: {what}",
            "csak ilyen fordulóban: {what}",
        ),
        "free_withdrawal": (
            "withdraws without a roll",
            "se replie sans jet",
            "wycofuje się bez rzutu",
            "dobás nélkül visszavonul",
        ),
        "forced_march": (
            "may enter by forced march",
            "peut entrer en marche forcée",
            "może wejść marszem forsownym",
            "erőltetett menetben is beléphet",
        ),
        "near_enemy": (
            "enters in spite of enemies nearby",
            "entre malgré la proximité de l'ennemi",
            "wchodzi mimo bliskości wroga",
            "a közeli ellenség ellenére is belép",
        ),
        "through_friends": (
            "enters through friends",
            "entre à travers des amis",
            "wchodzi przez własne jednostki",
            "barátokon át is belép",
        ),
        "change_side": (
            "from turn {n} on belongs to {what}",
            "passe au tour {n} dans le camp : {what}",
            "od etapu {n} po stronie: {what}",
            "a {n}. fordulótól ide tartozik: {what}",
        ),
        "joins": ("with {what}", "avec {what}", "razem z: {what}", "ezzel együtt: {what}"),
        "from": ("from turn {n} on", "à partir du tour {n}", "od etapu {n}", "a {n}. fordulótól"),
        "to": ("until turn {n}", "jusqu'au tour {n}", "do etapu {n}", "a {n}. fordulóig"),
        "span": ("turns {a} to {b}", "tours {a} à {b}", "etapy {a}–{b}", "{a}–{b}. forduló"),
        "only": ("turn {n}", "tour {n}", "etap {n}", "{n}. forduló"),
    }
)


def effect_sentence(
    battle: Battle,
    effect: RuleEffect,
    language: str,
    charts: ChartBook | None = None,
    scenario: Scenario | None = None,
) -> str:
    """Return what a rule or marker changes, in a language.

    Args:
        battle: gives the names.
        effect: what to say.
        language: one that phrases have; else English.
        charts: give the names of charts and of their lines.
        scenario: gives the groups of reinforcements.
    """
    return _EffectWords(battle, language, charts, scenario).say(effect)


class _EffectWords:
    """Puts effects into sentences of one language."""

    def __init__(
        self, battle: Battle, language: str, charts: ChartBook | None, scenario: Scenario | None
    ) -> None:
        self.battle = battle
        self.language = language
        self.charts = charts
        self.scenario = scenario

    def word(self, key: str, **values: object) -> str:
        return phrase(key, self.language, **values)

    def say(self, effect: RuleEffect) -> str:
        who, *parts = self._parts(effect)
        turns = self._turns(effect) if effect.kind != "change_side" else ""
        return who + colon(self.language) + ", ".join(filter(None, (*parts, turns, self._flags(effect))))

    def _parts(self, effect: RuleEffect) -> Iterator[str]:
        """Yield whom the effect is about, then what it says."""
        word, where = self.word, self._hexes(effect.hexes)
        match effect.kind:
            case "hexsides":
                yield word("hexsides", what=self._sides(effect))
                yield word(effect.words[0])
                return
            case "modifier":
                column = self._column(effect.chart, effect.column)
                yield self._chart(effect.chart) + (f" ({column})" if column else "")
                yield f"{effect.number or 0:+d}".replace("-", "−") + f" {effect.name.get(self.language)}"
                yield self._units(effect.units) if effect.units else ""
                if effect.replaces:
                    names = (self._line(effect.chart, line) for line in effect.replaces)
                    lines = listing(names, self.language)
                    yield word("replaces", what=lines)
                return
            case "arrival":
                yield listing(map(self._group, effect.arrivals), self.language)
                yield from map(word, effect.words)
                return
            case "change_side":
                side, joins = self.battle.side(effect.side), self.battle.command(effect.joins)
                yield self._turncoats(effect)
                yield word("change_side", n=effect.low, what=side.name.get(self.language) if side else "")
                yield word("joins", what=joins.name.get(self.language)) if joins else ""
                return
        yield self._units(effect.units) if effect.units else word("all_units")
        match effect.kind:
            case "stack_limit":
                yield word("stack_limit", n=effect.number)
                yield from map(word, effect.words)
                yield word("in_hexes", what=where) if where else ""
            case "no_entry":
                yield word("stays" if effect.outside else "no_entry", what=where)
            case "no_combat":
                against = self._units(effect.against) if effect.against else word("enemies")
                yield word(f"no_combat_{effect.words[0] if effect.words else 'melee'}", what=against)
                yield word("over", what=self._sides(effect)) if effect.sides else ""
            case "exit":
                yield word("exit", what=where)
                yield word("cost", n=effect.cost) if effect.cost is not None else ""
                yield word("points", n=str(effect.number).replace("-", "−")) if effect.number else ""
            case "fire_range":
                yield word("fire_range", n=effect.number)
            case "no_forced_march" | "free_withdrawal":
                yield word(effect.kind)

    def _turns(self, effect: RuleEffect) -> str:
        low, high = effect.low, effect.high
        if low is not None and high is not None:
            return self.word("only", n=low) if low == high else self.word("span", a=low, b=high)
        if low is not None:
            return self.word("from", n=low)
        return self.word("to", n=high) if high is not None else ""

    def _flags(self, effect: RuleEffect) -> str:
        names = dict(self.battle.series.turn_flags)
        words = [names[flag].get(self.language) for flag in effect.flags if flag in names]
        return self.word("flags", what=", ".join(words)) if words else ""

    def _units(self, units: Iterable[str]) -> str:
        """Return the side, the arm or the commands that units are, or the names of units and leaders."""
        battle, members = self.battle, set(units)
        for side in battle.sides:
            if members == {u.id for u in battle.units if u.side == side.id}:
                return side.name.get(self.language)
        whole = any(members == {u.id for u in battle.units_of(c.id)} for c in battle.commands)
        kind = None if whole else kind_of_units(battle, members)
        if kind is not None:
            name = kind[1].get(self.language)
            return f"{name} ({kind[0].get(self.language)})" if kind[0] else name
        names = []
        for command in battle.commands:
            unit_ids = {u.id for u in battle.units_of(command.id)}
            if unit_ids and unit_ids <= members:
                names.append(command.name.get(self.language))
                members -= unit_ids
        names += [u.name.get(self.language) or u.id for u in battle.units if u.id in members]
        names += [x.name.get(self.language) or x.id for x in battle.leaders if x.id in members]
        return listing(names, self.language)

    def _turncoats(self, effect: RuleEffect) -> str:
        """Return the command that goes over whole, then the other units and leaders."""
        command, others = self.battle.command(effect.command), list(effect.units)
        if command is not None:
            led = {x.id for x in self.battle.leaders if x.command == command.id or x.id == command.leader}
            led |= {u.id for u in self.battle.units_of(command.id)}
            others = [piece for piece in others if piece not in led]
        names = [command.name.get(self.language)] if command else []
        return listing([*names, self._units(others)] if others else names, self.language)

    def _hexes(self, hexes: tuple[int, ...]) -> str:
        battle_map, members = self.battle.map, frozenset(hexes)
        if battle_map is None or not hexes:
            return ""
        ids = ", ".join(battle_map.grid.id(index) for index in sorted(hexes))
        areas = [(r.name, frozenset(r.hexes)) for r in battle_map.regions]
        areas += [(e.name, frozenset(e.hexes)) for e in battle_map.entries]
        name = next((n.get(self.language) for n, inside in areas if inside == members and n), "")
        return f"{name} ({ids})" if name else ids

    def _sides(self, effect: RuleEffect) -> str:
        battle_map = self.battle.map
        if battle_map is None:
            return ""
        grid = battle_map.grid
        return ", ".join(
            f"{grid.id(side.a)}/{compass(direction_name(grid.orientation, side.d), self.language)}"
            for side in effect.sides
        )

    def _chart(self, chart: str) -> str:
        if self.charts is None or chart not in self.charts:
            return chart
        return self.charts.get(chart).title.get(self.language)

    def _column(self, chart: str, column: str) -> str:
        """Return what a column of a chart is called; '' for all columns."""
        if self.charts is None or chart not in self.charts:
            return column
        columns = (key for axis in self.charts.get(chart).axes[1:] for key in axis.keys)
        return next((key.label.get(self.language) for key in columns if key.id == column), column)

    def _line(self, chart: str, line: str) -> str:
        if self.charts is None or chart not in self.charts:
            return line
        labels = {key.id: key.label.get(self.language) for key in self.charts.get(chart).axes[0].keys}
        return labels.get(line) or line

    def _group(self, group: str) -> str:
        arrivals = self.scenario.arrivals if self.scenario is not None else ()
        pieces = next((a.pieces for a in arrivals if a.id == group), ())
        units = [piece for piece in pieces if self.battle.unit(piece) is not None]
        return self._units(units) if units else group
