"""The games, each in a package of its own, and the catalogue that lists them.

May import the kernel. Games never import each other, nor anything about choosing, playing
matches, storing or showing.
"""
