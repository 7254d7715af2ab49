"""A new battle of the Musket & Pike Battle Series in any size, for `jdg new`."""

from jdgtools.model.starter import Army, Starter

STARTER = Starter(
    orientation="flat",
    scale="hex_metres: 100\nhex_mm: 20\nlevel_metres: 8\n",
    trees="woods",
    battle="strength_point: [[100 men]]\n",
    columns="id,name,short,side,command,type,nationality,strength,morale,footprint,grazing_range,maximum_range",
    army=Army(
        commands="""\
  # A wing; `type` is cavalry if no heavy infantry belongs to it.
  - id: $side-centre
    name: [[Centre]]
    side: $side
    colour: "$colour"
    leader: $side-centre-commander
    letter: C
    values: {type: infantry}
""",
        leaders="""\
  - id: $side-general
    name: [[General]]
    side: $side
    role: army_commander
    nationality: $side
    values: {rating: 0, named: true}
  - id: $side-centre-commander
    name: [[Major general]]
    side: $side
    role: wing_commander
    command: $side-centre
    nationality: $side
    values: {rating: -1, named: true, senior: true, replacement: $side-spare}
  - id: $side-spare
    name: [[Colonel]]
    side: $side
    role: replacement_wc
    nationality: $side
    values: {rating: 0, named: false}
""",
        units=(
            "$side-h,Arquebusiers,Arq.,$side,$side-centre,arquebusiers,$side,3,6,,,",
            "$side-f,Foot regiment,Foot,$side,$side-centre,pike_and_shot,$side,8,7,,,",
            "$side-g,3 lb,3 lb,$side,$side-centre,light_artillery,$side,,6,,3,6",
        ),
        placements=(
            "{unit: $side-h, hex: $a, facing: $facing}",
            "{unit: $side-f, hex: $b, facing: $facing}",
            "{leader: $side-centre-commander, hex: $b}",
            "{leader: $side-general, hex: $b}",
            "{unit: $side-g, hex: $c, facing: $facing}",
            "{leader: $side-spare, box: replacements}",
        ),
        orders="$side-centre: make_ready",
        settings="""\
settings:
  salvo: nobody
  limbering: true
  reaction_fire_exhaustion: false
""",
    ),
    bare=Army(
        settings="""\
settings:
  salvo: nobody
  limbering: true
  reaction_fire_exhaustion: false
""",
    ),
    levels="""\
    - {name: [[First side wins]], side: $first, from: 5}
    - {name: [[Draw]], from: -4, to: 4}
    - {name: [[Second side wins]], side: $second, from: 5}
""",
    phrases={
        "100 men": {"fr": "100 hommes", "pl": "100 ludzi"},
        "Centre": {"fr": "Centre", "pl": "Centrum"},
        "General": {"fr": "Général", "pl": "Generał"},
        "Major general": {"fr": "Général major", "pl": "Generał major"},
        "Colonel": {"fr": "Un colonel", "pl": "Pułkownik"},
        "Draw": {"fr": "Match nul", "pl": "Remis"},
        "First side wins": {"fr": "Victoire du premier camp", "pl": "Zwycięstwo pierwszej strony"},
        "Second side wins": {"fr": "Victoire du second camp", "pl": "Zwycięstwo drugiej strony"},
    },
)
