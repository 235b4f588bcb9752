"""What is wrong with data, checked without a trained model. Imports no torch."""
