"""The append-only store of campaigns: what was done, in order, for good. It knows no game."""
