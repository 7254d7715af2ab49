"""The record of a run: what was played is not played again, whatever happened to the file."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from jdgtools.balance import record as record_module
from jdgtools.balance.record import RunRecord
from jdgtools.engine.contest import Chunk, Order, run
from jdgtools.errors import InputRefused, OutputFailed
from jdgtools.scratch import wait_for_lock
from tests.unit.balance.orders import order


def play(path: Path, games: int, which: Order | None = None) -> tuple[list[Chunk], int]:
    """Play with a record; return the chunks and how many were known."""
    with RunRecord(path, which or order()) as record:
        known = len(record.chunks)
        return sorted(record.through(run(which or order(), games, earlier_chunks=record.chunks))), known


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.jdgrun"
    first, known = play(path, 8)
    assert known == 0
    again, known = play(path, 12)
    assert (again[:2], known) == (first, 2)
    assert again == sorted(run(order(), 12))
    assert play(path, 12) == (again, 3)


def test_a_run_that_is_stopped_has_written_what_it_played(tmp_path: Path) -> None:
    path = tmp_path / "games.jdgrun"
    with RunRecord(path, order()) as record:
        chunks = record.through(run(order(), 12))
        next(chunks)
        assert len(path.read_bytes().splitlines()) == 2
        next(chunks)
        assert len(path.read_bytes().splitlines()) == 3
    with RunRecord(path, order()) as again:
        assert len(again.chunks) == 2


def test_two_runs_do_not_write_one_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_module, "wait_for_lock", partial(wait_for_lock, seconds=0.0))
    path = tmp_path / "games.jdgrun"
    with RunRecord(path, order()) as record:
        next(record.through(run(order(), 8)))
        with pytest.raises(OutputFailed, match="another run is writing to it"), RunRecord(path, order()):
            pass
        list(record.through(run(order(), 8, earlier_chunks=record.chunks)))
    again, known = play(path, 8)
    assert (again, known) == (sorted(run(order(), 8)), 2)


def test_a_run_that_waited_goes_on_where_the_other_has_ended(tmp_path: Path) -> None:
    path = tmp_path / "games.jdgrun"
    first, second = RunRecord(path, order()), RunRecord(path, order())
    with first:
        whole = sorted(first.through(run(order(), 8)))
    with second:
        assert sorted(second.chunks.values()) == whole


@pytest.mark.parametrize("cut", [1, 7, 40, 200])
def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "games.jdgrun"
    whole, _ = play(path, 8)
    path.write_bytes(path.read_bytes()[:-cut])
    again, known = play(path, 8)
    assert (again, known) == (whole, 1)
    assert play(path, 8) == (whole, 2)


def test_no_file_means_no_record() -> None:
    with RunRecord(None, order()) as record:
        assert len(list(record.through(run(order(), 4)))) == 1


@pytest.mark.parametrize(
    ("other", "key"),
    [
        (order(seed=2), "seed"),
        (order("greedy,random"), "players"),
        (order()._replace(forbidden=("charge",)), "forbidden"),
        (order()._replace(ignore=("mist",)), "ignored"),
        (order()._replace(package=b"{}"), "package"),
    ],
)
def test_a_record_of_another_run_is_refused(tmp_path: Path, other: Order, key: str) -> None:
    path = tmp_path / "games.jdgrun"
    play(path, 4)
    before = path.read_bytes()
    with pytest.raises(InputRefused, match=f"its `{key}` differs"), RunRecord(path, other):
        pass
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("[]", "games.jdgrun:2: damaged"),
        ('[0, {"games": "many"}, [1], [1]]', "games.jdgrun:2: damaged"),
        ("[0, {}, [1, 0], [1]]", "games.jdgrun:2: damaged"),
        ("[" * 5000, "games.jdgrun:2: damaged"),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, line: str, words: str) -> None:
    path = tmp_path / "games.jdgrun"
    play(path, 4)
    header, *rest = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([header, line, *rest, ""]), encoding="utf-8")
    with pytest.raises(InputRefused) as caught, RunRecord(path, order()):
        pass
    assert words in str(caught.value)


@pytest.mark.parametrize("place", [0, 1, 40, -40, -1])
def test_a_number_that_was_changed_is_not_counted(tmp_path: Path, place: int) -> None:
    """A result of 7 was taken, and so were counts below nothing: the report told of more than all games."""
    path = tmp_path / "games.jdgrun"
    play(path, 8)
    header, line, *rest = path.read_text(encoding="utf-8").splitlines()
    at = [at for at, sign in enumerate(line) if sign.isdigit()][place]
    changed = line[:at] + ("7" if line[at] != "7" else "8") + line[at + 1 :]
    path.write_text("\n".join([header, changed, *rest, ""]), encoding="utf-8")
    with pytest.raises(InputRefused, match=r"games\.jdgrun:2: damaged"), RunRecord(path, order()):
        pass


@pytest.mark.parametrize(
    "content",
    [
        b"hello\n",
        b"",
        b"{}\n",
        b"\xff\n",
        json.dumps({"format": "jdglog"}).encode(),
        json.dumps({"format": "jdgrun", "version": 2, **order().header()}).encode(),
    ],
)
def test_another_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(InputRefused, match="no record of games"), RunRecord(path, order()):
        pass
    assert path.read_bytes() == content


def test_a_record_that_says_twice_of_which_run_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.jdgrun"
    play(path, 4)
    path.write_bytes(path.read_bytes().replace(b"{", b'{"seed": 7, ', 1))
    with pytest.raises(InputRefused, match=":1: damaged: `seed` stands twice"), RunRecord(path, order()):
        pass


def test_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OutputFailed), RunRecord(tmp_path / "no" / "such" / "games.jdgrun", order()):
        pass
