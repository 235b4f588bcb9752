"""How well objects were followed: MOTA, IDF1 and HOTA by the definitions of TrackEval.

All numbers are of one label in one video, and add up: over videos and labels every object in every
frame counts the same.

Sources: CLEAR MOT: Bernardin and Stiefelhagen, EURASIP Journal on Image and Video Processing, 2008;
    identities: Ristani et al., ECCV workshops, 2016; HOTA: Luiten et al., International Journal of
    Computer Vision 129 (2021), equations 1 to 17.
"""

# F frames, N sightings, G true objects and D followed ones of a frame, I true and J followed
# objects of a video, A overlaps that count as found

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
from easel.runtime.predictions.suppression import pairwise_overlaps
from easel.runtime.tracking import assign
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

ALPHAS = np.arange(0.05, 0.99, 0.05)
"""The overlaps of HOTA: 0.05 to 0.95."""

_OVERLAP = 0.5
_EPSILON = float(np.finfo(np.float64).eps)
# Above any overlap, so that a pair of the last frame is kept before a better one is made.
_KEPT = 1000.0
_MOSTLY, _PARTLY = 0.8, 0.2


@dataclass(frozen=True)
class Sightings:
    """Where objects of one label are in a video, in any order.

    Attributes:
        frames_N: places among the frames that were looked at.
        objects_N: which object it is; one frame has each only once.
        boxes_N4: x1 y1 x2 y2 in pixels.
    """

    frames_N: Places
    objects_N: Places
    boxes_N4: Floats

    def rows_by_frame(self) -> dict[int, Places]:
        """Return which sightings are in each frame that has any."""
        order = np.argsort(self.frames_N, kind="stable")
        frames, starts = np.unique(self.frames_N[order], return_index=True)
        return dict(zip(frames.tolist(), np.split(order, starts[1:]), strict=False))


@dataclass(frozen=True)
class _Frame:
    """One frame: true and followed objects, counted from 0 in the video, and how they overlap."""

    true_G: Places
    predicted_D: Places
    overlaps_GD: Floats


@dataclass(frozen=True)
class TrackingCounts:
    """What the numbers are made of, of one label in one video or of several together.

    Attributes:
        hits_A: sightings of true objects that were found, at each of ``ALPHAS``.
        misses_A: true sightings that were not found.
        false_A: detections of nothing.
        association_A: sum over hits of the overlap of their two tracks (equation 7).
        location_A: sum over hits of the overlap of their boxes.
        num_true: true sightings.
        num_found: followed sightings.
        found, missed, wrong: the same three at an overlap of 0.5, pairs of the last frame kept.
        switches: times that an object is followed by another track than before.
        fragmentations: times that an object is found again after it was not.
        same_identity: sightings found when each object belongs to the one track that suits best.
        mostly_tracked, partly_tracked, mostly_lost: objects found in more than 80 %, in between,
            and in less than 20 % of their frames.
    """

    hits_A: Floats
    misses_A: Floats
    false_A: Floats
    association_A: Floats
    location_A: Floats
    num_true: int = 0
    num_found: int = 0
    found: int = 0
    missed: int = 0
    wrong: int = 0
    switches: int = 0
    fragmentations: int = 0
    same_identity: int = 0
    mostly_tracked: int = 0
    partly_tracked: int = 0
    mostly_lost: int = 0

    @property
    def detection_A(self) -> Floats:
        """DetA: equation 12."""
        return self.hits_A / np.maximum(1.0, self.hits_A + self.misses_A + self.false_A)

    @property
    def associations_A(self) -> Floats:
        """AssA: equation 13."""
        return self.association_A / np.maximum(1.0, self.hits_A)

    @property
    def locations_A(self) -> Floats:
        """LocA: equation 16; 1 where nothing was found."""
        tiny = 1e-10
        accuracy: Floats = np.maximum(tiny, self.location_A) / np.maximum(tiny, self.hits_A)
        return accuracy

    @property
    def hota_A(self) -> Floats:
        """HOTA at each overlap: equation 11."""
        accuracy: Floats = np.sqrt(self.detection_A * self.associations_A)
        return accuracy

    @property
    def mota(self) -> float:
        """Return the share of true sightings without an error; below 0 with more errors."""
        errors = self.missed + self.wrong + self.switches
        return 1.0 - errors / max(1, self.found + self.missed)

    @property
    def idf1(self) -> float:
        """Return the F1 of sightings whose object is followed by its own track."""
        return 2 * self.same_identity / max(1, self.num_true + self.num_found)

    def numbers(self) -> dict[str, float]:
        """Return all numbers, HOTA first."""
        num_true, num_found = max(1, self.num_true), max(1, self.num_found)
        return {
            "hota": float(self.hota_A.mean()),
            "detection_accuracy": float(self.detection_A.mean()),
            "association_accuracy": float(self.associations_A.mean()),
            "localization_accuracy": float(self.locations_A.mean()),
            "idf1": self.idf1,
            "identity_precision": self.same_identity / num_found,
            "identity_recall": self.same_identity / num_true,
            "mota": self.mota,
            "identity_switches": float(self.switches),
            "fragmentations": float(self.fragmentations),
        }


