"""Changes to pieces wherever a module has them: palettes, stacks, decks and saved games.

A piece is found by the name and the picture of its basic piece: saved games of older versions of a module
have other numbers of pieces.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import deepcopy

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.vassal.build import predefined_setup
from jdgtools.vassal.codecs import read_int
from jdgtools.vassal.components import Component
from jdgtools.vassal.moves import pieces_of, with_moves, with_texts
from jdgtools.vassal.package import Module, SaveFile
from jdgtools.vassal.traits import BasicPiece, DynamicProperty, Expander, Layer, Marker, Piece, PropertySheet

Key = tuple[str, str]
"""Name and picture of a basic piece."""
_SLOTS = ("PieceSlot", "CardSlot")
_PALETTES = ("TabWidget", "BoxWidget", "PanelWidget", "ListWidget")


class PieceEdit(Struct, frozen=True):
    """What becomes of a piece."""

    name: str = ""
    """Its new name; '' leaves it."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Property -> its new text."""
    is_removed: bool = False
    """Whether it goes, from everywhere."""
    levels: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Name of a layer -> the level that it had, and the one that it has instead, from 1."""

    def apply(self, piece: Piece) -> Piece:
        """Return the piece with its new name, properties and levels; one at another level stays there."""
        if self.name:
            piece = piece.with_basic(name=self.name)
        for n, trait in enumerate(piece.traits):
            if isinstance(trait, Marker) and not self.values.keys().isdisjoint(trait.names):
                values = tuple(self.values.get(name, value) for name, value in trait.pairs())
                piece = piece.with_trait(n, values=values)
            elif isinstance(trait, DynamicProperty) and trait.name in self.values:
                piece = piece.with_trait(n, value=self.values[trait.name])
            elif isinstance(trait, PropertySheet):
                piece = piece.with_trait(n, values=trait.with_pairs(self.values).values)
            elif isinstance(trait, Layer) and trait.name in self.levels:
                old, new = self.levels[trait.name]
                if abs(trait.value) == old:
                    piece = piece.with_trait(n, value=new if trait.value > 0 else -new)
        return piece


class PieceClone(Struct, frozen=True):
    """A new piece of the palette, made like another one."""

    template: Key
    """The piece that it is like."""
    name: str
    images: Mapping[str, str]
    """Picture of the template -> the new piece's own."""
    values: Mapping[str, str]
    """Property -> its text."""

    def apply(self, piece: Piece) -> Piece:
        """Return the new piece, from that of the template."""
        new_piece = PieceEdit(self.name, self.values).apply(piece)
        for n, trait in enumerate(new_piece.traits):
            if isinstance(trait, Layer) and not self.images.keys().isdisjoint(trait.images):
                images = tuple(self.images.get(image, image) for image in trait.images)
                new_piece = new_piece.with_trait(n, images=images)
        basic = new_piece.basic
        image = basic.image if isinstance(basic, BasicPiece) else ""
        return new_piece.with_basic(image=self.images.get(image, image))


def key_of(piece: Piece) -> Key:
    """Return name and picture of a piece; empty ones for a stack or deck."""
    basic = piece.basic
    return (basic.name, basic.image) if isinstance(basic, BasicPiece) else ("", "")


def edit_pieces(module: Module, edits: Mapping[Key, PieceEdit]) -> None:
    """Change pieces of a module: in palettes, stacks, decks and the saved games that can be read."""
    if not edits:
        return
    for parent in module.root.walk():
        parent.children = [child for child in parent.children if not _edit_slot(child, edits)]
    for name in module.saved_games():
        try:
            save = module.save(name)
        except InputRefused:
            continue  # no VASSAL reads it either
        new_save = _edit_save(save, edits)
        if new_save is not save:
            module.entries[name] = new_save.data()


def _edit_slot(slot: Component, edits: Mapping[Key, PieceEdit]) -> bool:
    """Change a slot; return whether it goes."""
    piece = _slot_piece(slot)
    edit = edits.get(key_of(piece)) if piece is not None else None
    if edit is None or piece is None:
        return False
    _write(slot, edit.apply(piece), piece.name)
    return edit.is_removed


