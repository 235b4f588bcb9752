"""One package, one issuer and one running deployment for all tests of serving."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.serving.deployments import (
    Deployment,
    Issuer,
    deployed,
    new_issuer,
    token_spec,
)
from tests.sdk.tiny_package import write_package


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a tiny model package."""
    return write_package(tmp_path_factory.mktemp("serving") / "colours")


@pytest.fixture(scope="session")
def issuer() -> Issuer:
    """Return the platform that signs tokens."""
    return new_issuer()


@pytest.fixture(scope="session")
def deployment(
    package: Path, issuer: Issuer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Deployment]:
    """Yield a deployment of one replica that asks for tokens."""
    with deployed(token_spec(package, issuer), tmp_path_factory.mktemp("work")) as running:
        yield running
