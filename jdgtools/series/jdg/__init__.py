"""The series Jours de Gloire."""

from jdgtools.rules import Series

SERIES = Series("jdg", "jdgtools.series.jdg")
