"""Judgement for Paris of the Belle Époque."""
