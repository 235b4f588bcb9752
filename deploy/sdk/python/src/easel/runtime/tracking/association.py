"""From detections in single frames to tracks: two rounds of matching, the surest detections first.

Source: Zhang et al., ByteTrack: Multi-Object Tracking by Associating Every Detection Box, ECCV
    2022, algorithm 1; filling the gaps of tracks: section 4.2. Tracks of a whole video are known
    here, so the first sights of a track count from the beginning once a second one confirmed it.
    Appearance as a second cost: Aharon et al., BoT-SORT, arXiv 2206.14651 (2022), section 3.3,
    added as in Zhang et al., FairMOT, IJCV 129 (2021), section 3.4, and with the gate of Wojke et
    al., Deep SORT, ICIP 2017, section 2.2.
"""

# D detections of a frame, T tracks, K labels

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from easel.runtime.predictions.suppression import pairwise_overlaps, suppress
from easel.runtime.tracking.assignment import Floats, Places, assign
from easel.runtime.tracking.kalman import Motion


@dataclass(frozen=True)
class Detections:
    """What a detector found in one frame.

    Attributes:
        boxes_D4: x1 y1 x2 y2 in pixels, float64.
        scores_D: 0..1.
        labels_D: place of each label.
        embeddings_DF: appearance embeddings, unit vectors; ``None`` where nobody asks.
    """

    boxes_D4: Floats
    scores_D: Floats
    labels_D: Places
    embeddings_DF: Floats | None = None

    def of(self, places: NDArray[np.intp] | NDArray[np.bool_]) -> Detections:
        """Return some of the detections."""
        embeddings = None if self.embeddings_DF is None else self.embeddings_DF[places]
        return Detections(
            self.boxes_D4[places], self.scores_D[places], self.labels_D[places], embeddings
        )


@dataclass(frozen=True)
class Association:
    """The rules by which detections become tracks.

    Attributes:
        low_score: detections below it are noise. Those below their label's threshold are used only
            to go on with tracks that nothing surer goes on with.
        birth_margin: how far above its threshold a detection must be to begin a track.
        match_iou: least overlap of a sure detection with where its track was expected.
        low_match_iou: the same of an unsure detection.
        birth_match_iou: the same of the second sight of a track.
        max_lost: frames for which a track that is not seen may come back.
        max_gap: gaps of at most so many frames are filled with boxes in between.
        min_length: tracks that were seen in fewer frames are left out.
        joins_labels: a track may be found under several labels; it gets the one with the greatest
            sum of scores. Else detections of each label are followed by themselves.
        duplicate_iou: with ``joins_labels`` the largest overlap of two detections of different
            labels that are two objects.
        appearance: how much appearance counts beside overlap, 0 for not at all.
        appearance_gate: with ``appearance`` detections that look less like a track than this, from
            0 for the same to 1, do not go on with it.
    """

    low_score: float = 0.1
    birth_margin: float = 0.1
    match_iou: float = 0.2
    low_match_iou: float = 0.5
    birth_match_iou: float = 0.3
    max_lost: int = 30
    max_gap: int = 20
    min_length: int = 2
    joins_labels: bool = False
    duplicate_iou: float = 0.6
    appearance: float = 0.0
    appearance_gate: float = 0.6


# Of a track's embedding, what a new sight leaves as it was; Wang et al., JDE, ECCV 2020, section
# 3.4.
_REMEMBERED = 0.9
# Detections that others cover by more than this show the others' colours, too.
_MOST_COVERED = 0.2
# Sides from where it was last seen that a track which is not seen may be recognised at.
_FARTHEST = 4.0


@dataclass(frozen=True)
class Track:
    """One object through a video.

    Attributes:
        label: its place.
        frames_N: ascending places among the frames that were looked at.
        boxes_N4: x1 y1 x2 y2 in pixels.
        scores_N: 0..1; in filled gaps the lower one of both sides.
    """

    label: int
    frames_N: Places
    boxes_N4: Floats
    scores_N: Floats


