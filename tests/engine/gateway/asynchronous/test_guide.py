"""The lines of the guide have a call accepted, fetch its result and delete it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.specs.gateway import GatewaySpec
from tests.documents.pages import blocks
from tests.engine.gateway.gateways import gateway_running
from tests.engine.serving.deployments import ROOT, Deployment, deployed, new_issuer, token_spec
from tests.sdk.tiny_package import plain_image

PAGE = ROOT / "docs/how-to/predict-asynchronously.md"


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@pytest.fixture
def server(packages: tuple[Path, Path], tmp_path: Path) -> Iterator[Deployment]:
    """Yield the model server that the page starts: open to everybody."""
    spec = token_spec(packages[0], new_issuer(), access="open")
    with deployed(spec, tmp_path / "server") as running:
        yield running


def test_the_lines_of_the_guide_fetch_and_delete_a_result(
    server: Deployment, tmp_path: Path
) -> None:
    found = list(blocks(PAGE))
    (spec,) = (text for _, text, name in found if name == "gateway.json")
    document = json.loads(spec.replace("127.0.0.1:8080", server.address)) | {"port": 0}
    image = tmp_path / "digits/3/digit-0003.png"
    image.parent.mkdir(parents=True)
    image.write_bytes(plain_image((10, 220, 10)))
    names: dict[str, Any] = {}
    gateway = GatewaySpec.model_validate(document)
    with gateway_running(gateway, tmp_path / "gateway") as running, _inside(tmp_path):
        for language, text, _ in found:
            if language == "python":
                exec(text.replace("127.0.0.1:8081", running.address), names)
        assert names["caller"].get(names["address"]).status_code == 404
        names["caller"].close()
    assert names["results"][0]["name"]
