"""A group of DingTalk, by a custom robot, whose security setting may ask for a signature.

Source: https://open.dingtalk.com/document/robots/custom-robot-access (messages of the type
markdown) and https://open.dingtalk.com/document/robots/customize-robot-security-settings (sign).
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from urllib.parse import urlencode

import orjson

from backend.webhooks.contracts import Answer, Outgoing, Target
from backend.webhooks.robots import answer_of, markdown_of
from backend.webhooks.services.posting import post


def send(target: Target, outgoing: Outgoing) -> Answer:
    """Send it as Markdown."""
    notice = outgoing.notice
    markdown = {"title": notice.subject, "text": markdown_of(notice, more="Easel")}
    body = orjson.dumps({"msgtype": "markdown", "markdown": markdown})
    return answer_of(post(signed(target, round(time.time() * 1000)), body, {}))


def signed(target: Target, moment_ms: int) -> str:
    """Return the address with the parameters ``timestamp`` and ``sign``, as it is without a secret.

    What is signed is the timestamp in milliseconds, a line break and the secret.
    """
    if not target.secret:
        return target.address
    text = f"{moment_ms}\n{target.secret}"
    digest = hmac.new(target.secret.encode(), text.encode(), hashlib.sha256).digest()
    sign = base64.b64encode(digest).decode()
    joint = "&" if "?" in target.address else "?"
    return f"{target.address}{joint}{urlencode({'timestamp': moment_ms, 'sign': sign})}"
