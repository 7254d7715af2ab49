"""What goes into a rules-engine package, part by part, as JSON types."""
