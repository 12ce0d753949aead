"""What is known about playing each game well: features, weights, priors, playouts.

May import the games and the search's seam. Never decides a rule, and never sees a hidden thing
that the search has not imagined.
"""
