"""What a network sees of La Cité, and how its answers name the moves.

This package owns the observation (docs/observation.md), the shape of the policy and the turned
twins of every move. It uses no network library.
"""
