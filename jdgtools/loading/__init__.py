"""From a folder to a checked battle: the front half of every command.

`load` reads a project and builds its model; `check` runs every check over it as well. Both give a `Loaded`:
the battle as far as it can be known, and a report of all that is wrong with it; they raise nothing for what a
project holds.

- `project`: the files of a project, read inside its folder alone; where its root file is
- `battle`: the way from these files to a `Loaded`
- `charts`: charts of the series with the battle's overrides
- `other_files`: what stands beside the sources: an imported module, the lock file, pictures; names of files
- `print_settings`: `print.yaml`, or a file of settings that the user names
- `watching`: which changes in the folder may change the battle
- `checking`: the checks, what the battle accepts of them
- `echoes`: problems that only repeat another problem
- `open_questions`: what an import leaves open, asked once of many pieces
"""

from jdgtools.loading.battle import load
from jdgtools.loading.checking import check
from jdgtools.loading.loaded_battle import Loaded
from jdgtools.loading.print_settings import read_print_file
from jdgtools.loading.project import find_root

__all__ = ["Loaded", "check", "find_root", "load", "read_print_file"]
