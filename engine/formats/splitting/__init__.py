"""Which split a sample is of."""
