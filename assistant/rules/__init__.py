"""Ring of Power: pure rules that touch no clock, disk, network, framework or random source.

Whatever lies here is alive: effects, deeds, facts and what is due enter their registries when imported.
"""

from assistant.kernel.tree import import_all

import_all(__name__)
