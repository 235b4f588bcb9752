"""Evaluating models that read or write text."""
