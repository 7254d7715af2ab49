"""What the addresses of both pages have in common: bodies that are read, answers as JSON, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from jdgtools.errors import JdgError


async def read_body(request: Request, shape: Any, limit: int) -> Any:
    """Return the body of a request as a type of msgspec, or the answer that refuses it.

    Args:
        request: what is asked.
        shape: the type.
        limit: bytes that are read at most.
    """
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > limit:
                return problem(f"this is too large: more than {limit} bytes", 413)
        return msgspec.json.decode(bytes(body), type=shape)
    except ClientDisconnect:
        return problem("this ends before it is whole", 400)  # nobody reads it
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return problem(f"this is not understood: {error}", 400)
    except RecursionError:
        return problem("this is not understood: it is nested too deeply", 400)


async def answer(ask: Callable[[], object]) -> Response:
    """Return what a function gives as JSON, or why it gives nothing."""
    try:
        return plain(await run_in_threadpool(ask))
    except JdgError as error:
        return problem(str(error), 409)


def plain(content: object) -> Response:
    """Return plain values as JSON."""
    return Response(msgspec.json.encode(content), media_type="application/json")


def problem(message: str, status: int) -> Response:
    """Return why something is refused, with the status of HTTP."""
    return Response(msgspec.json.encode({"error": message}), status, media_type="application/json")
