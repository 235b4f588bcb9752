"""Schedules: what is begun again and again at times that people set."""
