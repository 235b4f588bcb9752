"""``easel evaluate`` asks for what it was told, waits, and prints the difference of each model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import MagicMock

import pytest
from easel.cli import evaluations
from easel.cli.main import main

RESULT = {
    "id": "e1",
    "job": {"id": "j1"},
    "primary_metric": "accuracy",
    "models": [
        {"name": "cats", "number": 1, "is_training_known": True},
        {"name": "cats", "number": 2, "is_training_known": False},
    ],
    "num_trained_on": 12,
    "num_unknown": 3,
    "unknown_labels": ["fox"],
    "num_left_out": 0,
    "tag_name": "shop",
    "parts": [
        {
            "part": "all",
            "num_samples": 40,
            "models": [
                {"metrics": {"accuracy": 0.5}, "change": None},
                {
                    "metrics": {"accuracy": 0.75},
                    "change": {"difference": 0.25, "low": 0.1, "high": 0.4},
                },
            ],
        }
    ],
}


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> MagicMock:
    """A server whose evaluations are over at once."""
    client = MagicMock()
    client.evaluations.create.return_value = client.evaluations.get.return_value = RESULT
    client.dataset_versions.get.return_value = {"dataset_id": "d1"}
    client.datasets.tags.return_value = [{"id": "t1", "name": "shop"}]

    @contextmanager
    def connect() -> Iterator[MagicMock]:
        yield client

    monkeypatch.setattr(evaluations, "connect", connect)
    return client


def test_the_baseline_comes_first_and_a_tag_is_found_by_its_name(
    client: MagicMock, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["evaluate", "m2", "m3", "--version", "v1", "--baseline", "m1", "--tag", "shop"]
    assert main(asked) == 0
    client.evaluations.create.assert_called_once_with(
        model_version_ids=["m1", "m2", "m3"], dataset_version_id="v1", tag_id="t1"
    )
    printed = capsys.readouterr()
    assert "cats v2" in printed.out
    assert "0.25" in printed.out
    assert "12 left out: a model was trained on them." in printed.err
    assert "a model does not know their labels: fox" in printed.err
    assert "What cats v2 was trained on is not known" in printed.err
    assert "No sample with the tag 'shop' counts." in printed.err


def test_all_that_was_found_is_printed_as_json(
    client: MagicMock, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", "m1", "--version", "v1", "--json"]) == 0
    client.evaluations.create.assert_called_once_with(
        model_version_ids=["m1"], dataset_version_id="v1"
    )
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert found == RESULT


def test_an_unknown_tag_is_refused_with_those_that_there_are(
    client: MagicMock, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", "m1", "--version", "v1", "--tag", "shops"]) != 0
    assert "It has: shop." in capsys.readouterr().err
    client.evaluations.create.assert_not_called()
