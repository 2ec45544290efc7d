"""The ways of moving for players: the reach of each, its costs, the reasons against other places, and its command.

`movement.yaml` has the sea routes of ships, the effect of enemy Air ZOC, and the ranges. `sea_movement` and
`deployment_legs` search by it. Python has the payments, which a whole Task Force makes from pools whose markers lie on
a track. It also has the reasons that keep a unit from moving at all, and the ways without a search. These are one-hex
deployment, whose steps differ for ships, aircraft and land units while Malaya has halves only for ships; the way from a
box; air commitment, in which no counter moves; and the return to base.
"""