@dataclass
class _Thread:
    """A track that is being followed."""

    motion: Motion
    frames: list[int] = field(default_factory=list)
    boxes: list[Floats] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    is_lost: bool = False
    embedding: Floats | None = None

    @property
    def is_new(self) -> bool:
        """Return whether it was seen only once."""
        return len(self.frames) == 1

    @property
    def label(self) -> int:
        """Return the label with the greatest sum of scores."""
        return int(np.bincount(self.labels, self.scores).argmax())

    def see(self, frame: int, detections: Detections, place: int) -> None:
        """Add a detection of a frame."""
        self.frames.append(frame)
        self.boxes.append(detections.boxes_D4[place])
        self.scores.append(float(detections.scores_D[place]))
        self.labels.append(int(detections.labels_D[place]))
        self.is_lost = False
        if detections.embeddings_DF is not None:
            self._remember(detections, detections.embeddings_DF[place], place)

    def _remember(self, detections: Detections, embedding: Floats, place: int) -> None:
        """Blend the embedding of a detection into the track's own, unless others cover it."""
        if self.embedding is None:
            self.embedding = embedding
            return
        overlaps = pairwise_overlaps(detections.boxes_D4[[place]], detections.boxes_D4)[0]
        overlaps[place] = 0.0
        if overlaps.max() <= _MOST_COVERED:
            blended = _REMEMBERED * self.embedding + (1 - _REMEMBERED) * embedding
            self.embedding = blended / max(float(np.linalg.norm(blended)), 1e-9)


def follow(
    frames: Sequence[Detections], rules: Association, thresholds_K: Floats
) -> tuple[Track, ...]:
    """Return the tracks of a video, the one that began first before the others.

    Args:
        frames: detections of every frame that was looked at; none below ``low_score`` is needed.
        rules: how detections become tracks.
        thresholds_K: the score of a sure detection, by label.
    """
    follower = _Follower(rules, np.asarray(thresholds_K, np.float64))
    for frame, detections in enumerate(frames):
        follower.update(frame, detections)
    tracks = [
        _finished(thread, rules.max_gap)
        for thread in follower.begun
        if len(thread.frames) >= rules.min_length
    ]
    return tuple(sorted(tracks, key=lambda track: int(track.frames_N[0])))


