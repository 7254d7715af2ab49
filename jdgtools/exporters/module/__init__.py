"""A VASSAL module made from a battle: pieces, maps, boxes, windows, setups.

`assemble.build_module` is the whole; the modules beside it are its parts by topic. They know the
model and the series' `ModuleRules`, and write with `jdgtools.vassal`; none of them names a series.
"""
