"""A model server for tests of load."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engine.gateway.gateways import server_spec
from tests.engine.serving.deployments import Deployment, Issuer, deployed, new_issuer
from tests.sdk.tiny_package import write_package


@pytest.fixture(scope="session")
def issuer() -> Issuer:
    """Return the platform that signs tokens."""
    return new_issuer()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, issuer: Issuer) -> Iterator[Deployment]:
    """Yield a model server."""
    package = write_package(tmp_path_factory.mktemp("package") / "colours")
    with deployed(server_spec(package, issuer), tmp_path_factory.mktemp("server")) as running:
        yield running
