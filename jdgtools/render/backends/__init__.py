"""Back ends: scenes become SVG text, PNG bytes and PDF bytes.

A PDF is written from the items of a scene directly (`pdf` and the modules whose names begin with it). A
picture is a page whose points are pixels: `pixels` has pdfium draw it, `png` packs the rows. `svg` writes
drawings to be edited.
"""
