"""What two states of a battle have different, in the terms of the game.

A battle, of a project or of a package, becomes `Facts`: tables of units, commands, hexes, setups and so on.
Two of them are compared table by table, and the difference is shown as text, Markdown, JSON or a page.

- `facts`: the tables; `battle_facts`, `map_facts`, `scenario_facts` fill them from a project, `package_facts`
  from a package
- `origins`: what the user names: a folder, a revision of git, a package
- `compare`: from two tables to a `BattleDifference`
- `texts`: a difference as text, Markdown and JSON; `page`: with both maps
"""
