"""The games, each in a package of its own.

A game imports the kernel and the library of searches (`ai`). Nothing imports a game: the catalogue
of the kernel finds it through its entry point, as it finds the games of other packages. Games never
import each other.
"""
