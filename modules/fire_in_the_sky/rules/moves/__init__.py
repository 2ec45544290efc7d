"""The ways of moving for players: the reach of each, its costs, the reasons against other places, and its command.

`movement.yaml` has the sea routes of ships, the effect of enemy Air ZOC, and the ranges; `sea_movement` and
`deployment_legs` search by it. Python has the payments (by a whole Task Force, from pools whose markers lie on a
track), the reasons that keep a unit from moving at all, and the ways without a search: one hex, whose steps differ for
ship, aircraft and land unit while Malaya has halves for ships alone; from a box; air commitment, in which no counter
moves; return to base.
"""
