"""Films: decoding, evenly chosen frames, and the tensor ``video``.

Training, evaluation, serving and the SDK all use these functions; exact definitions in
``manifest-ops.md``. Decoding needs ``easel[video]``.
"""

from easel.runtime.video.context import FilmContext
from easel.runtime.video.decode import Film, open_film
from easel.runtime.video.input import TENSOR, VideoInput, open_input
from easel.runtime.video.preprocessing import Preprocessing, even_places

__all__ = [
    "TENSOR",
    "Film",
    "FilmContext",
    "Preprocessing",
    "VideoInput",
    "even_places",
    "open_film",
    "open_input",
]
