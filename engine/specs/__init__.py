"""Frozen, versioned descriptions of everything that crosses a process border.

Imports only the standard library and pydantic.
"""
