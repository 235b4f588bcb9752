"""Videos: decoding, and evenly chosen frames as one tensor or every frame as a row.

Training, evaluation, serving and the SDK all use these functions; exact definitions in
``manifest-ops.md``. Decoding needs ``easel[video]``.
"""

from easel.runtime.video.context import FramesContext, VideoContext
from easel.runtime.video.decode import Video
from easel.runtime.video.frames import FramesPreprocessing
from easel.runtime.video.input import TENSOR, VideoInput, open_input
from easel.runtime.video.opening import open_video, video_size
from easel.runtime.video.preprocessing import Preprocessing, even_places

__all__ = [
    "TENSOR",
    "FramesContext",
    "FramesPreprocessing",
    "Preprocessing",
    "Video",
    "VideoContext",
    "VideoInput",
    "even_places",
    "open_input",
    "open_video",
    "video_size",
]
