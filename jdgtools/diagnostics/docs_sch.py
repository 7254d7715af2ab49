"""Documents of the codes that the schema check gives."""
