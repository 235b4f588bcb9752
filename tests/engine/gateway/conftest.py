"""Two model servers of two versions for all tests of the gateway."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.gateway.gateways import server_spec
from tests.engine.serving.deployments import Deployment, Issuer, deployed, new_issuer
from tests.sdk.tiny_package import write_package


@pytest.fixture(scope="session")
def issuer() -> Issuer:
    """Return the platform that signs tokens."""
    return new_issuer()


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the folders of two tiny model packages."""
    folder = tmp_path_factory.mktemp("gateway")
    return write_package(folder / "first"), write_package(folder / "second")


@pytest.fixture(scope="session")
def servers(
    packages: tuple[Path, Path], issuer: Issuer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Deployment, Deployment]]:
    """Yield a model server of each of two versions."""
    first, second = packages
    with (
        deployed(server_spec(first, issuer, "1"), tmp_path_factory.mktemp("one")) as one,
        deployed(server_spec(second, issuer, "2"), tmp_path_factory.mktemp("two")) as two,
    ):
        yield one, two
