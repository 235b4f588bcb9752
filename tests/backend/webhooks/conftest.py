"""Somebody who receives what channels send."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.backend.receiver import Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver that takes everything."""
    with receiving() as made:
        yield made
