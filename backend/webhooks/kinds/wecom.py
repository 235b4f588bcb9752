"""A group of WeCom (企业微信), by a group robot.

Source: https://developer.work.weixin.qq.com/document/path/91770, messages of the type markdown.
"""

from __future__ import annotations

import orjson

from backend.webhooks.contracts import Answer, Outgoing, Target
from backend.webhooks.robots import answer_of, markdown_of
from backend.webhooks.services.posting import post

_MAX_BYTES = 4096


def send(target: Target, outgoing: Outgoing) -> Answer:
    """Send it as Markdown."""
    content = markdown_of(outgoing.notice, more="Easel").encode()[:_MAX_BYTES]
    markdown = {"content": content.decode(errors="ignore")}
    body = orjson.dumps({"msgtype": "markdown", "markdown": markdown})
    return answer_of(post(target.address, body, {}))
