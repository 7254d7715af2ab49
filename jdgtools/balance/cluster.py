"""Games on many machines: the workers of a Dask cluster (the extra `jdgtools[cluster]`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jdgtools.engine.contest import Chunk, Order, run_chunk
from jdgtools.engine.core.refusal import EngineRefused

MAX_ROUNDS = 5
"""How often what workers took along is sent again."""
SECONDS = 20
"""How long the scheduler may take to answer."""


def run_on_cluster(address: str, order: Order, waiting: list[tuple[int, int]]) -> Iterator[Chunk]:
    """Play chunks on the workers of a scheduler; Dask gives on the work of a worker that goes away.

    Raises:
        EngineRefused: Dask is not installed, nobody answers, or a worker lacks jdgtools.
    """
    try:
        from distributed import Client, as_completed
        from distributed.client import FutureCancelledError
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise EngineRefused("--cluster needs Dask: pip install 'jdgtools[cluster]'") from None
    make_client: Any = Client  # Dask has no types
    as_ready: Any = as_completed
    try:
        client: Any = make_client(address, timeout=SECONDS)
    except (OSError, ValueError):
        raise EngineRefused(f"no scheduler answers at {address}") from None
    left = dict(waiting)
    with client:
        for _ in range(MAX_ROUNDS):
            # Every worker has the package, so that one that goes away does not take it along.
            order_there = client.scatter(order, hash=False, broadcast=True)
            futures = [
                client.submit(run_chunk, order_there, first, count, pure=False)
                for first, count in left.items()
            ]
            try:
                for future in as_ready(futures):
                    chunk: Chunk = future.result()
                    del left[chunk.first]
                    yield chunk
            except (FutureCancelledError, KilledWorker):
                continue
            except ImportError:
                raise EngineRefused(
                    "a worker of the cluster lacks jdgtools, or has another version"
                ) from None
            return
    raise EngineRefused("the workers of the cluster keep ending")
