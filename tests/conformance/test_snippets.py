"""The code that pages show of an endpoint and of a package works, for every kind of input.

The pages' own functions write it, from the input of the model that is asked. Nothing in it is
changed before it is run, but for the files that it names: they lie beside it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import wave
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from engine.specs.asynchronous import AsyncSpec
from engine.specs.serving import GATEWAY_KEY_ID, ServedModel
from tests.conformance.trained import trained_package
from tests.engine.gateway.gateways import (
    SUFFIX,
    UPSTREAM_KEY,
    gateway_running,
    gateway_spec,
    key_of,
    revision,
    route,
)
from tests.engine.serving.deployments import API_KEY, Deployment, deployed, new_issuer, token_spec
from tests.sdk.text_package import moods, sameness, write_text_package
from tests.sdk.tiny_package import plain_image, write_package
from tests.sdk.video_package import write_video_package, zipped

FRONTEND = Path(__file__).resolve().parents[2] / "frontend"
TRAINED = {
    "audio": "speech.sound_classification single-label",
    "table": "tabular.prediction binary",
    "series": "tabular.forecasting several-targets",
    "image_text": "multimodal.image_text_retrieval captions",
}
KINDS = ("image", "text", "text_pair", "video", *TRAINED)
KEYS = (
    "curl",
    "python",
    "javascript",
    "stream_python",
    "events",
    "async",
    "async_python",
    "easydl",
    "easydl_python",
)
BUILD = """
import { build } from "vite";
const features = process.cwd() + "/src/features/";
await build({
  configFile: false, logLevel: "error", resolve: { alias: { "@": process.cwd() + "/src" } },
  build: {
    ssr: true, outDir: process.argv[1],
    rollupOptions: { input: {
      endpoint: features + "deployments/endpoint/snippets-of.ts",
      package: features + "models/version/package-snippet.ts",
    } },
  },
});
"""
WRITE = """
import { readFileSync } from "node:fs";
const { snippetsOf } = await import(process.argv[1] + "/endpoint.js");
const { packageSnippet } = await import(process.argv[1] + "/package.js");
const asked = JSON.parse(readFileSync(0, "utf8"));
const t = (key) => key;
const written = asked.map(({ endpoint, input }) => [
  ...snippetsOf(endpoint, input, t), { key: "package", code: packageSnippet(input, t) },
]);
console.log(JSON.stringify(written));
"""


@dataclass(frozen=True)
class Shown:
    """The snippets of every model, and the folder where the files lie that they name."""

    codes: dict[str, dict[str, str]]
    folder: Path


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Packages by the kind of their input."""
    root = tmp_path_factory.mktemp("packages")
    pair = {"text1": "fine", "text2": "lovely"}
    return {
        "image": write_package(root / "image"),
        "text": write_text_package(root / "text", [moods()], [{"text": "fine"}]),
        "text_pair": write_text_package(
            root / "pair", [sameness()], [pair], kind="text_pair", labels=("same", "different")
        ),
        "video": write_video_package(root / "video"),
        **{kind: trained_package(tmp_path_factory, name) for kind, name in TRAINED.items()},
    }


@pytest.fixture(scope="module")
def endpoint(
    packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Deployment, str]]:
    """Yield one deployment of all models, and a token of it."""
    issuer = new_issuer()
    models = tuple(
        ServedModel(name=kind, version="1", package=str(path)) for kind, path in packages.items()
    )
    known = token_spec(packages["image"], issuer)
    keys = (*known.api_keys, key_of(UPSTREAM_KEY, GATEWAY_KEY_ID))
    spec = token_spec(packages["image"], issuer, models=models, api_keys=keys)
    with deployed(spec, tmp_path_factory.mktemp("work")) as running:
        yield running, issuer.token()


