"""Changes of mind about a battle of each series, with the change that takes each back, or why none does."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import Struct

from jdgtools.cli.group import main
from jdgtools.desk import operations as do
from jdgtools.desk import refactor
from jdgtools.desk.documents import Documents
from jdgtools.desk.operations import EditRefused
from jdgtools.desk.session import Session
from jdgtools.desk.text_edit import Edit, apply, inverse
from jdgtools.render.color_vision import least_difference
from tests.documents import documents_of
from tests.unit.desk.project import TEXTS
from tests.unit.desk.test_random_operations import copied
from tests.unit.desk.test_refactor import OTHER, drop_numbering

BATTLES = ["teaching-jdg", "rolica-1808", "vimeiro-1808", "bremule-1119", "bouvines-1214", "edgehill-1642"]
Make = Callable[[Documents], Edit]


class Change(Struct, frozen=True):
    """One change of mind."""

    make: Make
    back: Make | str
    """What takes it back, or why no single change does; undo does in any case."""


def grid_change(make: Callable[..., refactor.GridChange], *arguments: object) -> Make:
    def change(documents: Documents) -> Edit:
        assert documents.grid is not None
        return refactor.rewrite(documents, make(documents.grid, *arguments))

    return change


def changes(session: Session) -> dict[str, Change]:
    """What an author may want of a battle another day."""
    battle, documents = session.loaded.battle, session.documents
    assert battle is not None and battle.map is not None
    grid, scenario = battle.map.grid, battle.scenarios[0]
    flat = grid.orientation == "flat"
    quarter, unquarter = ("pointy", "flat") if flat else ("flat", "pointy")
    command = max(battle.commands, key=lambda c: sum(u.command == c.id for u in battle.units))
    # Those whose row names the formation; others take it from their leader or from what holds for all.
    members = [id_ for _, _, id_ in refactor.formations._members(documents, command.id)]
    units = {unit.id for unit in battle.units}
    placed = [p for p in scenario.placements if p.piece in units and len(p.hexes) == 1]
    written = {
        node.get("unit").text: node.get("hex").text  # type: ignore[union-attr]
        for one in documents.of("scenario")[:1]
        for node in (one.node.get("setup").elements() if one.node and one.node.get("setup") else ())  # type: ignore[union-attr]
        if node.get("unit") is not None and node.get("hex") is not None
    }
    moved = next((p.piece for p in placed if p.piece in written), None)
    free = next(i for i in grid.hexes if battle.map.playable[i] and not scenario.stacks().get(i))
    hexes = [grid.id(free)]
    ground = battle.map.terrain[free] or ""
    other = next(
        t.id for t in battle.series.terrains if t.kind == "hex" and t.id not in (ground, "impassable")
    )
    place = battle.map.places[0]
    step, against = ("N", "S") if flat else ("E", "W")
    sides = {"east": 2, "south": 1} if grid.numbering.letters else {"west": 1, "north": 1}
    unit = battle.units[0]
    metres = battle.map.hex_metres
    made = {
        "renumber": Change(
            grid_change(refactor.renumber, OTHER), grid_change(refactor.renumber, grid.numbering)
        ),
        "extend": Change(grid_change(refactor.extend, sides), grid_change(refactor.crop, sides)),
        "mirror": Change(grid_change(refactor.mirror), grid_change(refactor.mirror)),
        "turn": Change(grid_change(refactor.turn), grid_change(refactor.turn)),
        "quarter": Change(
            grid_change(refactor.quarter_turn, quarter), grid_change(refactor.quarter_turn, unquarter)
        ),
        "shift": Change(
            lambda d: refactor.shift_setup(d, scenario.id, [step]),
            lambda d: refactor.shift_setup(d, scenario.id, [against]),
        ),
        "rename a unit": Change(
            lambda d: do.rename(d, "unit", unit.id, "quite-new"),
            lambda d: do.rename(d, "unit", "quite-new", unit.id),
        ),
        "rename a formation": Change(
            lambda d: do.rename(d, "command", command.id, "quite-new"),
            lambda d: do.rename(d, "command", "quite-new", command.id),
        ),
        "rename a place": Change(
            lambda d: do.rename(d, "place", place.id, "quite-new"),
            lambda d: do.rename(d, "place", "quite-new", place.id),
        ),
        "split a formation": Change(
            lambda d: refactor.split_formation(d, command.id, "quite-new", members[:1], "Zweite: neu"),
            lambda d: refactor.merge_formations(d, "quite-new", command.id),
        ),
        "other metres": Change(
            lambda d: refactor.scale_map(d, metres + 50), lambda d: refactor.scale_map(d, metres)
        ),
        "strengths twice as large": Change(
            lambda d: refactor.scale_strengths(d, Fraction(2)),
            lambda d: refactor.scale_strengths(d, Fraction(1, 2)),
        ),
        "strengths a third": Change(
            lambda d: refactor.scale_strengths(d, Fraction(1, 3)),
            "strengths are whole: 4 and 5 have one third",
        ),
        "paint": Change(
            lambda d: do.paint_terrain(d, hexes, other),
            "the legend keeps the character that it got for the terrain",
        ),
        "a new unit": Change(
            lambda d: do.add_unit(d, "quite-new", "New", unit.id),
            "a row is taken out by the hand that knows why",
        ),
        "a new region": Change(
            lambda d: do.new_area(d, "regions", "Quite new", hexes),
            lambda d: do.paint_area(d, "regions", "quite-new", hexes, belong=False),
        ),
    }
    if moved is not None:
        made["move a unit"] = Change(
            lambda d: do.place_piece(d, scenario.id, moved, grid.id(free)),
            lambda d: do.place_piece(d, scenario.id, moved, written[moved]),
        )
        made["take a unit away"] = Change(
            lambda d: do.remove_piece(d, scenario.id, moved),
            "its facing, its state and its place in the list are gone",
        )
    return made


@pytest.mark.parametrize("name", BATTLES)
def test_each_change_of_mind_has_its_way_back(tmp_path: Path, name: str) -> None:
    session = copied(name, tmp_path)
    documents, texts = session.documents, dict(session.texts)
    refused: dict[str, str] = {}
    made = changes(session)
    for title, change in made.items():
        try:
            edit = change.make(documents)
        except EditRefused as reason:
            refused[title] = str(reason)
            continue
        assert edit, title
        there = documents.with_texts(apply(texts, edit))
        assert all(there[path].node is not None for path in edit.paths), title
        assert apply(there.texts, inverse(texts, edit)) == {path: texts[path] for path in edit.paths}, title
        if isinstance(change.back, str):
            assert len(change.back.split()) > 5
            continue
        here = {**there.texts, **apply(there.texts, change.back(there))}
        if title in ("renumber", "extend"):
            assert {p: drop_numbering(t) for p, t in here.items()} == {
                p: drop_numbering(t) for p, t in texts.items()
            }
        else:
            assert here == texts, title
    assert len(made) - len(refused) >= 15, refused
    # What is refused says why: a setup at the edge of the map, ground that was surveyed in metres.
    assert set(refused) <= {"shift", "mirror", "quarter", "turn", "other metres"}, refused


def test_strengths_and_men_go_together() -> None:
    from tests.documents import documents_of

    battle = TEXTS["battle.yaml"] + "men_per_point: {infantry: 200}\n"
    oob = "id,name,strength,strength_back\na,A,5,0\nb,B,1,\n"
    documents = documents_of({**TEXTS, "battle.yaml": battle, "oob.csv": oob})
    after = apply(documents.texts, refactor.scale_strengths(documents, Fraction(1, 2)))
    assert after["oob.csv"] == "id,name,strength,strength_back\na,A,3,0\nb,B,1,\n"
    assert after["battle.yaml"].endswith("men_per_point: {infantry: 400}\n")


def test_the_refusals_name_their_reason() -> None:
    from tests.documents import documents_of

    documents = documents_of(TEXTS)
    for make, reason in (
        (lambda: refactor.split_formation(documents, "first", "second", ["b-1"]), "`b-1` does not belong"),
        (
            lambda: refactor.split_formation(documents, "first", "first", ["r-1"]),
            "has the id `first` already",
        ),
        (lambda: refactor.split_formation(documents, "none", "x", ["r-1"]), "no formation"),
        (lambda: refactor.split_formation(documents, "first", "a: b", ["r-1"]), "`a: b` is no id"),
        (lambda: refactor.split_formation(documents, "first", "null", ["r-1"]), "`null` is no id"),
        (lambda: refactor.merge_formations(documents, "first", "none"), "no formation"),
        (lambda: refactor.scale_strengths(documents, Fraction(2)), "no unit of the order of battle"),
        (lambda: refactor.scale_strengths(documents, Fraction(0)), "by nothing"),
    ):
        with pytest.raises(EditRefused, match=reason):
            make()
    spread = replace_sheets(documents)
    with pytest.raises(EditRefused, match="is a spreadsheet"):
        refactor.scale_strengths(spread, Fraction(2))


def replace_sheets(documents: Documents) -> Documents:
    return Documents({path: documents[path] for path in documents.texts}, frozenset({"oob.xlsx"}))


def test_the_commands_split_scale_and_undo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JDG_CACHE", str(tmp_path / "cache"))
    folder = copied("teaching-jdg", tmp_path).folder
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    before = {path: path.read_bytes() for path in files}

    def run(*words: str) -> str:
        result = CliRunner().invoke(main, ["refactor", *words], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output

    assert "fr-17,17e Ligne,,france,gudin," in run(
        "split", str(folder), "morand", "gudin", "fr-17", "--name", "Gudin", "--dry-run"
    )
    run("split", str(folder), "morand", "gudin", "fr-17", "--name", "Gudin")
    assert "id: gudin\n    name: Gudin\n" in (folder / "battle.yaml").read_text(encoding="utf-8")
    run("scale", str(folder), "--strength", "2", "--hex-metres", "100")
    assert "hex_metres: 100" in (folder / "map.yaml").read_text(encoding="utf-8")
    said = run("scale", str(folder), "--strength", "0.5")
    assert "look at:\n  battle.yaml:12: 200 infantry or 150 cavalry\n" in said
    for _ in range(3):
        assert "undone: " in run("undo", str(folder))
    assert {path: path.read_bytes() for path in files} == before
    for wrong in ("0", "-1", "1/0", "x", "99999"):
        result = CliRunner().invoke(main, ["refactor", "scale", str(folder), "--strength", wrong])
        assert result.exit_code == 2, wrong


def test_a_reinforcement_goes_with_its_units() -> None:
    start = TEXTS["start.yaml"].replace(
        "{id: late, units: [], turn: 2", "{id: late, command: first, units: [[r-2]], turn: 2"
    )
    documents = documents_of({**TEXTS, "start.yaml": start})
    edit = refactor.split_formation(documents, "first", "second", ["r-2"])
    there = documents.with_texts(apply(documents.texts, edit))
    assert "{id: late, command: second, units: [[r-2]], turn: 2" in there.texts["start.yaml"]
    back = apply(there.texts, refactor.merge_formations(there, "second", "first"))
    assert {**there.texts, **back} == documents.texts
    other = refactor.split_formation(documents, "first", "second", ["r-1"])
    assert "start.yaml" not in apply(documents.texts, other), "its unit stays with the old formation"


def test_a_new_wing_has_a_letter_and_an_order(tmp_path: Path) -> None:
    session = copied("edgehill-1642", tmp_path)
    documents = session.documents
    edit = refactor.split_formation(documents, "rupert", "lifeguard", ["ro-wales"], "Lifeguard of Horse")
    there = documents.with_texts(apply(documents.texts, edit))
    entry = there.texts["battle.yaml"].partition("  - id: lifeguard\n")[2].partition("  - id:")[0]
    assert "    leader: rupert\n    letter: I\n    values: {type: cavalry}\n" in entry
    scenario = there.texts["scenarios/historical.yaml"]
    assert "hampden: make_ready, lifeguard: charge}\n" in scenario
    back = refactor.merge_formations(there, "lifeguard", "rupert")
    assert {**there.texts, **apply(there.texts, back)} == documents.texts
    # Every letter of the name is in use: the first one that is free.
    again = refactor.split_formation(documents, "rupert", "ab", ["ro-wales"], "Ab")
    letters = {c.letter for c in session.loaded.battle.commands}  # type: ignore[union-attr]
    assert {"A", "B"} <= letters
    entry = apply(documents.texts, again)["battle.yaml"].partition("  - id: ab\n")[2].partition("  - id:")[0]
    free = next(one for one in "CDEFGHIJKLMNOPQRSTUVWXYZ" if one not in letters)
    assert f"    letter: {free}\n" in entry


@pytest.mark.parametrize("name", BATTLES)
def test_a_new_formation_has_a_stripe_of_its_own(tmp_path: Path, name: str) -> None:
    session = copied(name, tmp_path)
    battle = session.loaded.battle
    assert battle is not None
    members = {
        c.id: [id_ for _, _, id_ in refactor.formations._members(session.documents, c.id)]
        for c in battle.commands
        if c.colour
    }
    command, units = max(members.items(), key=lambda one: len(one[1]))
    before = {(d.code, d.message) for d in session.loaded.report.diagnostics}
    session.commit(refactor.split_formation(session.documents, command, "new", units[:1]), session.digest)
    battle = session.loaded.battle
    assert battle is not None
    (new,) = (c for c in battle.commands if c.id == "new")
    others = [c.colour for c in battle.commands if c.colour and c is not new]
    assert new.colour is not None
    assert min(least_difference(new.colour, other)[0] for other in others) > 5, (new.colour, others)
    more = {(d.code, d.message) for d in session.loaded.report.diagnostics} - before
    assert not {code for code, _ in more} & {"JDG026"}, more


def test_an_id_that_nothing_has(tmp_path: Path) -> None:
    folder = copied("teaching-jdg", tmp_path).folder
    result = CliRunner().invoke(main, ["refactor", "rename", str(folder), "fr-71", "x"])
    assert "nothing in this project has the id `fr-71`; did you mean `fr-17`" in str(result.exception)
