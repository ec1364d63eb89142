"""Ring of Power: pure rules that touch no clock, disk, network, framework or random source."""
