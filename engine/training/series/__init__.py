"""Learning from series: forecasters, their blend, and intervals from past errors."""
