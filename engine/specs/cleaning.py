"""How data is cleaned: a closed list of steps, each of which is data."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, PositiveFloat, PositiveInt, model_validator

from engine.specs.data import Region, Relation
from engine.specs.inspection import MediaName, Param, Share
from engine.specs.paths import LocalPath
from engine.specs.spec import Spec

MAX_STEPS = 20
CLEANED_FILE = "cleaned.jsonl"


class DropDuplicates(Spec):
    """Keep one of the samples that look, read or sound nearly the same; 0 bits keeps near ones.

    Of a text, each bit allows edits to one in 48 of its characters: 6 bits one in eight.
    """

    kind: Literal["drop_duplicates"] = "drop_duplicates"
    bits: Annotated[int, Field(ge=0, le=16)] = 6


class DropBlurred(Spec):
    """Leave out images less sharp than this; see ``engine.quality.samples.images.sharpness``."""

    kind: Literal["drop_blurred"] = "drop_blurred"
    sharpness: PositiveFloat = 20.0


class ExifOrientation(Spec):
    """Turn images as their EXIF block says, and leave that block out."""

    kind: Literal["upright"] = "upright"


class Crop(Spec):
    """Cut a share of the image off each side."""

    kind: Literal["crop"] = "crop"
    left: Share = 0.0
    top: Share = 0.0
    right: Share = 0.0
    bottom: Share = 0.0

    @model_validator(mode="after")
    def _leaves_something(self) -> Self:
        if self.left + self.right >= 1 or self.top + self.bottom >= 1:
            raise ValueError("Cropping must leave a part of the image.")
        return self


class Resize(Spec):
    """Scale images down so that their longer side has so many pixels; smaller ones stay."""

    kind: Literal["resize"] = "resize"
    longer_side: PositiveInt = 1024


class Grey(Spec):
    """Take the colours out of images."""

    kind: Literal["grey"] = "grey"


class NormaliseText(Spec):
    """Bring characters to their compatible form (NFKC) and runs of white space to one space."""

    kind: Literal["normalise_text"] = "normalise_text"


class SimplifyChinese(Spec):
    """Write traditional Chinese characters and phrases in simplified ones."""

    kind: Literal["simplify_chinese"] = "simplify_chinese"


class StripText(Spec):
    """Take out of texts what is no language."""

    kind: Literal["strip_text"] = "strip_text"
    html: bool = True
    emoji: bool = True
    addresses: bool = True


class MaskPersonalData(Spec):
    """Put a word in the place of telephone numbers, e-mail addresses and identity numbers."""

    kind: Literal["mask_personal_data"] = "mask_personal_data"
    phones: bool = True
    emails: bool = True
    identity_numbers: bool = True


class TrimSilence(Spec):
    """Cut silence off both ends of recordings."""

    kind: Literal["trim_silence"] = "trim_silence"
    decibels: Annotated[float, Field(lt=0)] = -50.0


class Resample(Spec):
    """Give recordings so many samples a second, in one channel."""

    kind: Literal["resample"] = "resample"
    rate: Annotated[int, Field(ge=1000, le=192_000)] = 16_000


# What changes a sample of each medium; the other steps decide whether it stays.
ImageStep = ExifOrientation | Crop | Resize | Grey
TextStep = NormaliseText | SimplifyChinese | StripText | MaskPersonalData
AudioStep = TrimSilence | Resample
CleaningStep = Annotated[
    DropDuplicates | DropBlurred | ImageStep | TextStep | AudioStep,
    Field(discriminator="kind"),
]

# In the order in which a page offers them.
STEPS: dict[MediaName, tuple[type[Spec], ...]] = {
    "image": (ExifOrientation, DropDuplicates, DropBlurred, Crop, Resize, Grey),
    "text": (StripText, SimplifyChinese, MaskPersonalData, NormaliseText, DropDuplicates),
    "audio": (TrimSilence, Resample, DropDuplicates),
}
STEPS_OF: dict[MediaName, frozenset[str]] = {
    media: frozenset(step.model_fields["kind"].default for step in steps)
    for media, steps in STEPS.items()
}


Steps = Annotated[tuple[CleaningStep, ...], Field(min_length=1, max_length=MAX_STEPS)]


class CleaningRecipe(Spec):
    """Steps for the samples of a medium, in the order in which they are taken."""

    media: MediaName
    steps: Steps

    @model_validator(mode="after")
    def _suits_the_medium(self) -> Self:
        known = STEPS_OF.get(self.media, frozenset())
        for step in self.steps:
            if step.kind not in known:
                names = ", ".join(sorted(known)) or "none"
                raise ValueError(f"'{step.kind}' is no step for {self.media}. There are: {names}.")
        return self


class CleaningSpec(CleaningRecipe):
    """Which samples are cleaned, and how.

    Attributes:
        media: what a sample's file holds.
        index: JSON lines of ``engine.specs.data.SampleRecord``.
        files_root: what the files of the index are relative to.
        steps: in the order in which they are taken.
    """

    schema_version: Literal[1] = 1
    index: LocalPath
    files_root: LocalPath


class CleanedSample(Spec):
    """One line of ``cleaned.jsonl``: what became of a sample.

    Attributes:
        sample_id: the sample.
        outcome: ``dropped`` by the step in ``step``, ``changed``, or ``same``.
        step: the step that dropped it.
        file: the changed file, relative to the work folder.
        width: of the changed image.
        height: of the changed image.
        duration_ms: of the changed recording.
        regions: where geometry moved, all regions that are left.
        relations: between regions that are left.
        num_lost: regions that could not be moved along.
        params: why it was dropped.
    """

    sample_id: str
    outcome: Literal["same", "changed", "dropped"]
    step: str | None = None
    file: str | None = None
    width: PositiveInt | None = None
    height: PositiveInt | None = None
    duration_ms: PositiveInt | None = None
    regions: tuple[Region, ...] | None = None
    relations: tuple[Relation, ...] | None = None
    num_lost: int = 0
    params: dict[str, Param] = {}
