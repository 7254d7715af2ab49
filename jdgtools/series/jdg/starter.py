"""A new battle of Jours de Gloire in any size, for `jdg new`."""

from jdgtools.model.starter import Army, Starter

_LEADERS = """\
  - id: $side-general
    name: [[General]]
    side: $side
    role: commander_in_chief
    nationality: $side
    values: {drm: 0, capacity: 2, range: 4, movement: 7, strategic: true}
"""

STARTER = Starter(
    orientation="flat",
    scale="hex_metres: 200\nhex_mm: 20\nlevel_metres: 15\n",
    trees="wood",
    battle="scale: regiment\nstrength_point: [[200 men]]\n",
    columns="id,name,short,side,command,type,nationality,strength,cohesion,shock,movement,"
    "strength_back,cohesion_back,shock_back,movement_back,effective_range,maximum_range",
    army=Army(
        commands="""\
  - id: $side-1
    name: [[1st Division]]
    side: $side
    colour: "$colour"
    leader: $side-general
    markers:
      - {id: $side-1-1, code: O, rating: 5}
      - {id: $side-1-2, code: O, rating: 5}
""",
        leaders=_LEADERS,
        units=(
            "$side-a,Regiment A,A,$side,$side-1,line_infantry,$side,5,6,6,5,4,5,5,5,,",
            "$side-b,Regiment B,B,$side,$side-1,line_infantry,$side,5,6,6,5,4,5,5,5,,",
            "$side-h,Hussars,Hus.,$side,$side-1,light_cavalry,$side,3,6,6,9,2,5,5,9,,",
            "$side-g,6-pdr,6-pdr,$side,$side-1,foot_artillery,$side,3,6,,4,2,5,,4,3,8",
        ),
        placements=(
            "{unit: $side-h, hex: $a, facing: $facing}",
            "{unit: $side-g, hex: $b, facing: $facing}",
            "{unit: $side-a, hex: $b, facing: $facing}",
            "{leader: $side-general, hex: $b}",
            "{unit: $side-b, hex: $c, facing: $facing}",
        ),
    ),
    bare=Army(
        leaders=_LEADERS,
        placements=("{leader: $side-general, hex: $b}",),
    ),
    phrases={
        "200 men": {"fr": "200 hommes", "pl": "200 ludzi"},
        "1st Division": {"fr": "1re division", "pl": "1. dywizja"},
        "General": {"fr": "Général", "pl": "Generał"},
    },
)
