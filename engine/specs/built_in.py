"""What ``python -m engine package_built_in`` is asked for."""

from __future__ import annotations

from typing import Literal

from engine.specs.spec import Spec


class BuiltInSpec(Spec):
    """Build the package of a model that works without any training.

    ``task`` has a backbone whose weights, which come with the engine, can do the task already;
    ``name`` is what the model is called, and ``version`` what its version is.
    """

    schema_version: Literal[1] = 1
    task: str
    name: str = "built-in"
    version: str = "1"
