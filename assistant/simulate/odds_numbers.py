"""How many fights the odds are found from, unless somebody says otherwise."""

TRIALS = 10_000
# The resolver is thorough and slow: unless told otherwise, it fights as often as takes a few seconds.
FIGURES_RESOLVED = 20_000
FEWEST, MOST = 100, 500
# Each of the slightly other fights is fought less often than the one that was asked about.
MOST_WHAT_IF = 150
