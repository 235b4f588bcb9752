"""Training of linear models of texts."""
