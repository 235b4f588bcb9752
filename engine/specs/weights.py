"""What is known of the weights that come with the engine: a card beside each file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from engine.specs.spec import Spec


class WeightsCard(Spec):
    """Where weights come from, and what they are worth.

    ``samples`` were shown to the network in ``steps`` steps of ``seconds`` in all on ``machine``;
    the recipe at its version, the seed and the number of steps make them again, by the code whose
    SHA-256 is ``sources_sha256`` and this version of torch. ``shown`` holds the means of what was
    measured in the last steps, on samples that the network had not seen. ``characters`` are those
    of the classes 1 and on of a network that reads, and ``materials`` the SHA-256 of each file that
    samples were made with, by its name. ``sha256`` is that of the file of weights.
    """

    schema_version: Literal[1] = 1
    key: str
    version: int
    licence: str = "Apache-2.0"
    made_of: str
    seed: int
    steps: int
    samples: int
    seconds: float
    machine: str
    torch_version: str
    sources_sha256: str
    parameters: int
    shown: Mapping[str, float]
    characters: str = ""
    materials: Mapping[str, str] = Field(default_factory=dict)
    sha256: str
