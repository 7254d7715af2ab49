"""A synthetic module that uses every trait and the components of a war game's module."""

from __future__ import annotations

import struct
import zlib

from msgspec.structs import replace

from jdgtools.vassal import build
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import ALT, Color, Key, encode
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.package import Module, SaveFile
from jdgtools.vassal.savebuilder import SaveBuilder, list_level, turn_state
from jdgtools.vassal.traits import (
    Access,
    ActionButton,
    AreaOfEffect,
    Attachment,
    BasicName,
    BasicPiece,
    BorderOutline,
    CalculatedProperty,
    Clone,
    Comment,
    Constraints,
    Deck,
    Delete,
    Deselect,
    DynamicProperty,
    Footprint,
    GlobalHotKey,
    GlobalKey,
    Immobile,
    Invisible,
    Label,
    Layer,
    Marker,
    MarkWhenMoved,
    Mask,
    Mat,
    MatCargo,
    MenuSeparator,
    MultiLocation,
    NonRectangular,
    Piece,
    Pivot,
    PlaceMarker,
    PlaySound,
    PropertyChange,
    PropertyCommand,
    PropertySheet,
    Prototype,
    Replace,
    ReportAction,
    RestrictCommands,
    RestrictedAccess,
    ReturnToDeck,
    Rotator,
    SendTo,
    SetGlobalProperty,
    SetPieceProperty,
    SubMenu,
    TableInfo,
    Target,
    Trait,
    TranslatableMessage,
    Translate,
    Trigger,
    expand,
)


