"""Logs of our own modules: moves are explained by legal actions, and the first that none explains is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from jdgtools.building import build
from jdgtools.cli.group import main
from jdgtools.errors import InputRefused
from jdgtools.exporters.options import BuildOptions
from jdgtools.importers.played_games import read_game
from jdgtools.importers.positions import PlacedPiece, read_position
from jdgtools.importers.report import LossReport
from jdgtools.importers.view import properties
from jdgtools.loading import check
from jdgtools.vassal.encoding import encode
from jdgtools.vassal.moves import rotator_state
from jdgtools.vassal.package import SaveFile
from jdgtools.vassal.savegame import AddPiece, SaveCommand, SetTurn, parse_command
from jdgtools.vassal.traits import DynamicProperty, PlaceMarker, Rotator, Stack
from tests.unit.exporters_vassal.conftest import built_once

BATTLE = "scenarios/teaching-jdg"


class Log:
    """A log of the teaching battle, written step by step as VASSAL does."""

    def __init__(self, folder: Path) -> None:
        built = built_once("teaching-jdg", "en")
        self.module, self.file = folder / "battle.vmod", folder / "game.vlog"
        built.module.write(self.module)
        setup = built.setups["setup-battle.vsav"]
        self.save = SaveFile(setup.metadata, setup.module_metadata, setup.root)
        position = read_position(self.save, "", "", "", LossReport())
        self.placed = {properties(p.piece).get("Id", ""): p for p in position.pieces}
        self.steps: list[SaveCommand] = []
        one, two, three = (self.at(name) for name in ("fr-17", "au-33", "au-art"))  # 0101, 0402, 0601
        self.column, self.row = (three[0] - one[0]) / 5, (two[1] - one[1]) * 2 / 3
        self.origin = one

    def at(self, unit: str) -> tuple[int, int]:
        return self.placed[unit].x, self.placed[unit].y

    def pixel(self, name: str) -> tuple[int, int]:
        """Return the middle of a hex, by those of three hexes of the setup; even columns lie half a hex lower."""
        column, row = int(name[:2]) - 1, int(name[2:]) - 1
        x, y = self.origin
        return round(x + self.column * column), round(y + self.row * (row + column % 2 / 2))

    def drag(self, unit: str, to: str) -> None:
        """Write a drag of a counter."""
        placed, (x, y) = self.placed[unit], self.pixel(to)
        here, there = (placed.map, str(placed.x), str(placed.y)), (placed.map, str(x), str(y))
        text = "M/" + encode((placed.piece.id, *there, "null", *here, "null", "player"), "/")
        self._write(text, replace(placed, x=x, y=y), unit)

    def turn(self, unit: str, degrees: float) -> None:
        """Write a turn of a counter, clockwise from the top of the map."""
        placed = self.placed[unit]
        n, trait = next((n, t) for n, t in enumerate(placed.piece.traits) if isinstance(t, Rotator))
        piece = placed.piece.with_trait(n, position=rotator_state(trait, degrees))
        texts = (placed.piece.id, piece.state_text(), placed.piece.state_text())
        self._write("D/" + encode(texts, "/"), replace(placed, piece=piece), unit)

    def state(self, unit: str, axis: str, value: str) -> None:
        """Write another state of a counter."""
        placed = self.placed[unit]
        names = [t.name if isinstance(t, DynamicProperty) else "" for t in placed.piece.traits]
        n = names.index(axis)
        piece = placed.piece.with_trait(n, value=value)
        texts = (placed.piece.id, piece.state_text(), placed.piece.state_text())
        self._write("D/" + encode(texts, "/"), replace(placed, piece=piece), unit)

    def begin_turn_two(self) -> None:
        """Write a step of the turn track to turn 2, its fourth entry: turn 1 has fog."""
        state = read_position(self.save, "", "", "", LossReport()).turns["TurnTracker0"]
        text = SetTurn("TurnTracker0", state.replace("0|1;", "0|3;", 1)).format()
        self.steps.append(SaveCommand("LOG\t" + text))

    def order(self, unit: str) -> None:
        """Write the marker of orders that a unit places in its hex."""
        placed = self.placed[unit]
        spec = next(
            t.spec for t in placed.piece.traits if isinstance(t, PlaceMarker) and "orders_received" in t.spec
        )
        where = f"{placed.map};{placed.x};{placed.y};"
        text = spec.replace("+/null/", f"+/{1700000000000 + len(self.steps)}/").replace("null;0;0;", where)
        self._write(text, placed, unit)

    def draw(self, marker: str) -> None:
        """Write the way of a marker of activation into the box of the active formation."""
        placed, (x, y) = self.placed[marker], (355, 48)
        text = "M/" + encode(
            (placed.piece.id, "Command", str(x), str(y), "null", "Command", "0", "0", "null", "player"), "/"
        )
        self._write(text, replace(placed, map="Command", x=x, y=y), marker)

    def _write(self, text: str, placed: PlacedPiece, unit: str) -> None:
        self.placed[unit] = placed
        self.steps.append(SaveCommand("LOG\t" + text, (SaveCommand("LOG\tCHAT* dragged"),)))

    def replay(self, *options: str) -> Result:
        """Write the log, and ask for its explanation."""
        root = self.save.root
        SaveFile(
            self.save.metadata, self.save.module_metadata, replace(root, subs=(*root.subs, *self.steps))
        ).write(self.file)
        return explain(self.file, self.module, *options)


def explain(log: Path, module: Path, *options: str) -> Result:
    """Ask for the explanation of a log."""
    return CliRunner().invoke(main, ["replay", BATTLE, str(log), "--module", str(module), *options])


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return Log(tmp_path)


def test_a_phase_of_movement_is_explained_whole(log: Log) -> None:
    """Drags and turns as players make them; a counter that is dragged twice goes in two legs (JDG-4.4.1-a)."""
    log.drag("au-33", "0302")
    log.drag("au-33", "0303")
    log.turn("au-33", 330)
    log.drag("au-art", "0602")
    log.turn("au-39", 330)
    log.drag("au-hus", "0504")
    log.state("au-hus", "level", "2")  # which the ground makes
    log.drag("fr-17", "0102")
    log.turn("fr-art", 30)
    result = log.replay()
    assert result.exit_code == 0, result.exception
    *lines, end = result.output.splitlines()
    assert lines == [
        "1  unit au-33", "1  go 0302", "2  go 0303", "3  face 5",
        "4  unit au-art", "4  go 0602", "4  face 4",
        "5  unit au-39", "5  face 5",
        "6  unit au-hus", "6  go 0504", "7  face 5",
        "8  unit fr-17", "8  go 0102", "8  face 2",
        "9  unit fr-art", "9  face 0",
    ]  # fmt: skip
    assert end == "game.vlog: 9 changes are explained by 17 actions"


def test_a_stack_that_is_dragged_takes_all_its_counters_along(log: Log) -> None:
    """VASSAL logs one move, of the stack."""
    stack = next(
        piece
        for piece in map(parse_command, log.save.root.walk())
        if isinstance(piece, AddPiece)
        and isinstance(piece.piece.basic, Stack)
        and log.placed["fr-17"].piece.id in piece.piece.basic.pieces
    ).piece
    (x, y), placed = log.pixel("0201"), log.placed["fr-17"]
    here, there = (placed.map, str(placed.x), str(placed.y)), (placed.map, str(x), str(y))
    log.steps.append(
        SaveCommand("LOG\tM/" + encode((stack.id, *there, "null", *here, "null", "player"), "/"))
    )
    log.replay()
    played = read_game(log.module, log.file)
    assert {(change.piece, change.after.hex) for change in played.changes} == {
        ("fr-17", "0201"),
        ("fr-art", "0201"),
        ("davout", "0201"),
    }


def test_a_way_that_is_too_far_is_named(log: Log) -> None:
    """The unit, the hexes and where it could have gone; what is before it is explained."""
    log.drag("au-33", "0302")
    log.drag("au-art", "0203")
    result = log.replay()
    assert isinstance(result.exception, InputRefused)
    assert str(result.exception).endswith(
        "step 2: au-art goes from 0601 to 0203; expected one of 0503, 0602, 0603, 0604"
    )
    assert result.output.splitlines() == ["1  unit au-33", "1  go 0302", "1  face 4"]


def test_a_hex_of_the_enemy_is_no_end(log: Log) -> None:
    """JDG-5.1.2-a."""
    log.drag("fr-17", "0402")
    assert "step 1: fr-17 goes from 0101 to 0402; expected one of" in str(log.replay().exception)


def test_a_unit_moves_once(log: Log) -> None:
    """JDG-4.1.3-e, JDG-4.4.1-b."""
    log.draw("bianchi-1")
    log.drag("au-33", "0302")
    log.drag("au-art", "0602")
    log.drag("au-33", "0303")
    assert "step 4: au-33 at 0302 may not move any more" in str(log.replay().exception)


def test_a_formation_acts_as_often_as_it_has_markers(log: Log) -> None:
    """Where no marker is drawn in the log, each of a formation lets it act once (JDG-2.2-a, JDG-2.1.1-b)."""
    log.drag("au-hus", "0603")
    log.drag("au-art", "0602")
    log.drag("au-hus", "0604")
    problem = "step 3: au-hus at 0603 acts; expected no more activation of its formation"
    assert problem in str(log.replay().exception)


def test_the_marker_that_is_drawn_says_who_acts(log: Log) -> None:
    """JDG-1-j, JDG-2.2-a."""
    log.draw("frimont-1")
    log.drag("au-33", "0302")
    assert "step 2: au-33 at 0402 acts; expected that frimont acts" in str(log.replay().exception)


def test_a_counter_that_is_flipped_without_a_reason_is_named(log: Log) -> None:
    log.drag("fr-17", "0102")
    log.state("fr-17", "level", "2")
    problem = str(log.replay().exception)
    assert problem.endswith("step 2: fr-17 at 0102 is disordered; expected ordered")


def test_the_log_of_another_module_is_refused(log: Log, tmp_path: Path) -> None:
    log.save.module_metadata = replace(log.save.module_metadata, name="Another battle")
    assert "belongs to the module 'Another battle'" in str(log.replay().exception)


def test_a_piece_that_cannot_be_read_is_refused_with_the_name_of_the_file(log: Log) -> None:
    log.save.root = replace(log.save.root, subs=(*log.save.root.subs, SaveCommand("+/99/mark;")))
    assert str(log.replay().exception).startswith("game.vlog: piece definition without type or state")


def test_a_file_that_is_no_log_is_refused(log: Log) -> None:
    log.replay()
    log.file.write_bytes(b"PK")
    result = CliRunner().invoke(main, ["replay", BATTLE, str(log.file), "--module", str(log.module)])
    assert isinstance(result.exception, InputRefused)


@pytest.mark.parametrize(
    "text",
    [
        "D/{id}/nonsense",
        "D/{id}/",
        "M/{id}/Map/x/y/null/Map/z/0/null",
        "+/{id}/stack/x",
        "+/99/mark;",
        "-/{id}",
    ],
)
def test_a_damaged_step_ends_in_one_line(log: Log, text: str) -> None:
    log.drag("au-33", "0302")
    log.steps.append(SaveCommand("LOG\t" + text.format(id=log.placed["au-art"].piece.id)))
    result = log.replay()
    assert result.exception is None or isinstance(result.exception, InputRefused), result.exception
    assert result.exception is None or "game.vlog: " in str(result.exception)


def test_a_combat_is_explained_by_what_was_declared_and_rolled(log: Log) -> None:
    """Two units attack, fall back, and one of them fails its check (JDG-8.5-b, -c, JDG-10.3.1-a)."""
    log.begin_turn_two()
    log.draw("morand-1")
    log.drag("fr-17", "0302")
    log.drag("fr-13l", "0303")
    for unit in ("fr-17", "fr-13l"):
        log.state(unit, "combat", "2")
    log.drag("fr-13l", "0202")
    log.drag("fr-17", "0201")
    log.state("fr-17", "level", "2")
    result = log.replay()
    assert result.exit_code == 0, result.exception
    words = [line.split("  ")[1] for line in result.output.splitlines()[:-1]]
    assert words[:6] == ["unit fr-17", "go 0302", "face 2", "unit fr-13l", "go 0303", "face 1"]
    assert words[6:9] == ["done", "attack 0302 0402", "attack 0303 0402"]
    assert {"retreat 0201", "retreat 0202"} <= set(words[9:])
    assert sum(word.startswith("roll ") for word in words) == 3  # the attack, and a check of each attacker


def test_a_result_that_no_roll_gives_is_named(log: Log) -> None:
    """Who is attacked is not routed at once by a shock at these odds (JDG-8.5-b)."""
    log.begin_turn_two()
    log.draw("morand-1")
    log.drag("fr-17", "0302")
    log.state("fr-17", "combat", "2")
    log.drag("au-33", "0601")
    assert "step 5: au-33" in str(log.replay().exception)


def test_orders_are_explained_by_who_may_give_them(log: Log) -> None:
    """A commander gives his groups orders, as many as he can (JDG-2.3.2-a, -c, -e)."""
    for unit in ("au-33", "au-hus"):
        log.order(unit)
    log.draw("bianchi-1")
    log.drag("au-33", "0302")
    result = log.replay()
    assert result.exit_code == 0, result.exception
    assert result.output.splitlines()[:3] == [
        "1  order hiller au-33",
        "2  order hiller au-hus",
        "4  unit au-33",
    ]


def test_orders_that_nobody_may_give_are_named(log: Log) -> None:
    """A battery that has not come yet is in no group (JDG-2.3.1-c, JDG-2.3.2-b)."""
    log.order("au-kav")
    problem = "step 1: au-kav gets orders; expected one of order hiller au-33, order hiller au-hus"
    assert problem in str(log.replay().exception)


LOGS = Path(__file__).parent / "logs"
"""Logs that VASSAL 3.7.26 wrote while the module of the teaching battle was played in it."""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the module of the teaching battle as a designer builds it, with hexes of the usual size."""
    folder = tmp_path_factory.mktemp("module")
    build(check(Path(BATTLE)), folder, BuildOptions.of(only=("vassal",)))
    return next(folder.glob("*.vmod"))


