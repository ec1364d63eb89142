"""The commanders and the schedule of a small scenario, for tests that spoil them."""

COMMANDERS = """
[[commander]]
id = "rohan"
name = "Rohan"
side = "good"
home = ["bree"]

[[commander]]
id = "saruman"
name = "Saruman"
side = "evil"

[[commander]]
id = "grima"
name = "Gríma"
side = "evil"

[[command]]
number = 1
name = "Rohan"
commanders = ["rohan"]

[[command]]
number = 2
name = "Isengard"
commanders = ["saruman", "grima"]

[[split]]
command = 2
groups = [["saruman"], ["grima"]]

[[next_player]]
command = 1

[[next_player]]
command = 2

[[next_player]]
command = 2
into = 2
"""

SCHEDULE = """
[[event]]
id = "war"
name = "War"
declared_by = ["saruman"]
table = "only"

[[regular]]
id = "riders"
commander = "rohan"
places = ["bree"]
figures = ["1 rider-of-rohan"]
every = 2
doubling = { event = "war" }
"""
