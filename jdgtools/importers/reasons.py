"""Components of a foreign module that an import takes over verbatim into `module/`, and why.

The report of the import says the reason for each; a component that is named nowhere gets a general one.
"""

from __future__ import annotations

_REASONS = {
    "its traits are expanded in the pieces; kept in module/": (
        "PrototypeDefinition PrototypesContainer PrototypeFolder "
    ),
    "the tree of pieces: sides, commands and kinds were guessed from it; kept in module/": (
        "PieceWindow TabWidget BoxWidget PanelWidget ListWidget "
    ),
    "dice come from the series; kept in module/": (
        "DiceButton InternetDiceButton SpecialDiceButton RandomTextButton SpecialDie "
    ),
    "charts and help are made from the series and the battle; kept in module/": (
        "ChartWindow Chart HtmlChart HelpFile BrowserHelpFile AboutScreen BrowserPDFFile "
    ),
    "how the table behaves is the exporter's business; kept in module/": (
        "StackMetrics Scroller Zoomer MenuDisplayer PieceMover KeyBufferer StackExpander "
        "ForwardToKeyBuffer ForwardToChatter MapCenterer ImageSaver CounterDetailViewer Flare "
        "HighlightLastMoved SelectionHighlighters GlobalMap LOS_Thread LayeredPieceCollection "
        "HidePiecesButton TextSaver Map BoardPicker Chatter KeyNamer GlobalOptions option "
    ),
    "a battle's map is hexes; grids of squares and of points are kept in module/": (
        "SquareGrid SquareGridNumbering RegionGrid Region "
    ),
    "an area that no hex of the map lies in, or of another map; kept in module/": (
        "Zone ZonedGrid ZonedGridHighlighter ZoneHighlight "
    ),
    "a grid of hexes that is not the battle's map; kept in module/": "HexGrid HexGridNumbering ",
    "notes, lists and windows of the table are the exporter's business; kept in module/": (
        "NotesWindow Inventory PrivateMap PlayerHand MapWidget WidgetMap PredefinedSetup "
    ),
    "pictures that the engine draws from texts; kept in module/": (
        "GamePieceImageDefinitions GamePieceLayoutsContainer GamePieceLayout GamePieceImage ColorManager "
        "ColorSwatch FontManager FontStyle TextItem TextBoxItem ShapeItem ImageItem SymbolItem "
    ),
    "code of the module's own; kept in module/, no battle's file can say it": "Plugin Language ",
    "a battle's files hold no commands and properties of a module; kept in module/": (
        "GlobalKeyCommand MassKeyCommand StartupGlobalKeyCommand DoActionButton MultiActionButton "
        "ToolbarMenu DeckGlobalKeyCommand ZoneProperty GlobalProperty GlobalProperties "
    ),
}

VERBATIM = {kind: reason for reason, kinds in _REASONS.items() for kind in kinds.split()}
"""Class of VASSAL -> why a component of it is taken over as it is."""
