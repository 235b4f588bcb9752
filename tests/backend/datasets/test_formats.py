"""Data of other tasks comes in by the formats of their cards, and goes out by them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from backend.accounts.models import User
from backend.api.errors import Invalid
from backend.datasets.models import Archive, DatasetVersion, Import, ImportProblem, Label, Sample
from backend.datasets.services.importing import archive_import
from backend.datasets.services.importing.archive_import import run_archive_import
from backend.datasets.services.importing.archives import archive_path
from backend.datasets.services.versioning.freeze import freeze_version
from backend.datasets.services.versioning.versions import build_version
from engine.catalog import AnnotationKind, DatasetFormat, Media
from tests.backend.cards import add_card, world_of
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_archives import quietly, zipped
from tests.backend.datasets.test_imports import begin
from tests.backend.images import image
from tests.shared import shared_data

pytestmark = pytest.mark.django_db

VOC = """<annotation><filename>a.png</filename>
<size><width>100</width><height>80</height><depth>3</depth></size>
<object><name>cell</name><bndbox><xmin>11</xmin><ymin>6</ymin><xmax>30</xmax><ymax>15</ymax></bndbox></object>
<object><name>cell</name><bndbox><xmin>90</xmin><ymin>70</ymin><xmax>130</xmax><ymax>100</ymax></bndbox></object>
<object><name>gone</name><bndbox><xmin>201</xmin><ymin>6</ymin><xmax>230</xmax><ymax>15</ymax></bndbox></object>
</annotation>"""


def bring(world: World, name: str, content: bytes, layout: DatasetFormat) -> Import:
    """Read a file as if it had been uploaded; return the outcome."""
    session = Import.objects.create(dataset=world.dataset, format=layout.value)
    archive = Archive.objects.create(
        import_session=session, name=name, num_bytes=len(content), num_received=len(content)
    )
    path = archive_path(archive)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    run_archive_import(archive.id, quietly)
    assert not path.parent.exists()
    session.refresh_from_db()
    world.dataset.refresh_from_db()
    return session


def problems(session: Import) -> list[tuple[str, str]]:
    rows = ImportProblem.objects.filter(import_session=session).order_by("created_at", "id")
    return sorted(rows.values_list("name", "code"))


def freeze(world: World) -> DatasetVersion:
    """Freeze a dataset into a version of two splits."""
    world.dataset.refresh_from_db()
    split = {"kind": "random", "train": 0.5, "validation": 0.5, "test": 0.0, "seed": 0}
    version = freeze_version(dataset=world.dataset, split=split, requested_by=world.caller)
    build_version(version.id, quietly)
    return DatasetVersion.objects.get(id=version.id)


def export(api: APIClient, version: DatasetVersion, layout: str) -> zipfile.ZipFile:
    response = api.get(f"/api/v1/dataset-versions/{version.id}/export?format={layout}")
    assert response.status_code == 200, response.content
    return zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content)))


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> World:
    """A dataset of images with boxes."""
    formats = (DatasetFormat.VOC, DatasetFormat.COCO, DatasetFormat.YOLO)
    card = add_card(
        monkeypatch, media=Media.IMAGE, annotation=AnnotationKind.BOXES, formats=formats
    )
    return world_of(card)


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> World:
    """A dataset of texts with one label each."""
    formats = (DatasetFormat.TEXT_TABLE, DatasetFormat.LOOSE_FILES)
    card = add_card(
        monkeypatch, media=Media.TEXT, annotation=AnnotationKind.CLASSES, formats=formats
    )
    return world_of(card)


def test_boxes_of_a_voc_zip_come_in_are_cut_at_the_border_and_go_out(
    boxes: World, client_of: Callable[[User], APIClient]
) -> None:
    content = zipped(
        [
            ("JPEGImages/a.png", image(1, (100, 80))),
            ("JPEGImages/b.png", image(2, (100, 80))),
            ("Annotations/a.xml", VOC.encode()),
            ("Annotations/b.xml", VOC.split("<object>")[0].encode() + b"</annotation>"),
        ]
    )
    session = bring(boxes, "cells.zip", content, DatasetFormat.VOC)
    assert (session.num_added, session.num_labelled) == (2, 2)
    labels = {label.name: label for label in Label.objects.filter(dataset=boxes.dataset)}
    assert (labels["cell"].num_samples, labels["cell"].num_regions) == (1, 2)
    assert "gone" not in labels
    assert [code for _, code in problems(session)], "What was changed is said."
    api = client_of(boxes.owner)
    sample = Sample.objects.get(dataset=boxes.dataset, name__endswith="a.png")
    regions = ok(api.get(f"/api/v1/samples/{sample.id}"))["regions"]
    assert [one["geometry"] for one in regions] == [
        {"kind": "box", "left": 10.0, "top": 5.0, "width": 20.0, "height": 10.0},
        {"kind": "box", "left": 89.0, "top": 69.0, "width": 11.0, "height": 11.0},
    ]
    assert {one["source"] for one in regions} == {"import"}
    version = freeze(boxes)
    assert version.counts["train"]["total"] == version.counts["validation"]["total"] == 1
    regions_by_split = [
        version.counts[split]["regions"]["cell"] for split in ("train", "validation")
    ]
    assert sum(regions_by_split) == 2
    for layout in ("voc", "coco", "yolo", "json_lines"):
        with export(api, version, layout) as archive:
            names = archive.namelist()
            assert sum(name.endswith(".png") for name in names) == 2, (layout, names)
        losses = ok(api.get(f"/api/v1/dataset-versions/{version.id}/export-losses?format={layout}"))
        assert losses["num"] == sum(loss["num"] for loss in losses["losses"])


def test_an_export_comes_in_again_as_it_went_out(
    boxes: World, monkeypatch: pytest.MonkeyPatch, client_of: Callable[[User], APIClient]
) -> None:
    content = zipped([("a.png", image(1, (100, 80))), ("a.xml", VOC.encode())])
    bring(boxes, "cells.zip", content, DatasetFormat.VOC)
    response = client_of(boxes.owner).get(
        f"/api/v1/dataset-versions/{freeze_all(boxes).id}/export?format=coco"
    )
    sent = b"".join(response.streaming_content)
    card = add_card(
        monkeypatch,
        media=Media.IMAGE,
        annotation=AnnotationKind.BOXES,
        formats=(DatasetFormat.COCO,),
    )
    other = world_of(card, name="again")
    bring(other, "coco.zip", sent, DatasetFormat.COCO)
    kept = [
        [row.geometry for row in sample.annotations.order_by("position")]
        for sample in Sample.objects.filter(dataset__in=(boxes.dataset, other.dataset))
    ]
    assert len(kept) == 2
    assert kept[0] == kept[1]


def freeze_all(world: World) -> DatasetVersion:
    """Freeze a dataset for training alone."""
    world.dataset.refresh_from_db()
    split = {"kind": "random", "train": 1.0, "validation": 0.0, "test": 0.0, "seed": 0}
    version = freeze_version(dataset=world.dataset, split=split, requested_by=world.caller)
    build_version(version.id, quietly)
    return DatasetVersion.objects.get(id=version.id)


def test_rows_of_a_table_become_texts_once_and_odd_rows_are_named(
    texts: World, client_of: Callable[[User], APIClient]
) -> None:
    table = "text,label\n好吃,good\n难吃,bad\n好吃,good\n,good\n还行,\n"
    session = bring(texts, "reviews.csv", table.encode("gb18030"), DatasetFormat.TEXT_TABLE)
    assert (session.num_added, session.num_duplicate, session.num_labelled) == (3, 1, 2)
    assert any(code for _, code in problems(session))
    names = {sample.excerpt for sample in Sample.objects.filter(dataset=texts.dataset)}
    assert names == {"好吃", "难吃", "还行"}
    later = bring(texts, "more.csv", "text,label\n还行,good\n".encode(), DatasetFormat.TEXT_TABLE)
    assert (later.num_added, later.num_duplicate, later.num_labelled) == (0, 1, 1)
    with export(client_of(texts.owner), freeze(texts), "text_table") as archive:
        exported = "".join(
            archive.read(name).decode() for name in archive.namelist() if name.endswith(".csv")
        )
    assert all(word in exported for word in ("好吃", "难吃", "还行"))


def test_a_broken_import_of_rows_goes_on_where_it_was(
    texts: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_import, "BATCH_ITEMS", 4)
    content = ("text,label\n" + "".join(f"words {n},l{n % 2}\n" for n in range(10))).encode()
    session = Import.objects.create(dataset=texts.dataset, format="text_table")
    archive = Archive.objects.create(
        import_session=session, name="t.csv", num_bytes=len(content), num_received=len(content)
    )
    path = archive_path(archive)
    path.parent.mkdir(parents=True)
    path.write_bytes(content)

    class Killed(BaseException):
        pass

    def kill(done: int, total: int) -> None:
        assert total == 10
        if done == 4:
            raise Killed

    with pytest.raises(Killed):
        run_archive_import(archive.id, kill)
    run_archive_import(archive.id, quietly)
    session.refresh_from_db()
    assert (session.num_added, session.num_duplicate, session.num_labelled) == (10, 0, 10)


def test_an_archive_that_is_not_in_the_format_is_refused_whole(boxes: World) -> None:
    with pytest.raises(Invalid) as refused:
        bring(boxes, "coco.zip", zipped([("a.png", image())]), DatasetFormat.COCO)
    assert refused.value.code == "format_mismatch"
    assert not Sample.objects.filter(dataset=boxes.dataset).exists()


def test_files_of_a_format_that_belong_together_are_not_taken_one_by_one(
    texts: World, client_of: Callable[[User], APIClient]
) -> None:
    api = client_of(texts.owner)
    response = api.post(
        f"/api/v1/imports/{begin(api, texts, 'text_table')}/files",
        data=b'--b\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\n'
        b"x\r\n--b--\r\n",
        content_type="multipart/form-data; boundary=b",
    )
    assert ok(response, 422)["code"] == "format_needs_archive"


def test_an_export_format_that_the_task_does_not_know_is_refused(
    texts: World, client_of: Callable[[User], APIClient]
) -> None:
    bring(texts, "t.csv", b"text,label\na,x\nb,y\n", DatasetFormat.TEXT_TABLE)
    version = freeze(texts)
    api = client_of(texts.owner)
    response = api.get(f"/api/v1/dataset-versions/{version.id}/export?format=voc")
    assert ok(response, 422)["code"] == "export_format_unsupported"
    with export(api, version, "json_lines") as archive:
        assert archive.namelist()


def test_a_batch_costs_as_many_statements_however_many_rows_it_has(texts: World) -> None:
    def statements(start: int, num: int) -> int:
        rows = "".join(f"review {n},l{n % 2}\n" for n in range(start, start + num))
        with CaptureQueriesContext(connection) as queries:
            session = bring(
                texts, "t.csv", f"text,label\n{rows}".encode(), DatasetFormat.TEXT_TABLE
            )
        assert session.num_added == session.num_labelled == num
        return len(queries)

    bring(texts, "t.csv", b"text,label\nboth,l0\nlabels,l1\n", DatasetFormat.TEXT_TABLE)
    assert statements(0, 10) == statements(1000, 200)


def test_real_cells_come_in_whole(boxes: World) -> None:
    cells = shared_data("blood_cells")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted((cells / "JPEGImages").iterdir())[:40]:
            archive.write(path, f"JPEGImages/{path.name}")
            note = cells / "Annotations" / f"{path.stem}.xml"
            archive.write(note, f"Annotations/{note.name}")
    session = bring(boxes, "bccd.zip", out.getvalue(), DatasetFormat.VOC)
    assert session.num_added == session.num_labelled == 40
    counts = dict(boxes.dataset.labels.values_list("name", "num_regions"))
    assert counts["RBC"] > 300
    assert set(counts) == {"RBC", "WBC", "Platelets"}


def test_real_reviews_come_in_whole(texts: World) -> None:
    content = (shared_data("hotel_reviews_zh") / "reviews.csv").read_bytes()
    head = b"\n".join(content.split(b"\n")[:2000])
    session = bring(texts, "reviews.csv", head, DatasetFormat.TEXT_TABLE)
    assert session.num_added > 1900
    assert session.num_labelled == session.num_added


def test_json_lines_keep_everything(boxes: World, client_of: Callable[[User], APIClient]) -> None:
    content = zipped([("a.png", image(1, (100, 80))), ("a.xml", VOC.encode())])
    bring(boxes, "cells.zip", content, DatasetFormat.VOC)
    version = freeze_all(boxes)
    api = client_of(boxes.owner)
    losses = api.get(f"/api/v1/dataset-versions/{version.id}/export-losses?format=json_lines")
    assert ok(losses) == {"num": 0, "losses": []}
    with export(api, version, "json_lines") as archive:
        index = next(name for name in archive.namelist() if name.endswith(".jsonl"))
        line = json.loads(archive.read(index).decode().splitlines()[0])
    assert len(line["regions"]) == 2


def test_photos_of_products_keep_their_folder_beside_shelves_with_boxes(
    monkeypatch: pytest.MonkeyPatch, client_of: Callable[[User], APIClient]
) -> None:
    formats = (DatasetFormat.IMAGE_FOLDER, DatasetFormat.VOC)
    card = add_card(
        monkeypatch, media=Media.IMAGE, annotation=AnnotationKind.PRODUCTS, formats=formats
    )
    world = world_of(card)
    photos = zipped([("cell/1.png", image(1, (100, 80))), ("gone/2.png", image(2, (100, 80)))])
    bring(world, "products.zip", photos, DatasetFormat.IMAGE_FOLDER)
    shelves = zipped([("a.png", image(3, (100, 80))), ("a.xml", VOC.encode())])
    bring(world, "shelves.zip", shelves, DatasetFormat.VOC)
    names = dict(Label.objects.filter(dataset=world.dataset).values_list("id", "name"))
    said = {}
    for sample in Sample.objects.filter(dataset=world.dataset):
        detail = ok(client_of(world.owner).get(f"/api/v1/samples/{sample.id}"))
        labels = [str(one["id"]) for one in detail["labels"]]
        of_names = [name for id, name in names.items() if str(id) in labels]
        said[sample.name.rpartition("/")[2]] = (of_names, len(detail["regions"]))
    assert said == {"1.png": (["cell"], 0), "2.png": (["gone"], 0), "a.png": ([], 2)}
