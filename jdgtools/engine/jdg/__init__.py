"""Jours de Gloire: the tables of a scenario and the procedures of its rules, by phase."""
