"""What a model takes: one package per kind of input, imported when a model asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from easel.errors import PackageError
from easel.runtime.example import Example, Tensors
from easel.runtime.limits import Limits
from easel.runtime.ops import Op

ReadFile = Callable[[str], bytes]
"""Returns a file that an op names, by its path in the package."""

INPUTS = {
    "image": "easel.runtime.image",
    "prompted_image": "easel.runtime.prompted",
    "audio": "easel.runtime.audio",
    "video": "easel.runtime.video",
    "image_text": "easel.runtime.image_text",
    "text": "easel.runtime.text",
    "text_pair": "easel.runtime.text",
    "table": "easel.runtime.table",
    "series": "easel.runtime.series",
}
"""Each kind of input and the package whose ``open_input`` understands it."""


@dataclass(frozen=True)
class Part:
    """One part of a request.

    Attributes:
        name: the field of a JSON request, the part of a form.
        is_file: bytes of a file (base64 in JSON), rather than a value.
        is_text: the value is a text, rather than any JSON value.
        media: beginnings of the media types under which it may be the whole body of a request.
        required: whether a request without it is refused.
    """

    name: str
    is_file: bool
    is_text: bool = False
    media: tuple[str, ...] = ()
    required: bool = True


class Input(Protocol):
    """One kind of input, compiled for one model."""

    parts: tuple[Part, ...]
    preprocessing: Any
    """The compiled op list, for those who know the kind."""

    def decode(self, source: Any) -> Any:
        """Return what a source holds: pixels, a text, a recording.

        Raises:
            InputError: when the source cannot be used, naming what is wrong with it.
        """
        ...

    def prepare(self, value: Any) -> Example:
        """Return the rows of a decoded value.

        Raises:
            InputError: when the network cannot take it.
        """
        ...

    def recorded(self, value: Any) -> NDArray[np.generic] | None:
        """Return a decoded value as golden vectors hold it; ``None`` where nothing is decoded."""
        ...

    def blank(self) -> Any:
        """Return a small decoded value, to check the networks with and to warm them up."""
        ...


@runtime_checkable
class RememberingInput(Protocol):
    """An input whose latest values need not be decoded, nor shown to the first network, again."""

    def recall(self, source: Any) -> Example | None:
        """Return a source with what the first network said of it; ``None`` when it is not known."""
        ...

    def keep(self, example: Example, outputs: Tensors) -> None:
        """Remember what the first network said, as long as there is room."""
        ...


@runtime_checkable
class WeighingInput(Protocol):
    """An input that tells by a file's header how much memory it takes to decode it."""

    def decoding_bytes(self, source: Any) -> int:
        """Return about how many bytes decoding and preparing a source take at most.

        0 for what is refused before it is decoded.
        """
        ...


def open_input(spec: Mapping[str, Any], ops: Sequence[Op], read: ReadFile, limits: Limits) -> Input:
    """Compile what a manifest says of its input.

    Args:
        spec: the manifest's ``input``.
        ops: its ``preprocessing``.
        read: gives the files that ops name.
        limits: what is refused as too large.

    Raises:
        PackageError: ``input_unsupported``, or what the kind says of its ops.
    """
    kind = spec.get("kind")
    if kind not in INPUTS:
        raise PackageError(
            f"The package takes the input {dict(spec)}; this runtime knows {', '.join(INPUTS)}. "
            "Install the easel package that came with the model.",
            code="input_unsupported",
        )
    opened: Input = import_module(INPUTS[kind]).open_input(spec, ops, read, limits)
    return opened


def unsupported_input(spec: Mapping[str, Any]) -> PackageError:
    """Return the error for an input whose kind is known and whose other fields are not."""
    return PackageError(
        f"The package takes the input {dict(spec)}, which this runtime does not know. "
        "Install the easel package that came with the model.",
        code="input_unsupported",
    )
