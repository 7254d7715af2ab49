"""Which terrain a hex has, and how nearly it had another.

1. Layers with a threshold (`share`, `area`, `count`, `length`) claim the hexes in which one of their
   thresholds is reached. Of several claims the one of the higher priority wins, then the layer listed first.
2. Without a claim the terrain with the largest visible share wins, `otherwise` standing for the ground that
   no area covers. Of equal shares the layer listed first wins, bare ground last.
3. A winner by majority with less than `rules: share` leaves the hex to `otherwise`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from jdgtools.gis.cover import DIGITS, Measures
from jdgtools.gis.settings import SurveyLayer

POINTS, LENGTH = 1, 0.5
"""Thresholds of points and lines whose layer states none."""


class Decision(Struct, frozen=True):
    """The terrain of a hex."""

    terrain: str | None
    other: str | None = None
    """What it would be if the closest measure lay on the other side."""
    margin: float = 1.0
    why: str = ""


class SurveyRule:
    """The rule of a survey that says which terrain a hex has, with the settings of one battle."""

    def __init__(
        self,
        layers: Sequence[SurveyLayer],
        otherwise: str | None,
        least_share: float,
        close: float,
        hex_area: float,
    ) -> None:
        self.layers = {layer.number: layer for layer in layers}
        self.order = sorted(self.layers.values(), key=lambda x: (-x.priority, x.number))
        self.claiming = frozenset(layer.number for layer in layers if layer.claims)
        self.otherwise = otherwise
        self.least = least_share
        self.close = close
        self.hex_area = hex_area

    def decide(self, measures: Measures) -> Decision:
        """Return the terrain of a hex with these measures; `other` only where the call is close."""
        tests = {layer.number: list(self._tests(layer, measures)) for layer in self.order}
        claims = {
            number: any(value >= limit for value, limit, *_ in thresholds)
            for number, thresholds in tests.items()
        }
        choice = self._with(claims, measures)
        nearest = Decision(choice)
        for number, thresholds in tests.items():
            for value, limit, margin, words in thresholds:
                if margin >= self.close:
                    continue
                reaches_limit = value >= limit
                others = any(v >= x for v, x, *_ in thresholds if (v, x) != (value, limit))
                other_choice = self._with({**claims, number: others or not reaches_limit}, measures)
                if other_choice != choice and margin < nearest.margin:
                    nearest = Decision(choice, other_choice, margin, words)
        if not any(claims.values()):
            nearest = min((nearest, *self._majority(measures, choice)), key=lambda d: d.margin)
        return nearest

    def _with(self, claims: Mapping[int, bool], measures: Measures) -> str | None:
        claiming_layer = next((layer for layer in self.order if claims.get(layer.number)), None)
        if claiming_layer is not None:
            return claiming_layer.value
        ranking = self._ranking(measures)
        first, share = ranking[0]
        return first if share >= self.least else self.otherwise

    def _ranking(self, measures: Measures) -> list[tuple[str | None, float]]:
        """Return (terrain, visible share), largest first; the bare ground is among them."""
        shares: dict[str | None, float] = {}
        for number in sorted(measures.visible):
            terrain = self.layers[number].value
            shares[terrain] = round(shares.get(terrain, 0.0) + measures.visible[number], DIGITS)
        bare_share = round(max(0.0, 1.0 - sum(shares.values())), DIGITS)
        if self.otherwise not in shares:
            shares[self.otherwise] = bare_share
        else:
            shares[self.otherwise] = round(shares[self.otherwise] + bare_share, DIGITS)
        order = list(shares)
        return sorted(shares.items(), key=lambda item: (-item[1], order.index(item[0])))

    def _majority(self, measures: Measures, choice: str | None) -> Iterator[Decision]:
        ranking = self._ranking(measures)
        (first, share), *rest = ranking
        if share < self.least and first != self.otherwise:
            rest, first, share = [(first, share)], self.otherwise, share
            margin = self.least - share
            if margin < self.close:
                yield Decision(
                    choice, rest[0][0], margin, f"{percent(share)} {rest[0][0]}, {percent(self.least)} needed"
                )
            return
        if rest and share - rest[0][1] < self.close:
            second, less = rest[0]
            yield Decision(
                choice,
                second,
                round(share - less, DIGITS),
                f"{percent(share)} {first}, {percent(less)} {second}",
            )
        if first != self.otherwise and self.least and share - self.least < self.close:
            yield Decision(
                choice,
                self.otherwise,
                round(share - self.least, DIGITS),
                f"{percent(share)} {first}, {percent(self.least)} needed",
            )

    def _tests(self, layer: SurveyLayer, measures: Measures) -> Iterator[tuple[float, float, float, str]]:
        """Yield (measure, threshold, margin, words) of each threshold of a layer."""
        number, name = layer.number, layer.value
        share = measures.shares.get(number, 0.0)
        if layer.share is not None:
            yield (
                share,
                layer.share,
                abs(share - layer.share),
                f"{percent(share)} {name}, {percent(layer.share)} needed",
            )
        if layer.area is not None:
            area_share = layer.area / self.hex_area
            words = f"{share * self.hex_area:,.0f} m² {name}, {layer.area:,.0f} m² needed"
            yield share, area_share, abs(share - area_share), words
        count = measures.counts.get(number, 0)
        limit = layer.count if layer.count is not None else POINTS if number not in self.claiming else None
        if limit is not None and (count or limit > 1):
            # One building more or less decides: a close call, but only where several are asked for.
            margin = 0.0 if limit > 1 and count in (limit - 1, limit) else 1.0
            yield count, limit, margin, f"{count} of {limit} features needed for {name}"
        length = measures.lengths.get(number, 0.0)
        least = layer.length if layer.length is not None else LENGTH if number not in self.claiming else None
        if least is not None and length:
            words = f"{percent(length)} of a hex width of {name}, {percent(least)} needed"
            yield length, least, abs(length - least), words


def percent(share: float) -> str:
    """Return a share in words, 0.4837 -> "48.4 %"; one decimal, so that close shares differ to the eye."""
    text = f"{share * 100:.1f}"
    return f"{text.removesuffix('.0')} %"
