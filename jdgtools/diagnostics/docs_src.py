"""Documents of the codes that the readers give."""
