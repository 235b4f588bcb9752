"""Services of datasets, one module each use case."""
