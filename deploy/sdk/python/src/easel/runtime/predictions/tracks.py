"""From scores and boxes in the frames of a video to objects that are followed: the op ``tracks``.

Exact definition: ``docs/reference/manifest-ops.md``.
"""

# R frames, K labels

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np

from easel.errors import PackageError
from easel.runtime.example import Example, Tensors
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, invalid_op, number, sole_op, whole
from easel.runtime.predictions import Networks
from easel.runtime.predictions.boxes import FIELDS as BOX_FIELDS
from easel.runtime.predictions.boxes import BoxesDecoder
from easel.runtime.results import Box, FrameObjects, PredictOptions, Result, TrackedObject
from easel.runtime.tracking import Association, Detections, Track, follow
from easel.runtime.tracking.appearance import appearance_embeddings
from easel.runtime.video.context import FramesContext
from easel.runtime.video.frames import ImageStream

RULES = tuple(one.name for one in fields(Association))
FIELDS: dict[str, set[str]] = {"tracks": {*BOX_FIELDS["boxes"], *RULES}}


class TracksDecoder:
    """A compiled ``tracks``.

    Attributes:
        labels: in the order of the network's scores.
        rules: how detections become tracks.
    """

    networks: Sequence[str] = ()

    def __init__(self, op: Op, labels: Sequence[tuple[str, float]]) -> None:
        """Compile the op.

        Args:
            op: as in ``manifest.json``.
            labels: name and recommended threshold, in the order of the network's scores.

        Raises:
            PackageError: ``op_invalid``.
        """
        boxes = {name: value for name, value in op.items() if name in BOX_FIELDS["boxes"]}
        self._boxes = BoxesDecoder({"op": "boxes", **boxes}, labels)
        self._thresholds = np.asarray([threshold for _, threshold in labels], np.float64)
        self.labels = self._boxes.labels
        self.rules = _rules(op)

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Say for each frame what is in it, with whole pixels; an object keeps its number.

        ``top_num`` keeps the tracks with the greatest sum of scores.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        thresholds = self._thresholds
        if options.threshold is not None:
            thresholds = np.full(len(self.labels), options.threshold)
        frames = self.find(example, outputs, self.rules.low_score)
        tracks = follow(frames, self.rules, thresholds)
        if options.top_num is not None:
            best = sorted(tracks, key=lambda track: -float(track.scores_N.sum()))
            kept = {id(track) for track in best[: options.top_num]}
            tracks = tuple(track for track in tracks if id(track) in kept)
        return frame_objects(tracks, frames_context(example), self.labels)

    def find(self, example: Example, outputs: Tensors, least: float) -> list[Detections]:
        """Return the detections of each frame with a score of at least ``least``.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        image = Example({}, frames_context(example).image)
        frames = []
        for row in range(example.num_rows):
            predicted = {name: values[row : row + 1] for name, values in outputs.items()}
            found = self._boxes.find(image, predicted, least)
            frames.append(Detections(found.boxes_N4, found.scores_N, found.labels_N))
        return self._seen(example, frames) if self.rules.appearance else frames

    def _seen(self, example: Example, frames: Sequence[Detections]) -> list[Detections]:
        """Look at the frames again, and describe the appearance of each detection."""
        if not isinstance(example.tensors, ImageStream):
            raise PackageError(
                "The appearance of objects can be compared in videos only. Export the package "
                "again.",
                code="op_order",
            )
        place = frames_context(example).image.placement
        offset = np.array([place.left, place.top] * 2)
        scale = np.array([place.x_scale, place.y_scale] * 2)
        seen = []
        for row, detections in enumerate(frames):
            (pixels,) = example.tensors.pixels(row, row + 1)
            seen.append(
                replace(
                    detections,
                    embeddings_DF=appearance_embeddings(
                        pixels, (detections.boxes_D4 - offset) / scale
                    ),
                )
            )
        return seen


def frame_objects(
    tracks: Sequence[Track], context: FramesContext, labels: Sequence[str]
) -> list[Result]:
    """Return what is in each frame; tracks count from 1, an object's frames share its number."""
    objects: list[list[TrackedObject]] = [[] for _ in context.places]
    for number_, track in enumerate(tracks, start=1):
        for frame, box, score in zip(track.frames_N, track.boxes_N4, track.scores_N):
            around = Box.around(box, context.image.width, context.image.height)
            objects[frame].append(TrackedObject(labels[track.label], number_, float(score), around))
    return [
        FrameObjects(place, seconds, tuple(inside))
        for place, seconds, inside in zip(context.places, context.times, objects)
    ]


def frames_context(example: Example) -> FramesContext:
    """Return which frames of which video are the rows of an example."""
    if not isinstance(example.context, FramesContext):
        raise PackageError(
            "Objects can be followed in videos only. Export the package again.", code="op_order"
        )
    return example.context


def open_decoder(
    ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
) -> TracksDecoder:
    """Compile a postprocessing that ends with ``tracks``; see ``easel.runtime.predictions``."""
    return TracksDecoder(sole_op(ops, FIELDS), labels)


def _rules(op: Op) -> Association:
    usual = Association()
    joins_labels = op.get("joins_labels", usual.joins_labels)
    if not isinstance(joins_labels, bool):
        raise invalid_op(op, "joins_labels must be true or false")
    return Association(
        low_score=number(op, "low_score", usual.low_score, 0.0, 1.0),
        birth_margin=number(op, "birth_margin", usual.birth_margin, 0.0, 1.0),
        match_iou=number(op, "match_iou", usual.match_iou, 0.0, 1.0),
        low_match_iou=number(op, "low_match_iou", usual.low_match_iou, 0.0, 1.0),
        birth_match_iou=number(op, "birth_match_iou", usual.birth_match_iou, 0.0, 1.0),
        max_lost=whole(op, "max_lost", usual.max_lost, 0),
        max_gap=whole(op, "max_gap", usual.max_gap, 0),
        min_length=whole(op, "min_length", usual.min_length, 1),
        joins_labels=joins_labels,
        duplicate_iou=number(op, "duplicate_iou", usual.duplicate_iou, 0.0, 1.0),
        appearance=number(op, "appearance", usual.appearance, 0.0, 10.0),
        appearance_gate=number(op, "appearance_gate", usual.appearance_gate, 0.0, 1.0),
    )
