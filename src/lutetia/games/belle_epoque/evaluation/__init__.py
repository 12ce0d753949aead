"""What is known about playing Paris of the Belle Époque well."""
