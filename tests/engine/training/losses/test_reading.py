"""Losses of reading fall towards what is written and where it is."""

from __future__ import annotations

import pytest
import torch

from engine.training.losses.reading import ctc_loss, lines_loss, map_loss


def test_ctc_counts_every_alignment() -> None:
    # Two columns and one character: a_, _a and aa are its alignments, 3 of 9 equally likely paths.
    loss = ctc_loss(torch.zeros(1, 2, 3), torch.tensor([2]), torch.tensor([1]), torch.tensor([1]))
    assert float(loss) == pytest.approx(-torch.log(torch.tensor(3 / 9)).item(), rel=1e-5)


def test_a_text_longer_than_its_line_counts_nothing_and_padding_is_not_read() -> None:
    characters = torch.tensor([1, 2, 1])
    loss = ctc_loss(torch.zeros(1, 2, 3), torch.tensor([2]), characters, torch.tensor([3]))
    assert float(loss) == 0
    logits = torch.randn(1, 6, 3, generator=torch.Generator().manual_seed(0))
    wanted = torch.tensor([1]), torch.tensor([1])
    cut = ctc_loss(logits[:, :4], torch.tensor([4]), *wanted)
    assert ctc_loss(logits, torch.tensor([4]), *wanted) == pytest.approx(float(cut))


def test_lines_in_groups_cost_what_they_cost_together() -> None:
    generator = torch.Generator().manual_seed(1)
    columns = torch.tensor([9, 3, 6, 3, 8]).repeat(8)
    lines = torch.randn(40, 1, 8, 36, generator=generator)
    lengths = torch.tensor([3, 1, 2, 0, 1]).repeat(8)
    characters = torch.tensor([1, 2, 1, 2, 1, 2, 2]).repeat(8)

    def recognizer(given: torch.Tensor) -> torch.Tensor:
        sums = given.unflatten(3, (-1, 4)).sum(dim=(1, 2, 4))
        return torch.stack([sums, -sums, sums**2], dim=2)

    grouped = lines_loss(recognizer, lines, columns, characters, lengths)

    together = ctc_loss(recognizer(lines), columns, characters, lengths)
    assert float(grouped) == pytest.approx(float(together), rel=1e-5)


def test_maps_that_say_the_truth_cost_less_than_others() -> None:
    shrunk = torch.zeros(1, 16, 16)
    shrunk[:, 4:8, 2:14] = 1
    border = torch.zeros(1, 16, 16)
    border[:, 2:4, 2:14] = 0.5
    known = torch.ones(1, 16, 16)
    right = torch.stack([shrunk * 20 - 10, torch.zeros_like(shrunk)], dim=1)
    empty = torch.stack([torch.full_like(shrunk, -10), torch.zeros_like(shrunk)], dim=1)
    assert float(map_loss(right, shrunk, border, known)) < 0.1
    assert float(map_loss(empty, shrunk, border, known)) > 2


def test_nothing_is_learnt_where_the_truth_is_unknown() -> None:
    shrunk, border = torch.zeros(1, 16, 16), torch.zeros(1, 16, 16)
    shrunk[:, 2:4] = 1
    known = torch.ones(1, 16, 16)
    known[:, 8:] = 0
    logits = torch.zeros(1, 2, 16, 16, requires_grad=True)
    map_loss(logits, shrunk, border, known).backward()
    assert logits.grad is not None
    assert float(logits.grad[:, 0, 8:].abs().sum()) == 0
    assert float(logits.grad[:, 0, :8].abs().sum()) > 0
