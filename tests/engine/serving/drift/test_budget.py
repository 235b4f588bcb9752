"""Measuring takes a small share of a core, whatever comes."""

from __future__ import annotations

import pytest

from engine.serving.drift.budget import CpuBudget


def test_what_is_saved_may_be_spent_at_once_and_comes_back_at_a_steady_rate() -> None:
    budget = CpuBudget(share=0.1, saved_seconds=0.5, now=100.0)
    assert budget.has_some(100.0)
    budget.spend(0.5)
    assert not budget.has_some(100.0)
    assert budget.has_some(100.1)


def test_debts_are_paid_back_first() -> None:
    budget = CpuBudget(share=0.1, saved_seconds=0.5, now=0.0)
    budget.spend(1.5)
    assert not budget.has_some(9.9)
    assert budget.has_some(10.1)


def test_no_more_than_the_share_is_spent_under_a_load_without_end() -> None:
    budget = CpuBudget(share=0.02, saved_seconds=0.5, now=0.0)
    spent = 0.0
    for millisecond in range(100_000):
        if budget.has_some(millisecond / 1000):
            budget.spend(0.00015)
            spent += 0.00015
    assert spent == pytest.approx(0.5 + 100 * 0.02, rel=0.01)


def test_no_more_is_saved_than_may_be() -> None:
    budget = CpuBudget(share=0.1, saved_seconds=0.5, now=0.0)
    assert budget.has_some(1000.0)
    budget.spend(0.6)
    assert not budget.has_some(1000.0)
