"""The frozen model of a battle: what the source files mean, without how they were written.

`build` turns positioned source nodes into a `Battle`; everything after it (checks, derived
data, drawings, exports) reads the model and nothing else. No I/O and no heavy import here.
"""
