"""Views of accounts, one module each noun."""
