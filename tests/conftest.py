"""Servers that several suites share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests import servers


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """The address of a private PostgreSQL server."""
    with servers.postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a private Redis server."""
    with servers.redis() as url:
        yield url


@pytest.fixture(scope="session")
def database_kind() -> str:
    """``postgresql``, or ``sqlite`` when ``EASEL_TEST_DATABASE`` says so."""
    return os.environ.get("EASEL_TEST_DATABASE", "postgresql")
