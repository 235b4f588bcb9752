"""The engine of Easel, for ``easel.fit``: see ``python -m easel_engine --help``."""
