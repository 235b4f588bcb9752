"""What is shipped: licences, the bill of materials, encoders that must not travel, advisories."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import av
import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from deploy.packages import sbom
from deploy.packages.__main__ import main
from deploy.packages.advisories import find_vulnerable, read_advisories
from deploy.packages.bundled import LICENCES, NOT_SHIPPED, bundled_libraries
from deploy.packages.installed import Package, shipped_packages
from deploy.packages.without_gpl import replace_encoders
from tests.shared import shared_data

# MPL and LGPL leave the code that uses them alone; the fonts are under the OFL.
USABLE = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause",
    "BSL-1.0", "CC0-1.0", "CNRI-Python", "ISC", "LGPL-3.0-or-later", "MIT", "MIT-0", "MIT-CMU",
    "MPL-2.0", "OFL-1.1", "PSF-2.0", "Zlib",
}  # fmt: skip


def test_every_package_that_is_shipped_may_be_used_and_passed_on() -> None:
    for package in shipped_packages():
        parts = package.licence.replace("(", "").replace(")", "").replace(" OR ", " AND ")
        assert set(parts.split(" AND ")) <= USABLE, package


def test_what_only_tests_need_is_not_counted_as_shipped() -> None:
    names = {one.name for one in shipped_packages()}
    assert {"django", "torch", "onnxruntime", "react"} <= names
    assert not {"pytest", "playwright", "vite", "mypy"} & names


def test_libraries_within_wheels_have_a_licence_and_none_under_the_gpl_travels() -> None:
    libraries = bundled_libraries()
    assert {"libavcodec", "libx264", "libx265", "libsndfile_x86_64"} <= set(libraries)
    assert set(libraries) <= set(LICENCES)
    under_gpl = {
        name for name in libraries
        if LICENCES[name].startswith("GPL") and "exception" not in LICENCES[name]
    }  # fmt: skip
    assert under_gpl <= NOT_SHIPPED


def test_the_bill_of_materials_is_valid_cyclonedx() -> None:
    document = sbom.bill()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(document) is None
    purls = {one["purl"] for one in json.loads(document)["components"]}
    assert {one.purl for one in shipped_packages()} == purls
    assert sbom.bill() == document


_WRITE_AND_READ = """
import sys
import av, numpy as np

def encode(codec, path):
    with av.open(path, "w") as out:
        stream = out.add_stream(codec, rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 64, "yuv420p"
        for level in range(5):
            image = np.full((64, 64, 3), 40 * level, np.uint8)
            out.mux(stream.encode(av.VideoFrame.from_ndarray(image, format="rgb24")))
        out.mux(stream.encode())

folder, videos = sys.argv[1], sys.argv[2:]
assert av.__file__.startswith(folder), av.__file__
encode("libvpx", f"{folder}/video.webm")
paths = [f"{folder}/video.webm", *videos]
counts = [sum(1 for _ in av.open(path).decode(video=0)) for path in paths]
for codec in ("libx264", "libx265"):
    try:
        encode(codec, f"{folder}/video.mp4")
    except (av.FFmpegError, ValueError):
        continue
    raise SystemExit(f"{codec} encodes")
print(*counts)
"""


def test_videos_are_read_and_webm_is_written_without_the_encoders_under_the_gpl(
    tmp_path: Path,
) -> None:
    if shutil.which("cc") is None and shutil.which("gcc") is None:
        pytest.skip("There is no C compiler to build the stand-ins with.")
    site = Path(av.__file__).parents[1]
    for name in ("av", "av.libs"):
        shutil.copytree(site / name, tmp_path / name)
    copies = {
        name: tuple(tmp_path / "av.libs" / path.name for path in paths)
        for name, paths in bundled_libraries().items()
        if name in NOT_SHIPPED
    }
    assert len(replace_encoders(copies)) == 2
    clips = shared_data("video_clips")
    videos = [str(clips / name) for name in ("demo.mp4", "test.avi")]
    done = subprocess.run(
        [sys.executable, "-c", _WRITE_AND_READ, str(tmp_path), *videos],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["5", "280", "164"], done.stderr


ADVISORY = {
    "id": "OSV-1",
    "summary": "Reads what it should not.",
    "affected": [
        {
            "package": {"ecosystem": "PyPI", "name": "Example.Package"},
            "ranges": [
                {
                    "type": "ECOSYSTEM",
                    "events": [
                        {"introduced": "0"}, {"fixed": "1.4"},
                        {"introduced": "2.0"}, {"last_affected": "2.3"},
                    ],
                }
            ],
            "versions": ["5.0"],
        }
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("version", "is_affected"),
    [("1.0", True), ("1.3.9", True), ("1.4", False), ("1.10", False), ("2.0", True),
     ("2.3", True), ("2.3.1", False), ("5.0", True), ("5.0.1", False)],
)  # fmt: skip
def test_an_advisory_holds_for_the_versions_in_its_ranges(version: str, is_affected: bool) -> None:
    installed = [
        Package("pypi", "example-package", version, "MIT"),
        Package("npm", "Example.Package", version, "MIT"),
    ]
    found = find_vulnerable(installed, [ADVISORY])
    assert [one.advisory for one in found] == (["OSV-1"] if is_affected else [])
    assert find_vulnerable(installed, [{**ADVISORY, "withdrawn": "2026-01-01T00:00:00Z"}]) == []


def test_advisories_are_read_from_a_file_and_found_ones_fail_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "advisories.json"
    events = [{"introduced": "5"}, {"fixed": "99"}]
    affected = {
        "package": {"ecosystem": "PyPI", "name": "Django"},
        "ranges": [{"type": "ECOSYSTEM", "events": events}],
    }
    file.write_text(json.dumps([{"id": "OSV-2", "summary": "Bad.", "affected": [affected]}]))
    packed = shutil.make_archive(str(tmp_path / "all"), "zip", tmp_path, "advisories.json")
    assert len(list(read_advisories(file))) == 1
    monkeypatch.setattr(sys, "argv", ["packages", "advisories", str(file)])
    assert main() == 1
    assert "OSV-2 Bad. (fixed in 99)" in capsys.readouterr().out
    file.write_text("no JSON")
    assert main() == 65
    assert Path(packed).exists()
