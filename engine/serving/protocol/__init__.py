"""The three shapes in which a replica answers, one module each."""
