"""Zips arrive in chunks, survive breaks, and every file in them is accounted for."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from pathlib import Path
from uuid import UUID

import pytest
from PIL import Image
from rest_framework.test import APIClient

from backend.api.errors import Invalid
from backend.datasets.models import Archive, Dataset, Import, ImportProblem, Sample
from backend.datasets.services.importing import archive_import
from backend.datasets.services.importing.archives import archive_path
from backend.datasets.services.importing.imports import run_archive_import
from engine.catalog import TASKS
from engine.formats.reading.paths import decode_zip_name
from tests.backend.cards import world_of
from tests.backend.conftest import World, ok
from tests.backend.images import encoded, image

pytestmark = pytest.mark.django_db


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return out.getvalue()


def place(world: World, content: bytes, layout: str = "loose_files") -> Archive:
    """Put an archive where a complete upload would have left it."""
    session = Import.objects.create(dataset=world.dataset, format=layout)
    archive = Archive.objects.create(
        import_session=session, name="a.zip", num_bytes=len(content), num_received=len(content)
    )
    path = archive_path(archive)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return archive


def quietly(done: int, total: int) -> None:
    """Report to nobody."""


def problems(archive: Archive) -> dict[str, str]:
    rows = ImportProblem.objects.filter(import_session_id=archive.import_session_id)
    return dict(rows.values_list("name", "code"))


def labels_by_name(dataset: Dataset) -> dict[str, list[str]]:
    return {
        sample.name: sorted(row.label.name for row in sample.annotations.all())
        for sample in Sample.objects.filter(dataset=dataset)
    }


def test_a_zip_is_sent_in_chunks_and_goes_on_after_a_break(api: APIClient, world: World) -> None:
    content = zipped([("cat/a.png", image(1)), ("dog/b.png", image(2))])
    session = ok(
        api.post(f"/api/v1/datasets/{world.dataset.id}/imports", {"format": "image_folder"}), 201
    )
    body = {"name": "pets.zip", "num_bytes": len(content)}
    archive = ok(api.post(f"/api/v1/imports/{session['id']}/archives", body), 201)
    address = f"/api/v1/archives/{archive['id']}"

    def put(offset: int, piece: bytes, status: int = 200) -> dict[str, object]:
        response = api.put(
            f"{address}/chunks?offset={offset}", piece, content_type="application/octet-stream"
        )
        found: dict[str, object] = ok(response, status)
        return found

    put(0, content[:100])
    assert put(0, content[:100], 409)["params"] == {"expected": 100}
    assert ok(api.post(f"{address}/complete"), 409)["code"] == "archive_incomplete"
    assert ok(api.get(address))["num_received"] == 100
    put(100, content[100:])
    done = ok(api.post(f"{address}/complete"), 202)
    assert done["job"]["kind"] == "import_archive"
    assert ok(api.post(f"{address}/complete"), 202)["job"]["id"] == done["job"]["id"]
    assert run_archive_import(UUID(archive["id"]), quietly) == {"num_entries": 2}
    assert labels_by_name(world.dataset) == {"cat/a.png": ["cat"], "dog/b.png": ["dog"]}


def test_a_killed_worker_goes_on_where_it_was_and_counts_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_import, "BATCH_ITEMS", 2)
    archive = place(world, zipped((f"{n}.png", image(n)) for n in range(5)))

    class Killed(BaseException):
        pass

    def kill(done: int, total: int) -> None:
        if done == 2:
            raise Killed

    with pytest.raises(Killed):
        run_archive_import(archive.id, kill)
    assert Sample.objects.count() == 2
    run_archive_import(archive.id, quietly)
    session = Import.objects.get(id=archive.import_session_id)
    assert (session.num_added, session.num_duplicate) == (5, 0)
    run_archive_import(archive.id, quietly)
    assert Sample.objects.count() == 5


def test_labels_come_from_a_csv_and_its_oddities_are_named(world: World) -> None:
    table = "file,label\na.png,猫\na.png,猫\nb.png,狗\nb.png,猫\nmissing.png,狗\n"
    archive = place(
        world,
        zipped(
            [
                ("data/labels.csv", table.encode("gb18030")),
                ("data/a.png", image(1)),
                ("data/b.png", image(2)),
                ("data/c.png", image(3)),
            ]
        ),
        "csv_labels",
    )
    run_archive_import(archive.id, quietly)
    assert labels_by_name(world.dataset) == {
        "data/a.png": ["猫"],
        "data/b.png": ["狗"],
        "data/c.png": [],
    }
    assert problems(archive) == {
        "data/labels.csv": "encoding_guessed",
        "a.png": "csv_row_repeated",
        "b.png": "csv_row_conflict",
        "missing.png": "csv_unknown_file",
    }


def test_rows_of_multi_label_data_add_up(world: World) -> None:
    Dataset.objects.filter(id=world.dataset.id).update(multi_label=True)
    table = "\ufefffile,label\na.png,cat|dog\na.png,bird\n"
    archive = place(
        world, zipped([("labels.csv", table.encode()), ("a.png", image(1))]), "csv_labels"
    )
    run_archive_import(archive.id, quietly)
    assert labels_by_name(world.dataset) == {"a.png": ["bird", "cat", "dog"]}


def test_hostile_entries_are_refused_one_by_one(world: World) -> None:
    bomb = encoded(Image.new("L", (4000, 4000))) + bytes(20 * 2**20)
    content = zipped(
        [
            ("../../etc/passwd.png", image(1)),
            ("inner.zip", zipped([("a.png", image(2))])),
            ("bomb.png", bomb),
            ("noise.bin", image(5, (900, 900))),
            ("__MACOSX/._good.png", b"left by a system"),
            ("good.png", image(3)),
        ]
    )
    archive = place(world, content)
    run_archive_import(archive.id, quietly)
    assert problems(archive) == {
        "../../etc/passwd.png": "path_unsafe",
        "inner.zip": "archive_nested",
        "bomb.png": "entry_bomb",
    }
    assert set(labels_by_name(world.dataset)) == {"good.png", "noise.bin"}


def test_refused_paths_and_damaged_files_of_an_archive_are_rejected_alike(world: World) -> None:
    content = zipped(
        [
            ("../p.png", image(1)),
            ("/abs/../../x.png", image(2)),
            ("bad.png", b"xx"),
            ("good.png", image(3)),
        ]
    )
    archive = place(world, content)
    run_archive_import(archive.id, quietly)
    session = Import.objects.get()
    assert (session.num_added, session.num_rejected) == (1, 3)
    assert len(problems(archive)) == 3


def encrypted(content: bytes) -> bytes:
    """Mark all files of a zip as encrypted."""
    marked = bytearray(content)
    for sign, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = marked.find(sign)
        while at >= 0:
            marked[at + flags] |= 1
            at = marked.find(sign, at + 4)
    return bytes(marked)


def test_a_zip_of_nothing_but_encrypted_files_says_that_they_are(world: World) -> None:
    content = encrypted(zipped([("a/1.png", image(1)), ("b/2.png", image(2))]))
    archive = place(world, content, "image_folder")
    run_archive_import(archive.id, quietly)
    assert set(problems(archive).values()) == {"entry_encrypted"}
    session = Import.objects.get(id=archive.import_session_id)
    assert (session.num_added, session.num_rejected) == (0, 2)


def test_a_zip_of_another_format_is_still_refused_as_a_whole(world: World) -> None:
    archive = place(world, zipped([("notes.pdf", b"%PDF-1.7")]), "image_folder")
    with pytest.raises(Invalid) as refused:
        run_archive_import(archive.id, quietly)
    assert refused.value.code == "no_samples"


def test_a_table_that_cannot_be_read_is_rejected_for_its_own_reason() -> None:
    world = world_of(TASKS["text.classification"])
    archive = place(world, zipped([("a.xlsx", b"PK\x03\x04 no workbook")]), "text_table")
    run_archive_import(archive.id, quietly)
    assert problems(archive) == {"a.xlsx": "table_damaged"}
    session = Import.objects.get(id=archive.import_session_id)
    assert (session.num_added, session.num_rejected) == (0, 1)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("../../x.zip", "x.zip"), ("C:\\data\\x.zip", "x.zip"), ("x.zip", "x.zip"), ("..", "archive")],
)
def test_an_archive_has_a_name_without_folders(
    api: APIClient, world: World, name: str, expected: str
) -> None:
    opened = api.post(f"/api/v1/datasets/{world.dataset.id}/imports", {"format": "image_folder"})
    body = {"name": name, "num_bytes": 10}
    archive = ok(api.post(f"/api/v1/imports/{ok(opened, 201)['id']}/archives", body), 201)
    assert archive["name"] == expected


def test_what_is_said_of_a_table_in_a_zip_is_said_once() -> None:
    world = world_of(TASKS["tabular.prediction"])
    archive = place(world, zipped([("a.csv", b"a,a,b\n1,2\n3,4,5\n6,7,8,9\n")]), "table")
    run_archive_import(archive.id, quietly)
    found = ImportProblem.objects.filter(import_session_id=archive.import_session_id)
    found = found.values_list("name", "code")
    assert sorted(found) == [("a.csv", "columns_repeated"), ("a.csv", "rows_uneven")]


def test_an_encrypted_zip_names_its_files(world: World) -> None:
    content = bytearray(zipped([("a.png", image(1))]))
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    archive = place(world, bytes(content))
    run_archive_import(archive.id, quietly)
    assert problems(archive) == {"a.png": "entry_encrypted"}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"PK but no zip", "archive_damaged"),
        (zipped([("zeros", bytes(60 * 2**20))]), "archive_bomb"),
    ],
    ids=["no zip", "bomb"],
)
def test_an_archive_that_cannot_be_used_says_why(world: World, content: bytes, code: str) -> None:
    archive = place(world, content)
    with pytest.raises(Invalid) as error:
        run_archive_import(archive.id, quietly)
    assert error.value.code == code
    assert archive_path(archive).exists()


@pytest.mark.parametrize(
    ("raw", "meant"),
    [
        ("猫咪图片.png".encode("gb18030"), "猫咪图片.png"),
        ("é.png".encode("latin-1"), "é.png"),
        ("é.png".encode("cp437"), "é.png"),
        ("🐱.png".encode(), "🐱.png"),
    ],
)
def test_zip_names_without_a_flag_are_read_as_they_were_meant(raw: bytes, meant: str) -> None:
    assert decode_zip_name(raw.decode("cp437"), is_utf8=False) == meant


def test_a_full_disk_is_named_before_an_archive_is_sent(
    api: APIClient, world: World, data_folder: Path
) -> None:
    session = ok(
        api.post(f"/api/v1/datasets/{world.dataset.id}/imports", {"format": "loose_files"}), 201
    )
    body = {"name": "huge.zip", "num_bytes": 2**50}
    response = ok(api.post(f"/api/v1/imports/{session['id']}/archives", body), 413)
    assert response["code"] == "archive_too_large"
