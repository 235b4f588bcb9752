"""Whoever is about to refer to a file never loses it to whoever deletes what is unused."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from backend.datasets.models import Sample
from backend.files.contracts.keys import key_of
from backend.files.models import Blob
from backend.files.services import blobs as services
from backend.files.services.blobs import delete_unused, put_bytes, referred_to
from backend.files.services.store import store
from tests.backend.conftest import World, make_world

pytestmark = pytest.mark.django_db(transaction=True)


def refer(world: World, sha256: str) -> None:
    Sample.objects.create(
        id=uuid4(), dataset=world.dataset, blob_id=sha256, name="a", bytes=4,
        created_at=timezone.now(),
    )  # fmt: skip


def beside(act: Callable[[], object]) -> object:
    """Do something in a thread, with a connection of its own."""
    try:
        return act()
    finally:
        connections.close_all()


def test_an_upload_that_is_about_to_refer_to_a_file_keeps_it() -> None:
    world = make_world()
    sha256 = put_bytes(content=b"kept", media_type="text/plain")
    is_stored = threading.Event()
    may_refer = threading.Event()

    def upload() -> None:
        with transaction.atomic():
            put_bytes(content=b"kept", media_type="text/plain")
            is_stored.set()
            assert may_refer.wait(20)
            refer(world, sha256)

    with ThreadPoolExecutor(2) as threads:
        uploading = threads.submit(beside, upload)
        assert is_stored.wait(20)
        deleting = threads.submit(beside, lambda: delete_unused([sha256]))
        with pytest.raises(TimeoutError):
            deleting.result(timeout=0.3)
        may_refer.set()
        uploading.result(timeout=20)
        assert deleting.result(timeout=20) == 0
    assert store().exists(key_of(sha256))
    assert Sample.objects.get().blob_id == sha256


def test_a_file_that_is_deleted_first_is_stored_again_by_the_upload() -> None:
    world = make_world()
    sha256 = put_bytes(content=b"anew", media_type="text/plain")
    assert delete_unused([sha256]) == 4
    with transaction.atomic():
        put_bytes(content=b"anew", media_type="text/plain")
        refer(world, sha256)
    assert store().exists(key_of(sha256))


def test_a_reference_between_the_look_and_the_deletion_saves_the_file_and_not_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite lets nobody else write between the two.")
    world = make_world()
    wanted, unused = (
        put_bytes(content=content, media_type="text/plain") for content in (b"want", b"none")
    )
    looks = []

    def looked_then_referred(sha256s: object) -> set[str]:
        found = referred_to(list(sha256s))  # type: ignore[call-overload]
        if not looks:
            looks.append(found)
            # Somebody copies a reference without storing the file: the row is locked by nobody.
            with ThreadPoolExecutor(1) as thread:
                thread.submit(beside, lambda: refer_unlocked(world, wanted)).result(timeout=20)
        return found

    monkeypatch.setattr(services, "referred_to", looked_then_referred)
    monkeypatch.setattr(services, "_lock", lambda sha256s: Blob.objects.filter(sha256__in=sha256s))
    assert delete_unused([wanted, unused]) == 4
    assert looks == [set()]
    assert store().exists(key_of(wanted))
    assert not store().exists(key_of(unused))
    assert Sample.objects.get().blob_id == wanted


def refer_unlocked(world: World, sha256: str) -> None:
    with transaction.atomic():
        refer(world, sha256)
