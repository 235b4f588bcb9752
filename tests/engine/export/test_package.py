"""A package is whole, true and verified, or not there at all."""

from __future__ import annotations

import hashlib
import json
import resource
import shutil
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy as copy_of
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import easel.runtime
import numpy as np
import pytest
import torch
from easel.runtime import documents
from PIL import Image
from safetensors.torch import load_file
from torch import Tensor, nn

from engine.data.files import FolderFiles
from engine.data.image.dataset import ImageDataset
from engine.drift.assessing import assess
from engine.drift.measuring.calls import call_features
from engine.drift.reference import package_reference
from engine.drift.window import Window
from engine.errors import DataError, ExportError, ResourceError
from engine.events import EventSink
from engine.export.package import build_package
from engine.export.verify import Replay, replay, require_same_labels, verify_package
from engine.interfaces.dataset import TaskDataset
from engine.interfaces.run import TrainedModel
from engine.onnx_graphs.torch_network import TorchNetwork
from engine.specs.package.manifest import Manifest
from engine.specs.package.report import ClassificationReport
from engine.tasks.image.classification import TASK
from engine.training.scoring import trained_model
from tests.engine.evaluation.small_models import DIGITS, NUM_TEST, read_json


def replayed(
    package: Path,
    trained: TrainedModel,
    dataset: TaskDataset,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Replay:
    model = trained_model(TASK, trained.spec, trained.splits, trained.networks)
    exported = easel.runtime.load(package)
    return replay(TASK, model, exported, trained.networks[0], dataset, progress=progress)


@pytest.fixture
def copy(package: Path, tmp_path: Path) -> Path:
    """A package that the test may damage."""
    return Path(shutil.copytree(package, tmp_path / "copy"))


def read_manifest(package: Path) -> Manifest:
    return Manifest.model_validate_json((package / "manifest.json").read_bytes())


def test_manifest_lists_every_file_with_its_sum(package: Path) -> None:
    listed = {file.path: file for file in read_manifest(package).files}
    found = {path.relative_to(package).as_posix(): path for path in package.rglob("*.*")}
    assert set(found) == {*listed, "manifest.json"}
    for name, file in listed.items():
        content = found[name].read_bytes()
        assert (file.sha256, file.bytes) == (hashlib.sha256(content).hexdigest(), len(content))
    assert {"model.onnx", "weights.safetensors", "report.json", "MODEL_CARD.md"} <= set(listed)


def test_manifest_says_where_the_model_came_from(package: Path) -> None:
    manifest = read_manifest(package)
    assert (manifest.name, manifest.version, manifest.backbone) == ("digits", "1", "small_cnn")
    assert tuple(label.name for label in manifest.labels) == DIGITS
    assert manifest.lineage.run_id == "run-1"
    assert manifest.lineage.dataset_version_id == "version-1"
    (network,) = manifest.networks
    assert network.inputs[0].shape == (None, 3, 16, 16)
    assert network.outputs[0].shape == (None, 10)


def test_report_is_measured_on_the_deployed_runtime_too(package: Path) -> None:
    read_json(package / "report.json")
    report = ClassificationReport.model_validate_json((package / "report.json").read_bytes())
    assert report.runtime.num_samples == report.num_samples == NUM_TEST
    assert report.runtime.metric == report.runtime.trained_metric == report.accuracy.value
    assert 0 < report.runtime.max_abs_difference < 1e-4
    assert report.runtime.size_bytes == (package / "model.onnx").stat().st_size
    assert 0 < report.runtime.latency_p50_ms <= report.runtime.latency_p99_ms
    for image in [item.heatmap for item in (*report.mistakes[:60], *report.examples)]:
        assert image is not None
        with Image.open(package / image) as heatmap:
            assert (heatmap.mode, heatmap.size) == ("RGBA", (16, 16))


def test_reference_tells_calls_of_held_out_samples_from_others(
    package: Path, trained: TrainedModel
) -> None:
    model = easel.runtime.load(package)
    assert model.package is not None
    reference = package_reference(model.package)
    assert reference is not None
    assert (package / "reference.json").stat().st_size <= 200_000
    assert (reference.document.split, reference.num_rows) == ("test", NUM_TEST)
    assert {"input.brightness", "answer.confidence", "answer.class"} <= {
        feature.name for feature in reference.features
    }
    same, inverted = Window(reference), Window(reference)
    for index in range(NUM_TEST):
        pixels = model.pipeline.decode(trained.splits.test.source(index))
        for window, value in ((same, pixels), (inverted, 255 - pixels)):
            example = model.pipeline.input.prepare(value)
            results = documents(model.postprocess(example, model.run([example])[0]))
            for call in call_features(model.manifest.input, value, results):
                window.add(call, datetime.now(UTC))
    # The very samples of the reference are in the very same bins.
    for feature, counts in zip(reference.features, same.counts, strict=True):
        assert tuple(counts.tolist()) == feature.counts
    assert assess(same).verdict == "same"
    report = assess(inverted)
    assert report.verdict == "drifted"
    assert "input.brightness" in {one.name for one in report.features if one.has_drifted}


def test_weights_are_those_of_the_trained_network(package: Path, trained: TrainedModel) -> None:
    stored = load_file(package / "weights.safetensors")
    for name, tensor in trained.module.state_dict().items():
        assert torch.equal(stored[name], tensor), name


def test_golden_vectors_come_from_real_samples_of_odd_sizes_too(package: Path) -> None:
    cases = read_manifest(package).golden.cases
    assert 3 <= len(cases) <= 5
    shapes = {np.load(package / str(case.decoded)).shape for case in cases}
    request = json.loads((package / cases[0].request).read_text("utf-8"))
    with Image.open(package / request["image"]["file"]) as image:
        assert image.format == "PNG"
    assert (8, 8, 3) in shapes
    assert any(height % 2 == width % 2 == 1 for height, width, _ in shapes)
    result = json.loads((package / cases[0].result).read_text("utf-8"))["results"]
    assert result[0]["name"] in DIGITS


def test_model_card_names_model_and_accuracy(package: Path) -> None:
    card = (package / "MODEL_CARD.md").read_text("utf-8")
    report = ClassificationReport.model_validate_json((package / "report.json").read_bytes())
    assert card.startswith("# digits 1\n")
    assert f"accuracy {report.accuracy.value:.4f}" in card


def test_events_tell_the_phases_and_the_artifacts(work: Path) -> None:
    events = [json.loads(line) for line in (work / "events.jsonl").read_text().splitlines()]
    phases = [event["phase"] for event in events if event["kind"] == "phase"]
    assert phases == ["evaluate", "export", "verify"]
    paths = [event["path"] for event in events if event["kind"] == "artifact"]
    assert paths == ["package", "package/report.json"]


def test_export_replaces_what_a_killed_one_left(work: Path) -> None:
    assert sorted(path.name for path in work.iterdir()) == ["events.jsonl", "package"]
    assert not (work / "package" / "leftover.txt").exists()


def test_package_answers_like_the_trained_network(package: Path, trained: TrainedModel) -> None:
    model = easel.runtime.load(package)
    dataset = trained.splits.test
    for index in range(0, len(dataset), 10):
        (example,) = dataset.examples([index])
        (logits,) = trained.networks[0].session().run(example.tensors)
        assert model.predict(dataset.source(index))[0].name == DIGITS[int(logits.argmax())]


def test_changed_file_is_named(copy: Path) -> None:
    (copy / "report.json").write_text("{}")
    with pytest.raises(ExportError, match=r"report\.json"):
        verify_package(copy)


def test_missing_network_is_named(copy: Path) -> None:
    (copy / "model.onnx").unlink()
    with pytest.raises(ExportError, match=r"model\.onnx") as caught:
        verify_package(copy)
    assert caught.value.code == "file_missing"


def test_golden_vectors_catch_a_network_that_answers_otherwise(copy: Path) -> None:
    manifest = read_manifest(copy)
    path = copy / manifest.golden.cases[0].outputs["logits"]
    np.save(path, np.load(path) + 0.01)
    content = path.read_bytes()
    files = tuple(
        file.model_copy(update={"sha256": hashlib.sha256(content).hexdigest()})
        if copy / file.path == path
        else file
        for file in manifest.files
    )
    changed = manifest.model_copy(update={"files": files})
    (copy / "manifest.json").write_text(changed.model_dump_json())
    with pytest.raises(ExportError, match=r"output 'logits' differs by 0\.01") as caught:
        verify_package(copy)
    assert caught.value.code == "selftest_failed"


class Shifted(nn.Module):
    """A network whose exported form answers otherwise, for real samples only."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, image: Tensor) -> Tensor:
        logits: Tensor = self.network(image)
        if torch.compiler.is_exporting():
            logits = logits + 0.01 * (image.abs().amax(dim=(1, 2, 3)) > 0).float()[:, None]
        return logits


def test_export_that_answers_otherwise_leaves_no_package(
    trained: TrainedModel, tmp_path: Path
) -> None:
    module = Shifted(trained.module)
    networks = TASK.networks(trained.spec, trained.splits, module)
    shifted = replace(trained, module=module, networks=networks)
    with (
        EventSink(tmp_path / "events.jsonl") as emit,
        pytest.raises(ExportError, match=r"by 0\.01 on sample 'digit") as caught,
    ):
        build_package(TASK, shifted, work=tmp_path, emit=emit)
    assert caught.value.code == "export_differs"
    assert [path.name for path in tmp_path.iterdir()] == ["events.jsonl"]


def test_logits_that_are_no_numbers_are_refused(package: Path, trained: TrainedModel) -> None:
    (network,) = trained.networks
    assert isinstance(network, TorchNetwork)
    broken = copy_of(network.module)
    nn.init.constant_(broken.get_parameter("head.bias"), float("nan"))
    networks = TASK.networks(trained.spec, trained.splits, broken)
    with pytest.raises(ExportError, match="answers differently"):
        replayed(package, replace(trained, networks=networks), trained.splits.test)


def test_another_best_label_is_allowed_in_a_tie_only() -> None:
    trained = np.array([[1.0, 1.00005]], dtype=np.float32)
    exported = np.array([[1.00005, 1.0]], dtype=np.float32)
    require_same_labels(trained, exported, ["tie.png"])
    with pytest.raises(ExportError, match=r"another best label .* 'clear\.png'"):
        require_same_labels(trained * 10, exported * 10, ["clear.png"])


@pytest.fixture
def small_disk() -> Iterator[None]:
    """Let no file grow over 200 kB, which the kernel reports as a full disk is reported."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.usefixtures("small_disk")
def test_full_disk_is_named_and_leaves_no_package(trained: TrainedModel, tmp_path: Path) -> None:
    with (
        EventSink(tmp_path / "events.jsonl") as emit,
        pytest.raises(ResourceError, match="no room") as caught,
    ):
        build_package(TASK, trained, work=tmp_path, emit=emit)
    assert caught.value.code == "disk_full"
    assert [path.name for path in tmp_path.iterdir()] == ["events.jsonl"]


def test_model_without_held_out_samples_is_refused_before_the_export(
    trained: TrainedModel, tmp_path: Path
) -> None:
    ops = TASK.pipeline(trained.spec, trained.splits).preprocessing
    nothing = ImageDataset((), FolderFiles(tmp_path), ops, lambda chosen: {})
    splits = replace(trained.splits, validation=nothing, test=nothing)
    with (
        EventSink(tmp_path / "events.jsonl") as emit,
        pytest.raises(DataError, match="split a share"),
    ):
        build_package(TASK, replace(trained, splits=splits), work=tmp_path, emit=emit)
    assert [path.name for path in tmp_path.iterdir()] == ["events.jsonl"]


class Repeated:
    """A split that shows the samples of another again and again."""

    def __init__(self, dataset: TaskDataset, times: int) -> None:
        self.dataset = dataset
        self.records = [*dataset.records] * times
        self.memory_bytes, self.is_loaded = 0, True

    def __len__(self) -> int:
        return len(self.records)

    def load(self) -> Iterator[int]:
        return self.dataset.load()

    def examples(self, indices: Sequence[int]) -> Sequence[easel.runtime.Example]:
        return self.dataset.examples([index % len(self.dataset) for index in indices])

    def source(self, index: int) -> easel.runtime.Source:
        return self.dataset.source(index % len(self.dataset))


def test_large_split_is_replayed_in_part_and_the_same_part_each_time(
    package: Path, trained: TrainedModel
) -> None:
    dataset = Repeated(trained.splits.test, 18)
    seen: list[tuple[int, int]] = []
    first, again = (
        replayed(package, trained, dataset, progress=lambda *done: seen.append(done))
        for _ in range(2)
    )
    assert first.num_samples == len(first.exported) == 2000 < len(dataset)
    assert first.records == again.records
    assert seen[-1] == (2000, 2000)


class Brighter(Repeated):
    """A split that training saw otherwise than the runtime prepares it."""

    def examples(self, indices: Sequence[int]) -> Sequence[easel.runtime.Example]:
        return [
            replace(example, tensors={"image": example.tensors["image"] + np.float32(0.1)})
            for example in super().examples(indices)
        ]


def test_a_sample_that_training_saw_otherwise_is_named(
    package: Path, trained: TrainedModel
) -> None:
    with pytest.raises(ExportError, match="otherwise than training did") as caught:
        replayed(package, trained, Brighter(trained.splits.test, 1))
    assert caught.value.code == "preparation_differs"
