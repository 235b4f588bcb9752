"""``evaluation.json``: what a package is evaluated by, on whatever data."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, SerializeAsAny

from engine.specs.spec import Spec
from engine.specs.training import TaskOptions

EVALUATION_FILE = "evaluation.json"


class EvaluationBasis(Spec):
    """What evaluation must know of a training whose data it has not.

    ``options`` are those of the run without ``auto``: they say which column is asked for, how texts
    are compared, how samples are composed, and ``seed`` by which chance. ``statistics`` are numbers
    of the training data that figures are measured against, by name, such as the shares of classes.
    """

    schema_version: Literal[1] = 1
    options: SerializeAsAny[TaskOptions]
    seed: int
    statistics: dict[str, tuple[float, ...]] = Field(default_factory=dict)
