"""The series Musket & Pike Battle Series."""

from jdgtools.rules import Series

SERIES = Series("mpbs", "jdgtools.series.mpbs")
