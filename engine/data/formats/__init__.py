"""File layouts that the engine reads without the product's database."""
