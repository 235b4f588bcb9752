"""Easel for applications and notebooks: train, run a model package, or drive an Easel server.

    import easel

    model = easel.fit("photos/", task="image.classification")
    model.evaluate("other_photos/")
    model.predict("a.jpg")
    model.export("model.zip")

``fit`` and ``evaluate`` need the engine's own wheel beside this one; all else does without.
"""

from easel import callbacks, register, tune
from easel.errors import EaselError
from easel.training.errors import EngineMissing, Interrupted, TrainingFailed
from easel.training.fit import fit
from easel.training.model import Evaluation, TrainedModel, load

__all__ = [
    "EaselError",
    "EngineMissing",
    "Evaluation",
    "Interrupted",
    "TrainedModel",
    "TrainingFailed",
    "callbacks",
    "fit",
    "load",
    "register",
    "tune",
]
