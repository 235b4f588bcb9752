"""Which calls are measured when there are too many, and what is written when nobody reads."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event

import pytest
from easel.runtime import Model, PredictOptions, documents, load

from engine.serving.drift import log, meter
from engine.serving.drift.answered import AnsweredCall
from engine.serving.drift.budget import CpuBudget
from engine.serving.drift.log import DriftLog
from engine.serving.drift.meter import DriftMeter, open_meter
from engine.specs.drift import WindowPart
from tests.engine.serving.drift.referenced import photographs, reference_in, referenced_package

CALLS = photographs(40, seed=4)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a package with a reference."""
    return referenced_package(tmp_path_factory.mktemp("meter") / "colours", photographs(40, 5))


@pytest.fixture
def thread() -> Iterator[ThreadPoolExecutor]:
    """Yield the thread that measures."""
    with ThreadPoolExecutor(1) as pool:
        yield pool


def made(folder: Path, thread: ThreadPoolExecutor, *, saved: float = 10.0) -> DriftMeter:
    """Return a meter with so many seconds to spend, which do not come back."""
    budget = CpuBudget(share=0.0, saved_seconds=saved, now=time.monotonic())
    return DriftMeter(load(folder), reference_in(folder), thread, budget)


def answered(model: Model, image: bytes, options: PredictOptions) -> AnsweredCall:
    """Answer a call."""
    value = model.pipeline.decode(image)
    example = model.pipeline.input.prepare(value)
    outputs = model.run([example])[0]
    results = documents(model.postprocess(example, outputs, options))
    return AnsweredCall(value, example, outputs, options, results)


def call(
    one: DriftMeter, folder: Path, images: list[bytes], options: PredictOptions | None = None
) -> None:
    """Answer calls one after the other, each measured if it is to be."""
    model = load(folder)
    for image in images:
        if one.has_time():
            wait([one.measure(answered(model, image, options or PredictOptions()))])
        else:
            one.count()


def taken(one: DriftMeter) -> WindowPart:
    part = one.take()
    assert part is not None
    return part


def test_all_calls_are_counted_and_as_many_measured_as_there_is_time_for(
    folder: Path, thread: ThreadPoolExecutor
) -> None:
    one = made(folder, thread, saved=1e-9)
    call(one, folder, CALLS)
    part = taken(one)
    assert (part.num_calls, part.num_measured, part.window.num_calls) == (40, 1, 1)
    assert one.take() is None


def test_calls_that_would_wait_too_long_are_left_out(
    folder: Path, thread: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meter, "MAX_WAITING", 3)
    one, go = made(folder, thread), Event()
    thread.submit(go.wait)
    some = answered(load(folder), CALLS[0], PredictOptions())
    works = [one.measure(some) for _ in CALLS if one.has_time()]
    go.set()
    wait(works)
    assert len(works) == 3
    assert one.has_time()


def test_a_call_is_counted_in_the_window_that_it_is_measured_in(
    folder: Path, thread: ThreadPoolExecutor
) -> None:
    one, go = made(folder, thread), Event()
    thread.submit(go.wait)
    some = answered(load(folder), CALLS[0], PredictOptions())
    work = one.measure(some)
    one.count()
    before = taken(one)
    go.set()
    wait([work])
    assert (before.num_calls, before.num_measured) == (1, 0)
    after = taken(one)
    assert (after.num_calls, after.num_measured) == (1, 1)


def test_what_callers_ask_for_changes_nothing_of_what_is_counted(
    folder: Path, thread: ThreadPoolExecutor
) -> None:
    states = []
    for options in (PredictOptions(), PredictOptions(top_num=1), PredictOptions(threshold=0.9)):
        one = made(folder, thread)
        call(one, folder, CALLS, options)
        states.append(taken(one).window.counts)
    assert states[0] == states[1] == states[2]


def test_a_call_that_cannot_be_measured_costs_itself(
    folder: Path, thread: ThreadPoolExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    one = made(folder, thread)
    some = answered(load(folder), CALLS[0], PredictOptions())
    broken = AnsweredCall("no pixels", some.example, some.outputs, some.options, some.results)
    wait([one.measure(broken), one.measure(broken), one.measure(some)])
    part = taken(one)
    assert (part.num_calls, part.num_measured) == (3, 1)
    assert [record.message for record in caplog.records] == ["call not measured"]


def test_a_damaged_reference_costs_the_measuring_alone(
    tmp_path: Path, thread: ThreadPoolExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    folder = referenced_package(tmp_path / "colours", CALLS)
    model = load(folder)
    assert open_meter(model, thread) is not None
    (folder / "reference.json").write_text("{}")
    assert open_meter(load(folder), thread) is None
    assert "calls are not measured" in caplog.text


def test_while_nobody_takes_windows_away_the_folder_stays_small_and_nothing_is_lost(
    folder: Path, thread: ThreadPoolExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = made(folder, thread)
    written = DriftLog(tmp_path, [one], thread)
    call(one, folder, CALLS[:10])
    written.write()
    [path] = tmp_path.iterdir()
    size = path.stat().st_size
    monkeypatch.setattr(log, "MAX_FOLDER_BYTES", size)
    for place in range(10, 30, 10):
        call(one, folder, CALLS[place : place + 10])
        written.write()
    assert path.stat().st_size == size
    path.rename(tmp_path / "taken")
    written.write()
    assert WindowPart.model_validate_json(path.read_bytes()).num_calls == 20


def test_windows_are_written_every_few_seconds(
    folder: Path, thread: ThreadPoolExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = made(folder, thread)
    written = DriftLog(tmp_path, [one], thread)
    call(one, folder, CALLS[:1])
    written.look()
    thread.submit(int).result()
    assert not list(tmp_path.iterdir())
    now = time.monotonic()
    monkeypatch.setattr(log.time, "monotonic", lambda: now + log.EVERY_SECONDS + 1)
    written.look()
    thread.submit(int).result()
    assert len(list(tmp_path.iterdir())) == 1
