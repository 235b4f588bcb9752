"""One installation for all tests that only read or add; those that kill things start their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workers.installation import Installation


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """A running installation, shared by the tests of a module."""
    yield from _running(tmp_path_factory.mktemp("installation"))


def _running(folder: Path) -> Iterator[Installation]:
    made = Installation(folder)
    try:
        made.start()
        yield made
    finally:
        made.close()
