"""What to label first: how unsure a model is of a sample, and how unlike the others it is."""
