"""A linear model of few labelled points."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.models.linear import LinearModel, held_out

Floats = NDArray[np.float32]


def _crowds(num_labels: int, each: int, spread: float = 0.2) -> tuple[Floats, NDArray[np.bool_]]:
    """Return points of length one around as many corners as there are labels, and the labels."""
    chance = np.random.default_rng(0)
    codes = np.repeat(np.arange(num_labels), each)
    points = np.eye(8)[codes] + chance.normal(0, spread, (len(codes), 8))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    return points.astype(np.float32), np.eye(num_labels, dtype=bool)[codes]


@pytest.mark.parametrize("num_labels", [2, 3, 5])
def test_each_crowd_is_told_by_its_label(num_labels: int) -> None:
    points, given = _crowds(num_labels, 10)
    model = LinearModel.fit(points, given, is_multi_label=False)
    found = model(points)
    assert (found.argmax(axis=1) == given.argmax(axis=1)).all()
    np.testing.assert_allclose(found.sum(axis=1), 1)


def test_one_label_alone_is_certain() -> None:
    points, given = _crowds(1, 3)
    np.testing.assert_allclose(LinearModel.fit(points, given, is_multi_label=False)(points), 1)


def test_a_label_that_nothing_has_is_improbable() -> None:
    points, given = _crowds(3, 5)
    given = np.concatenate([given, np.zeros((len(given), 1), bool)], axis=1)
    for is_multi_label in (False, True):
        found = LinearModel.fit(points, given, is_multi_label=is_multi_label)(points)
        assert found[:, 3].max() < 1e-6


def test_several_labels_are_told_for_themselves() -> None:
    points, given = _crowds(3, 10)
    # All of the first crowd have the second label too.
    given[:10, 1] = True
    found = LinearModel.fit(points, given, is_multi_label=True)(points)
    assert ((found > 0.5) == given).mean() > 0.95
    assert (found[:10, :2] > 0.5).all()


def test_what_is_said_of_an_example_is_not_learnt_from_it() -> None:
    points, given = _crowds(2, 10, spread=0.1)
    given[0] = [False, True]
    assert held_out(points, given, is_multi_label=False)[0].argmax() == 0
    assert held_out(points[:1], given[:1], is_multi_label=False).tolist() == [[0, 0]]
