"""The charts of the series."""