def together(counts: Iterable[TrackingCounts]) -> TrackingCounts:
    """Add up counts of several videos or labels."""
    parts = list(counts) or [compare_tracks(_NOTHING, _NOTHING)]
    names = [one.name for one in fields(TrackingCounts)]
    return TrackingCounts(**{name: sum(getattr(one, name) for one in parts) for name in names})


def compare_tracks(truth: Sightings, predicted: Sightings) -> TrackingCounts:
    """Count what is right and wrong in the tracks of one label in one video."""
    true_ids, true_N = np.unique(truth.objects_N, return_inverse=True)
    ids, predicted_N = np.unique(predicted.objects_N, return_inverse=True)
    frames = list(_frames(truth, true_N, predicted, predicted_N))
    counts_I = np.bincount(true_N, minlength=len(true_ids))
    counts_J = np.bincount(predicted_N, minlength=len(ids))
    return TrackingCounts(
        **_higher_order(frames, counts_I, counts_J)._asdict(),
        **_clear(frames, counts_I)._asdict(),
        num_true=len(true_N),
        num_found=len(predicted_N),
        same_identity=_same_identity(frames, len(true_ids), len(ids)),
    )


def _frames(
    truth: Sightings, true_N: Places, predicted: Sightings, predicted_N: Places
) -> Iterator[_Frame]:
    """Yield the frames that hold anything, in order."""
    rows, predicted_rows = truth.rows_by_frame(), predicted.rows_by_frame()
    nothing = np.zeros(0, np.intp)
    for frame in sorted({*rows, *predicted_rows}):
        here, there = rows.get(frame, nothing), predicted_rows.get(frame, nothing)
        yield _Frame(
            true_N[here],
            predicted_N[there],
            pairwise_overlaps(truth.boxes_N4[here], predicted.boxes_N4[there]),
        )


class _HigherOrder(NamedTuple):
    hits_A: Floats
    misses_A: Floats
    false_A: Floats
    association_A: Floats
    location_A: Floats


class _Clear(NamedTuple):
    found: int
    missed: int
    wrong: int
    switches: int
    fragmentations: int
    mostly_tracked: int
    partly_tracked: int
    mostly_lost: int


