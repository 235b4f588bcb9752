"""Load a package and ask it, as a customer does."""

from __future__ import annotations

import ast
import hashlib
import json
import shutil
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from easel.errors import BackendError, InputError, PackageError
from easel.runtime import ImageSource, load
from PIL import Image

from tests.sdk.tiny_package import colour_network, plain_image, write_package

GREEN = (10, 220, 10)
SOURCE = Path(__file__).resolve().parents[2] / "deploy/sdk/python/src/easel"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_package(tmp_path_factory.mktemp("package") / "colours")


def zipped(package: Path, target: Path, prefix: str = "") -> Path:
    with zipfile.ZipFile(target, "w") as archive:
        for path in package.rglob("*"):
            if path.is_file():
                archive.write(path, prefix + path.relative_to(package).as_posix())
    return target


def edited(package: Path, target: Path, edit: Callable[[dict[str, object]], None]) -> Path:
    shutil.copytree(package, target)
    manifest = json.loads((target / "manifest.json").read_text())
    edit(manifest)
    (target / "manifest.json").write_text(json.dumps(manifest))
    return target


def test_three_lines_answer_for_every_kind_of_source(package: Path, tmp_path: Path) -> None:
    model = load(package)
    data = plain_image(GREEN)
    (tmp_path / "green.png").write_bytes(data)
    pixels = np.asarray(Image.open(tmp_path / "green.png"))
    sources: list[ImageSource] = [data, tmp_path / "green.png", str(tmp_path / "green.png"), pixels]
    sources.append(Image.open(tmp_path / "green.png"))
    predictions = [model.predict(source) for source in sources]
    assert all(prediction == predictions[0] for prediction in predictions)
    assert predictions[0][0].name == "green"
    assert sum(one.score for one in predictions[0]) == pytest.approx(1)


def test_a_list_gives_what_each_gives_alone(package: Path) -> None:
    model = load(package)
    images = [plain_image((30 * i % 256, 200 - 5 * i, 7 * i)) for i in range(40)]
    together = model.predict(images)
    alone = [model.predict(image) for image in images]
    assert [[one.name for one in prediction] for prediction in together] == [
        [one.name for one in prediction] for prediction in alone
    ]
    scores = [[one.score for one in prediction] for prediction in together]
    assert np.allclose(
        scores, [[one.score for one in prediction] for prediction in alone], atol=1e-6
    )
    assert model.predict([]) == []


@pytest.mark.parametrize("prefix", ["", "colours-1/"])
def test_a_zip_is_as_good_as_a_folder(package: Path, tmp_path: Path, prefix: str) -> None:
    model = load(zipped(package, tmp_path / "package.zip", prefix))
    assert model.predict(plain_image(GREEN)) == load(package).predict(plain_image(GREEN))
    assert model.selftest().passed


def test_the_selftest_passes_and_counts(package: Path) -> None:
    outcome = load(package).selftest()
    assert outcome.failures == ()
    assert (outcome.num_cases, outcome.max_abs_difference) == (3, 0.0)


def test_the_selftest_names_a_changed_file_and_a_changed_network(
    package: Path, tmp_path: Path
) -> None:
    changed = write_package(tmp_path / "other", model=colour_network(bias=0.5))
    for file in ("golden/0.outputs.logits.npy", "golden/1.inputs.image.npy"):
        shutil.copy(package / file, changed / file)
    failures = load(changed).selftest().failures
    assert any("golden/0.outputs.logits.npy" in failure for failure in failures)


def test_a_tampered_network_is_not_loaded(package: Path, tmp_path: Path) -> None:
    copy = edited(package, tmp_path / "copy", lambda manifest: None)
    (copy / "model.onnx").write_bytes((copy / "model.onnx").read_bytes() + b"\0")
    with pytest.raises(PackageError) as caught:
        load(copy)
    assert caught.value.code == "file_changed"


@pytest.mark.parametrize("name", ["../secret.onnx", "/etc/passwd", "a\\..\\b", "C:model.onnx"])
def test_a_name_that_leads_outside_is_refused(package: Path, tmp_path: Path, name: str) -> None:
    def lead_outside(manifest: dict[str, object]) -> None:
        manifest["networks"] = [{**NETWORK, "file": name}]
        manifest["files"] = [{"path": name, "sha256": "0" * 64, "bytes": 3}]

    (tmp_path / "secret.onnx").write_bytes(b"123")
    copy = edited(package, tmp_path / "copy", lead_outside)
    for path in (copy, zipped(copy, tmp_path / "copy.zip")):
        with pytest.raises(PackageError) as caught:
            load(path)
        assert caught.value.code == "file_unsafe"


