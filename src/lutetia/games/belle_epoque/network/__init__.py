"""Belle Époque for learning programs."""