def png(width: int, height: int, color: tuple[int, int, int]) -> bytes:
    """Return a picture of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + bytes(color) * width
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(row * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


NESTED = Piece(
    (Layer(name="In", images=("red.png", "blue.png"), increase=Key.ctrl("G")), Marker.of(kind="a/b;c,d\te")),
    BasicPiece(image="red.png", name="Nested / piece"),
)
"""A piece placed by another one, with characters that need escaping at every level."""

COMMANDS = (
    PropertyCommand("Up: one", Key.ctrl("U"), PropertyChange("I", "1")),
    PropertyCommand("Set", Key.named("setIt"), PropertyChange("P", "a, b:c {X}")),
    PropertyCommand("Ask", None, PropertyChange("R", "How many, please?")),
    PropertyCommand("Choose", Key(ord("C"), ALT), PropertyChange("E", "Which?", ("a,b", "c:d", "e|f"))),
)


def every_trait() -> tuple[Trait, ...]:
    """Return one trait of every class, outermost first, each with fields that need escaping."""
    return (
        Prototype("Unit"),
        Mask(image="back.png", key=Key.ctrl("O"), menu="Mask; it", access=Access("sides:", ("Red", "B:lue"))),
        Invisible(access=Access("side:"), background=Color(1, 2, 3)),
        RestrictedAccess(sides=("Red", "Blue"), by_player=True),
        ReportAction(keys=(Key.ctrl("F"), Key.named("Rout")), format="$location$: {X}; \\n"),
        Trigger(
            "Name;x",
            "Menu",
            Key.ctrl("T"),
            '{A=="b;c"}',
            (Key.named("w"),),
            (Key.ctrl("A"), Key.named("b b")),
            loop=True,
            loop_type="until",
            until_filter="{1==1}",
        ),
        GlobalKey(
            "G", Key.named("g"), Key.named("h"), '{B==1 && C=="x"}', target=Target(match_property=True)
        ),
        GlobalHotKey("H", Key.ctrl("H"), Key.named("hot")),
        RestrictCommands("r", "Disable", "{Old == 1}", (Key.ctrl("F"), Key.named("Rout"))),
        PlaySound("snd.wav"),
        ActionButton(Key.ctrl("F"), 0, 0, 10, 10, points=((0, 0), (10, 0), (10, 10))),
        Translate(x="{-5}", y="60"),
        SendTo(
            "Send", Key.ctrl("S"), "Main Map", "Field", "10", "20", "Back", Key.ctrl("B"), destination="L"
        ),
        ReturnToDeck("Return", Key.ctrl("R"), "Cup", deck_expression="Cup"),
        MultiLocation(description="all", key=Key.named("loc")),
        SubMenu("Sub", ("Flip; it", "Menu")),
        MenuSeparator("sep"),
        Delete(),
        Clone(),
        Deselect("Deselect"),
        Comment("a note; with 'quotes' and \\backslashes\\ in it"),
        BorderOutline("Hot", "d", 3, Color(4, 5, 6)),
        TableInfo(cells="a,b\\,c,d,e"),
        PropertySheet("0Name~1Text", "Sheet", key=Key.ctrl("P"), red="1", green="2", blue="3", values="a~b"),
        Immobile(select="g", stack="L"),
        NonRectangular(1.0, "m,-5,-5,l,5,-5,l,5,5,c"),
        Attachment("att", filter="{X==1}"),
        Mat("mat"),
        MatCargo(),
        BasicName("Other name"),
        TranslatableMessage("msg", "d", "A message; long"),
        DynamicProperty("Strength", Constraints(True, 0, 9, True), COMMANDS, "d", "4"),
        SetGlobalProperty("Turns", Constraints(True), COMMANDS, level="Named Map", search="Main Map"),
        SetPieceProperty("Strength", Constraints(True), COMMANDS, filter='{Kind=="a"}'),
        CalculatedProperty("Twice", '{GetProperty("Strength") * 2}'),
        PlaceMarker("Mark", Key.ctrl("M"), NESTED.format(), gpid="50", match_rotation=True),
        Replace("Swap", Key.ctrl("W"), NESTED.format(), gpid="51"),
        AreaOfEffect(radius=3, name="Range", always_active=False, key=Key.named("range")),
        Footprint(visible=True, start_map="Map0", points=((1, 2), (3, 4)), initialized=True),
        MarkWhenMoved("moved.png", 3, -4, "Moved"),
        Label(Key.ctrl("L"), "Label; x", 12, Color(1, 2, 3), None, text="the 'label'"),
        Layer(
            name="Steps",
            images=("red.png", "blue.png"),
            names=("+ full", "reduced; +"),
            increase=Key.ctrl("F"),
            increase_menu="Flip; it",
            value=2,
        ),
        Pivot(key=Key.named("pivot"), angle=60.0),
        Rotator(6, Key.ctrl("X"), Key.ctrl("Y"), "Right", "Left", position="2"),
        Rotator(1, name="Free", angle_key=Key.named("angle"), angle_menu="Turn", position="-30.0"),
        Marker.of(Kind="a/b", Side="Red, the"),
    )


def every_piece() -> list[Piece]:
    """Return a piece per trait, and one that nests them all."""
    traits = every_trait()
    pieces = [Piece((t,), BasicPiece(image="red.png", name=f"P {t.ID}")) for t in traits]
    # A piece must not be mat and cargo, and every placed piece has a gpid of its own.
    nested = tuple(
        replace(t, gpid=f"9{t.gpid}") if isinstance(t, PlaceMarker) else t
        for t in traits
        if not isinstance(t, MatCargo)
    )
    return [*pieces, Piece(nested, BasicPiece(image="red.png", name="All / of; them"))]


def tree() -> Component:
    """Return a build file with every kind of component a war game's module needs."""
    numbering = build.hex_numbering(sep=".", hOff=1, vOff=1)
    grid = build.hex_grid(55.425, 64.0, 32, 32, numbering)
    zones = build.zoned_grid(
        [
            build.zone(
                "Box",
                [(0, 0), (10, 0), (10, 10)],
                [
                    build.make(
                        "RegionGrid", {}, [build.make("Region", {"name": "A", "originx": 3, "originy": 3})]
                    )
                ],
            ),
            grid,
        ]
    )
    slots = [build.piece_slot(p, i + 1) for i, p in enumerate(every_piece())]
    gpid = len(slots) + 100
    cards = [
        build.card_slot(Piece((Mask(image="back.png"),), BasicPiece(image="blue.png", name=n)), gpid + i)
        for i, n in enumerate("ab")
    ]
    at_start = build.piece_slot(Piece((Rotator(6),), BasicPiece(image="red.png", name="Start")), gpid + 5)
    sub = make("CounterTurnLevel", {"property": "Turn", "start": 1}, [build.turn_list("Phase", ("A,a", "B"))])
    dice = make(
        "SpecialDie", {"name": "die"}, [make("SpecialDieFace", {"text": "1", "value": 1, "icon": "red.png"})]
    )
    main = build.map_window(
        "Main Map",
        [
            build.board_picker("Main Map", [build.board("Field", "board.png", [zones])], ["Field"]),
            *build.map_parts({"Zoomer": {"zoomInKey": Key.ctrl("Z")}}),
            make("GlobalMap"),
            make("LOS_Thread"),
            make("HidePiecesButton"),
            make("LayeredPieceCollection", {"property": "Layer"}, [make("LayerControl")]),
            make("MassKeyCommand"),
            make("MapShader"),
            make("TextSaver"),
            make("MoveCameraButton"),
            build.make("GlobalProperties", {}, [build.global_property("Night", "false")]),
            build.draw_pile("Cup", cards, x=300, y=300, board_name="Field"),
            build.setup_stack("Start", [at_start], x=100, y=200, board_name="Field"),
        ],
    )
    children = [
        make("BasicCommandEncoder"),
        build.documentation([build.help_file("Keys", "help/keys.html"), make("AboutScreen")]),
        build.player_roster(("Red", "Blue", "Solo")),
        build.global_options({"stepHotKey": "34,0"}),
        build.make("GlobalProperties", {}, [build.global_property("Turns", "1", isNumeric=True)]),
        make("GlobalTranslatableMessages", children=[make("GlobalTranslatableMessage", {"name": "hello"})]),
        build.prototypes([build.prototype("Unit", Piece((Marker.of(Proto="yes"),), BasicPiece()))]),
        build.piece_window(
            "Pieces",
            [
                build.tab_widget(
                    "Tabs",
                    [
                        build.make("ListWidget", {"entryName": "List"}, slots[:4]),
                        build.make("PanelWidget", {"entryName": "Panel"}, slots[4:8]),
                        make("BoxWidget", {"entryName": "Box"}, slots[8:]),
                    ],
                )
            ],
        ),
        main,
        build.map_window(
            "Hand",
            [build.board_picker("Hand", [build.make("Board", {"name": "H", "width": 99, "height": 99})])],
            kind="PrivateMap",
            side="Red",
        ),
        make("MultiActionButton"),
        make("DoActionButton", {"name": "Do"}),
        build.dice_button("d10"),
        make("GlobalKeyCommand", {"name": "All"}),
        make("StartupGlobalKeyCommand", {"name": "Begin"}),
        make("Inventory", {"include": "{Kind != null}"}),
        make("SpecialDiceButton", {"name": "Special"}, [dice]),
        build.make(
            "PredefinedSetup",
            {"name": "Scenarios", "isMenu": True, "useFile": False},
            [build.predefined_setup("First", "first.vsav")],
        ),
        build.chart_window(
            "Charts", [make("TabWidget", {"entryName": "t"}, [build.chart("Fire", "board.png")])]
        ),
        make("NotesWindow"),
        build.turn_tracker("Turn", [sub]),
        make("ToolbarMenu"),
    ]
    return build.module("Synthetic", "1.0", children, next_slot=10000)


