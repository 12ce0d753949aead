"""Judgement for La Cité de la Lumière."""
