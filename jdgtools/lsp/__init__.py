"""The language server: what an editor asks while a battle is written (`jdg lsp`).

Every answer is a function of a `Project` and a place in one of its texts, and knows nothing of the
connection; `server` alone speaks the protocol. Texts of the editor stand before the files, saved or not.

- `projects`: which battle a file belongs to; its texts, its last state that could be read
- `positions`: offsets of texts and positions of the protocol
- `contexts`: which key and value is being typed at a place, also in a text that cannot be read
- `schema_keys`: what the schemas say of the keys at a place
- `problems`: diagnostics; `fixes`: code actions for them
- `completions`, `hovers`, `navigation` (definition, references, rename), `outlines` (symbols and colours)
- `server`: the connection
"""
