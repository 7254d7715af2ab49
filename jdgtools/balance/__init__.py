"""What many games of a scenario show: a record that goes on, figures, and a report with maps."""
