"""Assemble the Python SDK that a customer downloads: package, wheel, example, self-test, README.

``python deploy/sdk/python/build.py PACKAGE TARGET.zip``, or ``easel_sdk_zip`` from a worker. Needs
setuptools and pip, no network and no inference runtime.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent
TEXTS = ("README.md", "example.py", "selftest.py")
NOT_PACKED = shutil.ignore_patterns("__pycache__", "*.egg-info")
EPOCH = (1980, 1, 1, 0, 0, 0)
"""Times of day in the zip would make equal contents differ."""


class SdkBuildError(Exception):
    """The SDK could not be assembled; the message says why."""


def build_wheel(folder: Path) -> Path:
    """Build the wheel of ``easel`` into a folder, without network, and return its path.

    Raises:
        SdkBuildError: when pip or setuptools fail; their last lines are in the message.
    """
    with tempfile.TemporaryDirectory(prefix="easel-wheel-") as scratch:
        # setuptools writes beside its sources; those may be read-only, or shared by other builds.
        copy = Path(scratch) / "easel"
        copy.mkdir()
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(SOURCE / name, copy / name)
        shutil.copytree(SOURCE / "src", copy / "src", ignore=NOT_PACKED)
        return wheel_of(copy, folder)


def wheel_of(source: Path, folder: Path) -> Path:
    """Build the wheel of a project into a folder, without network, and return its path.

    Args:
        source: of the project, which setuptools writes beside.
        folder: made when it is missing; an older wheel of the name is replaced.

    Raises:
        SdkBuildError: when pip or setuptools fail; their last lines are in the message.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="wheel-", dir=folder) as made:
        command = [sys.executable, "-m", "pip", "wheel", str(source), "--wheel-dir", made]
        options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
        done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SdkBuildError(
                f"The wheel of {source.name} could not be built: {done.stderr.strip()[-2000:]} "
                "Install setuptools and pip in this environment."
            )
        (wheel,) = Path(made).glob("*.whl")
        return wheel.replace(folder / wheel.name)


def easel_sdk_zip(package: Path, target: Path, *, wheel: Path | None = None) -> Path:
    """Write the Python SDK of a model package as a zip.

    Args:
        package: folder of the model package.
        target: the zip to write; it appears whole or not at all.
        wheel: a wheel of ``easel`` built earlier; ``None`` builds one.

    Returns:
        ``target``.

    Raises:
        SdkBuildError: when the folder is no package, or the wheel cannot be built.
    """
    try:
        manifest = json.loads((package / "manifest.json").read_text(encoding="utf-8"))
        files = ["manifest.json", *(file["path"] for file in manifest["files"])]
        root = f"{manifest['name']}-{manifest['version']}-python".replace("/", "_")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SdkBuildError(f"'{package}' is not a model package ({error}).") from error
    with tempfile.TemporaryDirectory(prefix="easel-sdk-") as scratch:
        wheel = wheel or build_wheel(Path(scratch))
        partial = target.with_name(f".{target.name}.partial")
        with zipfile.ZipFile(partial, "w") as archive:
            for name in TEXTS:
                _add(archive, SOURCE / name, f"{root}/{name}")
            _add(archive, wheel, f"{root}/wheels/{wheel.name}")
            for file in files:
                _add(archive, package / file, f"{root}/model/{file}")
        partial.replace(target)
    return target


def _add(archive: zipfile.ZipFile, path: Path, name: str) -> None:
    info = zipfile.ZipInfo(name, EPOCH)
    info.external_attr = 0o644 << 16
    # Weights hardly shrink, and a deflated copy of them takes seconds.
    large = path.stat().st_size > 1_000_000
    info.compress_type = zipfile.ZIP_STORED if large else zipfile.ZIP_DEFLATED
    with path.open("rb") as source, archive.open(info, "w") as sink:
        shutil.copyfileobj(source, sink, 1 << 20)


if __name__ == "__main__":
    easel_sdk_zip(Path(sys.argv[1]), Path(sys.argv[2]))
