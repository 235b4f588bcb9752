"""How many threads a process starts."""

from __future__ import annotations

import os

import pytest

from engine.threads import available_cores, available_threads, num_threads


@pytest.mark.parametrize(
    ("told", "most"), [("1", 1), ("3", 3), ("2,4", 2), ("", 64), ("many", 64), ("0", 64)]
)
def test_no_more_threads_than_the_environment_says(
    told: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)))
    monkeypatch.setattr("engine.threads._quota", lambda: None)
    monkeypatch.setenv("OMP_NUM_THREADS", told)
    assert available_threads() == most
    assert num_threads("auto") == most
    assert available_cores() == 64
    assert num_threads(5) == 5


def test_a_quota_counts_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setattr("engine.threads._quota", lambda: 0.3)
    assert available_threads() == 1
