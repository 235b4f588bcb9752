"""Layouts of files that data comes in and goes out by, read and written without any model code.

One format, one module, named by ``engine.specs.data.DatasetFormat``. The web application, its
workers and the engine use the same modules, so a folder means the same everywhere. Imports the
standard library, pydantic, ``engine.specs`` and small parsers; never torch.
"""
