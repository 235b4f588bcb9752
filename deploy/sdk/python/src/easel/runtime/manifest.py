"""The manifest as this runtime reads it: what it needs, checked, and the whole document beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from easel.errors import PackageError


@dataclass(frozen=True)
class Tensor:
    """One input or output of the network; ``None`` in ``shape`` is a dynamic axis."""

    name: str
    datatype: str
    shape: tuple[int | None, ...]


@dataclass(frozen=True)
class File:
    """One file of the package."""

    path: str
    sha256: str
    bytes: int


@dataclass(frozen=True)
class GoldenCase:
    """Paths of one golden vector's files."""

    image: str
    pixels: str
    input: str
    output: str
    result: str


class Manifest:
    """What a model package holds and how it is used.

    Attributes:
        document: the whole manifest as it was written.
        labels: name and recommended threshold in the order of the network's outputs.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        """Check a manifest and read it.

        Raises:
            PackageError: ``manifest_version``, ``manifest_invalid`` or ``input_unsupported``.
        """
        self.document = document
        if not isinstance(document, dict):
            raise _invalid("it is not an object")
        for field in ("schema_version", "ops_version"):
            if document.get(field) != 1:
                raise PackageError(
                    f"The package has {field} {document.get(field)!r}; this runtime reads 1. "
                    "Install the easel package that came with the model.",
                    code="manifest_version",
                    field=field,
                )
        try:
            self._read(document)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise _invalid(f"{type(error).__name__}: {error}") from error
        if dict(document["input"]) != {"kind": "image", "color": "RGB"}:
            raise PackageError(
                f"The package takes the input {document['input']}; this runtime knows RGB images. "
                "Install the easel package that came with the model.",
                code="input_unsupported",
            )

    def _read(self, document: Mapping[str, Any]) -> None:
        self.name = str(document["name"])
        self.version = str(document["version"])
        self.task = str(document["task"])
        self.multi_label = bool(document["multi_label"])
        self.labels = tuple((str(x["name"]), float(x["threshold"])) for x in document["labels"])
        self.inputs = _tensors(document["inputs"])
        self.outputs = _tensors(document["outputs"])
        self.preprocessing: Sequence[Mapping[str, object]] = tuple(document["preprocessing"])
        self.postprocessing: Sequence[Mapping[str, object]] = tuple(document["postprocessing"])
        self.model_file = str(document["model_file"])
        self.files = tuple(
            File(str(x["path"]), str(x["sha256"]), int(x["bytes"])) for x in document["files"]
        )
        golden = document["golden"]
        self.golden = tuple(
            GoldenCase(*(str(x[k]) for k in ("image", "pixels", "input", "output", "result")))
            for x in golden["cases"]
        )
        self.max_abs_difference = float(golden["max_abs_difference"])


def _tensors(items: Sequence[Mapping[str, Any]]) -> tuple[Tensor, ...]:
    return tuple(
        Tensor(
            str(item["name"]),
            str(item["datatype"]),
            tuple(None if side is None else int(side) for side in item["shape"]),
        )
        for item in items
    )


def _invalid(reason: str) -> PackageError:
    return PackageError(
        f"The manifest cannot be used ({reason}). Export the package again.",
        code="manifest_invalid",
    )
