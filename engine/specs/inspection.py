"""What an inspection is asked, and what it answers: documents that cross a process border."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AliasChoices, Field, NonNegativeInt, PositiveFloat, PositiveInt

from engine.specs.paths import LocalPath
from engine.specs.spec import Spec

Share = Annotated[float, Field(ge=0, le=1)]
Param = str | int | float | bool | None
MediaName = Literal["image", "text", "text_pair", "audio", "video", "table"]


class InspectionThresholds(Spec):
    """Where a finding begins; earlier names of fields are read as well.

    Attributes:
        image_bits: images are near duplicates when their perceptual hashes differ in at most
            so many of 64 bits, ...
        crop_bits: ... or so many where one of them is cut or mirrored, ...
        image_likeness: ... and their thumbnails, one laid over the other, correlate this much, ...
        image_detail: ... and the Laplacians of their thumbnails this much.
        text_edits: texts are near duplicates when the edits between them are at most this share of
            the longer one's letters and numbers, ...
        text_overlap: ... or when long ones share at least this part of their shingles (Jaccard).
        audio_bits: the same for recordings and the hashes of their log-mel images.
        audio_likeness: and near recordings are equally long and their log-mel images correlate
            at least so much.
        sharpness: an image is blurred when the variance of its Laplacian, at most 512 pixels
            wide and high, is below this and below nearly all other images of the data, ...
        sharpness_floor: ... or is below this whatever the others are.
        dark_level: a pixel is dark up to this grey level of 255.
        bright_level: a pixel is bright from this grey level on.
        exposure_share: an image is too dark or too bright when at least this share of it is.
        outlier: how many robust standard deviations from the median are odd; see
            ``engine.quality.outliers``.
        image_outlier: an image is unlike the others from so many robust standard deviations of
            its anomaly score on; see ``engine.quality.samples.image_outliers``.
        image_outlier_share: when more than this share of the images look unlike the others, they
            are another kind of image and no outliers.
        min_side: an image whose shorter side has fewer pixels has an odd size.
        max_ratio: an image longer than so many times its shorter side has an odd ratio.
        min_characters: a text with fewer characters is short.
        script_share: where at least this share of all texts is in one script, others are odd.
        garbled_share: a text is garbled when more than this share of it cannot be read, ...
        repeated_share: ... or one character alone makes up more than this share of it.
        number_share: a text is mostly numbers and addresses from this share on.
        clipped_share: a recording is clipped when more than this share of it is at full scale.
        silence_decibels: 20 ms of audio are silent below this level, relative to full scale.
        silent_share: a recording is silent when more than this share of it is.
        missing_share: a column has much missing from this share on.
        mixed_share: a column has mixed types when the rarer of numbers and texts has at least this
            share.
        leak_accuracy: a column gives the target away when it alone tells it this well, ...
        leak_gain: ... and this share of what the most frequent answer gets wrong is right.
        rare_ratio: a label is rare when the most frequent one has so many times its samples.
        box_side: a box is tiny below so many pixels on a side.
        box_ratio: a box is odd when longer than so many times its shorter side.
        box_overlap: two boxes of one label that overlap so much (IoU) mark the same thing.
        folds: parts that the likely label errors are cross-validated in.
        max_judged: samples, drawn at random when there are more, whose labels are judged.
        least_accuracy: labels are only doubted by a simple model that agrees with this share.
        least_confidence: and only when it gives the other label at least this probability, ...
        least_text_confidence: ... or this one where samples are texts.
        least_area: where samples have any number of labels, one of them is only doubted by a model
            whose area under the ROC curve is at least this.
        max_judged_images: images, drawn at random when there are more, whose regions are judged.
        least_region_confidence: a region is doubted when a simple model gives another label, or
            none, at least this probability, ...
        least_border_confidence: ... or other borders of a span this one, next to those given.
    """

    image_bits: Annotated[int, Field(ge=0, le=16)] = 6
    crop_bits: Annotated[int, Field(ge=0, le=16)] = 9
    image_likeness: Share = 0.96
    image_detail: Share = 0.88
    text_edits: Annotated[float, Field(ge=0, le=0.3)] = 0.125
    text_overlap: Share = 0.7
    audio_bits: Annotated[int, Field(ge=0, le=16)] = 6
    audio_likeness: Share = 0.98
    sharpness: PositiveFloat = 100.0
    sharpness_floor: PositiveFloat = 5.0
    dark_level: Annotated[int, Field(ge=0, le=255)] = 40
    bright_level: Annotated[int, Field(ge=0, le=255)] = 245
    exposure_share: Share = 0.9
    outlier: PositiveFloat = 3.5
    image_outlier: PositiveFloat = Field(
        default=4.7, validation_alias=AliasChoices("image_outlier", "stranger")
    )
    image_outlier_share: Share = Field(
        default=0.05, validation_alias=AliasChoices("image_outlier_share", "stranger_share")
    )
    min_side: PositiveInt = 32
    max_ratio: PositiveFloat = 4.0
    min_characters: PositiveInt = 4
    script_share: Share = 0.9
    garbled_share: Share = 0.01
    repeated_share: Share = 0.6
    number_share: Share = 0.6
    clipped_share: Share = 0.001
    silence_decibels: float = -50.0
    silent_share: Share = 0.9
    missing_share: Share = 0.3
    mixed_share: Share = 0.05
    leak_accuracy: Share = 0.98
    leak_gain: Share = 0.9
    rare_ratio: PositiveFloat = 20.0
    box_side: PositiveFloat = 8.0
    box_ratio: PositiveFloat = 12.0
    box_overlap: Share = 0.9
    folds: Annotated[int, Field(ge=2, le=20)] = 5
    max_judged: PositiveInt = 20_000
    least_accuracy: Share = 0.8
    least_confidence: Share = 0.6
    least_text_confidence: Share = 0.75
    least_area: Share = 0.9
    max_judged_images: PositiveInt = 600
    least_region_confidence: Share = 0.6
    least_border_confidence: Share = 0.9


class InspectionSpec(Spec):
    """Which samples an inspection looks at.

    Attributes:
        media: what a sample's file holds.
        index: JSON lines of ``engine.specs.data.SampleRecord``.
        files_root: what the files of the index are relative to.
        labels: the label set, in its order.
        multi_label: a sample may have any number of labels.
        has_splits: whether the splits of the records mean something.
        target: column that is to be told from the others, for tables; the last one by default.
        thresholds: where a finding begins.
        seed: of the folds and of the samples whose labels are judged.
    """

    schema_version: Literal[1] = 1
    media: MediaName
    index: LocalPath
    files_root: LocalPath
    labels: tuple[str, ...] = ()
    multi_label: bool = False
    has_splits: bool = False
    target: str | None = None
    thresholds: InspectionThresholds = InspectionThresholds()
    seed: int = 0


class FoundSample(Spec):
    """One line of ``found.jsonl``: a sample of a finding.

    Attributes:
        finding: its kind.
        sample_id: the sample.
        group: samples of one group belong together, such as copies of one image; counts from 0.
        is_kept: the one of its group that a fix leaves alone.
        score: how strongly it is what was found; the strongest come first.
        suggested: the label that it should have.
        params: what was measured.
    """

    finding: str
    sample_id: str
    group: NonNegativeInt | None = None
    is_kept: bool = False
    score: float = 0.0
    suggested: str | None = None
    params: dict[str, Param] = {}


class FindingSummary(Spec):
    """One kind of finding, in numbers; ``params`` fill its sentence."""

    finding: str
    num_samples: NonNegativeInt
    num_groups: NonNegativeInt = 0
    params: dict[str, Param] = {}


class SkippedCheck(Spec):
    """A check that was not made, and why."""

    check: str
    reason: str
    params: dict[str, Param] = {}


class Histogram(Spec):
    """How often values fall between edges; ``counts`` has one number less than ``edges``."""

    kind: Literal["histogram"] = "histogram"
    name: str
    unit: str = ""
    edges: tuple[float, ...]
    counts: tuple[int, ...]


class Bars(Spec):
    """A number for each of some names."""

    kind: Literal["bars"] = "bars"
    name: str
    labels: tuple[str, ...]
    counts: tuple[int, ...]


class HeatMap(Spec):
    """Numbers over a grid, ``rows`` from the top; ``x`` and ``y`` say what its sides are."""

    kind: Literal["heat_map"] = "heat_map"
    name: str
    rows: tuple[tuple[int, ...], ...]


Chart = Annotated[Histogram | Bars | HeatMap, Field(discriminator="kind")]


class InspectionSummary(Spec):
    """``inspection.json``: what an inspection found, in numbers."""

    schema_version: Literal[1] = 1
    num_samples: NonNegativeInt
    num_found: NonNegativeInt
    findings: tuple[FindingSummary, ...]
    skipped: tuple[SkippedCheck, ...] = ()
    charts: tuple[Chart, ...] = ()
    thresholds: InspectionThresholds