class _Follower:
    """The tracks of one video, frame by frame."""

    def __init__(self, rules: Association, thresholds_K: Floats) -> None:
        self._rules, self._thresholds_K = rules, thresholds_K
        self._living: list[_Thread] = []
        self.begun: list[_Thread] = []

    def update(self, frame: int, detections: Detections) -> None:
        """Go on with what is in the next frame."""
        rules = self._rules
        for thread in self._living:
            thread.motion.predict(keeps_size=thread.is_lost)
        if rules.joins_labels:
            detections = detections.of(detections.scores_D >= rules.low_score)
            detections = detections.of(
                suppress(detections.boxes_D4, detections.scores_D, rules.duplicate_iou)
            )
        limits_D = self._thresholds_K[detections.labels_D]
        is_sure_D = detections.scores_D >= limits_D
        sure = detections.of(is_sure_D)
        unsure = detections.of(~is_sure_D & (detections.scores_D >= rules.low_score))
        confirmed = [thread for thread in self._living if not thread.is_new]
        left, sure = self._match(frame, confirmed, sure, rules.match_iou)
        left, sure = self._recognise(frame, left, sure)
        # What was lost before comes back by sure detections only.
        left, _ = self._match(
            frame, [thread for thread in left if not thread.is_lost], unsure, rules.low_match_iou
        )
        new = [thread for thread in self._living if thread.is_new]
        _, sure = self._match(frame, new, sure, rules.birth_match_iou)
        self._end(frame)
        self._begin(frame, sure)

    def _match(
        self, frame: int, threads: list[_Thread], detections: Detections, least: float
    ) -> tuple[list[_Thread], Detections]:
        """Go on with tracks by detections; return the tracks and detections that are left."""
        if not threads or not len(detections.scores_D):
            return threads, detections
        boxes_T4 = np.stack([thread.motion.box for thread in threads])
        overlaps_TD = pairwise_overlaps(boxes_T4, detections.boxes_D4)
        if not self._rules.joins_labels:
            labels_T = np.array([thread.label for thread in threads])
            overlaps_TD[labels_T[:, np.newaxis] != detections.labels_D] = 0.0
        unlike_TD = self._unlike(threads, detections)
        overlaps_TD[unlike_TD > self._rules.appearance_gate] = 0.0
        # At this cost a pair is no better than none, which keeps bad pairs from moving good ones.
        costs_TD = np.minimum(1.0 - overlaps_TD, 1.0 - least)
        costs_TD += self._rules.appearance * np.where(overlaps_TD > least, unlike_TD, 1.0)
        tracks, places = assign(costs_TD)
        for track, place in zip(tracks.tolist(), places.tolist()):
            if overlaps_TD[track, place] > least:
                threads[track].motion.correct(detections.boxes_D4[place])
                threads[track].see(frame, detections, place)
        is_used_D = np.zeros(len(detections.scores_D), np.bool_)
        is_used_D[places[overlaps_TD[tracks, places] > least]] = True
        left = [thread for thread in threads if thread.frames[-1] != frame]
        return left, detections.of(~is_used_D)

    def _recognise(
        self, frame: int, threads: list[_Thread], detections: Detections
    ) -> tuple[list[_Thread], Detections]:
        """Go on with tracks that are not where they were expected, by appearance alone.

        Objects that meet turn back, and come out where they went in: near, and looking the same.
        """
        if not self._rules.appearance or not threads or not len(detections.scores_D):
            return threads, detections
        unlike_TD = self._unlike(threads, detections)
        boxes_T4 = np.stack([thread.boxes[-1] for thread in threads])
        unseen_T = np.array([frame - thread.frames[-1] for thread in threads])
        reach_T = _sides(boxes_T4) * np.minimum(1.0 + unseen_T / 4, _FARTHEST)
        apart_TD = np.abs(_middles(boxes_T4)[:, np.newaxis] - _middles(detections.boxes_D4)).max(
            axis=2
        )
        is_near_TD = apart_TD <= reach_T[:, np.newaxis]
        limit = self._rules.appearance_gate / 2
        if not self._rules.joins_labels:
            is_near_TD &= (
                np.array([one.label for one in threads])[:, np.newaxis] == detections.labels_D
            )
        tracks, places = assign(np.where(is_near_TD, np.minimum(unlike_TD, limit), limit))
        is_used_D = np.zeros(len(detections.scores_D), np.bool_)
        for track, place in zip(tracks.tolist(), places.tolist()):
            if is_near_TD[track, place] and unlike_TD[track, place] < limit:
                threads[track].motion.correct(detections.boxes_D4[place])
                threads[track].see(frame, detections, place)
                is_used_D[place] = True
        return [thread for thread in threads if thread.frames[-1] != frame], detections.of(
            ~is_used_D
        )

    def _unlike(self, threads: list[_Thread], detections: Detections) -> Floats:
        """Return from 0 for the same appearance to 1 for another (T, D); all 0 if unasked."""
        if not self._rules.appearance or detections.embeddings_DF is None:
            return np.zeros((len(threads), len(detections.scores_D)))
        nothing = np.zeros(detections.embeddings_DF.shape[1])
        embeddings_TF = np.stack(
            [nothing if one.embedding is None else one.embedding for one in threads]
        )
        unlike: Floats = np.clip(1.0 - embeddings_TF @ detections.embeddings_DF.T, 0.0, 1.0)
        return unlike

    def _end(self, frame: int) -> None:
        """Let go of tracks that were not seen for too long, at once where seen only once."""
        kept = []
        for thread in self._living:
            unseen = frame - thread.frames[-1]
            thread.is_lost = unseen > 0
            if unseen <= (0 if thread.is_new else self._rules.max_lost):
                kept.append(thread)
        self._living = kept

    def _begin(self, frame: int, sure: Detections) -> None:
        wanted_D = np.minimum(self._thresholds_K[sure.labels_D] + self._rules.birth_margin, 1.0)
        for place in np.flatnonzero(sure.scores_D >= wanted_D).tolist():
            thread = _Thread(Motion.begin(sure.boxes_D4[place]))
            thread.see(frame, sure, place)
            self._living.append(thread)
            self.begun.append(thread)


def _middles(boxes_N4: Floats) -> Floats:
    middles: Floats = (boxes_N4[:, :2] + boxes_N4[:, 2:]) / 2
    return middles


def _sides(boxes_N4: Floats) -> Floats:
    """Return the longer side of each box (N,)."""
    sides: Floats = (boxes_N4[:, 2:] - boxes_N4[:, :2]).max(axis=1)
    return sides


def _finished(thread: _Thread, max_gap: int) -> Track:
    """Return a track with its short gaps filled evenly."""
    frames, boxes, scores = np.array(thread.frames), np.stack(thread.boxes), np.array(thread.scores)
    lengths = np.diff(frames)
    is_kept = np.ones(frames[-1] - frames[0] + 1, np.bool_)
    for start, length in zip(frames[:-1] - frames[0], lengths):
        if length - 1 > max_gap:
            is_kept[start + 1 : start + length] = False
    every = np.arange(frames[0], frames[-1] + 1)
    between = np.stack([np.interp(every, frames, boxes[:, side]) for side in range(4)], axis=1)
    after = np.searchsorted(frames, every)
    before = np.searchsorted(frames, every, side="right") - 1
    lower = np.minimum(scores[before], scores[after])
    return Track(thread.label, every[is_kept], between[is_kept], lower[is_kept])
