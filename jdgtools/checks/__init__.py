"""The check framework and the checks that hold for every series."""
