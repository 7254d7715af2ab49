"""The player aids: a typeset booklet of charts, rosters, scenarios and rules of play."""
