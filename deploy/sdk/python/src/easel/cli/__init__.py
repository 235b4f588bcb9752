"""The ``easel`` command."""
