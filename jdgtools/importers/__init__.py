"""From foreign files to battle projects: VASSAL modules and saved games."""
