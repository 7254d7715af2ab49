"""What goes into a rules-engine package, part by part, as the types of the package."""