def test_a_turn_that_vassal_logged_is_explained_whole(module: Path) -> None:
    """Orders, two moves into the zone of IR 33, an entry, and a shock after which the attackers fall back."""
    result = explain(LOGS / "valmar-turn-2.vlog", module, "--scenario", "battle")
    assert result.exit_code == 0, result.exception
    texts = [line.partition("  ")[2] for line in result.output.splitlines()]
    assert [text for text in texts if not text.startswith("roll ")] == [
        "order davout fr-13l",
        "order davout fr-1cu",
        "order hiller au-hus",
        "unit fr-17",
        "go 0302",
        "face 2",
        "unit fr-13l",
        "go 0303",
        "face 1",
        "enter fr-30 0101",
        "face 0",
        "done",
        "attack 0302 0402",
        "attack 0303 0402",
        "retreat 0201",
        "retreat 0202",
        "stay",
        "",
    ]
    assert result.output.endswith("14 changes are explained by 20 actions\n")


def test_a_move_that_vassal_logged_and_a_special_rule_forbids_is_named(module: Path) -> None:
    """Mist: on turn 1 no unit leaves the north road; 0202 is a hex away, and only 0101 lies on the road."""
    problem = "step 15: fr-13l goes from 0102 to 0202; expected one of 0101"
    result = explain(LOGS / "valmar-mist.vlog", module, "--scenario", "battle")
    assert problem in str(result.exception)
