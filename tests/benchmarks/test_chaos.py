"""A few kills of the chaos benchmark, and that it would see what is lost."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.benchmarks.chaos import run_once
from tests.benchmarks.chaos_checks import Found, _check_labels, _check_samples
from tests.benchmarks.chaos_load import Load
from tests.workers.installation import Installation


@pytest.mark.timeout(200)
def test_six_kills_lose_double_and_tear_nothing() -> None:
    figures = run_once("sqlite", kills=6, seconds=20, seed=3)
    assert figures["kills"] >= 3
    assert figures["accepted"] > 50
    assert (figures["lost"], figures["doubled"], figures["torn"]) == (0, 0, 0)
    assert figures["failed_calls_two_replicas"] == 0


def site_with(responses: dict[str, Any]) -> Installation:
    """Return an installation that answers what it is told to."""
    return cast(Installation, SimpleNamespace(get=lambda path: responses[path.partition("?")[0]]))


def test_samples_that_are_gone_doubled_or_miscounted_are_seen() -> None:
    rows = [{"name": name} for name in ("a.png", "folder/b.png", "b.png")]
    listed = {"results": rows, "next": None}
    site = site_with({"datasets/1/samples": listed, "datasets/1": {"num_samples": 4}})
    found = Found()
    _check_samples(found, site, "1", ["a.png", "b.png", "c.png"])
    assert (found.num_accepted, found.num_lost) == (3, 1)
    assert (found.num_doubled, found.num_torn) == (1, 1)


def test_a_label_that_was_overwritten_or_said_twice_is_seen() -> None:
    site = site_with(
        {
            "samples/1": {"revision": 2, "labels": [{"id": "left"}]},
            "samples/2": {"revision": 4, "labels": [{"id": "left"}]},
            "datasets/1": {"num_labelled": 2},
        }
    )
    last = {"1": (2, "right"), "2": (3, "left"), "3": (0, "")}
    labels = SimpleNamespace(last=last, dataset="1")
    found = Found()
    _check_labels(found, cast(Load, SimpleNamespace(installation=site, labels=labels)))
    assert (found.num_lost, found.num_doubled, found.num_torn) == (1, 1, 0)
