"""What our own server adds to a request's environment, and what the app answers with there."""

from __future__ import annotations

HAS_GONE = "assistant.has_gone"
"""A function: whether whoever asked has hung up."""
REFUSED = "assistant.refused"
"""An error that was found before the app was asked; it is told as the app tells its own."""
TAKE_OVER = "assistant.take_over"
"""A function: the server is to go on with a stream by itself, without a thread."""
KNOWN_AS = "assistant.known_as"
"""A function: the server is told as whom somebody counts who has joined."""
QUIET = "assistant.quiet"
"""An event of threads: set while nobody is served who has joined."""