@pytest.fixture(scope="module")
def gateway_url(
    endpoint: tuple[Deployment, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Yield where a gateway before that deployment answers, at once, in streams and later."""
    first = revision(1, endpoint[0].address, weight=100)
    spec = gateway_spec(route(first, asynchronous=AsyncSpec()))
    with gateway_running(spec, tmp_path_factory.mktemp("gateway")) as running:
        yield f"{running.url}/endpoints/{SUFFIX}"


@pytest.fixture(scope="module")
def shown(
    packages: dict[str, Path],
    endpoint: tuple[Deployment, str],
    gateway_url: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Shown:
    """What the page shows of each model."""
    deployment, token = endpoint
    asked = [
        {
            "endpoint": {
                "predictUrl": f"{gateway_url}/predict?model={kind}",
                "easydlUrl": f"{deployment.url}/rpc/2.0/ai_custom/v1/any/{kind}",
                "predictionsUrl": f"{gateway_url}/predictions?model={kind}",
                "secret": API_KEY,
                "token": token,
            },
            "input": json.loads((path / "manifest.json").read_text())["input"],
        }
        for kind, path in packages.items()
    ]
    built = tmp_path_factory.mktemp("snippets")
    _node(BUILD, str(built))
    written = json.loads(_node(WRITE, str(built), given=json.dumps(asked)))
    codes = {
        kind: {tab["key"]: tab["code"] for tab in tabs}
        for kind, tabs in zip(packages, written, strict=True)
    }
    return Shown(codes, _files(tmp_path_factory.mktemp("files")))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_code_of_an_endpoint_gets_an_answer(shown: Shown, kind: str, key: str) -> None:
    code = shown.codes[kind][key]
    assert (API_KEY if "easydl" not in key else "access_token=") in code
    printed = _run(code, key, shown.folder)
    if key == "events":
        assert "event: end" in printed
        printed = printed.partition("data: ")[2].partition("\n")[0]
    answer = json.loads(printed)
    if "async" in key:
        assert answer["status"] == "succeeded", answer
        answer = answer["response"]["body"]
    assert "error_code" not in answer, answer
    # EasyDL has a word of its own for rows.
    assert answer["results" if "results" in answer else "batch_result"], answer
    if "easydl" not in key:
        assert answer["model"] == kind


@pytest.mark.parametrize("kind", KINDS)
def test_the_code_of_a_package_prints_an_answer(
    shown: Shown, packages: dict[str, Path], kind: str
) -> None:
    here = shown.folder / "package.zip"
    here.unlink(missing_ok=True)
    shutil.make_archive(str(here.with_suffix("")), "zip", packages[kind])

    printed = _output([sys.executable, "-c", shown.codes[kind]["package"]], shown.folder)

    assert printed.startswith("[")
    assert printed.strip() != "[]"


def _run(code: str, key: str, folder: Path) -> str:
    if key in ("curl", "easydl", "events"):
        line = code.replace("curl ", "curl --silent --show-error ", 1)
        return _output(["bash", "-o", "pipefail", "-c", line], folder)
    if key == "async":
        return _output(["bash", "-o", "pipefail", "-c", code], folder)
    if key == "javascript":
        module = folder / "call.mjs"
        module.write_text(code)
        return _output([_tool("node"), str(module)], folder)
    return _output([sys.executable, "-W", "error", "-c", code], folder)


def _output(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _node(script: str, *arguments: str, given: str = "") -> str:
    done = subprocess.run(
        [_tool("node"), "--input-type=module", "-e", script, *arguments],
        cwd=FRONTEND,
        input=given,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _tool(name: str) -> str:
    found = shutil.which(name)
    assert found is not None, f"'{name}' is not installed."
    return found


def _files(folder: Path) -> Path:
    """Write what the snippets name; audio and video are longer than a command line."""
    (folder / "photo.jpg").write_bytes(plain_image((10, 220, 10)))
    noise = np.random.default_rng(0).normal(0, 3000, 60 * 16_000).astype(np.int16)
    with wave.open(str(folder / "recording.wav"), "wb") as sound:
        sound.setparams((1, 2, 16_000, 0, "NONE", ""))
        sound.writeframes(noise.tobytes())
    frames = np.random.default_rng(0).integers(200, 255, (70, 64, 64, 3), dtype=np.uint8)
    (folder / "video.mp4").write_bytes(zipped(frames))
    assert all((folder / name).stat().st_size > 2**17 for name in ("recording.wav", "video.mp4"))
    return folder
