"""Following objects through a video: from the detections of single frames to tracks. NumPy only.

Exact definition: ``docs/reference/manifest-ops.md``, op ``tracks``.
"""

from easel.runtime.tracking.assignment import assign
from easel.runtime.tracking.association import Association, Detections, Track, follow

__all__ = ["Association", "Detections", "Track", "assign", "follow"]