def test_a_link_out_of_the_package_is_refused(package: Path, tmp_path: Path) -> None:
    copy = edited(package, tmp_path / "copy", lambda manifest: None)
    (copy / "model.onnx").rename(tmp_path / "model.onnx")
    (copy / "model.onnx").symlink_to(tmp_path / "model.onnx")
    with pytest.raises(PackageError) as caught:
        load(copy)
    assert caught.value.code == "file_unsafe"


IMAGE = {"name": "image", "datatype": "FP32", "shape": [None, 3, 8, 8]}
NETWORK = {
    "name": "classifier",
    "file": "model.onnx",
    "inputs": [IMAGE],
    "outputs": [{"name": "logits", "datatype": "FP32", "shape": [None, 3]}],
}


def set_field(name: str, value: object) -> Callable[[dict[str, object]], None]:
    return lambda manifest: manifest.__setitem__(name, value)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("schema_version", 2, "manifest_version"),
        ("ops_version", 2, "manifest_version"),
        ("input", {"kind": "smell"}, "input_unsupported"),
        ("preprocessing", [{"op": "magic"}], "op_unknown"),
        ("postprocessing", [{"op": "softmax"}], "op_unknown"),
        ("postprocessing", [{"op": "labels", "select": "top"}], "op_order"),
        ("labels", [{"name": "only", "threshold": 0.5}], "manifest_invalid"),
        ("labels", "none", "manifest_invalid"),
        ("networks", [], "manifest_invalid"),
        ("networks", [{**NETWORK, "inputs": [{**IMAGE, "name": "x"}]}], "manifest_invalid"),
        ("networks", [{**NETWORK, "inputs": [{**IMAGE, "datatype": "INT64"}]}], "manifest_invalid"),
        (
            "networks",
            [{**NETWORK, "inputs": [{**IMAGE, "shape": [2, 3, 8, 8]}]}],
            "manifest_invalid",
        ),
    ],
)
def test_a_manifest_that_does_not_fit_is_refused_at_load(
    package: Path, tmp_path: Path, field: str, value: object, code: str
) -> None:
    with pytest.raises(PackageError) as caught:
        load(edited(package, tmp_path / "copy", set_field(field, value)))
    assert caught.value.code == code


def test_what_is_no_package_is_named(tmp_path: Path) -> None:
    (tmp_path / "noise.zip").write_bytes(b"PK\x03\x04 and then nothing")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    codes = []
    for name in ("absent", "noise.zip", "empty.zip"):
        with pytest.raises(PackageError) as caught:
            load(tmp_path / name)
        codes.append(caught.value.code)
    assert codes == ["package_missing", "package_damaged", "package_missing"]


def test_a_network_that_is_not_onnx_is_named(tmp_path: Path) -> None:
    folder = write_package(tmp_path / "broken")
    (folder / "model.onnx").write_bytes(b"junk")
    manifest = json.loads((folder / "manifest.json").read_text())
    for file in manifest["files"]:
        if file["path"] == "model.onnx":
            file.update(bytes=4, sha256=hashlib.sha256(b"junk").hexdigest())
    (folder / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(BackendError) as caught:
        load(folder)
    assert caught.value.code == "model_unloadable"


def test_an_absent_back_end_is_named(package: Path) -> None:
    with pytest.raises(BackendError) as caught:
        load(package, backend="abacus")
    assert "abacus" in caught.value.message


def test_something_that_is_no_image_is_refused(package: Path) -> None:
    with pytest.raises(InputError) as caught:
        load(package).predict(42)  # type: ignore[call-overload]
    assert caught.value.code == "input_type"


def test_one_model_answers_many_threads(package: Path) -> None:
    model = load(package, threads=1)
    images = [plain_image((i * 9 % 256, i * 31 % 256, i * 57 % 256)) for i in range(24)]
    expected = [model.predict(image) for image in images]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(model.predict, images)) == expected


def test_a_multi_label_model_answers_by_threshold(tmp_path: Path) -> None:
    model = load(write_package(tmp_path / "multi", multi_label=True))
    assert [one.name for one in model.predict(plain_image((250, 250, 0)))] == ["red", "green"]
    assert model.predict(plain_image((0, 0, 0))) == []


def test_a_back_end_installed_beside_is_found_by_its_name(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "abacus.py").write_text(
        "from easel.runtime.backends.onnxruntime import load as load_onnx\n"
        "def load(model, *, threads):\n"
        "    session = load_onnx(model, threads=threads)\n"
        "    run = session.run\n"
        "    session.run = lambda inputs: [-one for one in run(inputs)]\n"
        "    return session\n"
    )
    metadata = tmp_path / "abacus-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: abacus\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[easel.backends]\nabacus = abacus:load\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    model = load(package, backend="abacus")
    assert model.predict(plain_image(GREEN))[-1].name == "green"
    assert any("'logits' differs" in failure for failure in model.selftest().failures)


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: path.name)
def test_the_source_is_within_the_syntax_of_python_3_9(path: Path) -> None:
    ast.parse(path.read_text(), feature_version=(3, 9))
