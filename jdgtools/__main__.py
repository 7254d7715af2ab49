"""`python -m jdgtools` is the command `jdg`."""

import sys

if __name__ == "__main__":
    # `-m` puts the working folder first, which may be a stranger's project: no plug-in is looked for there.
    if not sys.flags.safe_path:
        del sys.path[0]
    import signal

    # An interrupt while the first modules are read ends the process without a word.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from jdgtools.cli.main import run

    run()
