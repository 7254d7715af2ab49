"""Edits of an imported project that its module does not show: each is an error at its line.

The module of such a project is the imported one. A build writes into it the title and version, the names of
sides, setups and pieces, the ratings that properties and names of pieces show, pictures, pieces that are new
or have gone, the entries of a list of turns, new setups, and where the pieces of its setups lie; everything
else stays as it was imported, and a battle that says something else would be built into a module that
contradicts it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.errors import InputRefused
from jdgtools.hexgrid.names import CORNER_NAMES, DIRECTION_NAMES
from jdgtools.model.battle import Battle
from jdgtools.model.module_fields import (
    GRID,
    PIECES,
    STACK,
    Fields,
    Subject,
    is_written,
    module_fields,
    piece_record,
    template_of,
)
from jdgtools.model.module_turns import last_turn, tracker_entries
from jdgtools.model.new_setups import with_new_setups
from jdgtools.model.scenario import Placement
from jdgtools.model.subject_words import describe
from jdgtools.source.node import as_written
from jdgtools.source.span import Span
from jdgtools.vassal.folder import ImportRecord, edited_pictures, new_picture, read_fields, read_import_record
from jdgtools.vassal.limits import image_size

_RECORDS = ("picture", "piece", "setup", "roster", "tracker", "tile", STACK)
"""Kinds of subjects that an import writes down beside what the battle said of each thing."""
_WHOLE = {
    "unit": "has no counter in the imported module, and the palette has none of its kind to clone",
    "leader": "has no counter in the imported module, and the palette has none of its kind to clone",
    "side": "is no side of the imported module",
    "command": "is no formation of the imported module",
    "scenario": "is no setup of the imported module, which has no saved game that it could begin from",
    "turn": "is not on the turn track of the imported module, which all scenarios share",
    "placement": "has no counter in this setup of the imported module",
    "region": "is no zone of the imported module",
    "reinforcements": "come in no setup of the imported module",
    "marker-on-map": "does not lie on the map in this setup of the imported module",
}
"""What is said of a thing that is new."""
_UNSEEN = {
    "battle": {
        "date",
        "battle_of",
        "place",
        "scale",
        "strength_point",
        "men_per_point",
        "strings",
        "nationalities",
        "options",
        "charts",
        "special_rules",
        "combined_markers",
        "markers",
    },
    "side": {"colour", "nationalities", "values"},
    "command": {"colour", "leader", "letter", "blazon", "parent", "markers", "values"},
    "unit": {"parent", "effectives", "note"},
    "leader": {"extra"},
    "scenario": {
        "setup_tables",
        "removed_markers",
        "marker_turns",
        "single_marker",
        "markers",
        "options",
        "settings",
        "ratings",
        "victory",
        "special_rules",
    },
    "scenario-side": {"rout_edge", "facing", "values"},
}
"""Kind of a subject -> its keys that say something of the battle and have no place in an imported module.

