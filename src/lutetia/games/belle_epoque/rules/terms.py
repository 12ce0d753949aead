"""The words of the rules; the index of a word is its number in the program."""

from __future__ import annotations

SEATS = ("orange", "blue", "absinthe", "peony")

DISTRICTS = ("montmartre", "la-villette", "saint-germain", "belleville", "batignolles", "chaillot")

TYPES = ("cafe", "bakery", "restaurant", "hotel", "theatre", "residence")
RESIDENCE = 5
LANDMARK_TYPE = 6
"""Bonus tile 30 counts all landmarks as one more type (B1.9)."""

KINDS = ("wood", "marble", "gold", "bronze-medal", "silver-medal", "gold-medal")
RESOURCES = 3
"""The first three kinds are resources, the others prestige (B1.5)."""
GOLD = 2

SLOTS = 6
"""The building spaces of a district, from the lowest value to the highest."""
LANDMARKS = 8
SITES = SLOTS + LANDMARKS
"""Where a key may stand in a district besides its bank: its spaces, then the landmarks."""
PROPERTIES = len(DISTRICTS) * SLOTS + LANDMARKS
"""All buildings, district by district, then the landmarks."""

TILES = 36
PILES = 3
PILE = 12
BONUS_TILES = 30
SCORING_TILES = 6
END_TILES = 12

GIFTS = ("points", "francs", "resources", "prestige")
"""What an end-of-game tile gives (B1.10)."""
MOST_AMOUNT = 12
MOST_TOKENS = 2
FACES = tuple(
    [f"points:{amount}" for amount in range(1, MOST_AMOUNT + 1)]
    + [f"francs:{amount}" for amount in range(1, MOST_AMOUNT + 1)]
    + [f"resources:{amount}" for amount in range(1, MOST_TOKENS + 1)]
    + [f"prestige:{amount}" for amount in range(1, MOST_TOKENS + 1)]
)
"""Every face that an end-of-game tile can have in any component file."""
FRANCS_FACE = MOST_AMOUNT
RESOURCES_FACE = 2 * MOST_AMOUNT
PRESTIGE_FACE = RESOURCES_FACE + MOST_TOKENS
