"""Which revision answers, how answers are compared, and when a new one is taken back."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from pydantic import ValidationError

from engine.gateway.comparison import agreement
from engine.gateway.places import find_place
from engine.gateway.revisions import Revisions
from engine.gateway.windows import Window
from engine.serving.errors import ServingError
from engine.specs.gateway import RevisionSpec, RollBackRule
from tests.engine.gateway.gateways import gateway_spec, revision, route


def _revisions(*weights: float, **changes: Any) -> Revisions:
    made = (revision(number, weight=one) for number, one in enumerate(weights, 1))
    return Revisions(route(*made, **changes), {})


def test_keys_are_shared_out_evenly_and_alike_everywhere() -> None:
    one, two = _revisions(75, 25), _revisions(75, 25)
    chosen = [one.share(f"caller-{number}", None).number for number in range(4000)]
    assert chosen == [two.share(f"caller-{number}", None).number for number in range(4000)]
    # Five deviations of the binomial: 5 * sqrt(4000 * .25 * .75).
    assert abs(chosen.count(2) - 1000) < 137


def test_nobody_who_may_call_none_of_those_that_answer_is_answered_by_another() -> None:
    revisions = _revisions(100, 0)
    assert revisions.share("a", (1, 2)).number == 1
    with pytest.raises(ServingError, match="Easel-Revision"):
        revisions.share("a", (2,))


def test_a_shadow_is_reached_by_no_name() -> None:
    shadow = RevisionSpec(number=2, version="2", is_shadow=True)
    revisions = Revisions(route(revision(1, weight=100), shadow), {})
    for named in (lambda: revisions.of_number("2"), lambda: revisions.of_version("2")):
        with pytest.raises(ServingError, match="It has: 1"):
            named()


def _worse(new: list[tuple[float, bool]], old: list[tuple[float, bool]]) -> str | None:
    rule = RollBackRule(revision=2, back_to=1, min_calls=20)
    revisions = _revisions(50, 50, roll_back=rule)
    for number, calls in ((2, new), (1, old)):
        found = revisions.by_number(number)
        assert found is not None
        for latency, failed in calls:
            found.window.add(time.monotonic(), latency, failed=failed)
    return revisions.reason_to_roll_back()


def test_a_revision_is_taken_back_for_failures_or_slowness_beyond_the_margin_alone() -> None:
    good = [(10.0, False)] * 100
    assert _worse(good, good) is None
    assert _worse([(10.0, True)] * 19, good) is None
    failing = _worse([(10.0, True)] * 10 + good, good)
    assert "9.1% of the calls of revision 2 failed" in str(failing)
    assert _worse([(10.0, True)] * 4 + good, good) is None
    slow = _worse([(500.0, False)] * 5 + 2 * good, 2 * good)
    assert "took up to" in str(slow)
    assert _worse([(500.0, False)] * 5 + 2 * good, []) is None


def test_a_window_forgets_what_is_past() -> None:
    window = Window(10)
    window.add(100.0, 5.0, failed=True)
    window.add(105.0, 50.0, failed=False)
    assert (window.num_calls(109.0), window.failure_share(109.0)) == (2, 0.5)
    assert (window.num_calls(111.0), window.failure_share(111.0)) == (1, 0.0)
    assert window.percentile_ms(111.0, 0.99) == pytest.approx(50, rel=0.25)
    assert window.percentile_ms(200.0, 0.99) is None


def _body(*results: dict[str, Any]) -> bytes:
    return json.dumps({"log_id": 1, "results": results}).encode()


CAT, DOG = {"name": "cat", "score": 0.9}, {"name": "dog", "score": 0.1}
CAT_BOX = {"name": "cat", "score": 0.9, "location": {"left": 1}}
DOG_BOX = {"name": "dog", "score": 0.9, "location": {"left": 1}}


@pytest.mark.parametrize(
    ("answer", "other", "expected"),
    [
        (_body(CAT, DOG), _body({**CAT, "score": 0.6}, DOG), 1),
        (_body(CAT), _body({**DOG, "score": 0.95}, CAT), 0),
        (_body(CAT_BOX, CAT_BOX, DOG_BOX), _body(CAT_BOX, DOG_BOX), 2 / 3),
        (_body(), _body(), 1),
        (_body({"value": 100.0}), _body({"value": 100.5}), 1),
        (_body({"value": 100.0}), _body({"value": 120.0}), 0),
        (_body({"text": "a"}), _body({"text": "b"}), 0),
        (_body(CAT), b'{"error": "no"}', None),
        (_body(CAT), b"nothing", None),
    ],
)
def test_answers_of_any_task_are_compared(
    answer: bytes, other: bytes, expected: float | None
) -> None:
    assert agreement(answer, other) == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/endpoints/a/predict", ("a", "/predict")),
        ("/endpoints/a/v2/models/a/infer", ("a", "/v2/models/a/infer")),
        ("/endpoints/a", ("a", "/")),
        ("/endpoints/a/metrics", None),
        ("/endpoints/a/../b/predict", None),
        ("/v2/models/a.tensors/versions/3/infer", ("a", "/v2/models/a.tensors/versions/3/infer")),
        ("/rpc/2.0/ai_custom/v1/detection/a", ("a", "/rpc/2.0/ai_custom/v1/detection/a")),
        ("/a/ImageClassification", ("a", "/a/ImageClassification")),
        ("/predict", None),
        ("/", None),
    ],
)
def test_addresses_lead_to_deployments(path: str, expected: tuple[str, str] | None) -> None:
    place = find_place(path)
    assert (None if place is None else (place.suffix, place.path)) == expected


def test_shares_that_are_not_a_whole_and_names_that_are_taken_are_refused() -> None:
    whole = route(revision(1, weight=100))
    for make, words in (
        (lambda: route(revision(1, weight=60), revision(2, weight=30)), "add up to 90"),
        (lambda: route(revision(1, weight=100), revision(1)), "has a revision twice"),
        (lambda: revision(2, weight=10, is_shadow=True), "is a shadow"),
        (lambda: revision(1, "nowhere"), "addresses"),
        (lambda: gateway_spec(whole, whole), "the same suffix: colours"),
        (lambda: gateway_spec(whole, processes=2), "Set counters_url"),
        (
            lambda: route(revision(1, weight=100), roll_back=RollBackRule(revision=2, back_to=1)),
            "it has",
        ),
    ):
        with pytest.raises(ValidationError, match=words):
            make()


@pytest.mark.parametrize(
    ("usual_ms", "slow_ms", "num_calls", "goes_back"),
    [
        (50, 400, 200, True),
        (50, 400, 199, False),
        # Twice as long, and nobody would notice.
        (20, 80, 200, False),
        # A good deal longer, and not by much of what is usual.
        (2000, 2500, 200, False),
    ],
)
def test_calls_go_back_from_what_is_clearly_slower(
    usual_ms: float, slow_ms: float, num_calls: int, goes_back: bool
) -> None:
    reason = _worse([(slow_ms, False)] * num_calls, [(usual_ms, False)] * num_calls)
    assert (reason is not None) is goes_back
