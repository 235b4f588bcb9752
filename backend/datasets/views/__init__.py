"""Views of datasets, one module each use case."""
