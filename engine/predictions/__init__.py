"""Predict many files with a package, many at a time, and go on after a break."""
