"""Whether the calls of a deployed model still look like the samples that it was judged on."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, PositiveFloat

from engine.specs.spec import Spec

MIN_CALLS = 50
"""Fewer calls show nothing but the largest changes."""

Statistic = Literal["psi", "ks", "mmd"]
Change = Literal[
    "none",
    "higher",
    "lower",
    "wider",
    "narrower",
    "more_missing",
    "fewer_missing",
    "more_of",
    "less_of",
    "other_content",
]
Beyond = Literal["below", "above"]
Verdict = Literal["same", "drifted", "too_few_calls", "too_small_reference"]


class WindowLimits(Spec):
    """When a window of calls ends: after so many calls, or so many seconds after its first one."""

    num_calls: Annotated[int, Field(ge=50)] | None = 500
    seconds: PositiveFloat | None = None


class WindowState(Spec):
    """A window of calls as it is stored: counts alone, of the same size however many calls it has.

    Attributes:
        reference: SHA-256 of the reference whose bins are counted.
        counts: calls by feature and bin; features that no call had are left out.
        descriptor_sum: sums of the random features of all descriptors.
        num_descriptors: that were added up.
    """

    schema_version: Literal[1] = 1
    reference: str
    num_calls: int = 0
    first_at: datetime | None = None
    last_at: datetime | None = None
    counts: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    descriptor_sum: tuple[float, ...] = ()
    num_descriptors: int = 0


class WindowPart(Spec):
    """One line of ``drift-<pid>.jsonl``: what a replica counted in the last few seconds.

    Attributes:
        time: when it was written.
        num_calls: that were answered.
        num_measured: of these, as many as there was time for.
        window: what was measured; a call that is a table counts there with its rows.
    """

    time: datetime
    num_calls: int
    num_measured: int
    window: WindowState


class DriftTest(Spec):
    """One statistic of one feature; above ``threshold`` it is an alarm."""

    statistic: Statistic
    value: float
    threshold: float

    @property
    def is_alarm(self) -> bool:
        """Return whether the threshold is passed."""
        return self.value > self.threshold


class FeatureDrift(Spec):
    """How one feature of a window differs from the reference.

    Attributes:
        name: ``input.…`` or ``answer.…``.
        num_values: calls of the window that had the feature, missing values included.
        tests: each statistic of it.
        has_drifted: whether one of them is an alarm.
        change: which way it went; ``none`` without an alarm.
        label: the category that there is more or less of.
        before, now: the medians of a number, the shares of a category or of missing values; absent
            where that says nothing.
        now_beyond: set where the median now lies ``below`` or ``above`` all bins but the outermost:
            ``now`` is then the edge of that one, and how far beyond it is not known.
    """

    name: str
    num_values: int
    tests: tuple[DriftTest, ...]
    has_drifted: bool
    change: Change = "none"
    label: str | None = None
    before: float | None = None
    now: float | None = None
    now_beyond: Beyond | None = None

    @property
    def excess(self) -> float:
        """Return the largest statistic as a multiple of its threshold."""
        return max(one.value / one.threshold for one in self.tests)


class FeatureDistribution(Spec):
    """How a feature is spread: the shares ``before``, in the reference, and ``now``, by bin.

    The first bin is what is missing. Of a number the next one lies below the first of ``edges``,
    and one from each edge on; else there is one for each of ``categories``, and one for all others.
    """

    name: str
    edges: tuple[float, ...] = ()
    categories: tuple[str, ...] = ()
    before: tuple[float, ...]
    now: tuple[float, ...]


class DriftReport(Spec):
    """What a window of calls says about drift.

    Attributes:
        verdict: one for all features together.
        num_calls: of the window.
        num_reference: samples of the reference that it is compared with.
        false_alarm_rate: of all features together, what the thresholds are made for.
        features: those that drifted first, the furthest from its threshold before all others.
    """

    verdict: Verdict
    num_calls: int
    num_reference: int
    false_alarm_rate: float
    features: tuple[FeatureDrift, ...] = ()
