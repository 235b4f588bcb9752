"""A window counts calls in bounded room, is stored as JSON, and is put together with others."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.drift.window import Window
from engine.errors import DataError
from engine.specs.drift import WindowLimits, WindowState
from tests.engine.drift.drawn_calls import NOW, drawn_calls, reference_of, window_of

REFERENCE = reference_of(drawn_calls(60, 1))


def stored(window: Window) -> Window:
    """Return the window as it comes back from a row."""
    state = WindowState.model_validate_json(window.state().model_dump_json())
    return Window.of_state(window.reference, state)


def test_a_stored_window_goes_on_as_if_it_had_never_been_stored() -> None:
    calls = drawn_calls(80, 2)
    whole, parts = window_of(REFERENCE, calls), Window(REFERENCE)
    for start in range(0, 80, 20):
        for call in calls[start : start + 20]:
            parts.add(call, NOW)
        parts = stored(parts)
    assert parts.state().counts == whole.state().counts
    assert parts.state().descriptor_sum == pytest.approx(whole.state().descriptor_sum, abs=1e-4)
    assert stored(Window(REFERENCE)).state() == Window(REFERENCE).state()


def test_windows_of_replicas_put_together_are_one_window_of_all_calls() -> None:
    calls = drawn_calls(80, 3)
    one, other = window_of(REFERENCE, calls[:30]), Window(REFERENCE)
    for call in calls[30:]:
        other.add(call, NOW - timedelta(minutes=5))
    one.merge(other)
    whole = window_of(REFERENCE, calls).state()
    state = one.state()
    assert (state.num_calls, state.counts) == (80, whole.counts)
    assert (state.first_at, state.last_at) == (NOW - timedelta(minutes=5), NOW)
    assert state.num_descriptors == 80


def test_room_does_not_grow_with_the_calls() -> None:
    window = window_of(REFERENCE, drawn_calls(50, 4))
    before = len(window.state().model_dump_json())
    for _ in range(14):
        window.merge(stored(window))
    assert window.num_calls == 50 * 2**14
    # Counts of five more digits in about fifty bins, and sums.
    assert len(window.state().model_dump_json()) < before + 800


def test_bins_of_another_reference_are_refused() -> None:
    other = reference_of(drawn_calls(60, 9))
    with pytest.raises(DataError, match="another model version") as caught:
        Window(REFERENCE).merge(Window(other))
    assert caught.value.code == "other_reference"
    with pytest.raises(DataError, match="another model version"):
        Window.of_state(other, Window(REFERENCE).state())


def test_a_window_ends_by_its_calls_or_by_its_time() -> None:
    window = Window(REFERENCE)
    by_count = WindowLimits(num_calls=50)
    by_time = WindowLimits(num_calls=None, seconds=3600)
    later = NOW + timedelta(hours=1)
    assert not window.is_over(by_time, later)
    for call in drawn_calls(49, 5):
        window.add(call, NOW)
    assert not window.is_over(by_count, later)
    assert not window.is_over(by_time, later - timedelta(seconds=1))
    assert window.is_over(by_time, later)
    window.add(drawn_calls(1, 6)[0], NOW)
    assert window.is_over(by_count, NOW)
