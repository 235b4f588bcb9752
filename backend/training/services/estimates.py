"""How long a run would take: from like runs of this installation, else from a stated formula."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any
from uuid import UUID

from rest_framework.serializers import ValidationError

from backend.accounts.contracts import Caller, Role
from backend.datasets.selectors.measures import usual_longest_side
from backend.training.contracts import BackboneEstimate
from backend.training.services.data import num_learnt, require_versions
from backend.training.services.durations import Duration, finished_runs, measured_durations
from backend.training.services.options import parse
from engine.catalog import TARGETS, TASKS, BackboneCard, Media, TaskCard
from engine.catalog.image_sizes import fitting_size

# Two multiply-adds a parameter and pixel-independent weight reuse make a step cost about
# 6 × parameters × (pixels / 32) operations; two ordinary cores sustain about 50 GFLOP/s of it.
_OPERATIONS_PER_SECOND = 50e9
# A network whose input is no image works about as much as one of this size, in pixels.
_USUAL_SIZE = 32
# To read a sample takes time as well, beside which a network of a few parameters takes none.
_READING_SECONDS = {Media.IMAGE: 1e-3, Media.AUDIO: 1e-3, Media.VIDEO: 5e-3}
_USUAL_READING_SECONDS = 1e-5
_FIXED_SECONDS = 8.0
# Before anything was measured, first runs of a few dozen images or texts have taken 24 to 147 s on
# two cores that others used, too: reading, evaluation and export go by far more than the samples.
_MOST_FIXED_SECONDS = 120.0
_MOST_SLOWNESS = 4.0
_AUTO_EPOCHS = 30
_BYTES_PER_PARAMETER = 4


def estimate(
    *,
    caller: Caller,
    dataset_version_ids: Sequence[UUID],
    backbone: str,
    options: Mapping[str, Any],
    target: str,
) -> list[BackboneEstimate]:
    """Estimate each backbone that suits the target; ``backbone`` is the one that is chosen.

    Raises:
        NotFound: when a version does not exist for the caller.
        ValidationError: when an option or the backbone is wrong.
    """
    project, versions = require_versions(
        caller=caller, version_ids=dataset_version_ids, minimum=Role.DEVELOPER
    )
    card = TASKS[project.task]
    require_backbone(card.key, backbone)
    chosen = parse(project.task, options).model_dump()
    epochs = _whole(chosen.get("epochs"))
    limit = TARGETS[target].max_parameters_millions
    found = estimates_of(
        card,
        num_samples=num_learnt(card, versions),
        epochs=epochs,
        image_size=_whole(chosen.get("image_size")),
        longest_side=usual_longest_side([version.dataset_id for version in versions]),
        measured=measured_durations(finished_runs(card.key), epochs),
        limit_seconds=_limit_seconds(chosen),
    )
    suitable = {
        one.key for one in card.backbones if limit is None or one.parameters_millions <= limit
    }
    return [one for one in found if one.key in suitable]


def require_backbone(task: str, key: str) -> BackboneCard:
    """Return a backbone of a task.

    Raises:
        ValidationError: when the task has no such backbone.
    """
    try:
        return TASKS[task].backbone(key)
    except KeyError:
        known = ", ".join(card.key for card in TASKS[task].backbones)
        raise ValidationError(
            {"backbone": [f"There is no backbone '{key}'. Known ones: {known}."]},
            code="backbone_unknown",
        ) from None


def estimates_of(
    card: TaskCard,
    *,
    num_samples: int,
    epochs: int | None,
    image_size: int | None,
    measured: Mapping[str, Duration],
    longest_side: float | None = None,
    limit_seconds: float | None = None,
) -> list[BackboneEstimate]:
    """Estimate all backbones of a task.

    Those that were never trained here take the time of the formula, times what those that were
    take more than their formula says: figures of both kinds can be compared.

    Args:
        card: of the task.
        num_samples: to train on.
        epochs: that are wanted, ``None`` for the usual ones.
        image_size: that is wanted, ``None`` for what suits each backbone and the data.
        measured: the durations of backbones that were trained here.
        longest_side: of most images in pixels, ``None`` where that is not known.
        limit_seconds: after which models are no longer tried, ``None`` for no such limit.
    """
    formulas = {
        one.key: _formula(card, one, epochs or _AUTO_EPOCHS, image_size or _size(one, longest_side))
        for one in card.backbones
    }
    known = {key: duration for key, duration in measured.items() if key in formulas}
    slowness = median(
        [duration.seconds_per_sample / formulas[key] for key, duration in known.items()] or [1.0]
    )
    fixed = median([duration.fixed_seconds for duration in known.values()] or [_FIXED_SECONDS])
    found = []
    for one in card.backbones:
        duration = known.get(one.key) or Duration(fixed, formulas[one.key] * slowness)
        most = duration if one.key in known else _slowest(duration, is_first=not known)
        found.append(
            BackboneEstimate(
                key=one.key,
                tier=one.tier.value,
                seconds=_seconds(duration, num_samples, limit_seconds),
                most_seconds=_seconds(most, num_samples, limit_seconds),
                size_mb=round(one.parameters_millions * _BYTES_PER_PARAMETER, 1),
                basis="measured" if one.key in known else "estimated",
                is_usual=one == card.usual_backbone(one.tier, longest_side),
            )
        )
    return found


def _slowest(duration: Duration, *, is_first: bool) -> Duration:
    """Return the time that nothing speaks against where a backbone was never trained here."""
    fixed = max(duration.fixed_seconds, _MOST_FIXED_SECONDS) if is_first else duration.fixed_seconds
    return Duration(fixed, duration.seconds_per_sample * _MOST_SLOWNESS)


def _seconds(duration: Duration, num_samples: int, limit_seconds: float | None) -> float:
    learning = num_samples * duration.seconds_per_sample
    if limit_seconds is not None:
        learning = min(learning, limit_seconds)
    return round(duration.fixed_seconds + learning, 1)


def _formula(card: TaskCard, backbone: BackboneCard, epochs: int, size: int) -> float:
    """Return the seconds that a sample takes over all epochs."""
    operations = 6 * backbone.parameters_millions * 1e6 * (size / 32) ** 2
    reading = _READING_SECONDS.get(card.media, _USUAL_READING_SECONDS)
    return epochs * (reading + operations / _OPERATIONS_PER_SECOND)


def _size(backbone: BackboneCard, longest_side: float | None) -> int:
    """Return the side of the input that a backbone is trained on when nobody chooses one.

    What machine trains is not known: on an accelerator larger images take less time, too.
    """
    if backbone.input_size is None:
        return _USUAL_SIZE
    if longest_side is None:
        return backbone.input_size
    return fitting_size(backbone, longest_side, "cpu")


def _limit_seconds(chosen: Mapping[str, Any]) -> float | None:
    """Return how long models are tried where somebody gave minutes for it."""
    minutes = chosen.get("minutes")
    return 60.0 * minutes if isinstance(minutes, int | float) else None


def _whole(value: Any) -> int | None:
    """Return a number that was chosen, ``None`` for what is left open."""
    return value if isinstance(value, int) else None
