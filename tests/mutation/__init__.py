"""A mutation run over the parts of the program that say what is true; see docs/proof.md."""
