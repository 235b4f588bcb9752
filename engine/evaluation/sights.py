"""The samples a report shows, with their heat maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from torch import nn

from engine.disk import writing_to
from engine.evaluation.heatmaps import activation_maps, write_heatmap
from engine.evaluation.mistakes import Pick, examples, mistakes, names
from engine.evaluation.outcome import Outcome
from engine.specs.report import Example, Mistake
from engine.tasks.task import Scores, TrainedModel

MAX_MISTAKES = 500
MAX_MISTAKE_HEATMAPS = 60
MAX_EXAMPLES = 40


@dataclass(frozen=True)
class Sights:
    """Mistakes and examples of one evaluation; pictures go to ``work/heatmaps``.

    The order of ``held_out`` is that of ``trained.splits.held_out()``.
    """

    trained: TrainedModel
    held_out: Scores
    outcome: Outcome
    work: Path
    target_layer: nn.Module

    def mistakes(self) -> tuple[Mistake, ...]:
        """Return the surest mistakes, the first of them with a heat map of what misled.

        Raises:
            ResourceError: when the disk is full.
        """
        picks = mistakes(self.outcome)[:MAX_MISTAKES]
        paths = self._draw("mistake", picks[:MAX_MISTAKE_HEATMAPS])
        return tuple(
            self._mistake(pick, paths[i] if i < len(paths) else None)
            for i, pick in enumerate(picks)
        )

    def examples(self) -> tuple[Example, ...]:
        """Return correct samples of each class with heat maps of what spoke for it.

        Raises:
            ResourceError: when the disk is full.
        """
        picks = examples(self.outcome, MAX_EXAMPLES)
        return tuple(
            self._example(pick, path)
            for pick, path in zip(picks, self._draw("example", picks), strict=True)
        )

    def _draw(self, kind: str, picks: Sequence[Pick]) -> list[str]:
        if not picks:
            return []
        folder = self.work / "heatmaps"
        with writing_to(folder):
            folder.mkdir(parents=True, exist_ok=True)
        inputs, _ = self.trained.splits.held_out()[1].read([pick.index for pick in picks])
        maps = activation_maps(
            self.trained.model, self.target_layer, inputs, [pick.label for pick in picks]
        )
        names_of_files = [f"{kind}_{number:03d}.png" for number in range(1, len(picks) + 1)]
        for name, values in zip(names_of_files, maps, strict=True):
            write_heatmap(folder / name, values)
        return [f"heatmaps/{name}" for name in names_of_files]

    def _mistake(self, pick: Pick, heatmap: str | None) -> Mistake:
        record = self.held_out.records[pick.index]
        labels = self.trained.splits.labels
        return Mistake(
            sample_id=record.id,
            name=record.name,
            actual=names(self.outcome.actual[pick.index], labels),
            predicted=names(self.outcome.predicted[pick.index], labels),
            score=pick.score,
            heatmap=heatmap,
        )

    def _example(self, pick: Pick, heatmap: str) -> Example:
        record = self.held_out.records[pick.index]
        label = self.trained.splits.labels[pick.label]
        return Example(
            sample_id=record.id,
            name=record.name,
            label=label,
            predicted=label,
            score=pick.score,
            heatmap=heatmap,
        )
