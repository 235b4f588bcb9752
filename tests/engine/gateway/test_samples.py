"""What is kept of a call: its parts, its results, and nothing that is not to be stored."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from engine.gateway.inputs import parts_of, results_of
from engine.gateway.masking import without_contacts, without_fields
from engine.gateway.samples import MAX_ANSWER_BYTES, Samples
from engine.gateway.shadows import Compared
from engine.serving.calls import Call
from engine.serving.errors import ServingError
from engine.serving.forwarding.upstream import Asked, Response
from engine.specs.gateway import SampledCall, SamplingSpec

FILE = b"\x89PNG\r\n\x1a\n and what follows"
FORM = (
    b'--xyz\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
    + FILE
    + b"\r\n--xyz--\r\n"
)


def asked(body: bytes, content_type: str = "application/json", **headers: str) -> Asked:
    """Return a request as it comes to a gateway."""
    pairs = [(b"content-type", content_type.encode())]
    pairs += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Asked(b"POST", b"/endpoints/one/predict", pairs, body, None)


def answered(document: object) -> Response:
    """Return the answer of a model server."""
    return Response(200, [], json.dumps(document).encode())


@pytest.mark.parametrize(
    ("request_", "kind", "parts"),
    [
        (asked(FILE, "image/png"), "image", {"image": FILE}),
        (asked(FILE, "application/octet-stream"), "image", {"image": FILE}),
        (asked(FORM, "multipart/form-data; boundary=xyz"), "image", {"image": FILE}),
        (
            asked(json.dumps({"image": base64.b64encode(FILE).decode(), "top_num": 2}).encode()),
            "image",
            {"image": FILE},
        ),
        (asked(b'{"text": "fine"}', "text/plain"), "text", {"text": '{"text": "fine"}'}),
        (asked("好".encode(), "text/plain; charset=utf-8"), "text", {"text": "好"}),
        (
            asked(b'{"text1": "one", "text2": "two"}'),
            "text_pair",
            {"text1": "one", "text2": "two"},
        ),
        (asked(b'{"data": [{"width": 3}]}'), "table", {"data": [{"width": 3}]}),
        (asked(FILE, "audio/wav"), "audio", {"sound": FILE}),
        (asked(b'{"text": "a cat"}'), "image_text", {"text": "a cat"}),
    ],
)
def test_the_parts_of_a_request_are_found_in_every_form(
    request_: Asked, kind: str, parts: dict[str, Any]
) -> None:
    assert parts_of(request_, "predict", kind) == parts


def test_a_request_that_names_an_address_has_no_parts() -> None:
    with pytest.raises(ServingError):
        parts_of(asked(b'{"url": "https://example.com/a.png"}'), "easydl", "image")


def test_clients_of_easydl_send_json_whatever_they_call_it() -> None:
    body = json.dumps({"image": base64.b64encode(FILE).decode()}).encode()
    request = asked(body, "application/x-www-form-urlencoded")
    assert parts_of(request, "easydl", "image") == {"image": FILE}


@pytest.mark.parametrize(
    ("document", "results"),
    [
        ({"results": [{"name": "a", "score": 1}]}, [{"name": "a", "score": 1}]),
        ({"batch_result": [{"value": 2}]}, [{"value": 2}]),
        ({"words_result_num": 1, "words_result": [{"word": "x"}]}, [{"word": "x"}]),
        ({"results": {"time": [1, 2], "y": [3, 4]}}, [{"time": 1, "y": 3}, {"time": 2, "y": 4}]),
    ],
)
def test_results_are_kept_in_one_form_whatever_the_route(
    document: dict[str, Any], results: list[dict[str, Any]]
) -> None:
    assert results_of(answered(document)) == results


@pytest.mark.parametrize("document", [{"error_code": 17}, [], {"results": "none"}])
def test_an_answer_without_results_is_not_kept(document: object) -> None:
    with pytest.raises(ServingError):
        results_of(answered(document))


def test_contacts_are_starred_out_without_moving_what_follows() -> None:
    text = "Ask li.na@example.com or +86 138-0013-8000, order 1234, id 11010519491231002X."
    masked = without_contacts({"data": [{"note": text, "amount": 1_234_567_890}]})
    note = masked["data"][0]["note"]
    assert len(note) == len(text)
    assert "example.com" not in note
    assert "8000" not in note
    assert "11010519491231002" not in note
    assert "order 1234" in note
    assert masked["data"][0]["amount"] == 1_234_567_890


@pytest.mark.parametrize(
    "contact",
    [
        "138.0013.8000", "138/0013/8000", "138–0013–8000", "138  0013 8000",
        "138\u00a00013\u00a08000", "+86 (139) 00139002", "a@b.com", "a＠b.com", '"q u"@x.com',
        "a'b@c.com", "x.y+z@sub.example.co.uk",
    ],
)  # fmt: skip
def test_every_way_to_write_a_contact_is_starred_out(contact: str) -> None:
    assert without_contacts(f"写给 {contact}。") == f"写给 {'*' * len(contact)}。"
    assert without_contacts({contact: 1}) == {"*" * len(contact): 1}


@pytest.mark.parametrize(
    "text", ["2026-11-28", "2026/11/28 10:30", "3.14159265", "192.168.1.7", "v1.2.3", "@you", "12@"]
)
def test_what_is_no_contact_stays(text: str) -> None:
    assert without_contacts(text) == text


@pytest.mark.parametrize("piece", ["很", "a", "a@", '"@', "a@b", "1 ", "12.34.", "1-", "(1", "+"])
def test_a_long_text_takes_time_in_proportion_to_its_length(piece: str) -> None:
    # Steps, and not seconds: what is quadratic takes minutes here.
    text = piece * (400_000 // len(piece))
    assert len(without_contacts(text)) == len(text)


def test_hidden_fields_are_left_out_at_any_depth() -> None:
    rows = {"data": [{"name": "Li", "age": 3}, {"name": "Wu", "age": 4}]}
    assert without_fields(rows, {"name"}) == {"data": [{"age": 3}, {"age": 4}]}


def test_what_is_hidden_reaches_no_file(tmp_path: Path) -> None:
    spec = SamplingSpec(input_kind="table", share=1, hidden_fields=("name",), masks_contacts=True)
    samples = Samples(spec, tmp_path)
    body = json.dumps({"data": [{"name": "Li Na", "note": "write to li@example.com"}]}).encode()
    response = answered({"results": [{"name": "Li Na", "note": "li@example.com", "value": 3}]})
    assert samples.keep(Call("predict"), asked(body), response, "random")
    stored = next(tmp_path.glob("*.json")).read_text()
    assert "Li" not in stored
    assert "example" not in stored
    kept = SampledCall.model_validate_json(stored)
    assert kept.values == {"data": [{"note": "write to **************"}]}


def test_a_call_with_a_longer_answer_than_is_stored_leaves_nothing(tmp_path: Path) -> None:
    samples = Samples(SamplingSpec(input_kind="text", share=1), tmp_path)
    short, long = ({"results": [{"name": "a" * size}]} for size in (10, MAX_ANSWER_BYTES))
    shadow = Compared(2, answered(long), 0.0)
    body = b'{"text": "fine"}'
    assert not samples.keep(Call("predict"), asked(body), answered(long), "random")
    assert not samples.keep(Call("predict"), asked(body), answered(short), "random", [shadow])
    assert samples.num_dropped == 2
    assert list(tmp_path.iterdir()) == []
    assert samples.keep(Call("predict"), asked(body), answered(short), "random")


def test_rows_that_are_nested_too_deeply_are_counted_as_lost(tmp_path: Path) -> None:
    samples = Samples(SamplingSpec(input_kind="table", share=1, masks_contacts=True), tmp_path)
    body = b'{"data": [{"deep": ' + b"[" * 900 + b"]" * 900 + b"}]}"
    assert not samples.keep(Call("predict"), asked(body), answered({"results": []}), "random")
    assert samples.num_dropped == 1
    assert list(tmp_path.iterdir()) == []


def test_a_call_whose_parts_cannot_be_told_is_counted_and_leaves_nothing(tmp_path: Path) -> None:
    samples = Samples(SamplingSpec(input_kind="image", share=1), tmp_path)
    response = answered({"results": []})
    assert not samples.keep(Call("v2"), asked(b'{"inputs": []}'), response, "random")
    assert samples.num_dropped == 1
    assert list(tmp_path.iterdir()) == []


def test_calls_of_a_revision_that_has_drifted_are_kept_by_a_share_of_their_own(
    tmp_path: Path,
) -> None:
    samples = Samples(SamplingSpec(input_kind="text", drift_share=1, drifted=(2,)), tmp_path)
    reasons = [
        samples.reason(Call("predict", revision=revision), asked(b"{}"), None)
        for revision in (1, 2, None)
    ]

    assert reasons == [None, "drift", None]
    seldom = Samples(SamplingSpec(input_kind="text", drift_share=0.5, drifted=(2,)), tmp_path)
    drawn = [seldom.reason(Call("predict", revision=2), asked(b"{}"), None) for _ in range(400)]
    assert 120 < drawn.count("drift") < 280
