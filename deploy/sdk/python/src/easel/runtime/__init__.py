"""Run a model package: ``easel.runtime.load("package.zip").predict("photo.jpg")``."""

from easel.errors import BackendError, EaselError, InputError, PackageError
from easel.runtime.example import Context, Example, Tensors
from easel.runtime.image import ImageSource, decode_image, preprocess
from easel.runtime.inputs import Part
from easel.runtime.limits import Limits
from easel.runtime.model import Model, Source, load
from easel.runtime.package import Package
from easel.runtime.pipeline import Pipeline
from easel.runtime.results import (
    Prediction,
    PredictOptions,
    Result,
    Utterance,
    Words,
    documents,
)
from easel.runtime.selftest import SelfTest

__all__ = [
    "BackendError",
    "Context",
    "EaselError",
    "Example",
    "ImageSource",
    "InputError",
    "Limits",
    "Model",
    "Package",
    "PackageError",
    "Part",
    "Pipeline",
    "PredictOptions",
    "Prediction",
    "Result",
    "SelfTest",
    "Source",
    "Tensors",
    "Utterance",
    "Words",
    "decode_image",
    "documents",
    "load",
    "preprocess",
]
