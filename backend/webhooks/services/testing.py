"""A test through a channel: does anybody answer there?"""

from __future__ import annotations

from backend.accounts.contracts import Caller
from backend.webhooks.contracts import Answer, Notice
from backend.webhooks.models import Channel
from backend.webhooks.services.deliveries import send_now, site_address

_TEXTS = {
    "en": ("A test from Easel", "{person} tries the channel '{channel}'. There is nothing to do."),
    "zh-CN": ("来自 Easel 的测试", "{person} 正在测试通知渠道“{channel}”，无需处理。"),
}


def send_test(*, channel: Channel, caller: Caller) -> Answer:
    """Send a test, and return what the other side answered."""
    subject, text = _TEXTS[channel.language]
    notice = Notice(
        event="channel.test",
        subject=subject,
        text=text.format(person=caller.name or caller.email, channel=channel.name),
        url=site_address("/alerts"),
        data={"channel_id": str(channel.id)},
    )
    return send_now(channel, notice)
