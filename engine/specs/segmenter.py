"""What ``python -m engine package_segmenter`` is asked for."""

from __future__ import annotations

from typing import Literal

from engine.specs.paths import LocalPath
from engine.specs.spec import Spec


class SegmenterSpec(Spec):
    """Build the package of a model that segments what is clicked on.

    ``weights`` is a folder with ``config.json`` and ``model.safetensors`` as the transformers
    library writes them for a ``SamModel``; ``name`` is what the model is called.
    """

    schema_version: Literal[1] = 1
    weights: LocalPath
    name: str