def _higher_order(frames: list[_Frame], counts_I: Places, counts_J: Places) -> _HigherOrder:
    """Return the sums that HOTA is made of."""
    shared_IJ = np.zeros((len(counts_I), len(counts_J)))
    for frame in frames:
        overlaps_GD = frame.overlaps_GD
        around = overlaps_GD.sum(axis=0) + overlaps_GD.sum(axis=1, keepdims=True) - overlaps_GD
        share = np.divide(overlaps_GD, around, out=np.zeros_like(around), where=around > _EPSILON)
        shared_IJ[np.ix_(frame.true_G, frame.predicted_D)] += share
    either_IJ = counts_I[:, np.newaxis] + counts_J
    # How far two tracks go together: the pairs of a frame are chosen by it, not by overlap alone.
    alignment_IJ = shared_IJ / np.maximum(_EPSILON, either_IJ - shared_IJ)
    hits_A, location_A = np.zeros(len(ALPHAS)), np.zeros(len(ALPHAS))
    pairs_AIJ = np.zeros((len(ALPHAS), *shared_IJ.shape))
    for frame in frames:
        aligned_GD = alignment_IJ[np.ix_(frame.true_G, frame.predicted_D)]
        rows, columns = assign(-aligned_GD * frame.overlaps_GD)
        overlaps = frame.overlaps_GD[rows, columns]
        is_hit_AP = overlaps >= ALPHAS[:, np.newaxis] - _EPSILON
        hits_A += is_hit_AP.sum(axis=1)
        location_A += (is_hit_AP * overlaps).sum(axis=1)
        pairs_AIJ[:, frame.true_G[rows], frame.predicted_D[columns]] += is_hit_AP
    # Equation 7 says the same of all n hits of two tracks: their sum is n times that.
    association_A = (pairs_AIJ**2 / np.maximum(1.0, either_IJ - pairs_AIJ)).sum(axis=(1, 2))
    return _HigherOrder(
        hits_A=hits_A,
        misses_A=counts_I.sum() - hits_A,
        false_A=counts_J.sum() - hits_A,
        association_A=association_A,
        location_A=location_A,
    )


def _clear(frames: list[_Frame], counts_I: Places) -> _Clear:
    """Return what CLEAR MOT counts at an overlap of 0.5."""
    num_objects = len(counts_I)
    latest_I = np.full(num_objects, -1, np.intp)
    before_I = np.full(num_objects, -1, np.intp)
    found_I, begun_I = np.zeros(num_objects, np.intp), np.zeros(num_objects, np.intp)
    switches = wrong = 0
    for frame in frames:
        wrong += len(frame.predicted_D)
        # As in TrackEval: such a frame leaves the pairs of the last one as they are.
        if not len(frame.true_G) or not len(frame.predicted_D):
            continue
        kept_GD = before_I[frame.true_G][:, np.newaxis] == frame.predicted_D
        scores_GD = _KEPT * kept_GD + frame.overlaps_GD
        scores_GD[frame.overlaps_GD < _OVERLAP - _EPSILON] = 0.0
        rows, columns = assign(-scores_GD)
        is_pair = scores_GD[rows, columns] > _EPSILON
        objects, tracks = frame.true_G[rows[is_pair]], frame.predicted_D[columns[is_pair]]
        switches += int(((latest_I[objects] >= 0) & (latest_I[objects] != tracks)).sum())
        was_lost_I = before_I < 0
        latest_I[objects] = tracks
        before_I[:] = -1
        before_I[objects] = tracks
        begun_I += was_lost_I & (before_I >= 0)
        found_I[objects] += 1
        wrong -= len(objects)
    share_I = found_I / np.maximum(1, counts_I)
    mostly = int((share_I > _MOSTLY).sum())
    partly = int((share_I >= _PARTLY).sum()) - mostly
    found = int(found_I.sum())
    return _Clear(
        found=found,
        missed=int(counts_I.sum()) - found,
        wrong=wrong,
        switches=switches,
        fragmentations=int(np.maximum(begun_I - 1, 0).sum()),
        mostly_tracked=mostly,
        partly_tracked=partly,
        mostly_lost=num_objects - mostly - partly,
    )


def _same_identity(frames: list[_Frame], num_true: int, num_predicted: int) -> int:
    """Return how many sightings agree when tracks are given to objects once for the whole video."""
    both_IJ = np.zeros((num_true, num_predicted))
    for frame in frames:
        agree_GD = frame.overlaps_GD >= _OVERLAP
        both_IJ[np.ix_(frame.true_G, frame.predicted_D)] += agree_GD
    return int(both_IJ[assign(-both_IJ)].sum())


_NOTHING = Sightings(np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros((0, 4)))
