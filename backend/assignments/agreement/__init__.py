"""How alike the answers of several people are: pure functions, without a database."""
