"""The 95th percentile of latencies is too long."""

from __future__ import annotations

from backend.alerts.contracts import Condition
from backend.alerts.latency import percentile_of

CONDITION = Condition(
    unit="milliseconds",
    limit=5000.0,
    hold_minutes=5,
    titles={"en": "{endpoint} is slow (p95)", "zh-CN": "{endpoint} 响应变慢（p95）"},
    texts={
        "en": "In ten minutes one call in twenty took over {value}; the limit is {limit}.",
        "zh-CN": "最近十分钟，二十次调用中有一次耗时超过 {value}，上限为 {limit}。",
    },
    read=percentile_of(0.95, min_calls=100),
)
