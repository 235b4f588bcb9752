"""Model packages as one file."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

from backend.model_registry.services.packages import pack


def test_a_package_packed_on_another_day_has_the_same_bytes(tmp_path: Path) -> None:
    for day, name in enumerate(("one", "two"), start=1):
        for place, content in (("manifest.json", b"{}" * 500), ("golden/0.npy", b"\0" * 64)):
            file = tmp_path / name / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            os.utime(file, (86_400 * day, 86_400 * day))
        pack(tmp_path / name, tmp_path / f"{name}.zip")

    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["golden/0.npy", "manifest.json"]
