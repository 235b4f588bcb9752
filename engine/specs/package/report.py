"""``report.json``: how good a model is, on which samples, and where it errs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.data import Split
from engine.specs.package.sections import Section
from engine.specs.spec import Spec


class Estimate(Spec):
    """A metric with its 95 % interval and the number of samples behind it."""

    value: float
    low: float
    high: float
    num_samples: int


class PrPoint(Spec):
    """Precision and recall of one class when its score must reach ``threshold``."""

    threshold: float
    precision: float
    recall: float
    f1: float


class ClassReport(Spec):
    """One class at its recommended threshold (single-label data: at the arg-max decision).

    ``num_samples`` held-out samples show the class and ``num_predicted`` were given it: where one
    of them is 0 the ratio over it is written as 0.0, and has no interval. Those are Wilson's, of
    95 %; reports of before they were measured have none. ``curve`` holds an even grid of thresholds
    from 0 to 1 and the recommended one, as far as a sample reaches them.
    """

    label: str
    num_samples: int
    num_predicted: int
    precision: float
    precision_interval: tuple[float, float] | None = None
    recall: float
    recall_interval: tuple[float, float] | None = None
    f1: float
    average_precision: float
    recommended_threshold: float
    curve: tuple[PrPoint, ...]


class Mistake(Spec):
    """One sample the model got wrong, and what misled it where the task can say.

    ``score`` says how sure the model was of its (worst) wrong decision. ``heatmap`` is a PNG in the
    package's ``heatmaps`` folder; ``attributions`` are weights in -1..1 of the words or columns
    named.
    """

    sample_id: str
    name: str
    actual: tuple[str, ...]
    predicted: tuple[str, ...]
    score: float
    heatmap: str | None
    attributions: tuple[tuple[str, float], ...] = ()


class Example(Spec):
    """One sample that was named rightly, and what spoke for it; see ``Mistake``."""

    sample_id: str
    name: str
    label: str
    predicted: str
    score: float
    heatmap: str | None
    attributions: tuple[tuple[str, float], ...] = ()


class RuntimeCheck(Spec):
    """The exported model replayed on held-out samples, beside the trained one.

    Both metrics are the report's primary metric on the same ``num_samples`` samples, at the
    recommended thresholds: they can be compared with each other and with the rest of the report.
    """

    runtime: str
    num_samples: int
    metric: float
    trained_metric: float
    max_abs_difference: float
    size_bytes: int
    latency_p50_ms: float
    latency_p99_ms: float
    device: str


class TrainingSummary(Spec):
    """How the model was made.

    ``epochs`` and ``best_epoch`` are 0 where learning does not go through the data again and again;
    ``rounds`` then counts what was repeated, such as boosted trees. ``parameters`` are the numbers
    that were learnt.
    """

    backbone: str
    pretrained: str | None
    from_scratch: bool
    epochs: int
    best_epoch: int
    train_samples: int
    train_seconds: float
    device: str
    parameters: int
    rounds: int | None = None


class MetricValue(Spec):
    """One number of the head of a report, with its 95 % interval where one is known."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    unit: Literal["share", "number", "seconds"] = "share"
    higher_is_better: bool = True


class ClassificationReport(Spec):
    """Report of a single- or multi-label classifier.

    ``confusion[i][j]`` counts samples of class i that were given class j; empty for multi-label
    data and above 200 labels. ``mistakes`` are at most 500, the surest first; ``num_mistakes`` is
    the true count. Means over classes leave out the ``untested`` ones, those without a held-out
    sample. ``rarest`` is the class that training had fewest samples of.
    ``top_k[k-1]`` is the share whose class is among the k best, k ≤ 5; empty for multi-label.
    ``baseline`` is the accuracy of a simple method on the same samples, where there is one.
    ``own_metrics`` are those of the user's own.
    """

    kind: Literal["classification"] = "classification"
    schema_version: Literal[1] = 1
    multi_label: bool
    split: Split
    num_samples: int
    primary_metric: str
    accuracy: Estimate
    macro_precision: float
    macro_recall: float
    macro_f1: Estimate
    mean_average_precision: float
    top_k: tuple[float, ...]
    labels: tuple[str, ...]
    classes: tuple[ClassReport, ...]
    untested: tuple[str, ...] = ()
    rarest: str | None = None
    confusion: tuple[tuple[int, ...], ...]
    mistakes: tuple[Mistake, ...]
    num_mistakes: int
    examples: tuple[Example, ...]
    baseline: MetricValue | None = None
    own_metrics: tuple[MetricValue, ...] = ()
    runtime: RuntimeCheck
    training: TrainingSummary


class SectionedReport(Spec):
    """Report of any other task: numbers for the headline, then sections the page draws in order.

    ``metrics`` has the primary one first. ``baseline`` is the same metric of the simple method
    that the model must beat (a linear model, the seasonal naive forecast), where there is one.
    ``own_metrics`` are those of the user's own.
    """

    kind: Literal["sections"] = "sections"
    schema_version: Literal[1] = 1
    split: Split
    num_samples: int
    primary_metric: str
    metrics: tuple[MetricValue, ...]
    baseline: MetricValue | None = None
    own_metrics: tuple[MetricValue, ...] = ()
    labels: tuple[str, ...]
    sections: tuple[Section, ...]
    runtime: RuntimeCheck
    training: TrainingSummary


Report = Annotated[ClassificationReport | SectionedReport, Field(discriminator="kind")]
