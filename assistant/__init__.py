"""The Ring of Power assistant."""

__version__ = "0.1.0"
