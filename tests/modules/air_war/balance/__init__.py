"""Wars of Cartwheel and Forlorn Hopes between two players that follow simple rules, to measure their balance.

python -m tests.modules.air_war.balance bismarck-sea --wars 50

A side flies the mission that promises the most points: the expected results of its bombs, less those that interceptors
and anti-aircraft fire are expected to cost, with escorts where they are worth it. Bombers that can hit ships wait for a
loaded enemy convoy until the enemy passes, and strike it where they expect the fewest fighters. Fighters meet a raid if
they and the target probably lose less than if they stay. Convoys sail with their escort: Japan's to Lae, and to Java at
the end of the last turn, where they stay; both sides of the other scenarios of Cartwheel, and Japan in the campaign of
the Indies, land where places are worth the most for the odds. One unit stays in a port. Warships attack or intercept
spotted ships that have clearly fewer guns, and fire at an escort until its transports become targets. Ground units go
to places that are worth points, and attack at fair odds. Rear aircraft stage to the front, and an overfull airbase is
relieved. Missions against ships fly low, and to extended range only where a base for the return is near. Japan commits
the 11th Hikoshidan while enough of it is left, and declares Operation I-Go 2 as soon as it may. When nothing is worth
it, a side passes. Battles in the air are fought out by the program's plans: both sides press on.

In the campaigns empty transports fetch units from where they wait, and landings sail with an escort that can meet the
strongest enemy squadron, of which ships off the map count half, but battleships in full. The Allies of Cartwheel
declare General Regroup Turns as soon as they may, for the reinforcements, and do not commit TF-36. Nobody buys back
lost steps. In the Indies the 11th Air Fleet is committed in the first turns, and the Covering Force comes twice.

Of the enemy's air units the players only count those in each place, and know the averages of all; the rest of the
position they see, even what is secret. They are much weaker than people: they plan no turn ahead. The table
`wars.yaml` only shows how the scenarios go between these two. The same seed plays the same war, so a run that was
interrupted can continue: each finished war is a line of the table, and is not played again.
"""
