"""Evaluating models of images."""
