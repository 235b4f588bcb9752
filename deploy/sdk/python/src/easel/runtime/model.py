"""A model that is loaded and ready to answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar, Union, cast, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image

from easel.errors import InputError, PackageError
from easel.runtime.backends import Session, backend_named
from easel.runtime.ops import Postprocessing, Prediction, Preprocessing, decode_image
from easel.runtime.ops.decode import MAX_PIXELS, rgb_pixels
from easel.runtime.package import Package
from easel.runtime.selftest import SelfTest, run_selftest

ImageSource = Union[bytes, str, Path, Image.Image, NDArray[np.uint8]]
"""An image file's bytes or path, a Pillow image, or pixels (H, W, 3) uint8 RGB."""

Source = TypeVar("Source", bound=ImageSource)

CHUNK = 32
"""Images that go through the network together, which bounds memory."""


class Model:
    """A model package bound to a back end. All methods may be called from several threads."""

    def __init__(self, package: Package, session: Session) -> None:
        manifest = package.manifest
        self.package = package
        self.manifest = manifest
        self.session = session
        self.preprocessing = Preprocessing(manifest.preprocessing)
        self.postprocessing = Postprocessing(manifest.postprocessing, manifest.labels)
        self.input_name = manifest.inputs[0].name
        _check_tensors(self)
        self._chunk = CHUNK if manifest.inputs[0].shape[0] is None else 1

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels in the order of the network's outputs."""
        return self.postprocessing.labels

    @overload
    def predict(
        self, source: ImageSource, *, top_num: int | None = None, threshold: float | None = None
    ) -> list[Prediction]: ...

    @overload
    def predict(
        self,
        source: list[Source] | tuple[Source, ...],
        *,
        top_num: int | None = None,
        threshold: float | None = None,
    ) -> list[list[Prediction]]: ...

    def predict(
        self,
        source: ImageSource | Sequence[Source],
        *,
        top_num: int | None = None,
        threshold: float | None = None,
    ) -> list[Prediction] | list[list[Prediction]]:
        """Say what an image shows, or what each image of a list shows.

        Args:
            source: one image or a list of them; see ``ImageSource``.
            top_num: keep at most so many labels; by default what the manifest says.
            threshold: keep scores of at least this; by default what the manifest says.

        Returns:
            Predictions in descending order of score; for a list, one such list per image.

        Raises:
            InputError: when an image cannot be used, naming what is wrong with it.
        """
        if isinstance(source, (list, tuple)):
            answers: list[list[Prediction]] = []
            for start in range(0, len(source), self._chunk):
                tensors = [self.preprocess(one) for one in source[start : start + self._chunk]]
                answers += self._answer(np.stack(tensors), top_num, threshold)
            return answers
        tensor = self.preprocess(cast(ImageSource, source))
        return self._answer(tensor[np.newaxis], top_num, threshold)[0]

    def preprocess(
        self, source: ImageSource, *, max_pixels: int = MAX_PIXELS
    ) -> NDArray[np.float32]:
        """Return the network's input for one image, without the batch axis."""
        return self.preprocessing(_pixels(source, max_pixels))

    def predict_tensor(self, tensor: ArrayLike) -> NDArray[np.float32]:
        """Run the bare network.

        Args:
            tensor: (B, ...) preprocessed inputs.

        Returns:
            (B, labels) float32, the network's output before postprocessing.

        Raises:
            BackendError: when the network refuses the tensor.
        """
        inputs = {self.input_name: np.asarray(tensor, np.float32)}
        return np.asarray(self.session.run(inputs)[0], np.float32)

    def selftest(self) -> SelfTest:
        """Check every file of the package, and that this machine reproduces its golden vectors."""
        return run_selftest(self)

    def _answer(
        self, tensors: NDArray[np.float32], top_num: int | None, threshold: float | None
    ) -> list[list[Prediction]]:
        scores = self.postprocessing.scores(self.predict_tensor(tensors))
        return [
            self.postprocessing.rank(row, top_num=top_num, threshold=threshold) for row in scores
        ]


def load(path: str | Path, *, backend: str = "auto", threads: int | None = None) -> Model:
    """Load a model package.

    Args:
        path: the package's folder or zip.
        backend: ``auto``, ``onnxruntime`` or the name of an installed plug-in.
        threads: threads of one run; ``None`` leaves the number to the back end.

    Raises:
        PackageError: when the package is missing, damaged, unsafe or newer than this runtime.
        BackendError: when the back end is missing or cannot load the model.
    """
    package = Package(path)
    session = backend_named(backend)(package.read(package.manifest.model_file), threads=threads)
    return Model(package, session)


def _pixels(source: ImageSource, max_pixels: int) -> NDArray[np.uint8]:
    if isinstance(source, (bytes, str, Path)):
        return decode_image(source, max_pixels=max_pixels)
    if isinstance(source, Image.Image):
        return rgb_pixels(source)
    if isinstance(source, np.ndarray):
        return source
    raise InputError(
        f"An image of type {type(source).__name__} cannot be used. Give the bytes or path of an "
        "image file, a Pillow image, or an array (height, width, 3) of uint8.",
        code="input_type",
    )


def _check_tensors(model: Model) -> None:
    """Refuse a manifest whose parts do not fit together, at load and not at the first call."""
    manifest = model.manifest
    height, width = model.preprocessing.size
    wanted = (3, height, width) if model.preprocessing.layout == "NCHW" else (height, width, 3)
    given = manifest.inputs[0]
    if len(manifest.inputs) != 1 or given.shape[1:] != wanted or given.datatype != "FP32":
        raise PackageError(
            f"The network takes {given.datatype} {given.shape} where the preprocessing makes FP32 "
            f"{wanted}. Export the package again.",
            code="manifest_invalid",
        )
    if given.shape[0] not in (None, 1):
        raise PackageError(
            f"The network takes batches of exactly {given.shape[0]}; the first axis must be "
            "dynamic or 1. Export the package again.",
            code="manifest_invalid",
        )
    if not manifest.outputs or manifest.outputs[0].shape[-1] != len(manifest.labels):
        raise PackageError(
            f"The network's first output does not have one value for each of the "
            f"{len(manifest.labels)} labels. Export the package again.",
            code="manifest_invalid",
        )
