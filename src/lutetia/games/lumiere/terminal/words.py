"""What the words of La Cité mean, for the person at the prompt."""

from __future__ import annotations

MOVE_WORDS = {
    "lay": "lay:TILE:SQUARE:TURN places a tile from your hand, for example lay:3:c5:90. A square "
    "is named after its lower left space: a1, c1, e1, g1, a3 … g7. Turns are clockwise. (L3.1)",
    "take": "take:BUILDING takes a building from the pool into your reserve, for example "
    "take:smile. (L3.1)",
    "pass": "pass does nothing; it is allowed only where the rules say so. (L3.2, L4.3)",
    "build": "build:BUILDING:SPACE:TURN builds from your reserve, for example build:line:b2:90. "
    "The space is the lower left corner of the box around the turned building; ? and the name of "
    "a building show its turns. (L5.1)",
}

POSTCARD_WORDS = {
    "levitation": "levitation:GIVEN:TAKEN puts a building from your reserve back into the pool and "
    "takes another one, which you build at once.",
    "metropolitain": "metropolitain: you keep it; one later building of yours may cover one "
    "printed streetlight, which goes out.",
    "jardin-des-plantes": "jardin-des-plantes:SPACE:TURN places the garden, a building of two "
    "spaces, on your colour or mixed spaces.",
    "sacre-coeur": "sacre-coeur spares you the points that unbuilt buildings cost.",
    "le-peintre": "le-peintre:SPACE places the painter on your colour: two points at the end for "
    "each streetlight in his area, which ends at buildings.",
    "chartier": "chartier: you keep it; one later building of yours, or the fountain, may cover "
    "one space of your rival's colour.",
    "bouquinistes": "bouquinistes:SPACE:BUILDING adds a space of your colour beside one of your "
    "buildings to that building.",
    "lampadaire": "lampadaire:SPACE places one more streetlight on your colour.",
    "moulin-rouge": "moulin-rouge:SPACE places the dancer on your colour: a point at the end for "
    "each free space of her area, her own included.",
    "fontaine-des-mers": "fontaine-des-mers:SPACE places the fountain on your colour or a mixed "
    "space: three points for each of your buildings beside it.",
    "le-penseur": "le-penseur:SPACE:SIDE places the statue on your colour, facing north, east, "
    "south or west: if the space in front of it stays free, two points for each free space at its "
    "sides and one for each at its corners.",
    "la-grande-lumiere": "la-grande-lumiere:SPACE places the great streetlight on a printed "
    "streetlight: it lights every space within two steps, unless a building is in between.",
}

RULE_OF_POSTCARD = {
    "jardin-des-plantes": "L7.1",
    "levitation": "L7.2",
    "metropolitain": "L7.3",
    "chartier": "L7.4",
    "sacre-coeur": "L7.5",
    "le-peintre": "L7.6",
    "bouquinistes": "L7.7",
    "lampadaire": "L7.8",
    "moulin-rouge": "L7.9",
    "fontaine-des-mers": "L7.10",
    "le-penseur": "L7.11",
    "la-grande-lumiere": "L7.12",
}
