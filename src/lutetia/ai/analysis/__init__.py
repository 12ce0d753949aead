"""What a finished game was worth, move by move: losses, better moves, and why.

May import search, planning and proofs. Judges every decision by what its player could see,
never by what chance brought later.
"""
