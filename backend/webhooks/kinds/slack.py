"""A channel of Slack, by an incoming webhook.

Source: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks and
https://docs.slack.dev/messaging/formatting-message-text (what has to be escaped).
"""

from __future__ import annotations

import orjson

from backend.webhooks.contracts import Answer, Outgoing, Target
from backend.webhooks.services.posting import post


def send(target: Target, outgoing: Outgoing) -> Answer:
    """Send it as text of Slack's own markup."""
    notice = outgoing.notice
    text = f"*{_escaped(notice.subject)}*\n{_escaped(notice.text)}\n<{notice.url}>"
    return post(target.address, orjson.dumps({"text": text}), {}).answer()


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
