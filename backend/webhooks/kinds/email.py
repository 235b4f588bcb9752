"""A member, by e-mail."""

from __future__ import annotations

from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMessage

from backend.webhooks.contracts import Answer, Outgoing, Target

NOT_SET_UP = "This installation sends no mails: no mail server is configured (EASEL_EMAIL_HOST)."


def send(target: Target, outgoing: Outgoing) -> Answer:
    """Send it; a mail that is sent again has the same id, by which mailboxes know it."""
    if not settings.EMAIL_HOST:
        return Answer(is_accepted=False, status=None, text=NOT_SET_UP)
    notice = outgoing.notice
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "easel"
    message = EmailMessage(
        # A line break would begin another header.
        subject=" ".join(notice.subject.split()),
        body=f"{notice.text}\n\n{notice.url}\n",
        to=[target.address],
        headers={"Message-ID": f"<{outgoing.id.hex}@{domain}>", "Auto-Submitted": "auto-generated"},
    )
    try:
        message.send()
    except (OSError, ValueError) as error:
        return Answer(
            is_accepted=False, status=None, text=f"The mail server refused: {error}"[:300]
        )
    return Answer(is_accepted=True, status=None, text="")
