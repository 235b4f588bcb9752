"""Build the wheels of ``easel`` and of the engine: ``python -m deploy.wheels FOLDER``.

Needs setuptools and pip, no network. What both depend on comes from a package index, or from files
of your own.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from deploy.sdk.python.build import NOT_PACKED, build_wheel, wheel_of

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "deploy" / "engine"


def build_engine_wheel(folder: Path) -> Path:
    """Build the wheel of the engine into a folder, without network, and return its path.

    Raises:
        SdkBuildError: when pip or setuptools fail.
    """
    with tempfile.TemporaryDirectory(prefix="easel-engine-wheel-") as scratch:
        copy = Path(scratch) / "easel-engine"
        shutil.copytree(ENGINE, copy, ignore=NOT_PACKED)
        shutil.copy(ROOT / "LICENSE", copy / "LICENSE")
        tree = copy / "src" / "easel_engine" / "tree" / "engine"
        shutil.copytree(ROOT / "engine", tree, ignore=NOT_PACKED)
        # The weights lie beside the engine as they do in the project.
        weights = tree.parent / "deploy" / "weights"
        shutil.copytree(ROOT / "deploy" / "weights", weights)
        version = tomllib.loads((copy / "pyproject.toml").read_text())["project"]["version"]
        (copy / "requirements.txt").write_text("\n".join([f"easel=={version}", *dependencies()]))
        return wheel_of(copy, folder)


def dependencies() -> list[str]:
    """Return what the engine imports, from the groups of the main ``pyproject.toml``."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    return list(dict.fromkeys(_group(groups, "engine")))


def _group(groups: dict[str, list[Any]], name: str) -> list[str]:
    found: list[str] = []
    for entry in groups[name]:
        found += [entry] if isinstance(entry, str) else _group(groups, entry["include-group"])
    return found


def build_all(folder: Path) -> tuple[Path, ...]:
    """Build both wheels into a folder, and remove those of other versions there.

    Raises:
        SdkBuildError: when pip or setuptools fail.
    """
    built = (build_wheel(folder), build_engine_wheel(folder))
    for other in set(folder.glob("easel*.whl")) - set(built):
        other.unlink()
    return built


if __name__ == "__main__":
    for wheel in build_all(Path(sys.argv[1])):
        sys.stdout.write(f"{wheel}\n")
