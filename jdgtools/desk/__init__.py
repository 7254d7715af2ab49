"""The designer's desk: a battle project that is looked at and edited while it is made.

The text files stay the only truth. What a page, an editor or a command changes is an `Edit`: the smallest
replacements in the texts that say it. `Session` holds a project with what is known of it and writes edits;
`operations` make edits of what a designer wants; `places` says where a fact is written.

- `text_edit`: replacements in texts, and their inverse
- `documents`: the texts of a project with their nodes, what each is for, the grid
- `session`: a project on the desk: read anew when files change, edited, undone, redone
- `history`: edits of earlier sessions, so that undo survives
- `places`: where a hex or an id is defined and mentioned
- `operations`: paint, place, move, rename …: each returns an `Edit`
"""

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.session import EditOutdated, Session
from jdgtools.desk.text_edit import Edit, TextEdit, apply, inverse

__all__ = ["Document", "Documents", "Edit", "EditOutdated", "Session", "TextEdit", "apply", "inverse"]