Two sorts of keys stay free. What map.yaml says of the ground is a reading of the board's picture, and the
picture is in the module. Notes, sources, credits and theme are of the booklet and the printed sheets alone.
"""
_HINT = "put it back, or take `module: imported` out of battle.yaml: then a module is made from the battle"


def edit_problems(battle: Battle, project: Path) -> Iterator[Diagnostic]:
    """Yield an error (GEN180, GEN182) for each edit that the imported module of a project does not show."""
    try:
        before, import_record = read_fields(project), read_import_record(project)
    except InputRefused as error:
        span = battle.span("file")
        yield Diagnostic("GEN180", Severity.ERROR, str(error), span, expected="the file as it was imported")
        return
    if before is None:
        yield Diagnostic(
            "GEN181",
            Severity.INFO,
            "whether the module shows what has been edited since the import cannot be told: an older version "
            "of jdgtools has imported it",
            battle.span("file"),
            hint="import the module again to be told",
        )
        return
    before, setups, _ = with_new_setups(battle, before, import_record.setups)
    import_record = replace(import_record, setups=setups)
    now = module_fields(battle)
    yield from _pictures(battle, before, project)
    yield from _changed_facts(battle, before, now, import_record)
    yield from _changed_stacks(battle, before, now)
    yield from _tiles(battle, before)
    yield from _unseen(battle)
    yield from _missing_pictures(battle, before, now, project)
    yield from _new_pictures(battle, before, now, project)
    yield from _moved_pieces(battle, import_record)


def _changed_facts(
    battle: Battle, before: Fields, now: Fields, import_record: ImportRecord
) -> Iterator[Diagnostic]:
    """Yield what is new, what has gone and what says something else."""
    has_tracker_list, last = tracker_entries(before, now) is not None, last_turn(before, now)
    records, before = before, {s: fields for s, fields in before.items() if s[0] not in _RECORDS}
    now = {s: fields for s, fields in now.items() if s[0] != STACK}
    gone_scenarios = {subject[1] for subject in before if subject[0] == "scenario" and subject not in now}
    new_scenarios = {subject[1] for subject in now if subject[0] == "scenario" and subject not in before}
    for subject in sorted(before.keys() | now.keys()):
        kind, scenario = subject[0], subject[1] if len(subject) > 2 else ""
        old, new = before.get(subject), now.get(subject)
        if scenario in gone_scenarios | new_scenarios:
            continue  # the scenario says it for all that it holds
        if kind == "turn" and last is not None and (old is None or new is None):
            continue
        if kind in ("map", "region") and GRID not in before:
            continue  # an older version of jdgtools did not write it down
        if old is None:
            if not _is_addable(battle, records, now, import_record, subject):
                span = _list_span(battle, subject) if kind == "reinforcements" else battle.span(*subject)
                yield _problem(subject, span, f"{describe(subject)} {_WHOLE[kind]}")
        elif new is None:
            # A build takes a piece out of a saved game, and one that is gone from everywhere.
            piece = subject[-1] if kind in (*PIECES, "placement") else ""
            kinds = PIECES if kind == "placement" else (kind,)
            if any(piece_record(records, k, piece) and (k, piece) not in now for k in kinds):
                continue
            if kind != "placement" or not import_record.setups.get(scenario, {}).get("file"):
                yield _problem(
                    subject,
                    _list_span(battle, subject),
                    f"{describe(subject)} has been taken out, and the imported module still has it",
                )
        elif kind == "turn" and has_tracker_list:
            continue
        else:
            for field in sorted(old.keys() | new.keys()):
                if old.get(field) == new.get(field) or (field == "last_turn" and new.get(field) == last):
                    continue
                if not is_written(records, subject, field, new.get(field)):
                    record = piece_record(records, kind, subject[1]) if len(subject) > 1 else None
                    is_asked = field == "name" and bool(record and record.get("asked"))
                    yield _other(battle, subject, field, old.get(field), new.get(field), is_asked)


def _list_span(battle: Battle, subject: Subject) -> Span | None:
    """Return where the list of its kind stands, for a thing that has gone or that a list holds as a whole."""
    if subject[0] == "scenario":
        return battle.span("battle", "scenarios")
    keys = {"turn": "turns", "placement": "setup", "marker-on-map": "markers_on_map"}
    keys["reinforcements"] = "reinforcements"
    if subject[0] in keys:
        return battle.span("scenario", subject[1], keys[subject[0]])
    return battle.span("battle", f"{subject[0]}s")


def _tiles(battle: Battle, before: Fields) -> Iterator[Diagnostic]:
    """Yield the hexes whose terrain is another one than that of the tile that lies there in the module."""
    if battle.map is None:
        return
    terrain = {battle.map.grid.id(i): kind for i, kind in enumerate(battle.map.terrain)}
    for subject, record in before.items():
        if subject[0] != "tile" or terrain.get(subject[1], record["terrain"]) == record["terrain"]:
            continue
        hex_id, here = subject[1], terrain[subject[1]]
        message = f"hex {hex_id} is `{here}`, and a tile of the imported module shows `{record['terrain']}`"
        yield _problem(("hex", hex_id), battle.span("map", "terrain"), message)


def _unseen(battle: Battle) -> Iterator[Diagnostic]:
    """Yield what the files say and an imported module has no place for (GEN182)."""
    for subject, span in battle.spans.items():
        thing, key = subject[:-1], subject[-1]
        length = {"battle": 1, "scenario-side": 3}.get(subject[0], 2)
        if len(thing) != length or key not in _UNSEEN.get(subject[0], ()):
            continue
        yield Diagnostic(
            "GEN182",
            Severity.ERROR,
            f"`{key}` of {describe(thing)} has no place in the imported module: its players would not see it",
            span,
            expected="what the module shows, or a field that a build writes into it",
            hint="take it out and tell the players in another way, or take `module: imported` out of "
            "battle.yaml: then a module is made from the battle",
            subject=describe(thing),
        )


def _changed_stacks(battle: Battle, before: Fields, now: Fields) -> Iterator[Diagnostic]:
    """Yield the stacks whose pieces lie in another order: a build leaves pieces that stay as they lie."""
    for subject in sorted(before.keys() & now.keys()):
        if subject[0] != STACK:
            continue
        old, new = before[subject]["pieces"], now[subject]["pieces"]
        pieces_still_there, lie = [p for p in old if p in new], [p for p in new if p in old]
        if pieces_still_there != lie:
            first = next(a for a, b in zip(lie, pieces_still_there, strict=True) if a != b)
            _, scenario, hex_id = subject
            placement = ("placement", scenario, first)
            order, former = ", ".join(lie), ", ".join(pieces_still_there)
            message = (
                f"the stack in {hex_id} is {order} from top to bottom, and the imported module keeps {former}"
            )
            yield _problem(placement, battle.span(*placement), message)


def _is_addable(
    battle: Battle, records: Fields, now: Fields, import_record: ImportRecord, subject: Subject
) -> bool:
    """Return whether a build puts a new thing into the imported module: a piece, or one into a setup."""
    if subject[0] in PIECES:
        return template_of(records, now, subject) is not None
    if subject[0] != "placement" or now[subject].keys() - {"hex"} or not import_record.map:
        return False
    setup = import_record.setups.get(subject[1], {})
    if not setup.get("file") or not setup.get("pieces") or battle.map is None:
        return False
    record = _clone_record(records, now, subject[2])
    scenario = next(s for s in battle.scenarios if s.id == subject[1])
    placement = scenario.placement(subject[2])
    if record is None or placement is None or not record.get("palette"):
        return False
    if placement.facing is not None and not _can_turn(battle, placement, record.get("turns", False)):
        return False
    return battle.map.grid.id(placement.hexes[0]) in import_record.hexes_of(subject[1])


def _clone_record(records: Fields, now: Fields, piece: str) -> Any:
    """Return what was written down of the piece that a placed one is like; None where there is none."""
    for kind in PIECES:
        if (kind, piece) in now:
            like = piece if (kind, piece) in records else template_of(records, now, (kind, piece))
            return piece_record(records, kind, like) if like is not None else None
    return None


def _missing_pictures(battle: Battle, before: Fields, now: Fields, project: Path) -> Iterator[Diagnostic]:
    """Yield the pictures of imported counters whose files have gone: the module still has them."""
    for subject in sorted(now.keys() & before.keys()):
        for field in ("art", "art_back") if subject[0] in PIECES else ():
            path = now[subject].get(field)
            if path and ("picture", path) in before and not (project / str(path)).is_file():
                text = f"the picture `{path}` has gone, and the imported module still has it"
                yield _problem((*subject, field), battle.span(*subject, field), text)


def _new_pictures(battle: Battle, before: Fields, now: Fields, project: Path) -> Iterator[Diagnostic]:
    """Yield the pictures of new pieces that a build cannot put into the module."""
    for subject in sorted(now):
        if subject[0] not in PIECES or subject in before or template_of(before, now, subject) is None:
            continue
        for field in ("art", "art_back"):
            path = now[subject].get(field)
            try:
                if path:
                    new_picture(before, project, str(path))
            except InputRefused as error:
                yield _problem((*subject, field), battle.span(*subject, field), f"the picture {error}")


def _other(
    battle: Battle, subject: Subject, field: str, old: Any, new: Any, is_asked: bool = False
) -> Diagnostic:
    if field == "shifted":
        # Designers count columns from 1, the grid from 0.
        old, new = ({"odd": "even", "even": "odd"}[value] for value in (old, new))
    was, is_now = (_value_in_words(value) for value in (old, new))
    why = f"asks for {was} by its name" if is_asked else f"keeps {was}"
    return _problem(
        (*subject, field),
        battle.span(*subject, field),
        f"`{field}` of {describe(subject)} is {is_now}, and the imported module {why}",
    )


def _value_in_words(value: Any) -> str:
    if value is None:
        return "nothing"
    if value is True:
        return "a hex"
    if isinstance(value, dict):
        value = ", ".join(f"{key}: {as_written(item)}" for key, item in value.items())
    return f"`{as_written(value)}`"


def _pictures(battle: Battle, before: Fields, project: Path) -> Iterator[Diagnostic]:
    """Yield the edited pictures that a build cannot put into the place of the module's."""
    try:
        pictures = edited_pictures(before, project)
    except InputRefused as error:
        yield _problem(("battle",), battle.span("battle"), str(error))
        return
    for path, (entry, content) in pictures.items():
        if not entry:
            yield _problem(
                ("battle",),
                battle.span("battle"),
                f"the picture `{path}` has been edited, and the imported module keeps its own: that is of "
                "another kind, and the import made this one from it",
            )
            continue
        try:
            if not path.endswith(".svg"):
                image_size(content, path)
        except InputRefused as error:
            yield _problem(("battle",), battle.span("battle"), f"the picture {error}")


