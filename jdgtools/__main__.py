"""`python -m jdgtools` is the command `jdg`."""

from jdgtools.cli.main import run

if __name__ == "__main__":
    run()
