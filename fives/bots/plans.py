"""How a level thinks, as a sequence of PLAN ints; the slots."""

# METHOD: what is done. WORLDS: how many are tried at least; WORK: go on until so many plays were made in them.
# POLICY: how the rest of a round is played in a world. NOISE: chance in 256 that it is a play at random instead.
# BELIEF_SHARE: how much of the work, in hundredths, goes into how likely worlds are. HALVE: whether plays are dropped.
# CURIOUS: points that a play which was not tried yet may be behind in a tree (of a match: in hundredths).
METHOD, WORLDS, WORK, POLICY, NOISE, BELIEF_SHARE, HALVE, CURIOUS = 0, 1, 2, 3, 4, 5, 6, 7
# halves of a point: how far below the target the match counts; the gain of the better team in a round, and how much
# the lead of a round varies
NEAR, PACE, SWING = 8, 9, 10
DONE = 11  # how much of WORK is done, written now and then; who sets WORK and WORLDS to 0 meanwhile ends it
TASTE, OTHERS = 16, 24  # two tastes: of playouts, and of the other seats
PLAN = 32
# values of METHOD and POLICY
LIKED, SAMPLED, TREE = 0, 1, 2
GREEDY, BY_TASTE, SOFT = 0, 1, 2
