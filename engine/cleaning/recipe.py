"""Take the samples of an index through a recipe, one after the other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from easel.errors import InputError
from easel.runtime.audio.decode import decode_audio
from easel.runtime.image.decode import (
    EXIF_ORIENTATIONS,
    FORMATS,
    MALFORMED,
    ORIENTATION_TAG,
    rgb_pixels,
)
from numpy.typing import NDArray
from PIL import Image
from pydantic import ValidationError

from engine.cleaning.duplicates import Seen
from engine.cleaning.images import DecodedImage, clean_image
from engine.cleaning.recordings import Recording, clean_audio
from engine.cleaning.regions import Move, MovePoint, in_audio, in_text, moved
from engine.cleaning.texts import Edited, clean_text
from engine.disk import writing_to
from engine.errors import DataError
from engine.events import EventSink, seldom, time_left
from engine.interrupt import Interrupt
from engine.quality.duplicates.alignment import agreement
from engine.quality.duplicates.near_texts import NearTexts, comparable
from engine.quality.hashing import image_hash, thumbnail
from engine.quality.samples.images import sharpness
from engine.quality.samples.recordings import audio_hash_of, similarity
from engine.specs.cleaning import (
    CLEANED_FILE,
    AudioStep,
    CleanedSample,
    CleaningSpec,
    DropBlurred,
    DropDuplicates,
    ImageStep,
    TextStep,
)
from engine.specs.data import SampleRecord
from engine.specs.inspection import InspectionThresholds
from engine.specs.samples.geometry import Geometry, KeyPoint

FILES = "files"
_LIMITS = InspectionThresholds()
# Six bits, by which images are near duplicates, are the share of edits by which texts are.
_EDITS_OF_A_BIT = _LIMITS.text_edits / _LIMITS.image_bits
_MAX_SECONDS = 4 * 3600.0

Content = DecodedImage | Edited | Recording


class Dropped(NamedTuple):
    """A sample that a step leaves out; ``like`` is the one that it repeats."""

    step: str
    like: str | None = None


def clean(
    spec: CleaningSpec,
    work: Path,
    emit: EventSink,
    interrupt: Interrupt,
    *,
    limit: int | None = None,
) -> None:
    """Write ``cleaned.jsonl`` and the changed files; doing it again replaces them.

    Args:
        spec: which samples, and the steps.
        work: the work folder.
        emit: is told how far it is.
        interrupt: stops between samples.
        limit: for a preview, how many samples spread over the index are cleaned.

    Raises:
        DataError: ``index_unreadable``.
        ResourceError: ``disk_full``.
    """
    total = sum(1 for _ in _records(spec))
    step = 1 if limit is None else max(1, total // limit)
    wanted = range(0, total, step)[:limit]
    recipe = _Recipe(spec, work)
    emit.phase("prepare")
    began = time.monotonic()

    def tell(done: int, num: int) -> None:
        emit.progress("prepare", done, num, time_left(began, done, num))

    report = seldom(tell)
    (work / FILES).mkdir(exist_ok=True)
    path = work / CLEANED_FILE
    done = 0
    with writing_to(path), path.open("w", encoding="utf-8") as lines:
        for number, record in enumerate(_records(spec)):
            if number not in wanted:
                continue
            interrupt.check()
            lines.write(recipe.cleaned(record).model_dump_json() + "\n")
            done += 1
            report(done, len(wanted))


class _Recipe:
    """The steps, and what has to be remembered from sample to sample."""

    def __init__(self, spec: CleaningSpec, work: Path) -> None:
        self._spec = spec
        self._work = work
        self._seen = [Seen() for _ in spec.steps]
        self._read = [self._texts_before(place) for place in range(len(spec.steps))]
        self._sources: dict[str, Path] = {}

    def cleaned(self, record: SampleRecord) -> CleanedSample:
        """Take one sample through all steps; one that cannot be decoded is dropped."""
        source = Path(self._spec.files_root) / record.file
        try:
            content = _opened(self._spec.media, source)
        except (InputError, UnicodeDecodeError, *MALFORMED) as error:
            return CleanedSample(
                sample_id=record.id,
                outcome="dropped",
                step="decode",
                params={"reason": str(error)[:300]},
            )
        self._sources[record.id] = source
        for place in range(len(self._spec.steps)):
            outcome = self._taken(content, place, record.id)
            if isinstance(outcome, Dropped):
                self._sources.pop(record.id)
                return CleanedSample(
                    sample_id=record.id,
                    outcome="dropped",
                    step=outcome.step,
                    params={} if outcome.like is None else {"like": outcome.like},
                )
            content = outcome
        return self._written(record, content)

    def _taken(self, content: Content, place: int, sample_id: str) -> Content | Dropped:
        step = self._spec.steps[place]
        if isinstance(step, DropDuplicates):
            like = (
                self._repeated_text(content, place, sample_id)
                if isinstance(content, Edited)
                else self._repeated(content, place, sample_id, step.bits)
            )
            return content if like is None else Dropped(step.kind, like)
        if isinstance(content, DecodedImage) and isinstance(step, DropBlurred):
            # An image too small to be measured has NaN, and stays.
            is_sharp = not sharpness(content.grey) < step.sharpness
            return content if is_sharp else Dropped(step.kind)
        if isinstance(content, DecodedImage) and isinstance(step, ImageStep):
            return clean_image(content, step)
        if isinstance(content, Edited) and isinstance(step, TextStep):
            changed = clean_text(content, step)
            return changed if changed.text.strip() else Dropped(step.kind)
        if isinstance(content, Recording) and isinstance(step, AudioStep):
            return clean_audio(content, step)
        raise AssertionError(f"The spec let '{step.kind}' pass for {self._spec.media}.")

    def _repeated(
        self, content: DecodedImage | Recording, place: int, sample_id: str, bits: int
    ) -> str | None:
        """Return the sample that an image or recording nearly repeats, or keep it."""
        return self._seen[place].earlier(
            _hash_of(content),
            sample_id,
            bits,
            # One that a later step left out is not there to stand for this one.
            lambda other: (
                other in self._sources and _agree(content, self._as_it_came(other, place))
            ),
        )

    def _repeated_text(self, content: Edited, place: int, sample_id: str) -> str | None:
        text = comparable(content.text)
        return self._read[place].earlier(text, sample_id) if text else None

    def _texts_before(self, place: int) -> NearTexts[str]:
        """Return the memory of the texts that came to a step, as they were there."""
        step = self._spec.steps[place]
        bits = step.bits if isinstance(step, DropDuplicates) else 0

        def read(sample_id: str) -> str:
            if sample_id not in self._sources:
                return ""
            content = self._as_it_came(sample_id, place)
            return comparable(content.text) if isinstance(content, Edited) else ""

        return NearTexts(bits * _EDITS_OF_A_BIT, read, _LIMITS.text_overlap if bits else 1.0)

    def _as_it_came(self, sample_id: str, place: int) -> Content:
        """Return a sample that was taken through all steps as it came to one of them."""
        content = _opened(self._spec.media, self._sources[sample_id])
        for step in self._spec.steps[:place]:
            if isinstance(content, Edited) and isinstance(step, TextStep):
                content = clean_text(content, step)
            elif isinstance(content, DecodedImage) and isinstance(step, ImageStep):
                content = clean_image(content, step)
            elif isinstance(content, Recording) and isinstance(step, AudioStep):
                content = clean_audio(content, step)
        return content

    def _written(self, record: SampleRecord, content: Content) -> CleanedSample:
        is_changed = (
            content.text != content.original if isinstance(content, Edited) else content.is_changed
        )
        if not is_changed:
            return CleanedSample(sample_id=record.id, outcome="same")
        file = f"{FILES}/{record.id}"
        with writing_to(self._work / file):
            (self._work / file).write_bytes(
                content.text.encode() if isinstance(content, Edited) else content.encoded()
            )
        rest = moved(record.regions, record.relations, _move_of(content), _point_move_of(content))
        size = content.image.size if isinstance(content, DecodedImage) else (None, None)
        return CleanedSample(
            sample_id=record.id,
            outcome="changed",
            file=file,
            width=size[0],
            height=size[1],
            duration_ms=content.duration_ms if isinstance(content, Recording) else None,
            regions=rest.regions,
            relations=rest.relations,
            num_lost=rest.num_lost,
        )


def _opened(media: str, path: Path) -> Content:
    """Decode a sample's file.

    Raises:
        InputError, UnicodeDecodeError, OSError: when it cannot be.
    """
    if media == "image":
        with Image.open(path, formats=FORMATS) as image:
            turned = image.getexif().get(ORIENTATION_TAG) in EXIF_ORIENTATIONS
            form = image.format or "PNG"
            return DecodedImage(Image.fromarray(rgb_pixels(image)), form, turned)
    if media == "audio":
        samples, rate = decode_audio(path, max_seconds=_MAX_SECONDS)
        return Recording(samples, rate, 0, round(1000 * len(samples) / rate))
    return Edited.of(path.read_bytes().decode("utf-8"))


def _hash_of(content: DecodedImage | Recording) -> int | None:
    if isinstance(content, DecodedImage):
        return image_hash(content.image.convert("L"))
    return audio_hash_of(content.samples, content.rate)


def _agree(content: DecodedImage | Recording, earlier: Content) -> bool:
    """Tell whether a sample whose hash is close is a near duplicate, as inspections define it."""
    if isinstance(content, DecodedImage) and isinstance(earlier, DecodedImage):
        found = agreement(_thumbnails(earlier), _thumbnails(content), np.zeros((1, 4), np.float32))
        return bool(
            found.similarity[0] >= _LIMITS.image_likeness
            and found.detail[0] >= _LIMITS.image_detail
        )
    if isinstance(content, Recording) and isinstance(earlier, Recording):
        alike = similarity((content.samples, content.rate), (earlier.samples, earlier.rate))
        return alike >= _LIMITS.audio_likeness
    return False


def _thumbnails(content: DecodedImage) -> NDArray[np.float32]:
    return np.asarray(thumbnail(content.image.convert("L")), dtype=np.float32)[np.newaxis]


def _move_of(content: Content) -> Move:
    if isinstance(content, Edited):
        return in_text(content)
    if isinstance(content, Recording):
        return in_audio(content.start_ms, content.end_ms)
    windows = content.windows

    def through_all(geometry: Geometry) -> Geometry | None:
        for window in windows:
            found = window.move(geometry)
            if found is None:
                return None
            geometry = found
        return geometry

    return through_all


def _point_move_of(content: Content) -> MovePoint | None:
    if isinstance(content, Edited | Recording):
        return None
    windows = content.windows

    def through_all(point: KeyPoint) -> KeyPoint | None:
        found: KeyPoint | None = point
        for window in windows:
            found = None if found is None else window.move_point(found)
        return found

    return through_all


def _records(spec: CleaningSpec) -> Iterator[SampleRecord]:
    try:
        with Path(spec.index).open(encoding="utf-8") as lines:
            for line in lines:
                yield SampleRecord.model_validate_json(line)
    except (OSError, ValidationError) as error:
        raise DataError(
            f"The index of the samples cannot be read: {error}. Start again.",
            code="index_unreadable",
        ) from error
