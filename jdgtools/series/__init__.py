"""Game series: the only part of jdgtools that knows their names."""
