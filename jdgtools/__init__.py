"""jdgtools: the compiler for hex-and-counter battles."""

__version__ = "0.1.0"
