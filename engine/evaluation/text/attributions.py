"""Which words spoke for a decision about a text."""

# R rows (windows), T words, M n-grams, K labels

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
from easel.runtime import Example
from torch import Tensor, nn

from engine.data.text.dataset import TextDataset, context_of
from engine.data.text.vocabulary import ngrams_of
from engine.evaluation.error_examples import Explain, Explanation
from engine.evaluation.mistakes import Pick
from engine.interfaces.dataset import Splits
from engine.models.text.backbones import embeddings_of
from engine.models.text.ngram_classifier import NgramClassifier

MAX_WORDS = 40


def text_attributions(model: Any, splits: Splits[TextDataset], work: Path) -> Explain:
    """Return what names the words or n-grams that spoke for decisions of a model."""
    dataset = splits.held_out()[1]
    if isinstance(model, NgramClassifier):
        known = ngrams_of(next(iter(splits.files.values())))
        return NgramAttributions(dataset, model, known)
    embeddings = embeddings_of(model)
    if embeddings is None:
        return lambda kind, picks: [Explanation() for _ in picks]
    return WordAttributions(dataset, model, embeddings)


@dataclass(frozen=True)
class NgramAttributions:
    """An ``engine.evaluation.error_examples.Explain`` of n-gram classifiers.

    The logit is a sum over the n-grams of a text, so their shares are exact.

    Attributes:
        dataset: of the picked samples.
        model: the classifier.
        ngrams: its vocabulary, by id.
    """

    dataset: TextDataset
    model: NgramClassifier
    ngrams: Sequence[str]

    def __call__(
        self, kind: Literal["mistake", "example"], picks: Sequence[Pick]
    ) -> Sequence[Explanation]:
        """Return the n-grams that moved the logit most, as shares of the strongest."""
        return [Explanation(attributions=self._shares(pick)) for pick in picks]

    @torch.no_grad()
    def _shares(self, pick: Pick) -> tuple[tuple[str, float], ...]:
        tensors = self.dataset.examples([pick.index])[0].tensors
        ids, counts = tensors["ngram_ids"], tensors["ngram_counts"]
        parts = self.model.parts(torch.from_numpy(ids), torch.from_numpy(counts))
        shares = torch.stack(
            [
                # What speaks for all labels alike speaks for none.
                values[0] * (weights[0, :, pick.label] - weights[0].mean(dim=1))
                for values, weights in parts
            ]
        ).sum(dim=0)
        named = {
            self.ngrams[int(place)]: float(share)
            for place, share, count in zip(ids[0], shares, counts[0], strict=True)
            if count > 0
        }
        return strongest(named.items())


@dataclass(frozen=True)
class WordAttributions:
    """An ``engine.evaluation.error_examples.Explain`` of networks that embed words.

    Gradient times input: how much the logit would change, to first order, were a word's embedding
    zero. Source: Shrikumar et al., arXiv 1605.01713.

    Attributes:
        dataset: of the picked samples.
        model: ids and mask (B, T) → logits (B, K).
        embeddings: the module of ``model`` that embeds ids.
    """

    dataset: TextDataset
    model: nn.Module
    embeddings: nn.Module

    def __call__(
        self, kind: Literal["mistake", "example"], picks: Sequence[Pick]
    ) -> Sequence[Explanation]:
        """Return the words that moved the logit most, as shares of the strongest."""
        return [Explanation(attributions=self._shares(pick)) for pick in picks]

    def _shares(self, pick: Pick) -> tuple[tuple[str, float], ...]:
        example = self.dataset.examples([pick.index])[0]
        shares = self._gradient_times_input(example, pick.label)
        context = context_of(example)
        text = context.texts[0]
        named: dict[str, float] = {}
        for row, offsets in enumerate(context.offsets):
            for place, (start, end) in enumerate(offsets):
                if end > start:
                    word = text[start:end]
                    named[word] = named.get(word, 0.0) + float(shares[row, place])
        return strongest(named.items())

    def _gradient_times_input(self, example: Example, label: int) -> Tensor:
        """Return the share (R, T) of every word in the logit of a label."""
        caught: list[Tensor] = []

        def catch(module: nn.Module, inputs: object, output: Tensor) -> Tensor:
            leaf = output.detach().requires_grad_()
            caught.append(leaf)
            return leaf

        device = next(self.model.parameters()).device
        inputs = {
            name: torch.from_numpy(np.ascontiguousarray(rows)).to(device)
            for name, rows in example.tensors.items()
        }
        was_training = self.model.training
        self.model.eval()
        handle = self.embeddings.register_forward_hook(catch)
        try:
            logits = self.model(**inputs)
            (gradient,) = torch.autograd.grad(logits[:, label].sum(), caught[:1])
        finally:
            handle.remove()
            self.model.train(was_training)
        return (gradient * caught[0]).sum(dim=2).detach().cpu()


def strongest(named: Iterable[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    """Return the items of the largest weights, scaled so that the largest is 1 or -1."""
    items = sorted(named, key=lambda item: -abs(item[1]))[:MAX_WORDS]
    largest = abs(items[0][1]) if items else 0.0
    if largest == 0:
        return ()
    return tuple((word, round(weight / largest, 4)) for word, weight in items)