def _moved_pieces(battle: Battle, import_record: ImportRecord) -> Iterator[Diagnostic]:
    """Yield the pieces that lie elsewhere than the imported module can have them, or turned otherwise."""
    if battle.map is None:
        return
    for scenario in battle.scenarios:
        setup = import_record.setups.get(scenario.id)
        if setup is None:
            continue
        at_start, pieces = not setup.get("file"), setup.get("pieces", {})
        for placement in scenario.on_map():
            was, hex_id = pieces.get(placement.piece), battle.map.grid.id(placement.hexes[0])
            subject = ("placement", scenario.id, placement.piece)
            if was is None:
                continue
            what = f"{placement.kind} `{placement.piece}`"
            if placement.facing is None and was.get("facing") is not None:
                message = f"{what} has no facing now, and the imported module keeps {was['facing']}"
                yield _problem(subject, battle.span(*subject), message)
            reason = _why_not_turned(battle, placement, was, at_start)
            if reason:
                yield _problem(subject, battle.span(*subject, "facing"), f"{what} {reason}")
            if was.get("hex") == hex_id:
                continue
            span = battle.span(*subject, "hex")
            if at_start:
                message = (
                    f"{what} lies in an at-start stack of the imported module, which stays in {was['hex']}"
                )
                yield _problem(subject, span, message)
            elif hex_id not in import_record.hexes_of(scenario.id):
                yield _problem(subject, span, f"the imported module has no hex {hex_id} for {what}")


