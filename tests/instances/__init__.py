"""Whole `instance/` folders that earlier versions left: every later version plays on from them."""
