"""Judging models of videos."""
