"""The lines of the guide stream frames, requests and lists of inputs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.specs.gateway import GatewaySpec
from tests.documents.pages import blocks
from tests.engine.gateway.gateways import gateway_running
from tests.engine.serving.deployments import ROOT, Deployment, deployed, new_issuer, token_spec
from tests.sdk.tiny_package import plain_image

PAGE = ROOT / "docs/how-to/stream-predictions.md"


@pytest.fixture
def server(packages: tuple[Path, Path], tmp_path: Path) -> Iterator[Deployment]:
    """Yield the model server that the page starts: open to everybody."""
    spec = token_spec(packages[0], new_issuer(), access="open")
    with deployed(spec, tmp_path / "server") as running:
        yield running


def test_the_lines_of_the_guide_are_answered(
    server: Deployment,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = list(blocks(PAGE))
    (spec,) = (text for _, text, name in found if name == "gateway.json")
    document = json.loads(spec.replace("127.0.0.1:8080", server.address)) | {"port": 0}
    images = tmp_path / "digits/3"
    images.mkdir(parents=True)
    for number in range(6):
        (images / f"digit-{number}.png").write_bytes(plain_image((10, 40 * number, 220)))
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    gateway = GatewaySpec.model_validate(document)
    with gateway_running(gateway, tmp_path / "gateway") as running:
        for language, text, _ in found:
            if language == "python":
                exec(text.replace("127.0.0.1:8081", running.address), names)
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [*"12345"]
    assert sorted(one["index"] for one in names["results"]) == [0, 1, 2, 3, 4]
