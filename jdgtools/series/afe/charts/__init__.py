"""The charts of the series as data files."""
