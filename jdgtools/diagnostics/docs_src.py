"""The documents of the codes `SRC…`, which the readers of source files give: what `jdg explain` prints.

Each registers its meaning, its reason, and a bad and a good example with the catalogue. A test reads every
bad example and expects its code.
"""

from __future__ import annotations

from jdgtools.diagnostics.catalogue import document
from jdgtools.diagnostics.diagnostic import Severity

document(
    "SRC001",
    "missing-file",
    "A file of the battle is named but not there. File names are case-sensitive on some machines, so a "
    "battle that works at home may fail elsewhere when only the capitals differ.",
    "map: Map.yaml      # the file is called map.yaml",
    "map: map.yaml",
)
document(
    "SRC002",
    "folder-instead-of-file",
    "The name leads to a folder where one file is read.",
    "oob: units         # units/ is a folder",
    "oob: units/oob.csv",
)
document(
    "SRC003",
    "unreadable-file",
    "The file is there, but the system does not let it be read: no permission, a lock held by another "
    "program (often the spreadsheet that has it open), or a damaged disk.",
    "oob: oob.csv       # still open and locked in the spreadsheet program",
    "oob: oob.csv       # closed",
)
document(
    "SRC004",
    "empty-file",
    "A file without content says nothing about the battle; most often a save failed or the wrong file "
    "was saved. A file that holds only comments counts as empty.",
    "# scenario, to be written",
    "format: 1\nid: morning\ntitle: The morning attack",
)
document(
    "SRC005",
    "oversized-file",
    "Source files are small; a file beyond 16 MiB is not one, and reading it would only slow down the "
    "message that says so.",
    "oob: battlefield-photo.csv     # 40 MiB",
    "oob: oob.csv",
)
document(
    "SRC006",
    "nul-character",
    "A NUL character never stands in a text. It shows that a binary file has the name of a text file, or "
    "that an escape such as `\\0` was typed by accident.",
    'name: "70e de Ligne\\0"',
    'name: "70e de Ligne"',
)
document(
    "SRC007",
    "control-character",
    "Invisible control characters, usually pasted from elsewhere, would end up on counters and in the "
    "module, where nobody finds them.",
    "name: 70e<U+0008> de Ligne",
    "name: 70e de Ligne",
)
document(
    "SRC008",
    "not-utf-8",
    "All source files are UTF-8, the one encoding in which Roliça, Brémule and Ménard survive on every "
    "machine. Spreadsheets on Windows save CSV in an older encoding unless told otherwise; choose "
    "“CSV UTF-8”.",
    "1/70,Roli\\xE7a          # one byte for the cedilla: Windows-1252",
    "1/70,Roliça              # saved as UTF-8",
)
document(
    "SRC009",
    "unknown-kind-of-file",
    "The suffix says how a file is read. Files are YAML, JSON, CSV, TSV, XLSX or ODS.",
    "oob: oob.xls             # the spreadsheet format of 1997",
    "oob: oob.xlsx",
)
document(
    "SRC010",
    "yaml-syntax",
    "The text is not YAML at this place, so nothing after it can be understood. Most often a text that "
    "holds `: ` or begins with a special character lacks quotes, or a line is indented wrongly.",
    "title: Roliça: the French slip away",
    'title: "Roliça: the French slip away"',
)
document(
    "SRC011",
    "tab-indentation",
    "YAML forbids tabs for indentation, because their width differs from editor to editor.",
    "turns:\n\tcount: 12",
    "turns:\n  count: 12",
)
document(
    "SRC012",
    "duplicate-key",
    "Two values for one key: one of them would be lost in silence. Both places are shown.",
    "side: french\ncommand: brenier\nside: british",
    "side: french\ncommand: brenier",
)
document(
    "SRC013",
    "second-document",
    "A line `---` begins a second document in the same file. A file holds one document.",
    "id: morning\n---\nid: evening",
    "id: morning\n# and evening.yaml holds the other",
)
document(
    "SRC014",
    "type-tag",
    "Tags (`!name`) would change how a value is read, and some of them run programs. Battle files do not "
    "need them: the schema says what every value is.",
    "hex: !!int 0305",
    "hex: 0305",
)
document(
    "SRC015",
    "deep-nesting",
    "Nesting beyond 100 levels is never meant; it is the mark of a damaged or hostile file.",
    "[[[[[[ and so on, a hundred times ]]]]]]",
    "[0305, 0306]",
)
document(
    "SRC016",
    "too-many-values",
    "A file with more than 600,000 values, references counted as often as they are repeated, is "
    "damaged or hostile. A few lines of references to references can expand to billions of values. "
    "So is a battle with more than 10,000 units, formations or leaders: no game has nearly as many.",
    "a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]   # and so on",
    "a: [x, x, x]",
)
document(
    "SRC017",
    "dangling-reference",
    "`*name` repeats the value that `&name` marks further up. Without that mark, or inside the marked "
    "value itself, it means nothing. A text that begins with `*` needs quotes.",
    "note: *important",
    'note: "*important"',
)
document(
    "SRC018",
    "key-without-name",
    "The key of a value must be a name. Brackets, braces, or nothing before the `:` are accidents.",
    "[0305, 0306]: hill",
    "hill: [0305, 0306]",
)
document(
    "SRC019",
    "merge-key",
    "`<<` mixes one block into another, and then nobody sees which value counts. Write the keys out.",
    "french: &base {colour: blue}\nitalian:\n  <<: *base",
    "french: {colour: blue}\nitalian: {colour: blue}",
)
document(
    "SRC020",
    "json-syntax",
    "The text is not JSON at this place. JSON is stricter than YAML: texts and keys stand in double "
    "quotes, no comma follows the last element, there are no comments, and no number begins with 0.",
    '{"hex": 0305, "facing": "NE",}',
    '{"hex": "0305", "facing": "NE"}',
)
document(
    "SRC030",
    "table-without-header",
    "The first row of a table names its columns. Without it no cell has a meaning.",
    "# only comments and blank rows",
    "id,name,side\n1/70,70e de Ligne,french",
)
document(
    "SRC031",
    "duplicate-column",
    "Two columns have the same name, so one of them would be lost in silence.",
    "id,strength,strength\n1/70,4,3",
    "id,strength,strength_back\n1/70,4,3",
)
document(
    "SRC032",
    "cell-without-column",
    "A cell stands under no column name: a name is missing in the header, or a text that holds the "
    "separator has no quotes and fell apart into two cells.",
    "id,name\n1/70,70e de Ligne, 1st battalion",
    'id,name\n1/70,"70e de Ligne, 1st battalion"',
)
document(
    "SRC033",
    "unclosed-cell",
    "A cell opens with a quotation mark that is never closed, so the rest of the table would be one cell.",
    'id,name\n1/70,"70e de Ligne\n2/70,82e de Ligne',
    'id,name\n1/70,"70e de Ligne"\n2/70,82e de Ligne',
)
document(
    "SRC034",
    "text-after-quoted-cell",
    "After the closing quotation mark of a cell only the separator may follow. A quotation mark inside "
    "a cell is written twice.",
    'id,name\n1/29,"29th" Foot',
    'id,name\n1/29,"29th Foot"',
)
document(
    "SRC040",
    "unreadable-spreadsheet",
    "The file has the name of a spreadsheet but cannot be opened as one: it is damaged, protected by a "
    "password, of another kind, or so large that it can only be an accident.",
    "oob: oob.xlsx            # a CSV file that was only renamed",
    "oob: oob.csv",
)
document(
    "SRC041",
    "missing-sheet",
    "The spreadsheet has no sheet of this name.",
    "sheet: Unit              # the sheet is called Units",
    "sheet: Units",
)
document(
    "SRC042",
    "hex-column-of-numbers",
    "Spreadsheets take 0305 for the number 305 and drop the zero; 305 is no hex of the map. Format the "
    "column as text, once, before typing; the zeros then stay, in CSV as well.",
    "id,hex\n1/70,305",
    "id,hex\n1/70,0305",
)
document(
    "SRC043",
    "cell-of-date",
    "Spreadsheets take ids such as 1/70 or 3-5 for dates (January 1970, the third of May). What was "
    "typed cannot be recovered from the file. Format the column as text and type the id again.",
    "id            # a date cell\n1970-01-01",
    "id            # a text cell\n1/70",
)
document(
    "SRC050",
    "failed-formula",
    "A cell of the spreadsheet holds an error such as `#N/A` or `#REF!`: the formula in it points at "
    "something that is gone or divides by nothing. There is no value to read, and taking the cell for an "
    "empty one would lose a rating without a word.",
    "fr-17,17e Ligne,#REF!",
    "fr-17,17e Ligne,7",
)
document(
    "SRC051",
    "formula-without-value",
    "A spreadsheet program stores the value of every formula beside it; other programs that write such "
    "files do not. Without the value the cell would be read as empty.",
    "=SUM(B2:B4)      # written by a program that does not compute",
    "7                # or the same file, opened and saved in a spreadsheet program",
)
document(
    "SRC052",
    "merged-cells",
    "Merged cells show one value across several rows or columns, but only the first of them holds it; the "
    "others are read as they are beneath, mostly empty.",
    "fr-17,7,            # the cells of `fire` and `shock` are merged\nfr-18,6,5",
    "fr-17,7,7\nfr-18,6,5",
    Severity.WARNING,
)
document(
    "SRC053",
    "hidden-cells",
    "Rows that a filter hides and columns that are folded away are read like all others: a unit that was "
    "hidden, and not deleted, is still in the battle.",
    "# row 3 is hidden\nfr-18,6,5",
    "# row 3 is shown, deleted, or a comment\n# fr-18,6,5",
    Severity.INFO,
)
document(
    "SRC054",
    "sheet-not-read",
    "One sheet of a spreadsheet is read, the first one. It is said when that one is hidden, and when other "
    "sheets hold cells.",
    "Lists | Units        # the units stand in the second sheet",
    "Units | Lists",
    Severity.WARNING,
)
document(
    "SRC055",
    "other-separator",
    "The cells of a table are separated by commas, semicolons or tabs, and by the same in all rows. With "
    "another sign two cells would be one, and all behind them stand in the wrong columns.",
    "id;sp;mp\nfr-17;7;5\nfr-18;6,5",
    "id;sp;mp\nfr-17;7;5\nfr-18;6;5",
)
document(
    "SRC056",
    "shifted-row",
    "A row with another number of cells than the header has lost a separator or has one too many. All cells "
    "behind it stand in the wrong columns, so that nothing can be said of any of them.",
    "id,side,command,type\nfr-17,france morand,line_infantry\nfr-30,france,morand,line_infantry",
    "id,side,command,type\nfr-17,france,morand,line_infantry\nfr-30,france,morand,line_infantry",
)
document(
    "SRC057",
    "number-shown-otherwise",
    "A spreadsheet program shows numbers in the form that the cell has: 0.75 as 75%, 305 as 0305, 2.5 as 3, "
    "or nothing at all. The file holds the value, and the value is read. Signs of currency, units and "
    "thousands make no other number.",
    "fr-17,17e Ligne,0.75     # shown as 75%",
    "fr-17,17e Ligne,75",
    Severity.WARNING,
)
