"""Forecasters: what turns the latest points of a series into the next ones."""
