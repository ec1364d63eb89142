"""Scenarios, rosters, the rule catalogue and battle files: from disk to validated frozen data."""
