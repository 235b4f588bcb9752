"""Orders about whole projects, one module each use case."""