def save() -> SaveFile:
    """Return a saved game of the module: pieces, a stack, a deck, boards, turn, properties, player."""
    prototypes = {"Unit": Piece((Marker.of(Proto="yes"),), BasicPiece())}
    game = SaveBuilder()
    pieces = [expand(p, prototypes) for p in every_piece()]
    for i, piece in enumerate(pieces):
        game.pile([piece.with_basic(gpid=str(i + 1))], "Main Map", 32 + 10 * i, 32)
    cards = [
        game.piece(
            Piece((Mask(image="back.png"),), BasicPiece(image="blue.png", name=n, gpid="1")),
            "Main Map",
            300,
            300,
        )
        for n in "ab"
    ]
    game.deck(Deck(name="Cup", map="Main Map", x=300, y=300, face_down=True), cards)
    game.player("me", "Nóra / ő", "Red")
    game.global_property("Turns", "3; or 4")
    game.boards("Main Map", ["Field"])
    game.turn(turn_state([encode(("3", "0", "false", "-1", list_level(1, 2)), ";")]))
    metadata = Metadata(description="First")
    return SaveFile(metadata, Metadata("Synthetic", "1.0"), game.tree())


def module() -> Module:
    """Return the module with its pictures, help page and saved game."""
    entries = {
        "images/board.png": png(640, 480, (200, 220, 180)),
        "images/red.png": png(40, 40, (200, 30, 30)),
        "images/blue.png": png(40, 40, (30, 30, 200)),
        "images/back.png": png(40, 40, (90, 90, 90)),
        "images/moved.png": png(8, 8, (0, 0, 0)),
        "help/keys.html": b"<html><body>Keys</body></html>",
        "sounds/snd.wav": b"RIFF",
        "first.vsav": save().data(),
    }
    return Module(Metadata("Synthetic", "1.0", "all of it"), tree(), entries)
