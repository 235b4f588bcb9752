"""Two revisions are compared by what was counted of each, and no more is said than that allows."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from rest_framework.test import APIClient

from backend.deployments.models import CallLogOffset, CallStatistic, Deployment, ShadowStatistic
from backend.deployments.services import counting
from backend.deployments.services.comparisons import Comparison, compare_revisions
from backend.deployments.services.counting import Span, bucket_of, count_calls
from backend.deployments.services.shadow_counting import count_shadows, pair_key
from backend.deployments.services.statistics import summarise
from backend.deployments.services.verdicts import (
    MIN_CALLS,
    MIN_CALLS_TO_DIFFER,
    Interval,
    Measured,
    compare,
    error_difference,
    rank_test,
    share_of,
)
from engine.specs.gateway import ShadowRecord
from engine.specs.serving import CallRecord
from tests.backend.conftest import World, ok
from workers.calls import count_new_calls


def call(
    revision: int | None, latency_ms: float = 10.0, *, status: int = 200, label: str = "cat",
    score: float | None = 0.5,
) -> CallRecord:  # fmt: skip
    """Return a call of now."""
    return CallRecord(
        time=datetime.now(UTC), log_id=1, model="m", version="1", route="predict", status=status,
        error_code=None, latency_ms=latency_ms, batch_size=1, top_label=label, top_score=score,
        caller=None, revision=revision,
    )  # fmt: skip


def copy(
    answered: str = "cat", shadow_label: str | None = "cat", *, revision: int = 1, shadow: int = 2,
    status: int = 200, agreement: float | None = 1.0,
) -> ShadowRecord:  # fmt: skip
    """Return what a shadow said now."""
    return ShadowRecord(
        time=datetime.now(UTC), log_id=1, revision=revision, shadow_revision=shadow, status=status,
        latency_ms=20.0, agreement=agreement, top_label=answered, shadow_top_label=shadow_label,
    )  # fmt: skip


@pytest.fixture
def two(deployment: Deployment) -> Deployment:
    """An endpoint with two revisions of one model version."""
    deployment.revisions.create(number=2, model_version=deployment.model_version, replicas=1)
    return deployment


def compared(deployment: Deployment, revision: int = 2, other: int = 1) -> Comparison:
    return compare_revisions(deployment_id=deployment.id, revision=revision, other=other, hours=24)


def test_calls_are_counted_by_revision_and_by_version_as_before(two: Deployment) -> None:
    calls = [call(1), call(1, score=None), call(2, score=0.9), call(None)]
    count_calls(deployment_id=two.id, file="7", begin=0, end=90, calls=calls)
    for span in Span:
        rows = CallStatistic.objects.filter(span=span).order_by("revision")
        assert [(row.revision, row.num_calls, row.num_scored, row.score_sum) for row in rows] == [
            (0, 1, 1, 0.5),
            (1, 2, 1, 0.5),
            (2, 1, 1, 0.9),
        ]
    assert summarise(deployment_id=two.id, hours=1).versions == {"1": 4}


def test_shadows_are_counted_by_the_pair_of_revisions(
    two: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "MAX_NAMES", 2)
    copies = [
        *(copy("a", "a"), copy("b", "b"), copy("a", "a"), copy("b", "b"), copy("c", "c")),
        *(copy("a", "b", agreement=0.25), copy("a", "b", agreement=0), copy("b", "c", agreement=0)),
        copy("c", "a", agreement=0),
        copy("a", None, status=503, agreement=None),
        copy(revision=2, shadow=1),
    ]
    count_shadows(deployment_id=two.id, file="7", begin=0, end=90, calls=copies)
    assert not count_shadows(deployment_id=two.id, file="7", begin=0, end=90, calls=copies)
    for span in (Span.HOUR, Span.DAY):
        row = ShadowStatistic.objects.get(span=span, revision=1, shadow_revision=2)
        assert (row.num_calls, row.num_errors, row.num_compared) == (10, 1, 9)
        assert (row.agreement_sum, row.latency_sum_ms) == (5.25, 200)
        # Of many labels those that agree leave room for those that differ.
        kept = [("a", "b"), ("b", "c"), ("a", "a"), ("b", "b")]
        assert set(row.label_pairs) == {pair_key(*pair) for pair in kept}
    assert ShadowStatistic.objects.filter(revision=2, shadow_revision=1).count() == 2


class Killed(Exception):
    """Stands for the end of a worker in the middle of its work."""


@pytest.mark.parametrize("kind", ["calls", "shadows"])
@pytest.mark.parametrize("step", ["rename", "forget_log", "unlink"])
def test_a_log_counts_once_whichever_step_its_worker_is_killed_at(
    two: Deployment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, step: str
) -> None:
    line = {"calls": call(2), "shadows": copy()}[kind].model_dump_json()
    folder = tmp_path / "logs"
    folder.mkdir()
    log = folder / f"{kind}-7.1.jsonl"
    log.write_text(f"{line}\n{line}\n")

    def killed(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        where = "workers.calls.forget_log" if step == "forget_log" else f"pathlib.Path.{step}"
        patch.setattr(where, killed)
        with pytest.raises(Killed):
            count_new_calls(deployment_id=two.id, folder=folder)
    count_new_calls(deployment_id=two.id, folder=folder)
    assert list(folder.iterdir()) == []
    assert not CallLogOffset.objects.exists()
    rows = {"calls": CallStatistic, "shadows": ShadowStatistic}[kind].objects
    assert rows.get(span=Span.DAY).num_calls == 2


def test_the_figures_are_those_that_a_hand_computes(two: Deployment) -> None:
    calls = [
        *[call(1, 10.0, score=0.8)] * 90,
        *[call(1, 30.0, status=500, score=None)] * 10,
        *[call(2, 40.0, label="dog", score=0.6)] * 49,
        call(2, 90.0, status=400, label="dog"),
    ]
    count_calls(deployment_id=two.id, file="7", begin=0, end=90, calls=calls)
    found = compared(two)
    assert (found.revision.number, found.other.number) == (2, 1)
    assert found.revision.model_version.id == two.model_version_id
    one = found.other.answered
    assert (one.num_calls, one.num_errors, one.labels) == (100, 10, {"cat": 100})
    assert one.latency_mean_ms == pytest.approx(12)
    assert one.mean_score == pytest.approx(0.8)
    assert one.latency_p50_ms == pytest.approx(10, rel=0.25)
    assert one.latency_p95_ms == pytest.approx(30, rel=0.25)
    # Wilson's interval of 10 of 100: (0.10 + 1.9207/100 ± 1.96 √(0.09/100 + 0.9604/100²)) / 1.0384.
    assert one.error_share is not None
    assert one.error_share.low == pytest.approx(0.0552, abs=1e-4)
    assert one.error_share.high == pytest.approx(0.1744, abs=1e-4)
    assert found.revision.answered.labels == {"dog": 50}
    assert (found.shadow, found.revision.copies, found.other.copies) == (None, None, None)
    assert found.verdict.num_calls_needed == MIN_CALLS


def test_what_a_shadow_said_is_seen_from_either_side(two: Deployment) -> None:
    copies = [*[copy()] * 5, *[copy("cat", "dog", agreement=0)] * 3]
    copies += [copy("dog", "cat", revision=2, shadow=1, agreement=0.5)]
    count_shadows(deployment_id=two.id, file="7", begin=0, end=90, calls=copies)
    found = compared(two)
    assert found.shadow is not None
    assert (found.shadow.num_compared, found.shadow.agreement) == (9, pytest.approx(5.5 / 9))
    pairs = [(one.label, one.other_label, one.num_calls) for one in found.shadow.differing]
    assert pairs == [("dog", "cat", 4)]
    assert found.revision.copies is not None
    assert found.revision.copies.labels == {"cat": 5, "dog": 3}
    assert found.revision.copies.num_calls == 8
    assert found.revision.answered.num_calls == 0
    back = compared(two, 1, 2).shadow
    assert back is not None
    assert [(one.label, one.other_label) for one in back.differing] == [("cat", "dog")]


def measured(num_calls: int, num_errors: int = 0, latency_ms: float = 10.0) -> Measured:
    """Return calls of which half are twice as slow as the others."""
    half = num_calls // 2
    buckets: dict[str, int] = {}
    for each, num in ((latency_ms, num_calls - half), (2 * latency_ms, half)):
        buckets[bucket_of(each)] = buckets.get(bucket_of(each), 0) + num
    return Measured(
        num_calls, num_errors, latency_ms * (num_calls - half) + 2 * latency_ms * half, buckets
    )


def test_an_error_verdict_needs_an_interval_without_zero_and_fifty_calls() -> None:
    assert share_of(0, 0) is None
    assert share_of(0, 20) == Interval(0, 0, pytest.approx(0.1611, abs=1e-4))
    # Newcombe's own example: 56 of 70 against 48 of 80.
    assert error_difference(measured(70, 56), measured(80, 48)) == Interval(
        pytest.approx(0.2), pytest.approx(0.0524, abs=1e-4), pytest.approx(0.3339, abs=1e-4)
    )
    many, least = measured(1000, 10), MIN_CALLS_TO_DIFFER
    assert compare(measured(least, 10), many).errors == "more"
    assert compare(many, measured(least, 10)).errors == "fewer"
    assert compare(measured(least - 1, 10), many).errors is None
    # By hand: 5 of 200 against 10 of 1000 is 1.5 ± 1.65 points at its lower end, 6 is 2.0 ± 1.82.
    assert compare(measured(MIN_CALLS, 5), many).errors == "no_difference_found"
    assert compare(measured(MIN_CALLS, 6), many).errors == "more"
    assert error_difference(measured(MIN_CALLS, 6), many).low == pytest.approx(0.0018, abs=1e-4)


def test_too_few_calls_are_said_and_not_taken_for_no_difference() -> None:
    few, enough = measured(MIN_CALLS - 1), measured(MIN_CALLS)
    verdict = compare(few, enough)
    assert (verdict.errors, verdict.latency, verdict.num_calls_needed) == (None, None, MIN_CALLS)
    verdict = compare(enough, enough)
    assert (verdict.errors, verdict.latency) == ("no_difference_found", "no_difference_found")
    assert verdict.num_calls_needed is None
    none = compare(measured(0), enough)
    assert (none.errors, none.error_difference, none.num_calls_needed) == (None, None, MIN_CALLS)


def test_slower_is_more_than_a_tenth_and_found_by_ranks() -> None:
    base = measured(1000, latency_ms=11)
    assert compare(measured(MIN_CALLS, latency_ms=14), base).latency == "slower"
    assert compare(base, measured(MIN_CALLS, latency_ms=14)).latency == "faster"
    assert compare(measured(MIN_CALLS - 1, latency_ms=14), base).latency is None
    # Ranks tell them apart, and 8 % is too little to speak of.
    close = measured(1000, latency_ms=11.9)
    assert rank_test(close.latency_buckets, base.latency_buckets) > 1.96
    assert compare(close, base).latency == "no_difference_found"
    # The mean is ten times as long, because of a single call.
    one_slow = Measured(1000, 0, base.latency_sum_ms * 10, base.latency_buckets)
    assert compare(one_slow, base).latency == "no_difference_found"


def test_ranks_are_those_of_a_table_with_ties() -> None:
    # 3 and 2 in the lower bucket, 1 and 4 in the upper: U = 1·2 + 3·2/2 + 1·4/2 = 7 of 24 pairs,
    # expected 12; ties 5³ - 5 twice; variance 4·6/12 · (11 - 240/90) = 16.667.
    assert rank_test({"1.0": 3, "2.0": 1}, {"1.0": 2, "2.0": 4}) == pytest.approx(-5 / 16.6667**0.5)
    assert rank_test({"1.0": 3}, {"1.0": 5}) == 0
    assert rank_test({}, {"1.0": 5}) == 0


def test_over_http_revisions_that_are_not_there_or_one_are_refused(
    api: APIClient, world: World, two: Deployment
) -> None:
    path = f"/api/v1/deployments/{two.id}/comparison"
    found = ok(api.get(path, {"revision": 2, "other": 1}))
    assert found["revision"]["answered"]["error_share"] is None
    assert found["verdict"]["num_calls_needed"] == MIN_CALLS
    missing = api.get(path, {"revision": 2, "other": 7})
    assert (missing.status_code, missing.json()["code"]) == (404, "revision_not_found")
    assert missing.json()["params"] == {"number": 7}
    same = api.get(path, {"revision": 2, "other": 2})
    assert (same.status_code, same.json()["code"]) == (422, "same_revision")
    assert api.get(path, {"revision": 2}).status_code == 422
