"""No game series: the vocabulary of a battle whose rules nobody has said, such as an imported module."""

from jdgtools.rules import Series

SERIES = Series("generic", "jdgtools.series.generic")
