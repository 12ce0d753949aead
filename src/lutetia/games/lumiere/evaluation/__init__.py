"""What is known about playing La Cité de la Lumière well."""
