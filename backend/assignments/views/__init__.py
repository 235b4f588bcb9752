"""The API of assignments."""
