"""The player aids: a typeset booklet of charts, rosters, scenarios and rules of play.

`book` lists the chapters. A chapter is a sequence of blocks; a block holds elements, and an element gives
the `flowables` that it needs in a column of some width. `packing` puts them on pages, in one or two
columns. What is printed in them: words with emphasis and little pictures (`inlines`), broken into `lines`;
ruled tables (`table`); counters (`pictures`), pieces of map (`terrain`, `setupmap`). Colours and measures
are in `stylesheet`, phrases in `words`, names of a battle's pieces and hexes in `names`.
"""
