"""Battles of history that the rules of Au fil de l'épée name."""

from __future__ import annotations

from jdgtools.model.definition import BattleDef

BATTLES = (
    BattleDef("poitiers-1356", "Poitiers", 1356, ("AFE-6-e",)),
    BattleDef("formigny-1450", "Formigny", 1450, ("AFE-6-e",)),
    BattleDef("muret-1213", "Muret", 1213),
    BattleDef("bouvines-1214", "Bouvines", 1214, ("AFE-5.2.2-b", "AFE-5.2.2-d")),
    BattleDef("lac-peipous-1242", "Lac Peïpous", 1242),
    BattleDef("benevento-1266", "Benevento", 1266),
    BattleDef("cocherel-1364", "Cocherel", 1364),
    BattleDef("auray-1364", "Auray", 1364),
    BattleDef("patay-1429", "Patay", 1429),
    BattleDef("castillon-1453", "Castillon", 1453),
    BattleDef(
        "las-navas-de-tolosa-1212", "Las Navas de Tolosa", 1212, ("AFE-5.2.2-c", "AFE-5.2.2-d", "AFE-9.1-l")
    ),
    BattleDef("bremule-1119", "Brémule", 1119),
    BattleDef("taillebourg-1242", "Taillebourg", 1242),
    BattleDef("mons-en-pevele-1304", "Mons-en-Pévèle", 1304),
    BattleDef("cassel-1328", "Cassel", 1328),
    BattleDef("anthon-1430", "Anthon", 1430),
    BattleDef("varey-1325", "Varey", 1325),
    BattleDef("bauge-1421", "Baugé", 1421),
    BattleDef("verneuil-1424", "Verneuil", 1424),
    BattleDef("montlhery-1465", "Montlhéry", 1465),
    BattleDef("otterburn-1388", "Otterburn", 1388),
    BattleDef("morgarten-1315", "Morgarten", 1315),
    BattleDef("sempach-1386", "Sempach", 1386),
    BattleDef("grandson-1476", "Grandson", 1476),
    BattleDef("nevilles-cross-1346", "Neville's Cross", 1346),
    BattleDef("dorylee-1097", "Dorylée", 1097),
    BattleDef("ascalon-1099", "Ascalon", 1099),
    BattleDef("val-es-dunes-1047", "Val-ès-Dunes", 1047),
    BattleDef("varaville-1057", "Varaville", 1057),
    BattleDef("hastings-1066", "Hastings", 1066),
    BattleDef("tremithoussia-1191", "Trémithoussia", 1191),
    BattleDef("arsuf-1191", "Arsuf", 1191),
    BattleDef("worringen-1288", "Worringen", 1288),
    BattleDef("dieppe-1443", "Dieppe", 1443),
    BattleDef("saint-jacques-sur-la-birse-1444", "Saint-Jacques-sur-la-Birse", 1444),
    BattleDef("blanquetaque-1475", "Blanquetaque", 1475),
    BattleDef("guinegatte-1479", "Guinegatte", 1479),
)
"""The list of the rules; Blanquetaque has the year that they print (AMB-67)."""
