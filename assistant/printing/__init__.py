"""Paper: sheets as plain structures first, then laid out as PDF."""
