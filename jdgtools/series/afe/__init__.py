"""The series Au fil de l'épée."""

from jdgtools.rules import Series

SERIES = Series("afe", "jdgtools.series.afe")
