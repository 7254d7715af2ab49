"""What the tool makes of the bundled battles, written down in words and compared by meaning.

A dump says in lines of text what a product holds: a line a hex of a package, a line a component of a module, a line
a kind of item of a drawing. `python -m tests.golden` compares the dumps of today with those in this folder, and
`python -m tests.golden --update` writes them anew after an intended change; the difference belongs in the commit that
causes it.
"""
