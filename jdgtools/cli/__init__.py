"""The command `jdg`: a thin shell over the library. One module per command."""
