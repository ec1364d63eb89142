"""The tables drawn: layered SVG for page, projector and paper."""
