"""Shapes of data that other apps show in theirs."""
