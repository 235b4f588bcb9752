"""What operations are described by: plain verbs that other APIs use, and words of the field."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.architecture.test_words import wrong_words

DOCUMENT = Path(__file__).parents[2] / "golden" / "openapi.json"
VERBS = {
    "Accept",
    "Acknowledge",
    "Add",
    "Ask",
    "Build",
    "Call",
    "Cancel",
    "Check",
    "Claim",
    "Close",
    "Compare",
    "Count",
    "Create",
    "Delete",
    "Detect",
    "Download",
    "Estimate",
    "Exchange",
    "Export",
    "Extend",
    "Finish",
    "Fix",
    "Fork",
    "Get",
    "Import",
    "List",
    "Merge",
    "Move",
    "Predict",
    "Prepare",
    "Preview",
    "Purge",
    "Reject",
    "Release",
    "Remove",
    "Report",
    "Rerun",
    "Restore",
    "Resume",
    "Return",
    "Revoke",
    "Roll",
    "Rotate",
    "Save",
    "Segment",
    "Set",
    "Sign",
    "Silence",
    "Skip",
    "Start",
    "Stop",
    "Stream",
    "Submit",
    "Test",
    "Train",
    "Undo",
    "Unlock",
    "Update",
    "Upload",
}
ID = re.compile(r"[a-z0-9]+(_[a-z0-9]+)+")
# Words of a conversation: an operation gets, lists and updates, it says and answers nothing.
PRIVATE = re.compile(r"\b(anew|answers?|mark(s|ed)?|say(s|ing)?|said|tells?|told)\b", re.IGNORECASE)


def documented() -> Iterator[tuple[str, str, dict[str, Any]]]:
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    for path, methods in document["paths"].items():
        for method, details in methods.items():
            yield method, path, details


def operations() -> Iterator[tuple[str, str]]:
    for method, path, details in documented():
        yield f"{method.upper()} {path}", details.get("description", "")


def test_every_operation_id_is_a_verb_and_what_it_is_done_to() -> None:
    verbs = {verb.lower() for verb in VERBS}
    names = [details["operationId"] for _, _, details in documented()]
    odd = [name for name in names if name.split("_")[0] not in verbs or not ID.fullmatch(name)]
    assert odd == [], "write it like a function of a generated client, such as list_datasets"


def test_what_is_read_by_pages_is_listed() -> None:
    paged = {
        details["operationId"]
        for _, _, details in documented()
        if any(item.get("$ref", "").endswith("/cursor") for item in details.get("parameters", ()))
    }
    assert paged
    assert {name for name in paged if not name.startswith("list_")} == set()


def test_every_operation_is_described_by_a_plain_verb() -> None:
    odd = [
        f"{name}: {text}" for name, text in operations() if re.split(r"\W", text)[0] not in VERBS
    ]
    assert odd == [], "begin with the verb of what it does, such as Get, List, Create, Update"


def test_no_operation_is_described_in_private_words() -> None:
    odd = [
        f"{name}: {text}"
        for name, text in operations()
        if PRIVATE.search(text) or wrong_words(text)
    ]
    assert odd == []