def _edit_save(save: SaveFile, edits: Mapping[Key, PieceEdit]) -> SaveFile:
    texts: dict[str, str | None] = {}
    removed_ids: list[str] = []
    for piece_id, piece in pieces_of(save.root):
        edit = edits.get(key_of(piece))
        if edit is not None and edit.is_removed:
            removed_ids.append(piece_id)
        elif edit is not None:
            texts[piece_id] = edit.apply(piece).format()
    if texts:
        save = replace(save, root=with_texts(save.root, texts))
    return with_moves(save, {}, removed_ids) if removed_ids else save


def _slot_piece(slot: Component) -> Piece | None:
    if slot.kind not in _SLOTS:
        return None
    try:
        return slot.piece()
    except InputRefused:
        return None  # what cannot be read stays as it is


def _write(slot: Component, piece: Piece, old_name: str) -> None:
    slot.text = piece.format()
    for child in slot.children:
        child.tail = ""
    if slot.get("entryName") == old_name:
        slot.attributes["entryName"] = piece.name


def add_clones(module: Module, clones: Collection[PieceClone]) -> None:
    """Put new pieces into the palette, each behind the one that it is like.

    Raises:
        InputRefused: a palette does not have the piece that a new one is like.
    """
    for clone in clones:
        parent, place = _palette_place(module.root, clone.template)
        slot = deepcopy(parent.children[place])
        piece, number = slot.piece(), _next_number(module.root)
        _write(slot, clone.apply(piece).with_basic(gpid=str(number)), piece.name)
        slot.attributes["gpid"] = str(number)
        module.root.attributes["nextPieceSlotId"] = str(number + 1)
        parent.children.insert(place + 1, slot)


def _next_number(root: Component) -> int:
    """Return the first number from which on no piece of the module has one."""
    texts = [slot.get("gpid") for kind in _SLOTS for slot in root.find(kind)]
    numbers: list[int] = [read_int(text, 0) for text in texts]
    next_number: int = read_int(root.get("nextPieceSlotId"), 0)
    return max(next_number, 1 + max(numbers, default=0))


def _palette_place(root: Component, key: Key) -> tuple[Component, int]:
    waiting = [root]
    while waiting:
        parent = waiting.pop()
        if parent.kind in ("DrawPile", "SetupStack"):
            continue
        for place, child in enumerate(parent.children):
            piece = _slot_piece(child)
            if piece is not None and key_of(piece) == key:
                return parent, place
        waiting.extend(reversed(parent.children))
    raise InputRefused(f"no palette of the module has the piece {key[0][:60]!a}")


def palette_piece(module: Module, key: Key) -> Piece:
    """Return a piece of the palette as a saved game holds it: its prototypes expanded.

    Raises:
        InputRefused: no palette has it, or its prototypes cannot be expanded.
    """
    parent, place = _palette_place(module.root, key)
    slot = parent.children[place]
    prototypes = {}
    for definition in module.root.find("PrototypeDefinition"):
        try:
            prototypes[definition.get("name")] = definition.piece()
        except InputRefused:
            continue  # VASSAL has none either
    piece = Expander(prototypes).expand(slot.piece())
    return piece.with_basic(gpid=slot.get("gpid") or piece.gpid)


def rename_side(root: Component, old: str, new: str) -> None:
    """Give a side another name: its seat in the player roster, and the parts of the palette that bear it."""
    for component in root.walk():
        if component.tag == "entry" and component.full_text() == old:
            component.text = new
            for child in component.children:
                child.tail = ""
        elif component.kind in _PALETTES and component.get("entryName") == old:
            component.attributes["entryName"] = new


def edit_setup(root: Component, file: str, values: Mapping[str, str]) -> None:
    """Give the setup of a saved game another name or description in the module's menu.

    Args:
        root: the module.
        file: entry of the saved game.
        values: attribute -> its text.
    """
    for component in root.find("PredefinedSetup"):
        if component.get("file") == file:
            component.attributes.update(values)
            return


def add_setup(module: Module, like: str, file: str) -> None:
    """Add a setup to the module's menu, behind the one that it is a copy of.

    Args:
        module: the module.
        like: entry of the saved game that is copied.
        file: entry of the copy.
    """
    module.entries[file] = module.entries[like]
    for parent in module.root.walk():
        for place, child in enumerate(parent.children):
            if child.kind == "PredefinedSetup" and child.get("file") == like:
                setup = deepcopy(child)
                setup.attributes["file"] = file
                parent.children.insert(place + 1, setup)
                return
    module.root.children.append(predefined_setup(file.removesuffix(".vsav"), file))
