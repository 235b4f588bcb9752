"""A file of every medium: what is known of it, what is refused, how it is served."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest
import soundfile
from PIL import Image
from rest_framework.test import APIClient

from backend.datasets.media import table
from backend.datasets.media.inspection import examine
from backend.datasets.media.properties import MediaProperties, Problem
from engine.catalog import DatasetFormat, Media
from engine.formats.layout import Item
from engine.formats.reading.trees import MemoryTree
from engine.formats.reading.videos import pack_frames
from tests.backend.conftest import World, ok
from tests.backend.datasets.conftest import Upload
from tests.backend.images import image
from tests.shared import shared_data


def audio(seconds: float = 0.5, kind: str = "WAV", rate: int = 8000) -> bytes:
    """Return a tone that grows louder."""
    times = np.arange(int(seconds * rate)) / rate
    out = io.BytesIO()
    soundfile.write(out, np.sin(times * 2000) * times, rate, format=kind)
    return out.getvalue()


def video(num_frames: int = 12, size: tuple[int, int] = (64, 48), rate: int = 24) -> bytes:
    """Return an MP4 of grey frames."""
    import av

    out = io.BytesIO()
    with av.open(out, "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=rate)
        stream.width, stream.height = size
        for number in range(num_frames):
            frame = av.VideoFrame.from_image(Image.new("RGB", size, (200, number, 20)))
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return out.getvalue()


def excel(rows: list[list[object]]) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def parquet(columns: dict[str, list[object]]) -> bytes:
    import pyarrow
    from pyarrow import parquet as files

    out = io.BytesIO()
    files.write_table(pyarrow.table(columns), out)
    return out.getvalue()


def properties(media: Media, content: bytes) -> MediaProperties:
    found = examine(media, content, max_pixels=10**6)
    assert isinstance(found, MediaProperties), found
    return found


def code(media: Media, content: bytes) -> str:
    found = examine(media, content, max_pixels=10**6)
    assert isinstance(found, Problem), found
    return found.code


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_a_text_is_kept_as_utf8_and_counted_in_code_points(encoding: str) -> None:
    found = properties(Media.TEXT, "服务很好 😀，\r\n房间干净。".encode(encoding))
    assert found.content.decode("utf-8") == "服务很好 😀，\r\n房间干净。"
    assert found.num_characters == 14
    assert found.excerpt == "服务很好 😀， 房间干净。"


def test_a_long_text_has_a_short_excerpt() -> None:
    found = properties(Media.TEXT, b"word " * 1000)
    assert (len(found.excerpt), found.num_characters) == (200, 5000)


def test_a_pair_of_texts_is_kept_in_one_form() -> None:
    spaced = json.dumps({"text2": "b", "text1": "一"}, indent=3).encode()
    assert (
        properties(Media.TEXT_PAIR, spaced).sha256
        == properties(Media.TEXT_PAIR, '{"text1":"一","text2":"b"}'.encode()).sha256
    )
    assert properties(Media.TEXT_PAIR, spaced).num_characters == 2


@pytest.mark.parametrize("kind", ["WAV", "FLAC", "OGG", "MP3"])
def test_a_recording_has_a_length_whatever_its_format(kind: str) -> None:
    found = properties(Media.AUDIO, audio(kind=kind, rate=16000))
    assert found.duration_ms == pytest.approx(500, abs=80)
    assert found.media_type.startswith("audio/")


def test_a_video_has_size_length_and_frames() -> None:
    found = properties(Media.VIDEO, video())
    assert (found.width, found.height, found.num_frames) == (64, 48, 12)
    assert found.duration_ms == pytest.approx(500, abs=50)


def test_a_video_of_images_is_a_video() -> None:
    frames = {f"{number}.png": image(number, (20, 10)) for number in range(5)}
    item = Item("film", "film", frames=tuple(frames), frame_rate=10.0, size=(20, 10))
    with pack_frames(item, MemoryTree(frames)) as packed:
        found = properties(Media.VIDEO, packed.read())
    assert (found.width, found.height, found.num_frames, found.duration_ms) == (20, 10, 5, 500)


def test_real_videos_of_the_usual_containers_are_read() -> None:
    folder = shared_data("video_clips")
    for name in ("demo.mp4", "test.mp4", "test.avi"):
        found = properties(Media.VIDEO, (folder / name).read_bytes())
        assert found.num_frames is not None
        assert found.num_frames > 10, name


@pytest.mark.parametrize("kind", ["csv", "gb18030", "semicolon", "excel", "parquet"])
def test_a_table_has_columns_and_rows_whatever_its_format(kind: str) -> None:
    content = {
        "csv": b"name,age\nAnn,3\nBob,\n",
        "gb18030": "name,age\n安,3\n波,\n".encode("gb18030"),
        "semicolon": b"name;age\nAnn;3\n\nBob;\n",
        "excel": excel([["name", "age"], ["Ann", 3], ["Bob", None]]),
        "parquet": parquet({"name": ["Ann", "Bob"], "age": [3, None]}),
    }[kind]
    found = properties(Media.TABLE, content)
    assert (found.num_rows, found.excerpt) == (2, "name, age")


REFUSED = [
    (Media.IMAGE, b"no image", "not_an_image"),
    (Media.TEXT, b"", "file_empty"),
    (Media.TEXT, b" \n", "text_empty"),
    (Media.TEXT, b"\x00\x01\x02", "not_a_text"),
    (Media.TEXT, image(), "not_a_text"),
    (Media.TEXT_PAIR, b"text", "not_a_text_pair"),
    (Media.TEXT_PAIR, b'{"text1": "a"}', "not_a_text_pair"),
    (Media.TEXT_PAIR, b'{"text1": "a", "text2": ""}', "not_a_text_pair"),
    (Media.AUDIO, b"no audio", "not_audio"),
    (Media.AUDIO, video(), "not_audio"),
    (Media.VIDEO, b"no video", "not_a_video"),
    (Media.VIDEO, audio(), "not_a_video"),
    (Media.VIDEO, video()[:200], "not_a_video"),
    (Media.TABLE, b"a,b\n", "table_empty"),
    (Media.TABLE, b'a,b\n1,"2\n', "table_quote_open"),
    (Media.TABLE, image(), "not_a_table"),
    (Media.TABLE, b"PAR1 and no more", "table_unreadable"),
    (Media.TABLE, b"PK\x03\x04 and no more", "table_unreadable"),
]


@pytest.mark.parametrize(("media", "content", "expected"), REFUSED)
def test_what_is_no_such_file_is_refused_by_name(
    media: Media, content: bytes, expected: str
) -> None:
    assert code(media, content) == expected


def test_a_workbook_is_refused_by_its_index_before_it_is_unpacked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    content = excel([["text", "number"], ["a", 1]])
    monkeypatch.setattr(table, "_MAX_WORKBOOK_BYTES", 1000)
    looked = table.examine(content, {})
    assert isinstance(looked, Problem)
    assert looked.code == "table_too_large"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("media", "content", "media_type"),
    [
        (Media.TEXT, "好".encode("gb18030") * 40, "text/plain; charset=utf-8"),
        (Media.AUDIO, audio(), "audio/wav"),
        (Media.VIDEO, video(), "video/mp4"),
        (Media.TABLE, b"a,b\n1,2\n", "text/csv; charset=utf-8"),
    ],
)
def test_a_file_is_served_as_what_it_is_and_in_parts(
    media: Media,
    content: bytes,
    media_type: str,
    upload: Upload,
) -> None:
    api, _, sample = upload(media, content)
    address = f"/api/v1/samples/{sample.id}/file"
    whole = api.get(address)
    assert whole.headers["Content-Type"] == media_type
    assert whole.headers["Accept-Ranges"] == "bytes"
    part = api.get(address, headers={"Range": "bytes=2-4"})
    assert part.status_code == 206
    assert part.content == whole.content[2:5]
    same = {"Range": "bytes=2-4", "If-Range": whole.headers["ETag"]}
    assert api.get(address, headers=same).status_code == 206
    other = api.get(address, headers={"Range": "bytes=2-4", "If-Range": '"other"'})
    assert (other.status_code, other.content) == (200, whole.content)
    assert ok(api.get(f"/api/v1/samples/{sample.id}"))["media_type"] == media_type


@pytest.mark.django_db
@pytest.mark.parametrize(("media", "content"), [(Media.AUDIO, audio()), (Media.VIDEO, video())])
def test_audio_and_video_have_an_image(
    media: Media,
    content: bytes,
    upload: Upload,
) -> None:
    api, _, sample = upload(media, content)
    response = api.get(f"/api/v1/samples/{sample.id}/image?size=160")
    assert response.headers["Content-Type"] == "image/webp"
    with Image.open(io.BytesIO(response.content)) as shown:
        pixels = np.asarray(shown.convert("RGBA"), dtype=int)
    if media is Media.VIDEO:
        assert pixels.shape[:2] == (48, 64)
        assert abs(pixels[..., 0].mean() - 200) < 12
    else:
        # The tone grows louder, so the right half of its wave has more ink.
        ink = pixels[..., 3].sum(axis=0)
        assert ink[-40:].sum() > 2 * ink[:40].sum()


@pytest.mark.django_db
def test_a_text_has_no_image(
    upload: Upload,
) -> None:
    api, _, sample = upload(Media.TEXT, b"words")
    response = api.get(f"/api/v1/samples/{sample.id}/image?size=160")
    assert ok(response, 404)["code"] == "no_thumbnail"


@pytest.mark.django_db
def test_a_table_needs_no_labels_and_shows_its_columns(
    upload: Upload,
) -> None:
    rows = "\n".join(
        f"{n},{'yes' if n % 3 else ''},2026-01-{n % 28 + 1:02},x{n}" for n in range(60)
    )
    api, world, sample = upload(Media.TABLE, f"age,bought,day,note\n{rows}\n".encode())
    assert sample.labelled_at is not None
    address = f"/api/v1/datasets/{world.dataset.id}"
    assert ok(api.get(address))["num_labelled"] == 1
    table = ok(api.get(f"{address}/table"))
    assert (table["sample_id"], table["num_rows"]) == (str(sample.id), 60)
    kinds = {column["name"]: column["kind"] for column in table["columns"]}
    assert kinds == {"age": "number", "bought": "category", "day": "time", "note": "text"}
    assert table["columns"][1]["missing_share"] == pytest.approx(20 / 60, abs=1e-6)
    assert table["rows"][3] == ["3", None, "2026-01-04", "x3"]
    split = {"kind": "random", "train": 0.8, "validation": 0.1, "test": 0.1, "seed": 0}
    ok(api.post(f"{address}/versions", {"split": split}), 202)


@pytest.mark.django_db
def test_only_tables_have_columns(api: APIClient, world: World) -> None:
    response = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/table"), 422)
    assert response["code"] == "not_tabular"


@pytest.mark.django_db
def test_lists_search_in_what_texts_say(
    upload: Upload,
) -> None:
    api, world, _ = upload(Media.TEXT, b"The room was clean.")
    address = f"/api/v1/datasets/{world.dataset.id}/samples/count"
    assert ok(api.get(address, {"search": "was clean"}))["count"] == 1
    assert ok(api.get(address, {"search": "dirty"}))["count"] == 0


@pytest.mark.django_db
def test_a_format_that_the_task_does_not_know_is_refused(api: APIClient, world: World) -> None:
    body = {"format": DatasetFormat.CONLL.value}
    response = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/imports", body), 422)
    assert response["code"] == "format_unsupported"
