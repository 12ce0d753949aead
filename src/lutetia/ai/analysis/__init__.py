"""The analysis of a finished game, move by move: losses, better moves, and the reasons.

It may import search, planning and proofs. It judges every decision by what its player could see,
never by later chance.
"""
