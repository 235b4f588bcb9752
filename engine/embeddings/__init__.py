"""Samples as points that lie near each other where they are alike, before any training."""
