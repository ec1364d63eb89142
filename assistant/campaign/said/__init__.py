"""What may be said from outside of every deed and every answer: how much of it, and by whom."""
