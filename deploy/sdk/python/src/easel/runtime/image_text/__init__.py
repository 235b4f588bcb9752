"""Images and texts that are compared: either part of a request, or both."""

from easel.runtime.image_text.input import (
    ImageText,
    ImageTextContext,
    ImageTextInput,
    open_input,
)

__all__ = ["ImageText", "ImageTextContext", "ImageTextInput", "open_input"]
