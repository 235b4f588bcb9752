"""What is wrong with data, judged without a trained model. Imports no torch."""
