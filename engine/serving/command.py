"""The command line of ``serve``."""

from __future__ import annotations

import argparse
import logging
import secrets
import sys
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from easel.flags import parse

from engine.errors import EngineError
from engine.serving.files import write_text
from engine.serving.supervision.supervisor import supervise
from engine.specs.serving import CallerKey, DeploymentSpec, ServedModel

if TYPE_CHECKING:
    from easel.runtime.manifest import Manifest

MAX_PORT = 65_535
FILES = {"image": "photo.jpg", "audio": "audio.wav", "video": "video.mp4"}
"""What the first call of a person may send, by kind of input."""


def main(argv: Sequence[str] | None = None) -> int:
    """Serve a deployment, or one package for people, and return the exit status."""
    options = parse(_parser(), argv)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    try:
        if options.spec is not None:
            return supervise(options.spec, options.work)
        return _serve_package(options)
    except EngineError as error:
        sys.stderr.write(f"{error.message}\n")
        return error.exit_status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine serve", description="Serve model packages over HTTP."
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--spec", type=Path, help="deployment.json; SIGHUP reads it again")
    what.add_argument("--package", type=Path, help="serve one model package, a folder or a zip")
    parser.add_argument("--work", type=Path, help="folder for address, status, logs and metrics")
    parser.add_argument("--host", default="127.0.0.1", help="address to bind (with --package)")
    parser.add_argument("--port", type=_port, default=8080, help="port; 0 takes a free one")
    parser.add_argument("--replicas", type=int, default=1, help="number of processes")
    parser.add_argument(
        "--open", action="store_true", help="ask callers for nothing; else an API key is made"
    )
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > MAX_PORT:
        raise argparse.ArgumentTypeError(f"'{text}' is no port. Choose one from 0 to {MAX_PORT}.")
    return int(text)


def _serve_package(options: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="easel-serving-") as folder:
        work = options.work or Path(folder)
        work.mkdir(parents=True, exist_ok=True)
        key = None if options.open else f"ek_{secrets.token_urlsafe(24)}"
        manifest = _manifest(options.package)
        spec = _package_spec(options, manifest, key)
        path = work / "deployment.json"
        write_text(path, spec.model_dump_json())
        file = FILES.get(manifest.input["kind"])
        return supervise(
            path,
            work,
            on_ready=lambda host, port: _greet(host, port, key, file),
            ends_on_hang_up=True,
        )


def _greet(host: str, port: int, key: str | None, file: str | None) -> None:
    credentials = "" if key is None else f"-H 'X-API-Key: {key}' "
    body = "-H 'Content-Type: application/json' -d @question.json"
    if file is not None:
        body = f"--data-binary @{file}"
    sys.stderr.write(
        f"Serving on http://{host}:{port} until Ctrl-C. What it takes: /openapi.json. Try it:\n"
        f"  curl {credentials}{body} http://{host}:{port}/predict\n"
    )


def _package_spec(
    options: argparse.Namespace, manifest: Manifest, key: str | None
) -> DeploymentSpec:
    keys = () if key is None else (CallerKey(id="run", sha256=sha256(key.encode()).hexdigest()),)
    name, version = manifest.name, manifest.version
    return DeploymentSpec(
        deployment_id=name,
        host=options.host,
        port=options.port,
        replicas=options.replicas,
        models=(ServedModel(name=name, version=version, package=str(options.package.resolve())),),
        access="open" if key is None else "token",
        audience="easel",
        api_keys=keys,
    )


def _manifest(path: Path) -> Manifest:
    from easel.errors import PackageError
    from easel.runtime.package import Package

    from engine.errors import SpecError

    try:
        return Package(path).manifest
    except PackageError as error:
        raise SpecError(error.message, code=error.code) from error
