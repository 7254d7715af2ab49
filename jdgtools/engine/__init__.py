"""The reference engine: plays scenarios from their packages, and nothing else.

`core` knows states, nodes, logs and chance, and no series; `jdg` plays Jours de Gloire. The engine imports
`jdgtools.package` and the standard library alone, so that a package is proved to hold all that a game needs.
"""
