"""Tables of a foreign module: its decks with their cards, its pieces with all that rules may ask about."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct

from jdgtools.importers.draft import Draft, table
from jdgtools.importers.pictures import PictureCopies, faces
from jdgtools.importers.view import ModuleView, Slot

MAX_CELL = 8_000
"""Most characters of the properties of a piece in `pieces.csv`."""


class ListedPiece(Struct):
    """A piece of the module and what it became."""

    id: str
    kind: str
    side: str
    command: str
    values: dict[str, str]
    name: str
    gpid: str = ""
    """Id of its slot."""
    basic: tuple[str, str] = ("", "")
    """Name and picture of the basic piece."""
    face: tuple[str, str] = ("", "")
    """Name and front picture, by which its copies are known."""
    slot: Slot | None = None
    """The slot that it was made from; None for a piece of a saved game alone."""
    is_copied: bool = False
    """Whether a setup holds more of this counter than the palette, so that it stands for several units."""


def list_decks(view: ModuleView, pictures: PictureCopies, draft: Draft) -> None:
    """Write every deck with its cards, the top one first."""
    rows = []
    decks = list(view.root.find("DrawPile"))
    for name, count in Counter(deck.get("name") for deck in decks).items():
        if count > 1:
            view.report.doubt(
                f"{count} decks are called {name[:60]!r}: saved games tell them apart by their places alone, "
                "and decks.csv by nothing"
            )
    for deck in decks:
        cards = view.contents.get(id(deck), [])
        # The last card is the top of a new deck.
        for n, slot in enumerate(reversed(cards), 1):
            front, back = faces(slot.piece)
            rows.append(
                {
                    "deck": deck.get("name"),
                    "order": str(n),
                    "card": slot.name,
                    "gpid": slot.gpid,
                    "front": pictures.take(front, "cards"),
                    "back": pictures.take(back, "cards"),
                    "face_down": deck.get("faceDown", "Always"),
                    "shuffle": deck.get("shuffle", "Always"),
                }
            )
        view.report.component("converted", deck, f"decks.csv: {len(cards)} cards")
    if rows:
        draft.files["decks.csv"] = table(list(rows[0]), rows)


def _properties(properties: Mapping[str, str]) -> str:
    """Return the properties of a piece as JSON; texts are cut where they are too many for a cell."""
    text = json.dumps(properties, ensure_ascii=True)
    most = MAX_CELL
    while len(text) > MAX_CELL and most > 1:
        most //= 2
        short = {k[:most]: v if len(v) <= most else f"{v[:most]}…" for k, v in properties.items()}
        text = json.dumps(short, ensure_ascii=True)
    return text


def list_pieces(entries: Iterable[ListedPiece], draft: Draft) -> None:
    """Write every piece with all that rules may ask about it."""
    rows = []
    for e in entries:
        properties = {k: v for k, v in e.values.items() if not k.startswith("#")}
        rows.append(
            {
                "gpid": e.gpid,
                "kind": e.kind,
                "id": e.id,
                "name": e.name,
                "side": e.side,
                "command": e.command,
                "front": e.values.get("#front", ""),
                "back": e.values.get("#back", ""),
                "properties": _properties(properties),
            }
        )
    if rows:
        draft.files["pieces.csv"] = table(list(rows[0]), rows)
