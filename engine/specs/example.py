"""What ``python -m engine example-data`` is asked for."""

from __future__ import annotations

from typing import Literal

from engine.specs.language import Language
from engine.specs.spec import Spec


class ExampleSpec(Spec):
    """Write the example data of ``task``, with texts and classes in a language."""

    schema_version: Literal[1] = 1
    task: str
    language: Language = "en"


DATA = "data"
"""Folder of the work folder that the data lies in."""
