"""Numbers and geometry that training, evaluation and thresholds share."""
