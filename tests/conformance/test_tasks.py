"""What every task must do, proven on the tiny data of its cases; one run per case is shared."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import easel.runtime
import numpy as np
import pytest
from easel.runtime import Tensors
from pydantic import TypeAdapter

import engine.tasks
from engine.catalog import TASKS, Media
from engine.errors import Cancelled, EngineError, SpecError
from engine.evaluation import comparing
from engine.evaluation.comparing import compare
from engine.evaluation.measuring import Measured, measure
from engine.events import EventSink
from engine.export.verify import verify_package
from engine.interfaces.run import RunContext, TrainedModel
from engine.interrupt import Interrupt
from engine.specs.data import Split
from engine.specs.evaluations import EvaluatedPackage, EvaluationSpec
from engine.specs.events import CheckpointEvent, Event
from engine.specs.package.manifest import Manifest
from engine.specs.package.report import ClassificationReport, Report, SectionedReport
from engine.specs.parse import parse_training_spec
from engine.specs.schedule import ScheduleOptions
from engine.specs.training import TrainingSpec
from engine.tasks.loading import load_task
from engine.training.resources import ResourceMonitor
from engine.training.scoring import trained_model
from engine.training.trainer import Trainer
from tests.conformance.case import (
    CASES,
    Case,
    all_cases,
    module_of,
    one_of_each_family,
    one_of_each_task,
)
from tests.conformance.trained import trained_case
from tests.engine.evaluation.small_models import read_json
from tests.engine.runs import events

# For what takes a second run; the first is shared with all other tests.
ONE_OF_EACH_FAMILY = pytest.mark.parametrize(
    "finished", one_of_each_family(), ids=str, indirect=True, scope="module"
)
REPORT: TypeAdapter[Report] = TypeAdapter(Report)
# Sums in another order, and figures of a report that are of the trained network.
FIGURES_APART = 1e-4
PHASES = ["check", "prepare", "train", "evaluate", "export", "verify"]


@dataclass(frozen=True)
class Finished:
    """One run, from spec to package."""

    case: Case
    spec: TrainingSpec
    work: Path

    @property
    def package(self) -> Path:
        return self.work / "package"

    @property
    def manifest(self) -> Manifest:
        return Manifest.model_validate(read_json(self.package / "manifest.json"))

    @property
    def report(self) -> Report:
        return REPORT.validate_python(read_json(self.package / "report.json"))


@pytest.fixture(scope="module", params=one_of_each_task(), ids=str)
def finished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Finished:
    case: Case = request.param
    root = trained_case(tmp_path_factory, case)
    return Finished(case, parse_training_spec(read_json(root / "spec.json")), root / "work")


def test_every_card_has_one_task_and_every_task_one_card() -> None:
    folder = Path(engine.tasks.__file__).parent
    modules = {
        f"{path.parent.name}.{path.stem}"
        for path in folder.glob("*/*.py")
        if "\nTASK = " in path.read_text()
    }

    assert modules == set(TASKS)
    for key, card in TASKS.items():
        assert load_task(key).card is card
        assert card.key == key


def test_every_task_has_a_module_of_cases() -> None:
    assert {path.stem for path in CASES.glob("*.py")} == {module_of(key) for key in TASKS}
    assert {case.task for case in all_cases()} == set(TASKS)


def test_a_case_like_another_is_like_one_that_make_test_proves_in_full() -> None:
    cases = {str(case): case for case in all_cases()}

    likes = {case.like for case in all_cases()} - {None}
    assert likes <= set(cases)
    assert all(cases[name].like is None for name in likes if name is not None)


def test_make_test_trains_a_case_of_every_task() -> None:
    trained = [param.values[0] for param in one_of_each_task() if not param.marks]

    assert {case.task for case in trained} == set(TASKS)
    assert {str(case) for case in trained} >= {str(one) for one in all_cases() if one.like is None}


def test_a_key_outside_the_catalog_is_refused_before_any_import() -> None:
    with pytest.raises(SpecError) as error:
        load_task("os.path")
    assert error.value.code == "task_unknown"


def test_a_run_says_all_its_phases_and_ends_well(finished: Finished) -> None:
    said = events(finished.work)

    assert [event["phase"] for event in said if event["kind"] == "phase"] == PHASES
    assert said[-1]["status"] == "succeeded"
    artifacts = {event["name"]: event["path"] for event in said if event["kind"] == "artifact"}
    assert (finished.work / artifacts["package"]).is_dir()
    assert (finished.work / artifacts["report"]).is_file()


def test_a_task_learns_tiny_data(finished: Finished) -> None:
    metric = finished.report.runtime.trained_metric

    primary_metric = TASKS[finished.case.task].metric(finished.report.primary_metric)
    if primary_metric.higher_is_better:
        assert metric >= finished.case.gate
    else:
        assert metric <= finished.case.gate


def test_the_exported_model_is_as_good_as_the_trained_one(finished: Finished) -> None:
    runtime = finished.report.runtime

    assert runtime.metric == pytest.approx(runtime.trained_metric, abs=1e-6)
    assert runtime.max_abs_difference <= 1e-3
    assert runtime.num_samples > 0
    assert 0 < runtime.latency_p50_ms <= runtime.latency_p99_ms
    assert runtime.size_bytes > 0


def test_a_report_is_complete_and_holds_only_numbers(finished: Finished) -> None:
    report, card = finished.report, TASKS[finished.case.task]

    primary_metric = card.metric(finished.case.primary_metric or card.primary_metric)
    assert report.primary_metric == primary_metric.name
    assert report.num_samples == report.runtime.num_samples
    assert report.labels == tuple(label.name for label in finished.manifest.labels)
    assert report.training.train_samples > 0
    assert all(math.isfinite(value) for value in _numbers(report.model_dump()))
    for image in _images(report.model_dump()):
        assert (finished.package / image).is_file()
    if isinstance(report, ClassificationReport):
        assert report.num_mistakes == round((1 - report.accuracy.value) * report.num_samples)
    else:
        assert report.metrics[0].name == primary_metric.name
        assert report.metrics[0].unit == primary_metric.unit
        assert report.metrics[0].higher_is_better == primary_metric.higher_is_better
        assert report.sections


def test_a_package_says_what_it_is_and_reproduces_its_golden_vectors(finished: Finished) -> None:
    manifest = finished.manifest

    verify_package(finished.package)
    assert manifest.task == finished.case.task
    assert manifest.golden.cases
    assert {file.path for file in manifest.files} >= {network.file for network in manifest.networks}
    card = (finished.package / "MODEL_CARD.md").read_text("utf-8")
    assert f"`{manifest.task}`" in card


def test_a_list_of_requests_is_answered_like_each_alone(finished: Finished) -> None:
    model = easel.runtime.load(finished.package)
    task = load_task(finished.case.task)
    _, dataset = task.build_splits(finished.spec).held_out()
    sources = [dataset.source(index) for index in range(min(3, len(dataset)))]

    together = model.predict(sources)

    for source, answer in zip(sources, together, strict=True):
        alone = easel.runtime.documents(model.predict(source))
        assert _rounded(easel.runtime.documents(answer)) == _rounded(alone)


def test_evaluating_a_package_gives_the_figures_of_its_report(finished: Finished) -> None:
    report = finished.report
    split = Split(report.split)

    evaluated = _measured(finished, split)

    assert evaluated.num_samples == report.num_samples
    assert evaluated.metrics[report.primary_metric] == pytest.approx(
        report.runtime.metric, abs=FIGURES_APART
    )
    if isinstance(report, SectionedReport):
        told = {one.name: one.value for one in report.metrics if one.name in evaluated.metrics}
        given = {name: evaluated.metrics[name] for name in told}
        assert given == pytest.approx(told, abs=FIGURES_APART)


@ONE_OF_EACH_FAMILY
def test_a_package_is_evaluated_by_all_samples_of_other_data(finished: Finished) -> None:
    report = finished.report
    evaluated_alone = _measured(finished, Split(report.split))

    evaluated = _measured(finished)

    assert evaluated.num_samples >= evaluated_alone.num_samples
    assert set(evaluated.metrics) >= set(evaluated_alone.metrics)
    assert all(map(math.isfinite, evaluated.metrics.values()))


@ONE_OF_EACH_FAMILY
def test_a_package_is_no_better_than_itself(
    finished: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The interval of no difference is as narrow after the fewest resamples as after the most.
    monkeypatch.setattr(comparing, "MAX_RESAMPLES", comparing.MIN_RESAMPLES)
    models = tuple(
        EvaluatedPackage(id=name, package=str(finished.package)) for name in ("one", "other")
    )
    data = finished.spec.data

    found = compare(load_task(finished.case.task), EvaluationSpec(models=models, data=data))

    assert found.primary_metric == finished.report.primary_metric
    [part] = found.parts
    one, other = part.models
    assert part.num_samples > 0
    assert one.metrics == other.metrics
    assert found.primary_metric in one.metrics
    change = other.change
    assert change is not None
    assert (change.difference, change.better, change.worse) == (0, (), ())
    assert change.low in (None, 0)


@pytest.mark.parametrize(
    "finished",
    [one for one in one_of_each_family() if TASKS[one.values[0].task].media is Media.TABLE],
    ids=str,
    indirect=True,
    scope="module",
)
def test_rows_that_a_model_learnt_from_do_not_count_for_it(finished: Finished) -> None:
    data, task = finished.spec.data, load_task(finished.case.task)
    model = EvaluatedPackage(id="one", package=str(finished.package), trained_on=data)
    everything = EvaluationSpec(models=(model.model_copy(update={"trained_on": None}),), data=data)

    found = compare(task, EvaluationSpec(models=(model,), data=data))

    num_all = compare(task, everything).parts[0].num_samples
    measured = found.parts[0].num_samples
    assert 0 < measured < num_all
    assert measured + found.num_trained_on == num_all


@ONE_OF_EACH_FAMILY
def test_a_stopped_run_goes_on_to_the_model_of_an_unbroken_one(
    finished: Finished, tmp_path: Path
) -> None:
    document = finished.spec.model_dump(mode="json")
    options = {**document["options"], **finished.case.quick}
    spec = parse_training_spec({**document, "options": options})
    unbroken = _outputs(_train(spec, tmp_path / "unbroken"))

    # A task that learns in one go may be done before it looks up.
    try:
        _train(spec, tmp_path / "stopped", stops=True)
    except Cancelled:
        assert not (tmp_path / "stopped" / "package").exists()
    resumed = _outputs(_train(spec, tmp_path / "stopped"))
    restored = _outputs(_train(spec, tmp_path / "stopped", restores=True))

    for one, two, three in zip(unbroken, resumed, restored, strict=True):
        for name, values in one.items():
            assert np.array_equal(values, two[name], equal_nan=True), name
            assert np.array_equal(values, three[name], equal_nan=True), name


@ONE_OF_EACH_FAMILY
def test_incremental_training_starts_where_the_package_ends(
    finished: Finished, tmp_path: Path
) -> None:
    card = TASKS[finished.case.task]
    if not issubclass(card.options, ScheduleOptions) or finished.manifest.weights_file is None:
        pytest.skip("this task learns in one go")
    document = finished.spec.model_dump(mode="json")
    options = {**document["options"], "epochs": 1, "learning_rate": 1e-5}
    changes = {"options": options, "initial_package": str(finished.package)}

    trained = _train(parse_training_spec({**document, **changes}), tmp_path)

    said = events(tmp_path)
    assert any("new: none, dropped: none" in event.get("message", "") for event in said)
    first = next(event for event in said if event.get("split") == "validation")
    value, gate = first["values"][card.primary_metric], finished.case.gate
    assert value >= gate if card.higher_is_better else value <= gate
    assert not trained.summary.from_scratch


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_data_that_cannot_be_trained_on_is_named(case: Case, tmp_path: Path) -> None:
    data, code = case.refused(tmp_path)
    document = {**case.document(tmp_path / "good"), "data": data}

    with pytest.raises(EngineError) as refused:
        _train(parse_training_spec(document), tmp_path / "work")

    assert refused.value.code == code
    assert refused.value.exit_status == 65


def _train(
    spec: TrainingSpec, work: Path, *, stops: bool = False, restores: bool = False
) -> TrainedModel:
    """Train, or restore what was; a run that stops does so after its first checkpoint."""
    interrupt = Interrupt()

    def listen(event: Event) -> None:
        if stops and isinstance(event, CheckpointEvent):
            interrupt.requested = True

    work.mkdir(parents=True, exist_ok=True)
    with EventSink(work / "events.jsonl", listen) as emit, ResourceMonitor(emit) as monitor:
        context = RunContext(work, emit, interrupt, monitor)
        trainer = Trainer(load_task(spec.task), spec, context)
        return trainer.restore() if restores else trainer.train()


def _measured(finished: Finished, split: Split | None = None) -> Measured:
    model = easel.runtime.load(finished.package)
    task = load_task(finished.case.task)
    return measure(task, model, finished.spec.data, lambda done, total: None, split)


def _outputs(trained: TrainedModel) -> list[Tensors]:
    """Return what the first network says of some held-out samples."""
    task = load_task(trained.spec.task)
    _, dataset = trained.splits.held_out()
    model = trained_model(task, trained.spec, trained.splits, trained.networks, trained.files)
    return model.run(dataset.examples(range(min(8, len(dataset)))))


def _numbers(value: object) -> Iterator[float]:
    if isinstance(value, bool):
        return
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _numbers(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _numbers(part)


def _images(value: object) -> Iterator[str]:
    """Yield the files that a report names."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name in ("heatmap", "picture") and isinstance(part, str):
                yield part
            else:
                yield from _images(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _images(part)


def _rounded(value: Any) -> Any:
    """Round numbers to what sums in another order do not change."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(part) for part in value]
    return value
