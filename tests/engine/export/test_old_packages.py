"""Packages that an earlier Easel wrote open with this one, and answer as they did.

Each of ``tests/golden/packages`` was trained on tiny data before a change of the format or of names
within it. They are never written anew: a later one comes beside them.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from easel.runtime import Package

from engine.drift.reference import package_reference
from engine.export.verify import verify_package

PACKAGES = sorted((Path(__file__).parents[2] / "golden" / "packages").glob("*.zip"))


def test_there_are_packages_of_several_media() -> None:
    assert {path.name.split(".")[0] for path in PACKAGES} >= {"image", "tabular", "text"}


@pytest.mark.parametrize("path", PACKAGES, ids=lambda path: path.stem)
def test_a_package_of_before_opens_and_answers_as_it_did(path: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(path) as package:
        package.extractall(tmp_path)
    verify_package(tmp_path)
    # What their calls are compared with came later.
    assert package_reference(Package(tmp_path)) is None
