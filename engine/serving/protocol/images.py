"""Images as requests carry them."""

from __future__ import annotations

import base64
import binascii

from engine.serving.errors import ServingError


def image_from_base64(value: object) -> bytes:
    """Decode the field ``image`` of a JSON request.

    Raises:
        ServingError: ``field_invalid`` or ``base64_invalid``.
    """
    if not isinstance(value, str):
        raise ServingError(
            "The field 'image' must be text: the image file in base64.",
            code="field_invalid",
            field="image",
        )
    if value.startswith("data:"):
        raise ServingError(
            "The field 'image' begins with a data-URL head. Send only what follows 'base64,'.",
            code="base64_invalid",
            field="image",
        )
    try:
        return base64.b64decode("".join(value.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ServingError(
            f"The field 'image' is not base64 ({error}). Send the image file in base64.",
            code="base64_invalid",
            field="image",
        ) from error
