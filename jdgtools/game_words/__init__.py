"""A game in words: what players may do and what happens, as sentences for the terminal and the page.

The engine writes actions and events in a short notation of ids and numbers. People read sentences with the
names of the battle; `GameWords` makes them, in the languages of the program.
"""

from jdgtools.game_words.names import GameNames, facing_names, names_of_package
from jdgtools.game_words.words import GameWords

__all__ = ["GameNames", "GameWords", "facing_names", "names_of_package"]
