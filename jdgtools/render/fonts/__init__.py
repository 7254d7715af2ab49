"""Bundled fonts (SIL Open Font License, texts beside the files) and their measured metrics."""
