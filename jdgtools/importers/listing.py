"""Tables of a foreign module: its decks with their cards, its pieces with all that rules may ask about."""

from __future__ import annotations

import json
from collections.abc import Iterable

from msgspec import Struct

from jdgtools.importers.draft import Draft, table
from jdgtools.importers.pictures import PictureCopies, faces
from jdgtools.importers.view import ModuleView, Slot


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
    for deck in view.root.find("DrawPile"):
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
                "properties": json.dumps(properties, ensure_ascii=True)[:8000],
            }
        )
    if rows:
        draft.files["pieces.csv"] = table(list(rows[0]), rows)
