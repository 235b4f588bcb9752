"""Files come in whole, once, and every refusal says why."""

from __future__ import annotations

import errno
import hashlib
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from rest_framework.test import APIClient

from backend.datasets.models import Sample
from backend.datasets.services.datasets import create_dataset
from backend.datasets.services.trash import purge_trash
from tests.backend.conftest import World, ok
from tests.backend.images import encoded, image

pytestmark = pytest.mark.django_db


def begin(api: APIClient, world: World, layout: str = "loose_files") -> str:
    body = {"format": layout}
    made = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/imports", body), 201)
    return str(made["id"])


def send(
    api: APIClient, import_id: str, files: dict[str, bytes], paths: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Send files as a form does, with their paths beside them where the form cannot say them."""
    return list(ok(sent(api, import_id, files, paths))["outcomes"])


def sent(api: APIClient, import_id: str, files: dict[str, bytes], paths: Sequence[str]) -> Any:
    boundary = "x-boundary"
    body = b"".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="files"; '.encode()
        + f'filename="{name}"\r\n'.encode()
        + b"Content-Type: application/octet-stream\r\n\r\n"
        + content
        + b"\r\n"
        for name, content in files.items()
    )
    for path in paths:
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="paths"\r\n\r\n'.encode()
        body += f"{path}\r\n".encode()
    body += f"--{boundary}--\r\n".encode()
    return api.post(
        f"/api/v1/imports/{import_id}/files",
        data=body,
        content_type=f"multipart/form-data; boundary={boundary}",
    )


def test_names_that_a_form_cannot_say_are_those_of_the_files(api: APIClient, world: World) -> None:
    session = begin(api, world, "image_folder")
    # As browsers write 5" tv/100%22 "new".png, which is another name when it is read back.
    forms = {"5%22 tv/100%22 %22new%22.png": image(1), " two/b.png": image(2)}
    paths = ['5" tv/100%22 "new".png', " two/b.png"]

    outcomes = send(api, session, forms, paths)

    assert [one["outcome"] for one in outcomes] == ["added", "added"]
    names = {one.name for one in Sample.objects.filter(dataset=world.dataset)}
    assert '5" tv/100%22 "new".png' in names
    labels = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/labels"))["results"]
    assert {label["name"] for label in labels} == {'5" tv', "two"}
    refused = sent(api, session, forms, paths[:1])
    assert "1 paths for 2 files" in str(ok(refused, 422))


def test_files_are_added_once_and_their_folder_is_their_label(api: APIClient, world: World) -> None:
    session = begin(api, world, "image_folder")
    outcomes = send(
        api,
        session,
        {"wbc/a.png": image(1), "rbc/b.png": image(2), "rbc/again.png": image(2)},
    )
    assert [item["outcome"] for item in outcomes] == ["added", "added", "duplicate"]
    shown = ok(api.post(f"/api/v1/imports/{session}/close"))
    assert (shown["num_added"], shown["num_duplicate"], shown["num_labelled"]) == (2, 1, 2)
    labels = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/labels"))["results"]
    assert {label["name"]: label["num_samples"] for label in labels} == {"wbc": 1, "rbc": 1}
    samples = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/samples?ordering=name"))["results"]
    assert [sample["name"] for sample in samples] == ["rbc/b.png", "wbc/a.png"]
    assert samples[0]["labels"][0]["source"] == "import"


def sixteen_bit() -> bytes:
    return encoded(Image.new("I;16", (5, 4), 40_000))


def animated() -> bytes:
    frames = [Image.new("P", (5, 4), color) for color in (1, 2, 3)]
    return encoded(frames[0], "GIF", save_all=True, append_images=frames[1:])


def turned(kind: str = "JPEG") -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6
    return encoded(Image.new("RGB", (40, 20), "red"), kind, exif=exif)


@pytest.mark.parametrize("kind", ["TIFF", "PPM"])
def test_an_image_that_no_browser_shows_is_shown_as_a_png_of_its_size(
    kind: str, api: APIClient, world: World
) -> None:
    content = turned(kind) if kind == "TIFF" else encoded(Image.new("L", (20, 40), 200), kind)
    sample_id = send(api, begin(api, world), {"odd.bin": content})[0]["sample_id"]
    address = f"/api/v1/samples/{sample_id}"
    for _ in range(2):
        response = api.get(f"{address}/image")
        assert (response.status_code, response["Content-Type"]) == (200, "image/png")
        with Image.open(io.BytesIO(response.content)) as shown:
            assert (shown.size, shown.format) == ((20, 40), "PNG")
    same = api.get(f"{address}/image", headers={"If-None-Match": response["ETag"]})
    assert same.status_code == 304
    # The file itself stays what somebody brought.
    assert b"".join(api.get(f"{address}/file")) == content


GOOD = {
    "mislabelled": (lambda: encoded(Image.new("RGB", (5, 4)), "JPEG"), (5, 4)),
    "16-bit": (sixteen_bit, (5, 4)),
    "CMYK": (lambda: encoded(Image.new("CMYK", (5, 4)), "JPEG"), (5, 4)),
    "animated": (animated, (5, 4)),
    "turned by EXIF": (turned, (20, 40)),
    "a TIFF turned by its own tag": (lambda: turned("TIFF"), (20, 40)),
    "one pixel": (lambda: encoded(Image.new("L", (1, 1))), (1, 1)),
}
BAD = {
    "truncated PNG": (lambda: image(1, (60, 60))[:-900], "image_damaged"),
    "truncated JPEG": (
        lambda: encoded(Image.effect_noise((64, 64), 90), "JPEG")[:-300],
        "image_damaged",
    ),
    "empty": (lambda: b"", "file_empty"),
    "text": (lambda: b"not an image at all, whatever its name says", "not_an_image"),
    "40,000 pixels wide": (lambda: encoded(Image.new("1", (40_000, 1)), "PNG"), "image_too_large"),
}


@pytest.mark.parametrize("kind", GOOD)
def test_odd_images_are_taken_as_they_are(kind: str, api: APIClient, world: World) -> None:
    make, size = GOOD[kind]
    session = begin(api, world)
    outcome = send(api, session, {"odd.png": make()})[0]
    assert outcome["outcome"] == "added", outcome
    sample = ok(api.get(f"/api/v1/samples/{outcome['sample_id']}"))
    assert (sample["width"], sample["height"]) == size
    response = api.get(f"/api/v1/samples/{outcome['sample_id']}/image?size=160")
    assert response.status_code == 200
    assert response["Content-Type"] == "image/webp"


SEVERAL: dict[str, dict[str, Any]] = {
    "GIF": {},
    "PNG": {},
    "WEBP": {"lossless": True},
    "TIFF": {},
}


@pytest.mark.parametrize("kind", SEVERAL)
def test_frames_beyond_the_first_are_said_to_be_left_out(
    kind: str, api: APIClient, world: World
) -> None:
    frames = [Image.new("RGB", (8, 6), (60 * number, 0, 0)) for number in range(4)]
    content = encoded(frames[0], kind, save_all=True, append_images=frames[1:], **SEVERAL[kind])
    session = begin(api, world)
    outcomes = send(api, session, {"several.bin": content, "one.png": image(3)})
    assert [item["outcome"] for item in outcomes] == ["added", "added"]
    (problem,) = ok(api.get(f"/api/v1/imports/{session}/problems"))["results"]
    assert (problem["name"], problem["code"]) == ("several.bin", "frames_left_out")
    assert problem["params"] == {"num": 4}
    assert ok(api.get(f"/api/v1/imports/{session}"))["num_rejected"] == 0


@pytest.mark.parametrize("kind", BAD)
def test_bad_files_are_refused_with_the_reason_and_the_rest_come_in(
    kind: str, api: APIClient, world: World
) -> None:
    make, code = BAD[kind]
    session = begin(api, world)
    outcomes = send(api, session, {"bad.png": make(), "good.png": image(3)})
    assert [item["outcome"] for item in outcomes] == ["rejected", "added"]
    assert outcomes[0]["code"] == code
    assert outcomes[0]["message"].endswith(".")
    problems = ok(api.get(f"/api/v1/imports/{session}/problems"))["results"]
    assert [(item["name"], item["code"]) for item in problems] == [("bad.png", code)]
    assert ok(api.get(f"/api/v1/imports/{session}"))["num_rejected"] == 1


@pytest.mark.parametrize("name", ["../up.png", "/etc/x.png", "C:\\x.png", "a/../../b.png"])
def test_paths_that_lead_out_are_refused(name: str, api: APIClient, world: World) -> None:
    outcome = send(api, begin(api, world), {name: image(1)})[0]
    assert (outcome["outcome"], outcome["code"]) == ("rejected", "path_unsafe")


@pytest.mark.parametrize("name", ["猫/图像一.png", "emoji/🐱.png", "é/naïve.png"])
def test_names_in_any_script_are_kept(name: str, api: APIClient, world: World) -> None:
    outcome = send(api, begin(api, world, "image_folder"), {name: image(1)})[0]
    assert outcome["outcome"] == "added"
    sample = ok(api.get(f"/api/v1/samples/{outcome['sample_id']}"))
    assert sample["name"] == name
    labels = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/labels"))["results"]
    assert [label["name"] for label in labels] == [name.split("/")[0]]


def test_adding_a_trashed_sample_again_restores_it(api: APIClient, world: World) -> None:
    session = begin(api, world, "image_folder")
    sample_id = send(api, session, {"cat/a.png": image(1)})[0]["sample_id"]
    address = f"/api/v1/datasets/{world.dataset.id}"
    ok(api.post(f"{address}/trash", {"sample_ids": [sample_id]}))
    assert ok(api.get(address))["num_trashed"] == 1
    outcome = send(api, session, {"cat/a.png": image(1)})[0]
    assert (outcome["outcome"], outcome["sample_id"]) == ("restored", sample_id)
    shown = ok(api.get(address))
    assert (shown["num_samples"], shown["num_labelled"], shown["num_trashed"]) == (1, 1, 0)


def test_a_full_disk_is_named_and_nothing_is_half_in(
    api: APIClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin(api, world)

    def full(path: Path, content: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        response = api.post(
            f"/api/v1/imports/{session}/files",
            {"files": SimpleUploadedFile("a.png", image(1))},
            format="multipart",
        )
    assert ok(response, 503)["code"] == "disk_full"
    assert ok(api.get(f"/api/v1/datasets/{world.dataset.id}"))["num_samples"] == 0
    assert send(api, session, {"a.png": image(1)})[0]["outcome"] == "added"


def test_contents_that_are_there_need_not_be_sent(api: APIClient, world: World) -> None:
    session = begin(api, world)
    send(api, session, {"a.png": image(1)})
    hashes = [hashlib.sha256(image(seed)).hexdigest() for seed in (1, 2)]
    response = ok(api.post(f"/api/v1/imports/{session}/known", {"sha256s": hashes}))
    assert response["known"] == hashes[:1]


def test_images_are_sent_in_parts_and_kept_by_browsers(api: APIClient, world: World) -> None:
    sample_id = send(api, begin(api, world), {"a.png": image(1)})[0]["sample_id"]
    address = f"/api/v1/samples/{sample_id}/image"
    whole = api.get(address)
    assert whole.content == image(1)
    assert "must-revalidate" in whole["Cache-Control"]
    part = api.get(address, HTTP_RANGE="bytes=2-5")
    assert (part.status_code, part.content) == (206, image(1)[2:6])
    assert part["Content-Range"] == f"bytes 2-5/{len(image(1))}"
    assert api.get(address, HTTP_RANGE="bytes=99999-").status_code == 416
    assert api.get(address, HTTP_IF_NONE_MATCH=whole["ETag"]).status_code == 304


def test_what_is_purged_gives_back_its_bytes_unless_it_is_needed_elsewhere(
    api: APIClient, world: World
) -> None:
    ids = [
        item["sample_id"]
        for item in send(api, begin(api, world), {"a.png": image(1), "b.png": image(2)})
    ]
    other = create_dataset(project=world.project, name="other", created_by=world.caller)
    second = ok(api.post(f"/api/v1/datasets/{other.id}/imports", {"format": "loose_files"}), 201)
    send(api, second["id"], {"same.png": image(1)})
    address = f"/api/v1/datasets/{world.dataset.id}"
    ok(api.post(f"{address}/trash", {"sample_ids": ids}))
    shown = ok(api.get(f"{address}/trash"))
    assert shown["num_bytes_freeable"] == len(image(2))
    result = purge_trash(world.dataset.id, lambda done, total: None)
    assert result == {"num_samples": 2, "bytes_freed": len(image(2))}
    kept = ok(api.get(f"/api/v1/datasets/{other.id}/samples"))["results"][0]
    assert api.get(f"/api/v1/samples/{kept['id']}/image").content == image(1)
