"""How far figures go and where they may: what the ground is to each, and whether a way can be gone."""
