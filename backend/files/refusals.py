"""What is said of a stored file that cannot be decoded: that it is damaged, or why it cannot."""

from __future__ import annotations

from backend.api.errors import ApiError, Invalid
from backend.decoding.errors import Refused
from backend.files.contracts.damage import damaged
from backend.files.models import Blob
from backend.files.services.rounds import check_content

# Larger files are left to the daily reading: somebody waits for this answer.
_MAX_READ_BYTES = 64 << 20


def not_decoded(sha256: str, error: Refused) -> ApiError:
    """Return the error of a file that was refused by its decoder; the file is read for that.

    It is none that trying again would help against: either ``file_damaged``, which is written
    down, or what the decoder said.
    """
    blob = Blob.objects.filter(sha256=sha256, source="", bytes__lte=_MAX_READ_BYTES).first()
    found = None if blob is None else check_content(sha256, blob.bytes)
    if found is not None:
        return damaged(sha256, found)
    return Invalid(error.message, code=error.code, **error.params)
