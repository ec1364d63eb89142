"""Inches: bases, forces, terrain, ways; the only importer of shapely."""
