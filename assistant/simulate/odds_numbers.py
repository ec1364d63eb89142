"""How many fights the odds are found from, unless somebody says otherwise."""

TRIALS = 10_000
# The resolver is thorough and slow: a fight of forty figures takes it some 15 ms. Unless told otherwise, it
# fights as often as takes about six seconds, and half as often each of the slightly other fights.
FIGURES_RESOLVED = 16_000
FEWEST, MOST = 100, 500
# A change is told only if it is so many times what luck alone may do.
CLEAR = 2.0
