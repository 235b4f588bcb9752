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
class Network:
    """One network of the package: a file and its tensors."""

    name: str
    file: str
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]

    @property
    def is_batched(self) -> bool:
        """Whether every input takes any number of rows, rather than one."""
        return all(tensor.shape[:1] == (None,) for tensor in self.inputs)


@dataclass(frozen=True)
class GoldenCase:
    """Paths of one golden vector's files; tensors by name."""

    request: str
    decoded: str | None
    inputs: Mapping[str, str]
    outputs: Mapping[str, str]
    result: str


class Manifest:
    """What a model package holds and how it is used.

    Attributes:
        document: the whole manifest as it was written.
        labels: name and recommended threshold in the order of the network's outputs.
        networks: the first takes what preprocessing makes.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        """Check a manifest and read it.

        Raises:
            PackageError: ``manifest_version`` or ``manifest_invalid``.
        """
        self.document = document
        # Checked by hand: where customers load a package there is neither pydantic nor our specs.
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

    def _read(self, document: Mapping[str, Any]) -> None:
        self.name = str(document["name"])
        self.version = str(document["version"])
        self.task = str(document["task"])
        self.multi_label = bool(document["multi_label"])
        self.labels = tuple((str(x["name"]), float(x["threshold"])) for x in document["labels"])
        self.input = dict(document["input"])
        self.preprocessing = tuple(dict(op) for op in document["preprocessing"])
        self.postprocessing = tuple(dict(op) for op in document["postprocessing"])
        self.networks = tuple(
            Network(str(x["name"]), str(x["file"]), _tensors(x["inputs"]), _tensors(x["outputs"]))
            for x in document["networks"]
        )
        names = {network.name for network in self.networks}
        if not names or len(names) < len(self.networks):
            raise ValueError("networks must be at least one, with different names")
        self.files = tuple(
            File(str(x["path"]), str(x["sha256"]), int(x["bytes"])) for x in document["files"]
        )
        golden = document["golden"]
        self.golden = tuple(_golden(case) for case in golden["cases"])
        self.max_input_difference = float(golden["max_input_difference"])
        self.max_abs_difference = float(golden["max_abs_difference"])


def _golden(case: Mapping[str, Any]) -> GoldenCase:
    decoded = case["decoded"]
    return GoldenCase(
        str(case["request"]),
        None if decoded is None else str(decoded),
        {str(name): str(path) for name, path in case["inputs"].items()},
        {str(name): str(path) for name, path in case["outputs"].items()},
        str(case["result"]),
    )


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
