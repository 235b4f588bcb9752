"""Run a model package: ``easel.runtime.load("package.zip").predict("photo.jpg")``."""

from easel.errors import BackendError, EaselError, InputError, PackageError
from easel.runtime.model import ImageSource, Model, load
from easel.runtime.ops import Prediction, decode_image, preprocess
from easel.runtime.selftest import SelfTest

__all__ = [
    "BackendError",
    "EaselError",
    "ImageSource",
    "InputError",
    "Model",
    "PackageError",
    "Prediction",
    "SelfTest",
    "decode_image",
    "load",
    "preprocess",
]
