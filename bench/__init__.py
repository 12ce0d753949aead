"""Owns the measurements that stand in bench/results.md, each beside what it is compared with.

May import the standard library only: Lutetia and its peers are measured from outside, as
processes. Never estimates: what cannot be run is reported as missing, with the reason.
"""
