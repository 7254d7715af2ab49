"""Games on the workers of a real Dask scheduler on the loopback, one of which is killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from jdgtools.balance.cluster import _wait_for_workers, run_on_cluster
from jdgtools.engine.contest import run
from jdgtools.engine.core.refusal import EngineRefused
from tests.unit.balance.orders import order

pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(os.name != "posix", reason="processes are killed by a signal"),
]
ROOT = Path(__file__).parents[3]


def start(*words: str, folder: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]],
        stderr=subprocess.PIPE, text=True, cwd=folder, env=environment,
    )  # fmt: skip


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    folder = tmp_path_factory.mktemp("dask")
    scheduler = start(
        "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show", folder=folder
    )
    address = ""
    assert scheduler.stderr is not None
    for line in scheduler.stderr:
        if found := re.search(r"Scheduler at:\s+(tcp://\S+)", line):
            address = found[1]
            break
    workers = [
        start(
            "dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny", "--memory-limit", "0",
            folder=folder,
        )
        for _ in range(2)
    ]  # fmt: skip
    yield address, workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()


def test_the_figures_of_a_cluster_are_those_of_one_process_though_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[str]]],
) -> None:
    address, workers = cluster
    chunks = run_on_cluster(address, order(), [(first, 4) for first in range(0, 48, 4)])
    played = [next(chunks)]
    workers[0].send_signal(signal.SIGKILL)
    played += chunks
    assert sorted(played) == sorted(run(order(), 48))


def test_nobody_at_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jdgtools.balance.cluster.SECONDS", 1)
    with pytest.raises(EngineRefused, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        list(run_on_cluster("tcp://127.0.0.1:9", order(), [(0, 1)]))
    with pytest.raises(EngineRefused, match="no scheduler answers at nonsense"):
        list(run_on_cluster("nonsense://x", order(), [(0, 1)]))


def test_a_scheduler_without_workers(
    cluster: tuple[str, list[subprocess.Popen[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Last of those with a cluster: it kills the worker that is left, in the middle of a run."""
    address, workers = cluster
    monkeypatch.setattr("jdgtools.balance.cluster.IDLE_SECONDS", 0.2)
    chunks = run_on_cluster(address, order(), [(first, 4) for first in range(0, 48, 4)])
    next(chunks)
    for worker in workers:
        worker.kill()
    with pytest.raises(EngineRefused, match="has no workers; start some with `dask worker tcp://"):
        list(chunks)
    with pytest.raises(EngineRefused, match="has no workers"):
        list(run_on_cluster(address, order(), [(0, 1)]))


def test_a_scheduler_that_has_ended() -> None:
    class ClosedClient:
        status = "closed"

    with pytest.raises(EngineRefused, match=r"tcp://a:1 has ended .*; start it and its workers anew"):
        _wait_for_workers(ClosedClient(), "tcp://a:1")
