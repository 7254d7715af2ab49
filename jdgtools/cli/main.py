"""The start and the end of the command `jdg`: whatever happens becomes one clear line and an exit code.

Nothing else of the program is imported before an interrupt is under control.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

_INTERRUPTED = 130
"""`ExitCode.INTERRUPTED`, before that can be imported."""
_FULL = ("ENOSPC", "EDQUOT", "EFBIG", "EROFS")
"""Names of system errors that concern what is written."""

_REPORT = "Nothing was left half written. Please report it; JDG_DEBUG=1 shows where it happened."


def run(args: list[str] | None = None) -> None:
    """Run the command and end the process with its exit code; no traceback reaches the user."""
    if args is None:
        _take_streams()
        signal.signal(signal.SIGINT, _stop_at_once)
    from jdgtools.errors import ExitCode, JdgError, PluginFailed

    try:
        code = _run(args)
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else ExitCode.INTERNAL
    except BaseException as error:
        is_expected = isinstance(error, JdgError) and not isinstance(error, PluginFailed)
        if isinstance(error, Exception) and os.environ.get("JDG_DEBUG") and not is_expected:
            raise
        code = _explain(error)
        if args is None and isinstance(error, KeyboardInterrupt):
            _leave_workers(code)
    if args is None:
        _end(code)
    sys.exit(code)


def _run(args: list[str] | None) -> int:
    """Run the command and return its exit code."""
    import gc

    # A short life with many objects and hardly any cycles: looking for these is not worth the time.
    gc.set_threshold(100_000, 50, 50)
    import click

    from jdgtools.cli.group import main
    from jdgtools.errors import ExitCode

    if args is None:
        # From here on an interrupt goes the usual way: what is half written is taken away.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        result: object = main(args=args, standalone_mode=False)
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        import io

        from jdgtools.cli.output import echo

        buffer = io.StringIO()
        error.show(buffer)
        echo(buffer.getvalue(), nl=False, err=True)
        return error.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    return int(result) if isinstance(result, int) else ExitCode.OK


def _explain(error: BaseException) -> int:
    """Say in one line what has happened, and return the exit code that it means."""
    line, code = _line(error)
    try:
        from jdgtools.cli.output import echo

        echo(line, err=True)
    except Exception:  # not even that: no memory, or no files left
        with_bytes = line.encode("ascii", "backslashreplace") + b"\n"
        try:
            os.write(2, with_bytes)
        except OSError:
            return code
    return code


def _line(error: BaseException) -> tuple[str, int]:
    from jdgtools.errors import ExitCode, JdgError, PluginFailed

    if isinstance(error, KeyboardInterrupt):
        return "stopped", ExitCode.INTERRUPTED
    if isinstance(error, PluginFailed):
        return f"jdg: {error}\n{_REPORT}", error.code
    if isinstance(error, JdgError):
        return f"jdg: {error}", error.code
    if isinstance(error, MemoryError):
        return "jdg: there is not enough memory for this", ExitCode.OUT_OF_MEMORY
    if isinstance(error, RecursionError):
        return "jdg: something in the files is nested too deeply", ExitCode.INPUT_REFUSED
    if isinstance(error, BrokenPipeError):
        return "jdg: the reader of the output went away", ExitCode.OUTPUT_FAILED
    if isinstance(error, OSError) and error.strerror:
        import errno

        name = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, (str, bytes)) else ""
        full = errno.errorcode.get(error.errno or 0, "") in _FULL
        word = "cannot write" if full else "cannot use"
        if full and not name:  # the help, which click writes itself
            from jdgtools.cli.output import silence

            silence(sys.stdout)
            name = "to standard output: "
        if not name and error.errno == errno.ENOMEM:
            return "jdg: there is not enough memory for this", ExitCode.OUT_OF_MEMORY
        code = ExitCode.OUTPUT_FAILED if full else ExitCode.INPUT_REFUSED
        return f"jdg: {word} {name}{error.strerror}", code
    from jdgtools.plugins import reason, whose_defect

    # the last resort: a defect of ours or of a plug-in must not end in a traceback
    return (
        f"jdg: {whose_defect(error)}: {reason(error)}\n{_REPORT}",
        ExitCode.INTERNAL,
    )


def _take_streams() -> None:
    """Occupy the numbers of closed standard streams: a file opened later must not become one of them."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _stop_at_once(number: int, frame: FrameType | None) -> None:
    """End the command while it is still being loaded: nothing has been written, nothing is to be saved."""
    try:
        os.write(2, b"stopped\n")
    finally:
        os._exit(_INTERRUPTED)


def _end(code: int) -> None:
    """End the process at once when its output is out: taking many objects to pieces serves nobody."""
    import threading

    if threading.active_count() > 1:
        return
    _flush()
    os._exit(code)


def _leave_workers(code: int) -> None:
    """End the process at once if worker threads are busy: Python would wait for them, up to many seconds."""
    import threading

    if threading.active_count() > 1:
        _flush()
        os._exit(code)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):  # closed by whoever read it; what was worth saying has been said
            continue
