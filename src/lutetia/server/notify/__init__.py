"""Notifications for people who are not at their tables: Web Push and e-mail."""
