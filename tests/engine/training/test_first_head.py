"""A head that is fitted to what a network knows, before the network learns."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from engine.data.label_targets import LABELS
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Splits
from engine.models.pooled_classifier import PooledClassifier
from engine.specs.training import PretrainedSpec
from engine.tasks.image import classification
from engine.training import gradient
from engine.training.first_head import fit_first_head
from tests.engine.images import write_folder
from tests.engine.runs import spec_of, train

NUM_LABELS = 4


class _Samples:
    """Images whose channels tell their labels, as no norm has seen them: bright and of one kind."""

    def __init__(self, num: int, *, is_multi_label: bool) -> None:
        chance = np.random.default_rng(0)
        self.codes = chance.integers(0, NUM_LABELS - 1, num)
        noise = torch.from_numpy(chance.normal(5, 0.3, (num, NUM_LABELS, 6, 6))).float()
        noise[torch.arange(num), self.codes] += 1
        self.images = noise
        self._is_multi_label = is_multi_label

    def __len__(self) -> int:
        return len(self.images)

    def read(self, indices: list[int]) -> Batch:
        codes = torch.from_numpy(self.codes)[indices]
        labels = torch.eye(NUM_LABELS)[codes] if self._is_multi_label else codes
        return Batch({"image": self.images[indices]}, {LABELS: labels})


def _classifier() -> PooledClassifier:
    torch.manual_seed(0)
    features = nn.Sequential(nn.Conv2d(NUM_LABELS, 8, 1), nn.BatchNorm2d(8, momentum=0.03))
    return PooledClassifier(features, 8, NUM_LABELS)


def _accuracy(model: PooledClassifier, images: Tensor, codes: np.ndarray) -> float:
    with torch.no_grad():
        return float((model.eval().classify(images).argmax(dim=1).numpy() == codes).mean())


@pytest.mark.parametrize("is_multi_label", [False, True])
def test_classes_are_told_before_the_first_step(is_multi_label: bool) -> None:
    samples = _Samples(100, is_multi_label=is_multi_label)
    labels = tuple("abcd")
    splits = cast(
        Splits,
        SimpleNamespace(train=samples, labels=labels, multi_label=is_multi_label),
    )
    model = _classifier().train()
    assert _accuracy(model, samples.images, samples.codes) < 0.6
    convolution, norm = cast(Any, model.features)
    weights = convolution.weight.clone()
    model.train()
    fit_first_head(model, splits, "image", seed=0)
    assert model.training
    assert _accuracy(model, samples.images, samples.codes) > 0.95
    assert norm.momentum == 0.03
    assert float(norm.running_mean.abs().max()) > 0.5
    # The features are as they were, and a label without samples is improbable, not impossible.
    assert torch.equal(convolution.weight, weights)
    unseen = model.classify(samples.images)[:, NUM_LABELS - 1]
    np.testing.assert_allclose(unseen.detach(), -4, atol=1e-5)


def test_the_same_seed_gives_the_same_head() -> None:
    heads = []
    for _ in range(2):
        samples = _Samples(60, is_multi_label=False)
        splits = cast(
            Splits, SimpleNamespace(train=samples, labels=tuple("abcd"), multi_label=False)
        )
        model = _classifier()
        fit_first_head(model, splits, "image", seed=3)
        heads.append(model.head.weight)
    assert torch.equal(*heads)


class _Begun(Exception):
    pass


@pytest.mark.parametrize(
    ("changes", "is_fitted"),
    [
        ({}, True),
        ({"pretrained": None}, False),
        # An interval of a population goes on with the head that was learnt in those before.
        ({"initial_package": "before", "epochs_before": 1}, False),
        ({"initial_package": "before"}, False),
    ],
)
def test_only_what_has_learnt_nothing_yet_begins_with_it(
    changes: dict[str, Any], is_fitted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = write_folder(tmp_path / "stripes", per_class=4)
    spec = spec_of(data, epochs=1, image_size=32).model_copy(
        update={"backbone": "photo_cnn", "pretrained": PretrainedSpec(), **changes}
    )
    fitted = []
    monkeypatch.setattr(classification, "fit_first_head", lambda *_: fitted.append(True))
    monkeypatch.setattr(gradient, "load_initial", lambda *_: None)

    def say_origin(*_: Any) -> None:
        raise _Begun

    monkeypatch.setattr(gradient, "say_origin", say_origin)
    with pytest.raises(_Begun):
        train(spec, tmp_path / "work")
    assert bool(fitted) is is_fitted
