"""Wars of Fire in the Sky between two players that follow simple rules, to measure the balance of the scenarios.

python -m tests.modules.fire_in_the_sky.wars december-1941 --wars 100

Both sides compare strengths before they attack. A landing sails only if armies, gunfire and aircraft together should
beat the defenders, with as many Task Forces as necessary. Japan first takes the places that it took in history, then
weakly defended ones. The Allies keep their fleets where they can react, bring armies forward, and take weakly defended
bases one by one.

The same seed plays the same war, so a run that was interrupted can continue: each finished war is a line of
`wars.yaml`, and is not played again. A war ends without a result after a minute of processor time. The players are much
weaker than people. The table only shows how the scenarios go between these two.
"""
