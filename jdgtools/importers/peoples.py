"""Short and other names of peoples: `CSA` on a counter is the side `Confederate` of the player list."""

from __future__ import annotations

_PEOPLES = (
    "usa us union federal federals yankee",
    "csa cs confederate confederates rebel rebels",
    "american americans america",
    "british brit uk gb britain english england commonwealth anglo",
    "german germans germany ger axis wehrmacht",
    "soviet soviets russian russians russia ussr rus su",
    "french france fr fra",
    "prussian prussians prussia pru",
    "austrian austrians austria aut",
    "japanese japan jap ijn ija",
    "italian italians italy ita",
    "polish poles poland pol",
    "spanish spain esp",
    "canadian canadians canada",
    "allied allies",
)
PEOPLE = {word: n for n, words in enumerate(_PEOPLES) for word in words.split()}
"""Word in small letters -> number of the people; words of one number mean the same."""
