"""Writes about schedules, and the times of them."""
