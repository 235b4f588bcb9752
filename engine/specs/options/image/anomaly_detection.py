"""Options of ``image.anomaly_detection``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.schedule import ScheduleOptions
from engine.specs.spec import option


class AnomalyDetectionOptions(ScheduleOptions):
    """What a user may set for an anomaly detection run; defaults suit most data.

    ``normal_label`` names the folder, or the label, of normal images; ``auto`` looks for good,
    normal, ok, 正常 and the like. The schedule is for networks that learn; fixed filters and
    pretrained networks only look at each normal image once.
    """

    normal_label: str = option("auto", group="data")
    image_size: Annotated[int, Field(ge=32, le=640, multiple_of=32)] | Literal["auto"] = option(
        "auto", group="data", unit="pixels"
    )
    memory_size: int = option(
        1000, group="model", ge=16, le=20_000, search=(100, 10_000), log=True, expert=True
    )
    false_positive_rate: float = option(0.05, group="data", gt=0, lt=0.5)
    horizontal_flip: bool = option(False, group="augmentation", among=(False, True))


OPTIONS = AnomalyDetectionOptions
