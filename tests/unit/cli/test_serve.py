"""`jdg serve`: what is refused before anything is served."""

from __future__ import annotations

import logging
import socket

import pytest
from click.testing import CliRunner

from jdgtools.cli.group import main
from jdgtools.desk_page.desk import Desk
from jdgtools.desk_page.server import ADDRESS, in_one_line, serve
from jdgtools.errors import OutputFailed


@pytest.mark.parametrize("line", [["nowhere"], ["nowhere", "--port", "70000"], []])
def test_slips_on_the_command_line(line: list[str]):
    assert CliRunner().invoke(main, ["serve", *line]).exit_code == 2


def test_a_port_that_is_in_use_is_said(monkeypatch: pytest.MonkeyPatch):
    with socket.socket() as other:
        other.bind((ADDRESS, 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(OutputFailed, match=f"cannot listen at port {port}"):
            serve(object.__new__(Desk), port, lambda address: None)


def test_only_this_computer_is_served():
    assert ADDRESS == "127.0.0.1"


@pytest.mark.parametrize(
    ("error", "traced"), [(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no"), False), (KeyError("x"), True)]
)
def test_what_a_page_sends_leaves_no_traceback(
    error: Exception, traced: bool, caplog: pytest.LogCaptureFixture
):
    """A mistake of ours does."""
    log = logging.getLogger("uvicorn.error")
    log.addFilter(in_one_line)
    try:
        raise error
    except type(error):
        log.exception("Invalid")
    finally:
        log.removeFilter(in_one_line)
    assert ("Traceback" in caplog.text) is traced
