"""Small example data for every task; ``image.classification`` is ``image/classification.py``."""
