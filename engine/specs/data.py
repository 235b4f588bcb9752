"""Which samples a run reads, and from where."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from engine.specs.spec import Spec


class Split(StrEnum):
    """The part of a dataset version that a sample belongs to."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


class SampleRecord(Spec):
    """One line of a dataset version's ``samples.jsonl``.

    ``file`` is relative to the spec's ``files_root``; ``labels`` holds label names, empty for an
    unlabelled sample (and, in multi-label data, for a sample known to show none of the labels).
    """

    id: str
    file: str
    name: str
    sha256: str
    width: int
    height: int
    split: Split
    labels: tuple[str, ...]


class ManifestDataSpec(Spec):
    """A frozen dataset version: an index of JSON lines (``SampleRecord``) and a files folder."""

    kind: Literal["manifest"] = "manifest"
    index: str
    files_root: str
    labels: tuple[str, ...]
    multi_label: bool = False
    dataset_version_id: str | None = None


class ImageFolderDataSpec(Spec):
    """A folder of images, one sub-folder per class; split here, seeded and stratified.

    When the folder holds ``train`` and ``test`` (and perhaps ``validation``) sub-folders these are
    the splits; a missing validation part is taken from ``train`` by ``validation_share``.
    """

    kind: Literal["image_folder"] = "image_folder"
    root: str
    validation_share: Annotated[float, Field(ge=0, lt=1)] = 0.1
    test_share: Annotated[float, Field(ge=0, lt=1)] = 0.1
    seed: int = 0

    @model_validator(mode="after")
    def _leaves_training_data(self) -> ImageFolderDataSpec:
        if self.validation_share + self.test_share >= 1:
            raise ValueError("validation_share + test_share must leave samples to train on.")
        return self


DataSpec = Annotated[ManifestDataSpec | ImageFolderDataSpec, Field(discriminator="kind")]
