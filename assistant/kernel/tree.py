"""Registries that fill themselves: whatever lies in a package is imported, and so it is known."""

from __future__ import annotations

import importlib
import pkgutil


def import_all(package: str) -> None:
    """Import every module below a package: what registers itself there is alive from then on."""
    found = importlib.import_module(package)
    for one in pkgutil.walk_packages(found.__path__, f"{package}."):
        importlib.import_module(one.name)
