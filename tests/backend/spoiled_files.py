"""Take the file of a sample away, or spoil it and have that found."""

from __future__ import annotations

from pathlib import Path

from backend.datasets.models import Sample
from backend.files.contracts.keys import key_of
from backend.files.models import Blob
from backend.files.services.local import local_root
from backend.files.services.rounds import check_content

DAMAGES = ("missing", "marked")


def spoil(sample: Sample, damage: str) -> None:
    """Take away the file of a sample, or change it so that the reading of the store marks it."""
    blob = Blob.objects.get(sha256=sample.blob_id)
    path: Path = local_root() / key_of(blob.sha256)
    content = path.read_bytes()
    path.chmod(0o644)
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        check_content(blob.sha256, blob.bytes)
        assert Blob.objects.get(sha256=blob.sha256).damage
