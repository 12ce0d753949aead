"""The benchmarks. They write bench/results.md.

Lutetia and the other programs are measured from outside, as processes, so this package imports only
the standard library. It never estimates: a program that cannot run is reported as missing, with the
reason.
"""
