"""The ways of moving for players: the reach of each, its costs, the reasons against other places, and its command.

`movement.yaml` says where ships go by sea, what enemy Air ZOC leaves them, and how far; `sea_movement` and
`deployment_legs` search by it. Python says what is paid (by a whole Task Force, from pools whose markers lie on a
track), what keeps a unit from moving at all, and the ways that are no search: one hex, whose steps differ from ship to
aircraft to land unit while Malaya has halves for ships alone; from a box; air commitment, in which no counter moves;
return to base.
"""
