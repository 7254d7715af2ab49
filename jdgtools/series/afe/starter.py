"""A new battle of Au fil de l'épée in any size, for `jdg new`."""

from jdgtools.model.starter import Army, Starter

_COMMANDS = """\
  # A banner: all units that bear the coat of arms of one leader. Arms are written in words: docs/blazon.md.
  - id: $side-1
    name: [[The household]]
    side: $side
    colour: "$colour"
    leader: $side-king
    letter: A
    blazon: $arms
"""
_LEADERS = """\
  # Front: the leader; `back`: who takes his place; `extra`: what is left of him when wounded.
  - id: $side-king
    name: [[Commander]]
    side: $side
    role: commander_in_chief
    command: $side-1
    nationality: $side
    values: {bonus: $n, rating: 3, range: 4, mp: 8}
    back: {name: [[Successor]], values: {bonus: 1, rating: 4, range: 3, mp: 7}}
    extra: {wounded: {range: 2, mp: 3}}
  # Every army has one or more of these: who takes over a banner whose leaders are both lost.
  - id: $side-captain
    name: [[Captain]]
    side: $side
    role: reserve_leader
    nationality: $side
    values: {bonus: 0, rating: 4, range: 2, mp: 6}
    extra: {wounded: {range: 1, mp: 3}}
"""
_UNITS = (
    "$side-k,Household knights,Knights,$side,$side-1,knights,$side,3,7,7,3,6,6,,,,true,4",
    "$side-s,Sergeants,Serg.,$side,$side-1,men_at_arms_foot,$side,4,6,4,4,5,4,,,,,",
    "$side-a,Archers,Archers,$side,$side-1,archers,$side,3,5,5,3,4,4,true,bow,,,",
)

STARTER = Starter(
    orientation="pointy",
    scale="hex_metres: 200\nhex_mm: 20\nlevel_metres: 10\n",
    trees="wood",
    battle="strength_point: [[100 men]]\n",
    columns="id,name,short,side,command,type,nationality,sp,quality,mp,sp_back,quality_back,mp_back,"
    "missile,weapon,can_mount,can_dismount,mp_changed",
    army=Army(
        commands=_COMMANDS,
        leaders=_LEADERS,
        units=_UNITS,
        placements=(
            "{unit: $side-a, hex: $a, facing: $facing}",
            "{unit: $side-k, hex: $b, facing: $facing}",
            "{leader: $side-king, hex: $b}",
            "{unit: $side-s, hex: $c, facing: $facing}",
            "{leader: $side-captain, box: reserve_leaders}",
        ),
        settings="""\
# Markers for knights who mount and dismount: how many of each there are.
settings:
  remonte_markers: 0
  demonte_markers: 2
""",
    ),
    bare=Army(
        commands=_COMMANDS,
        leaders=_LEADERS,
        units=_UNITS[:1],
        placements=(
            "{unit: $side-k, hex: $b, facing: $facing}",
            "{leader: $side-king, hex: $b}",
            "{leader: $side-captain, box: reserve_leaders}",
        ),
        settings="""\
# Markers for knights who mount and dismount: how many of each there are.
settings:
  remonte_markers: 0
  demonte_markers: 1
""",
    ),
    roles=(", values: {role: attacker}", ", values: {role: defender}"),
    phrases={
        "100 men": {"fr": "100 hommes", "pl": "100 ludzi", "hu": "100 ember"},
        "The household": {"fr": "L'hôtel", "pl": "Hufiec nadworny", "hu": "Háznép"},
        "Commander": {"fr": "Commandant", "pl": "Dowódca", "hu": "Parancsnok"},
        "Successor": {"fr": "Successeur", "pl": "Następca", "hu": "Utód"},
        "Captain": {"fr": "Capitaine", "pl": "Kapitan", "hu": "Kapitány"},
    },
)
