"""One installation for all tests here: starting one costs more than most of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workers.installation import Installation


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """A running installation; who kills a part of it waits until it is back."""
    yield from _running(tmp_path_factory.mktemp("installation"))


def _running(folder: Path) -> Iterator[Installation]:
    # Receivers of webhooks are on this machine, too.
    made = Installation(folder, EASEL_WEBHOOK_PRIVATE_HOSTS="127.0.0.1")
    try:
        made.start()
        yield made
    finally:
        made.close()
