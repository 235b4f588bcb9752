"""Which samples a run reads, and from where."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr, model_validator

from engine.specs.paths import LocalPath
from engine.specs.samples.column_mapping import ColumnMapping
from engine.specs.samples.geometry import Geometry, KeyPoint
from engine.specs.samples.table_reading import DateOrder, TableReading
from engine.specs.spec import Spec


class Split(StrEnum):
    """The part of a dataset version that a sample belongs to."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


class DatasetFormat(StrEnum):
    """A layout of files that can be brought in; each is one module of ``engine.formats``."""

    IMAGE_FOLDER = "image_folder"
    CSV_LABELS = "csv_labels"
    LOOSE_FILES = "loose_files"
    VOC = "voc"
    COCO = "coco"
    YOLO = "yolo"
    LABELME = "labelme"
    LABEL_STUDIO = "label_studio"
    MASK_PNG = "mask_png"
    MASK_COLOR = "mask_color"
    TEXT_TABLE = "text_table"
    TSV = "tsv"
    XLSX = "xlsx"
    PARQUET = "parquet"
    CONLL = "conll"
    JSON_LINES = "json_lines"
    TEXT_PAIRS = "text_pairs"
    AUDIO_FOLDER = "audio_folder"
    TRANSCRIPTS = "transcripts"
    VIDEO_FOLDER = "video_folder"
    MOT = "mot"
    CVAT = "cvat"
    TEXT_LINES = "text_lines"
    CAPTIONS = "captions"
    TABLE = "table"


CROWD = "iscrowd"
"""Set as an attribute of a region that marks many objects at once; nothing is learnt from it."""

AttributeValue = StrictBool | StrictInt | StrictFloat | StrictStr


class AttributeKind(StrEnum):
    """What an attribute of a region holds."""

    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"


class AttributeDefinition(Spec):
    """An attribute that regions of a dataset may have; ``values`` are those of a choice."""

    name: Annotated[str, Field(min_length=1, max_length=64)]
    kind: AttributeKind = AttributeKind.TEXT
    values: tuple[Annotated[str, Field(min_length=1, max_length=120)], ...] = ()

    @model_validator(mode="after")
    def _lists_the_values_of_a_choice(self) -> AttributeDefinition:
        if (self.kind is AttributeKind.CHOICE) != bool(self.values):
            raise ValueError("A choice lists its values; other kinds have none.")
        return self


class Region(Spec):
    """One marked part of a sample; ``text`` is what is written or said there.

    ``id`` is unique within the sample, so that relations can name their ends. ``points`` are named
    points of the object that it marks, each name once; no task learns from them yet.
    ``attributes`` say more of the object by name: ``{"occluded": true, "colour": "red"}``.
    """

    id: str
    label: str | None
    geometry: Geometry
    text: str | None = None
    points: tuple[KeyPoint, ...] = ()
    attributes: dict[str, AttributeValue] = Field(default_factory=dict)

    # The model's own hash would fail at the dictionary.
    def __hash__(self) -> int:
        """Return the same number for equal regions; a dictionary has none of its own."""
        named = frozenset(self.attributes.items())
        return hash((self.id, self.label, self.geometry, self.text, self.points, named))


class Relation(Spec):
    """A directed relation between two regions of one sample."""

    label: str
    subject: str
    object: str


class SampleRecord(Spec):
    """One line of a dataset version's ``samples.jsonl``: a file, and what people say of it.

    Which fields are used depends on the task's kind of annotation:

    - ``labels``: names given to the whole sample; empty for an unlabelled one (and, in multi-label
      data, for a sample known to show none of the labels).
    - ``regions`` and ``relations``: marked parts and how they relate. ``is_annotated`` tells a
      sample with nothing to mark from one that nobody looked at.
    - ``texts``: a transcript (one), or captions (any number).
    - ``value``: a number for the whole sample, such as the similarity of a pair.

    ``file`` is relative to the spec's ``files_root``. ``width`` and ``height`` are those of the
    upright image or video, ``duration_ms`` of a recording or video.
    """

    id: str
    file: str
    name: str
    sha256: str
    split: Split
    width: int | None = None
    height: int | None = None
    duration_ms: int | None = None
    labels: tuple[str, ...] = ()
    regions: tuple[Region, ...] = ()
    relations: tuple[Relation, ...] = ()
    texts: tuple[str, ...] = ()
    value: float | None = None
    is_annotated: bool = True


class ManifestDataSpec(Spec):
    """A frozen dataset version: an index of JSON lines (``SampleRecord``) and a files folder.

    ``date_order`` is how dates of its tables were written before they came in, and so how those
    that a model is sent are read.
    """

    kind: Literal["manifest"] = "manifest"
    index: LocalPath
    files_root: LocalPath
    labels: tuple[str, ...]
    multi_label: bool = False
    dataset_version_id: str | None = None
    date_order: DateOrder = "ymd"


MAPPED_FORMATS = frozenset(
    {
        DatasetFormat.TEXT_TABLE,
        DatasetFormat.TEXT_PAIRS,
        DatasetFormat.CSV_LABELS,
        DatasetFormat.CAPTIONS,
        DatasetFormat.TRANSCRIPTS,
        DatasetFormat.JSON_LINES,
    }
)
"""Formats whose columns or fields people may name."""


class FilesDataSpec(Spec):
    """A folder, zip or file in one of the formats of the task's card, read by the engine itself.

    A format that names its splits (``train`` and ``test`` folders, list files, a column) keeps
    them; what is missing of ``validation`` and ``test`` is taken from ``train`` by the shares,
    seeded and stratified. ``reading`` says how tables are read, ``mapping`` which of their columns
    is what.
    """

    kind: Literal["files"] = "files"
    format: DatasetFormat
    root: LocalPath
    multi_label: bool = False
    reading: TableReading = TableReading()
    mapping: ColumnMapping = ColumnMapping()
    validation_share: Annotated[float, Field(ge=0, lt=1)] = 0.1
    test_share: Annotated[float, Field(ge=0, lt=1)] = 0.1
    seed: int = 0

    @model_validator(mode="after")
    def _leaves_training_data(self) -> FilesDataSpec:
        if self.validation_share + self.test_share >= 1:
            raise ValueError("validation_share + test_share must leave samples to train on.")
        is_table = self.format is DatasetFormat.TABLE or self.format in MAPPED_FORMATS
        if not is_table and self.reading != TableReading():
            raise ValueError(f"Data in the format '{self.format}' is no table to be read so.")
        if self.format not in MAPPED_FORMATS and self.mapping != ColumnMapping():
            raise ValueError(f"Data in the format '{self.format}' has no columns to name so.")
        return self


DataSpec = Annotated[ManifestDataSpec | FilesDataSpec, Field(discriminator="kind")]
