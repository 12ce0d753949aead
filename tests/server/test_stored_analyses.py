"""Analyses that an older server stored are still read."""

from __future__ import annotations

from lutetia.server.protocol.analysis import AnalysisResult, LuckResult


def test_the_names_of_seats_had_another_place() -> None:
    older = {"game": "lumiere", "seats": ["orange", "blue"], "moves": [], "summaries": []}
    found = AnalysisResult.model_validate({**older, "final": [40, 38]})
    assert (found.seats, found.seat_names, found.final) == (2, ["orange", "blue"], [40, 38])
    assert AnalysisResult.model_validate(found.model_dump()) == found


def test_the_luck_of_seats_had_another_name() -> None:
    figures = {"margin": 9.0, "luck": 4.0, "low": 1.5, "high": 6.5, "adjusted": 5.0}
    seats = [{"seat": name, "player": "Anna", **figures} for name in ("orange", "blue")]
    found = LuckResult.model_validate(
        {"game": "lumiere", "level": 7, "games": 24, "sure": 0.95, "seats": seats}
    )
    assert (found.seats, [one.seat for one in found.summaries]) == (2, ["orange", "blue"])
    assert LuckResult.model_validate(found.model_dump()) == found
