"""The samples a report of a classifier shows, with what spoke for its decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.evaluation.mistakes import Pick, examples, mistakes, names
from engine.metrics.decisions import Decisions
from engine.specs.data import SampleRecord
from engine.specs.package.report import Example, Mistake

MAX_MISTAKES = 500
MAX_EXPLAINED_MISTAKES = 60
MAX_EXAMPLES = 40


@dataclass(frozen=True)
class Explanation:
    """What spoke for the picked class of one sample.

    Attributes:
        heatmap: a PNG to be laid over the image, relative to the package.
        attributions: weights in -1..1 of the characters, words or columns named.
    """

    heatmap: str | None = None
    attributions: tuple[tuple[str, float], ...] = ()


Explain = Callable[[Literal["mistake", "example"], Sequence[Pick]], Sequence[Explanation]]
"""Explains picks of ``splits.held_out()``, one by one; the first argument may name files."""


@dataclass(frozen=True)
class ErrorExamples:
    """Mistakes and examples of one evaluation.

    Attributes:
        records: the evaluated samples.
        labels: the names, in the order of the logits.
        decisions: about these samples.
        explain: says what spoke for a decision.
    """

    records: Sequence[SampleRecord]
    labels: Sequence[str]
    decisions: Decisions
    explain: Explain

    def mistakes(self) -> tuple[Mistake, ...]:
        """Return the surest mistakes, the first of them with what misled.

        Raises:
            ResourceError: when the disk is full.
        """
        picks = mistakes(self.decisions)[:MAX_MISTAKES]
        reasons = self._explained("mistake", picks, MAX_EXPLAINED_MISTAKES)
        return tuple(map(self._mistake, picks, reasons))

    def examples(self) -> tuple[Example, ...]:
        """Return correct samples of each class with what spoke for it.

        Raises:
            ResourceError: when the disk is full.
        """
        picks = examples(self.decisions, MAX_EXAMPLES)
        return tuple(map(self._example, picks, self._explained("example", picks, MAX_EXAMPLES)))

    def _explained(
        self, kind: Literal["mistake", "example"], picks: Sequence[Pick], limit: int
    ) -> list[Explanation]:
        """Return an explanation per pick, empty ones beyond ``limit``."""
        explained = self.explain(kind, picks[:limit]) if picks else ()
        return [*explained, *[Explanation()] * (len(picks) - len(explained))]

    def _mistake(self, pick: Pick, reason: Explanation) -> Mistake:
        record = self.records[pick.index]
        return Mistake(
            sample_id=record.id,
            name=record.name,
            actual=names(self.decisions.actual[pick.index], self.labels),
            predicted=names(self.decisions.predicted[pick.index], self.labels),
            score=pick.score,
            heatmap=reason.heatmap,
            attributions=reason.attributions,
        )

    def _example(self, pick: Pick, reason: Explanation) -> Example:
        record = self.records[pick.index]
        label = self.labels[pick.label]
        return Example(
            sample_id=record.id,
            name=record.name,
            label=label,
            predicted=label,
            score=pick.score,
            heatmap=reason.heatmap,
            attributions=reason.attributions,
        )
