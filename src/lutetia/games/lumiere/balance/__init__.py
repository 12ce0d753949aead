"""Measures how fair and varied La Cité is. It imports only the rules; it never plays."""
