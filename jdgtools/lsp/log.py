"""What the server says on standard error, the log of the editor: a line for each message without sense."""

from __future__ import annotations

import logging
from pathlib import Path
from types import TracebackType

from pygls.exceptions import JsonRpcException

import jdgtools
from jdgtools.source.node import excerpt

_HERE = str(Path(jdgtools.__file__).parent)
_LONGEST = 300
"""Characters of a line; the messages of an editor hold whole files."""


class LineFormatter(logging.Formatter):
    """Leaves out where in pygls a message or a request was refused; mistakes of ours keep their traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return what is printed of a record."""
        whole = super().format(record)
        if not record.name.startswith("pygls") or _is_ours(record):
            return whole
        # Groups of exceptions are drawn with these.
        lines = [line for line_drawn in whole.splitlines() if (line := line_drawn.strip(" |+-"))]
        ends = lines if len(lines) < 2 else [lines[0], lines[-1]]
        return ": ".join(excerpt(line, _LONGEST) for line in ends)


def log_in_lines() -> None:
    """Have all warnings and errors of this process printed so."""
    handler = logging.StreamHandler()
    handler.setFormatter(LineFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def _is_ours(record: logging.LogRecord) -> bool:
    """Return whether a record tells of an exception from a function of this package that is no refusal."""
    if not record.exc_info or isinstance(record.exc_info[1], JsonRpcException):
        return False
    trace: TracebackType | None = record.exc_info[2]
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.startswith(_HERE):
            return True
        trace = trace.tb_next
    return False
