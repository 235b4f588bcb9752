"""The downloaded SDK works in a clean environment, off line, with three lines.

The environment holds none of this project. numpy, pillow and onnxruntime are lent to it by a path
file, because tests install nothing from a network.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from deploy.sdk.python.build import SdkBuildError, easel_sdk_zip
from tests.sdk.tiny_package import plain_image, write_package

LENT = ("numpy", "numpy.libs", "PIL", "pillow.libs", "onnxruntime", "flatbuffers", "google")


@pytest.fixture(scope="module")
def sdk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the unpacked SDK of a tiny model."""
    folder = tmp_path_factory.mktemp("sdk")
    package = write_package(folder / "package", name="colours", version="3")
    with zipfile.ZipFile(easel_sdk_zip(package, folder / "sdk.zip")) as archive:
        assert all(name.startswith("colours-3-python/") for name in archive.namelist())
        archive.extractall(folder)
    return folder / "colours-3-python"


@pytest.fixture(scope="module")
def python(sdk: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the interpreter of a clean environment with the SDK's wheel installed."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, with_pip=False, system_site_packages=False)
    (site,) = (folder / "lib").glob("python*/site-packages")
    lent = folder / "lent"
    lent.mkdir()
    installed = Path(sysconfig.get_paths()["purelib"])
    for path in installed.iterdir():
        if path.name in LENT:
            (lent / path.name).symlink_to(path)
    (site / "lent.pth").write_text(str(lent))
    interpreter = folder / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(interpreter), "install", "--quiet"]
    offline = ["--no-index", "--no-deps", "--find-links", str(sdk / "wheels"), "easel"]
    subprocess.run([*install, *offline], check=True, timeout=120, env=clean_environment())
    return interpreter


def clean_environment() -> dict[str, str]:
    """Return the environment without what would lead Python to the checkout."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def run(python: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(python), *arguments],
        cwd=folder,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_three_lines_answer_in_a_clean_environment(python: Path, sdk: Path) -> None:
    (sdk / "photo.png").write_bytes(plain_image((10, 220, 10)))
    lines = (
        "from easel.runtime import load\n"
        "model = load('model')\n"
        "print(model.predict('photo.png')[0].name)\n"
    )
    done = run(python, sdk, "-c", lines)
    assert done.stdout.strip() == "green", done.stderr
    assert lines.split("\n")[0] in (sdk / "README.md").read_text()


def test_the_example_and_the_selftest_run(python: Path, sdk: Path) -> None:
    (sdk / "photo.png").write_bytes(plain_image((10, 10, 220)))
    example = run(python, sdk, "example.py", "photo.png")
    assert json.loads(example.stdout.splitlines()[0])["name"] == "blue", example.stderr
    selftest = run(python, sdk, "selftest.py")
    assert selftest.returncode == 0, selftest.stderr
    assert "3 golden vectors" in selftest.stdout


def test_the_selftest_fails_on_a_changed_file(python: Path, sdk: Path) -> None:
    report = sdk / "model" / "report.json"
    before = report.read_bytes()
    try:
        report.write_bytes(b"[]")
        assert run(python, sdk, "selftest.py").returncode == 1
    finally:
        report.write_bytes(before)


def test_nothing_of_the_server_is_in_the_wheel(sdk: Path) -> None:
    (wheel,) = (sdk / "wheels").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert all(name.startswith(("easel/", "easel-")) for name in names)
    assert "easel/py.typed" in names


def test_equal_packages_give_equal_zips(sdk: Path, tmp_path: Path) -> None:
    package = write_package(tmp_path / "package")
    (wheel,) = (sdk / "wheels").glob("*.whl")
    zips = [easel_sdk_zip(package, tmp_path / name, wheel=wheel) for name in ("a.zip", "b.zip")]
    assert zips[0].read_bytes() == zips[1].read_bytes()


def test_what_is_no_package_is_refused(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps({"name": "x"}))
    with pytest.raises(SdkBuildError):
        easel_sdk_zip(tmp_path, tmp_path / "sdk.zip")
    assert not (tmp_path / "sdk.zip").exists()
