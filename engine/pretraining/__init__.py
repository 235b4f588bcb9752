"""Learn weights from formulas alone: images and texts that nobody owns, and what they teach."""
