"""Wars of Fire in the Sky between two players by rule of thumb, for the balance of the scenarios.

    python -m tests.modules.fire_in_the_sky.wars december-1941 --wars 100

Both sides count before they attack: a landing sails only where armies, gunfire and aircraft together should beat what
holds the place, with as many Task Forces as necessary. Japan takes what history took first, then what is weakly held;
the Allies keep their fleets where they can react, bring armies forward, and take weakly held bases step by step.

The same seed plays the same war, so an interrupted run continues from there: each war that is over is a line of
`wars.yaml`, and is not played again. A war is given up after a minute of processor time.

The players are no match for people: the table says how the scenarios go between these two, and no more.
"""
