"""What the words of the Belle Époque mean, for the person at the prompt."""

from __future__ import annotations

from lutetia.games.belle_epoque.rules.components import BonusTile, Components

MOVE_WORDS = {
    "draw": "draw:PILE turns up the top tile of pile 1, 2 or 3 and puts it on its space. (B3.1)",
    "place": "place:DISTRICT puts the drawn tile in that district; for the option. (B2.4)",
    "key": "key:DISTRICT puts a key on that bank and takes its income; key:arc puts one on the "
    "Arc de Triomphe. (B4.1)",
    "move": "move:DISTRICT:FROM:TO moves one of your keys from the bank or a value to a higher "
    "value, move:arc:DISTRICT:TO one from the Arc. A key that moves onto a landmark of the display "
    "puts it in the district. You pay the difference in francs, from the Arc or a bank the whole "
    "value, and always all resources. with-9 and with-16 use that bonus tile to join a key. (B5)",
    "take": "take takes a tile for the end, when all piles are empty. (B8.1)",
    "choose": "choose:FACE keeps one of the tiles for the end; only you see which. (B8.1)",
    "pass": "pass skips the action, if none is possible. (B3.1)",
    "bonus": "bonus:TILE moves your flâneur forward to that tile and takes it. (B7.1)",
    "discard": "discard:NUMBER gives up medals of the landmark's kind for its points. (B6.3)",
    "score": "score:POINTS:DISTRICT puts the scoring tile with these first points there. (B6.4)",
    "decline": "decline skips what your move offers now. (B6)",
    "buy": "buy:RESOURCE buys one from the supply. (B3.2)",
    "sell": "sell:TOKEN sells one. (B3.2)",
    "activate": "activate:TILE uses a bonus tile; some ask for more: activate:10:wood. "
    "activate:francs:6 and the like use a tile for the end. (B3.2, B7.2)",
    "end": "end ends your turn after its action. (B3.2)",
}

_CHOICES = {
    8: "one medal of any kind: activate:8:silver-medal",
    9: "with a move of a key: onto a property where you already have a key",
    10: "one resource of any kind: activate:10:marble",
    16: "with a move of a key: onto a property that has another player's key",
    17: "any bonus tile that is still on the track; your flâneur stays: activate:17:22",
    19: "two medals of any kind: activate:19:bronze-medal:gold-medal",
    21: "two resources of any kind: activate:21:wood:gold",
}


def bonus_words(components: Components, players: int, number: int) -> str:
    """What a bonus tile does, with the figures of this box."""
    tile = components.bonus_tiles[number - 1]
    return f"Bonus tile {number}: {_effect(tile, str(players))}. (B1.9)"


def _effect(tile: BonusTile, players: str) -> str:
    each = (tile.points_by_players or {}).get(players)  # type: ignore[call-overload]
    if tile.tile == 27:
        return f"never used; counts at the end: points for each franc {tile.points}"
    if tile.tile == 29:
        return f"{tile.points} points for each landmark you own"
    if tile.tile == 20:
        return f"{each} points for each other bonus tile that you have not used"
    if tile.tile in (23, 24):
        kind = "medals" if tile.tile == 23 else "resources"
        return (
            f"gives up pairs of equal {kind} for {each} points a pair: activate:{tile.tile}:1:0:2"
        )
    if tile.building is not None:
        return f"{tile.points} points for each building of value {tile.building} you own"
    if tile.price is not None:
        return f"for {tile.price} francs one more key from your pool"
    if tile.back is not None:
        return f"your flâneur goes back 1 to {tile.back} spaces and takes the tile there"
    if tile.points_by_types is not None:
        steps = ", ".join(f"{count} types {won}" for count, won in tile.points_by_types.items())
        return f"points for types of property, all landmarks together being one type: {steps}"
    if tile.token is not None:
        return f"one {tile.token}"
    gains = [f"{tile.francs} francs"] if tile.francs else []
    gains += [f"{tile.points} points"] if tile.points else []
    return " and ".join(gains) or _CHOICES[tile.tile]


def landmark_words(components: Components) -> str:
    """Every landmark with its cost and its points for prestige."""
    lines = []
    for landmark in components.landmarks:
        cost = ", ".join(f"{count} {kind}" for kind, count in landmark.cost.items() if count)
        lines.append(
            f"{landmark.value:>2} {landmark.name}: {cost}; up to three {landmark.prestige}s for "
            f"{landmark.points} points each"
        )
    return "\n".join([*lines, "(B1.6, B6.3)"])
