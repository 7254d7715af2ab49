"""The page of the designer's desk: the battle in a browser, drawn as it will be printed, and edited there.

`jdg serve` starts a server on this computer alone. The page is plain HTML, CSS and ES modules in `static`; it
asks the server for what is known of the battle and sends what the designer does. The texts stay the only
truth: the page keeps nothing.

- `server`: the command's server: address, port, the end
- `app`: the addresses of the page and what they answer
- `guard`: who may ask: Host, Origin, token
- `desk`: the session behind the page, read anew when files change
- `facts`: what the page knows of a battle, as JSON
- `map_picture`: the real drawing of the map in tiles, at any zoom
- `board_picture`: the board of an imported module as that drawing
- `counter_pictures`: the counters as they will be printed
- `problem_places`: the hex of a diagnostic
- `map_changes`: where two drawings differ, so that only those tiles are sent anew
- `lenses`, `army_lenses`: reach, sight, zones of control; how far commands reach, how strong sides are
- `tools`, `army_tools`, `scenario_tools`, `form_tools`, `change_tools`: what a designer does, as operations
  of the desk; `tool_base` is what they share
- `forms`, `form_tables`, `form_controls`, `form_choices`: lists and tables of a battle as fields to fill in
- `translations`, `editor_links`: what an edit leaves behind in other languages; lines in the user's editor
- `play_app`, `play_game`, `play_replay`: the page on which it is played: addresses, games, logs
- `play_facts`, `play_words`: what that page is told, and in which words
- `page_words`: what the page says, in the languages of the program
"""