def _why_not_turned(battle: Battle, placement: Placement, was: Mapping[str, Any], at_start: bool) -> str:
    """Return why a build cannot turn a piece as a setup says; '' where it can, or need not."""
    if not _is_turned(battle, placement, was):
        return ""
    if at_start:
        return "lies in an at-start stack of the imported module, which keeps its facing"
    if was.get("facing") is None:
        return "is a piece that cannot be turned of the imported module, which keeps its facing"
    turns = was.get("facings", True)
    if _can_turn(battle, placement, turns):
        return ""
    return f"turns in steps, and faces {' or '.join(map(str, turns))} only in the imported module"


def _is_turned(battle: Battle, placement: Placement, was: Mapping[str, Any]) -> bool:
    """Return whether a placement has another facing than the import found."""
    name = _facing_name(battle, placement)
    return name is not None and name != was.get("facing")


def _can_turn(battle: Battle, placement: Placement, turns: bool | Sequence[str]) -> bool:
    """Return whether the counter of a placement can face so: in every direction, in none, or in some."""
    return _facing_name(battle, placement) in turns if isinstance(turns, list) else bool(turns)


def _facing_name(battle: Battle, placement: Placement) -> str | None:
    if battle.map is None or placement.facing is None:
        return None
    corner = battle.series.facing == "corner"
    return (CORNER_NAMES if corner else DIRECTION_NAMES)[battle.map.grid.orientation][placement.facing]


def _problem(subject: Subject, span: Span | None, message: str) -> Diagnostic:
    return Diagnostic(
        "GEN180",
        Severity.ERROR,
        message,
        span,
        expected="what the module shows, or a field that a build writes into it: "
        "title, subtitle, version, names of sides, setups and pieces, pictures, ratings that properties "
        "and names show, pieces like those of the palette, hexes and facings of its setups, scenarios like "
        "its setups, labels of turns",
        hint=_HINT,
        subject=describe(subject[:3] if subject[0] in ("placement", "turn") else subject[:2]),
    )
