"""Clean data by a recipe, moving what people said of it along. Imports no torch."""
