"""Evaluating models of videos."""
