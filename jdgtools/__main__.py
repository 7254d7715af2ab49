"""`python -m jdgtools` is the command `jdg`."""

if __name__ == "__main__":
    import signal

    # An interrupt while the first modules are read ends the process without a word.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from jdgtools.cli.main import run

    run()
