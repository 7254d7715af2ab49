"""A new battle in any size."""

from jdgtools.model.starter import Army, Starter

STARTER = Starter(
    orientation="pointy",
    scale="hex_metres: 100\nhex_mm: 20\n",
    trees="shoal",
    clear="open",
    village="port",
    water="",
    river="",
    road="lane",
    ford="gap",
    slopes=False,
    battle="",
    columns="id,name,side,command,type,crew,crew_back,guns,speed",
    army=Army(
        commands='  - {id: $side-1, name: "[[The squadron]]", side: $side, values: {pennant: lion}}\n',
        leaders='  - {id: $side-c, name: "[[Captain]]", side: $side, role: capitano, command: $side-1, values: {fame: 2}}\n',
        units=("$side-a,Galley,$side,$side-1,galley,5,3,2,4", "$side-b,Fusta,$side,$side-1,fusta,3,2,1,5"),
        placements=(
            "{unit: $side-a, hex: $a, facing: $facing}",
            "{leader: $side-c, hex: $a}",
            "{unit: $side-b, hex: $b, facing: $facing}",
        ),
    ),
    bare=Army(),
    phrases={"The squadron": {"it": "La squadra"}, "Captain": {"it": "Capitano"}},
)
