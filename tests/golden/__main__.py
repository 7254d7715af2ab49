"""`python -m tests.golden [--update] [BATTLE …]`: compare the golden dumps with today's, or write them anew."""

from __future__ import annotations

import argparse
import os
import sys

from tests.golden.dumps import BATTLES, FOLDER, dumps
from tests.golden.meaning import differences


def main() -> int:
    """Compare or write the dumps of all battles, or of those that are named; return 1 if any differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("battles", nargs="*", metavar="BATTLE", help="battles; default: all")
    parser.add_argument("--update", action="store_true", help="write the dumps anew")
    options = parser.parse_args()
    os.environ["JDG_CACHE"] = "off"
    changed = 0
    for battle in options.battles or BATTLES:
        current = dumps(battle)
        stale = {p.name for p in (FOLDER / battle).glob("*.txt")} - set(current)
        for name, text in current.items():
            path = FOLDER / battle / name
            golden = path.read_text(encoding="utf-8") if path.exists() else ""
            lines = differences(golden, text, f"{battle}/{name}")
            changed += bool(lines)
            if lines and options.update:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
                print(f"{battle}/{name}: written")
            elif lines:
                print("\n".join(lines))
        for name in sorted(stale):
            changed += 1
            if options.update:
                (FOLDER / battle / name).unlink()
            print(f"{battle}/{name}: {'removed' if options.update else 'nothing makes it any more'}")
    if changed and not options.update:
        print("\nIf this is what the change was meant to do: python -m tests.golden --update")
    return int(bool(changed) and not options.update)


if __name__ == "__main__":
    sys.exit(main())
