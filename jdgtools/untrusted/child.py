"""The inner side of `isolated_process`: the life of the process that decodes.

Frames go over the standard input and output that the process was started with; what libraries print goes
to the standard error. A frame is two lengths (header, content; 4 and 8 bytes, big endian), the header in
JSON and the content.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import time
from contextlib import suppress
from importlib import import_module
from typing import IO, Any

from jdgtools.untrusted import FileRefused

LENGTHS = struct.Struct(">IQ")
"""What stands before a frame: bytes of the header, bytes of the content."""
GRACE = 1.0
"""Seconds that the outer side waits for the process to end by its own clock."""
PATIENCE = 3
"""How many times longer than its work may compute a call may last: other programs want the processor, too."""
_MAX_WRITTEN = 1 << 20
"""Bytes that the process may write to one file: no decoder has to write any."""


def serve(memory: int) -> None:
    """Answer calls until the outer side closes its end.

    Args:
        memory: what any call may hold, bytes.
    """
    calls, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    _limit_files()
    with suppress(OSError):
        # Where a folder in use can be removed nothing stays behind, however the process ends.
        os.rmdir(os.getcwd())  # noqa: PTH106, PTH109
    while True:
        frame = read_frame(calls, sys.maxsize)
        if frame is None:
            return
        _limit_memory(frame[0]["memory"], memory)
        _start_clock(frame[0]["seconds"])
        start = time.process_time()
        header, content = _answer(*frame)
        header["seconds"] = time.process_time() - start
        _start_clock(0)
        try:
            write_frame(answers, header, content)
        except OSError:  # nobody listens
            return


def read_frame(stream: IO[bytes], limit: int) -> tuple[dict[str, Any], bytes] | None:
    """Return header and content of the next frame; None at the end of the stream, and for what is no frame.

    Args:
        stream: where the frames come from.
        limit: most bytes of a content.
    """
    head = stream.read(LENGTHS.size)
    if len(head) != LENGTHS.size:
        return None
    lengths = LENGTHS.unpack(head)
    if lengths[0] > 1 << 20 or lengths[1] > limit:
        return None
    header, content = (stream.read(length) for length in lengths)
    if (len(header), len(content)) != lengths:
        return None
    try:
        fields = json.loads(header)
    except (ValueError, RecursionError):
        return None
    return (fields, content) if isinstance(fields, dict) else None


def write_frame(stream: IO[bytes], header: dict[str, Any], content: bytes) -> None:
    """Write a frame and send it off."""
    head = json.dumps(header).encode()
    stream.write(LENGTHS.pack(len(head), len(content)))
    stream.write(head)
    stream.write(content)
    stream.flush()


def _answer(header: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
    try:
        module, _, name = header["function"].partition(":")
        result = getattr(import_module(module), name)(content, **header["arguments"])
        if not isinstance(result, bytes):  # what is bytes is not held twice
            result = bytes(memoryview(result))
    except MemoryError:
        return {"reason": "memory"}, b""
    except FileRefused as refusal:
        return {"reason": "error", "message": str(refusal)}, b""
    except BaseException as error:  # also a panic of a native library, which is no Exception
        lines = str(error).splitlines()
        detail = lines[0][:200] if lines else type(error).__name__
        return {"reason": "error", "message": f"is damaged: {detail}"}, b""
    return {}, result


def _limit_memory(memory: int, most: int) -> None:
    """Limit the memory that is written, where the system can: for the next call, and for all of them.

    The address space itself is no measure, since libraries reserve without use.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory, most))


def _limit_files() -> None:
    """Set the other limits that the system knows."""
    try:
        import resource
    except ImportError:
        return
    for kind, most in ((resource.RLIMIT_FSIZE, _MAX_WRITTEN), (resource.RLIMIT_CORE, 0)):
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))


def _start_clock(seconds: float) -> None:
    """Have the system end the process after some seconds of work; 0 = no longer.

    A native library cannot be interrupted from within, and whoever would do it from outside may be gone.
    """
    import signal

    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, seconds * PATIENCE)
