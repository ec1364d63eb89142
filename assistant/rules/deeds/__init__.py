"""Deeds: what is done at the table, one module to a subject."""
