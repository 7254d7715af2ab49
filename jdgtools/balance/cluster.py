"""Games on many machines: the workers of a Dask cluster (the extra `jdgtools[cluster]`)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

from jdgtools.engine.contest import Chunk, Order, run_chunk
from jdgtools.engine.core.refusal import EngineRefused

MAX_ROUNDS = 5
"""How often what workers took along is sent again."""
SECONDS = 20
"""How long the scheduler may take to answer."""
IDLE_SECONDS = 20
"""How long it may have no worker."""
GO_ON = "the same command goes on where it was when the games have a --record"
"""What the refusals of a run that had begun say."""


def run_on_cluster(address: str, order: Order, waiting: list[tuple[int, int]]) -> Iterator[Chunk]:
    """Play chunks on the workers of a scheduler; Dask gives on the work of a worker that goes away.

    Raises:
        EngineRefused: Dask is not installed, the scheduler does not answer or ends, it has no workers, or
            a worker lacks jdgtools.
    """
    try:
        from distributed import Client
        from distributed.client import ClosedClientError
    except ImportError:
        raise EngineRefused("--cluster needs Dask: pip install 'jdgtools[cluster]'") from None
    make_client: Any = Client  # Dask has no types
    with _quiet_dask():
        try:
            client: Any = make_client(address, timeout=SECONDS)
        except (OSError, ValueError):
            raise EngineRefused(f"no scheduler answers at {address}") from None
        try:
            with client:
                yield from _rounds(client, address, order, waiting)
        except (ClosedClientError, OSError):
            raise _end_of_scheduler(address) from None


def _rounds(client: Any, address: str, order: Order, waiting: list[tuple[int, int]]) -> Iterator[Chunk]:
    """Send chunks until all are played; what broken workers took along is sent again."""
    left = dict(waiting)
    for _ in range(MAX_ROUNDS):
        _wait_for_workers(client, address)
        # The order is the result of a task: Dask makes it anew when the worker that holds it ends.
        order_there = client.submit(Order, *order, pure=False)
        futures = [
            client.submit(run_chunk, order_there, first, count, pure=False) for first, count in left.items()
        ]
        for chunk in _results(client, address, futures):
            del left[chunk.first]
            yield chunk
        if not left:
            return
    raise EngineRefused(f"the workers of the cluster keep ending, most likely for lack of memory; {GO_ON}")


def _wait_for_workers(client: Any, address: str) -> None:
    while client.status == "connecting":  # After SECONDS the client gives a lost scheduler up.
        sleep(0.1)
    if client.status != "running":
        raise _end_of_scheduler(address)
    try:
        client.wait_for_workers(1, timeout=IDLE_SECONDS)
    except TimeoutError:
        raise _no_workers(address) from None


def _results(client: Any, address: str, futures: list[Any]) -> Iterator[Chunk]:
    """Give the chunks as they are ready, without those that broken workers or a lost scheduler took along."""
    from distributed import as_completed
    from distributed.scheduler import KilledWorker

    as_ready: Any = as_completed
    ready = as_ready(futures)
    futures.clear()  # What has been read is given back to the cluster.
    last_time = monotonic()
    while not ready.is_empty():
        if not ready.has_ready():
            sleep(0.05)
            if monotonic() - last_time > IDLE_SECONDS:
                _check_workers(client, address)
                last_time = monotonic()
            continue
        last_time = monotonic()
        future = next(ready)
        if future.status == "error":
            error = future.exception()
            if isinstance(error, ImportError):
                raise EngineRefused("a worker of the cluster lacks jdgtools, or has another version")
            if not isinstance(error, KilledWorker):
                raise RuntimeError("a game ended with an error on a worker") from error
        elif future.status == "finished":
            try:
                chunk: Chunk = future.result(timeout=IDLE_SECONDS)
            except TimeoutError:  # The worker that held it has ended; another one makes it anew.
                _check_workers(client, address)
                ready.add(future)
            except KilledWorker:
                continue
            else:
                yield chunk


def _check_workers(client: Any, address: str) -> None:
    if client.status == "running" and not client.scheduler_info(n_workers=-1)["workers"]:
        raise _no_workers(address)


def _end_of_scheduler(address: str) -> EngineRefused:
    return EngineRefused(
        f"the scheduler at {address} has ended or cannot be reached any more; start it and its workers anew: "
        + GO_ON
    )


def _no_workers(address: str) -> EngineRefused:
    return EngineRefused(
        f"the scheduler at {address} has no workers; start some with `dask worker {address}`: {GO_ON}"
    )


@contextmanager
def _quiet_dask() -> Iterator[None]:
    """Keep the log of Dask off the terminal: what matters of it is refused in one line."""
    earlier_level = logging.root.manager.disable
    logging.disable(logging.CRITICAL)  # Its loggers have levels of their own.
    # What it left when a worker ended, asyncio tells of at the end of the process.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(earlier_level)
