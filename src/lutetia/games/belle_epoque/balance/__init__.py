"""Measures how fair and varied Belle Époque is. It imports only the rules; it never plays."""
