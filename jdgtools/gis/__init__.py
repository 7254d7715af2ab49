"""GIS data in metres -> hexes, hexsides, ways and levels, by stated rules (docs/gis.md).

Loaded only for battles whose map.yaml has `geometry:`; modules of this package may therefore import
numpy and shapely at the top, except this one and `report`.
"""
