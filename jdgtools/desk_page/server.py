"""The server behind `jdg serve`: it listens on this computer alone, until it is stopped."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from secrets import token_urlsafe

import uvicorn

from jdgtools.collector import collector_paused
from jdgtools.desk_page.app import desk_app
from jdgtools.desk_page.desk import Desk
from jdgtools.errors import OutputFailed

ADDRESS = "127.0.0.1"
"""No other computer can reach it."""


def serve(desk: Desk, port: int, tell: Callable[[str], None]) -> None:
    """Serve the page of a project until the user stops it.

    Args:
        desk: the project.
        port: to listen at; 0 = any that is free.
        tell: called with the address of the page, token included, once it can be opened.

    Raises:
        OutputFailed: the port is in use.
    """
    with _listen(port) as listener:
        port = listener.getsockname()[1]
        token = token_urlsafe(24)
        config = uvicorn.Config(
            desk_app(desk, port, token),
            log_level="warning",
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=1024,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
        )
        logging.getLogger("uvicorn.error").addFilter(in_one_line)
        tell(f"http://{ADDRESS}:{port}/?token={token}")
        # A collection takes a tenth of a new picture; `app` has one made while nobody works.
        with collector_paused():
            uvicorn.Server(config).run(sockets=[listener])


def in_one_line(record: logging.LogRecord) -> bool:
    """Leave out where in uvicorn a message was found that is no text: it is the sender's mistake."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeError):
        record.exc_info = None
    return True


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((ADDRESS, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise OutputFailed(f"cannot listen at port {port}: {error.strerror}") from None
    return listener
