"""Jours de Gloire: Napoleonic battles."""
