"""Send somebody who has forgotten their password a link, telling nobody who has an account."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.validators import validate_email

from backend.accounts.contracts import SEND_PASSWORD_LINK
from backend.accounts.models import User
from backend.accounts.services.reset_links import make_link
from backend.api.errors import Conflict, Invalid
from backend.config.messages import enqueue_on_commit

VALID_FOR = timedelta(hours=1)

_TEXTS = {
    "en": (
        "Choose a new password for Easel",
        (
            "Somebody, probably you, asked for a new password for {email} at {site}.\n\n"
            "Choose it here, once, within {minutes} minutes:\n\n{url}\n\n"
            "You will be signed out everywhere else, and your API keys are revoked unless you keep "
            "them. If it was not you who asked, there is nothing to do: your password stays as it "
            "is.\n"
        ),
    ),
    "zh-CN": (
        "设置新的 Easel 密码",
        (
            "有人（可能是您）在 {site} 为 {email} 申请了新密码。\n\n"
            "请在 {minutes} 分钟内打开下面的链接设置新密码，链接只能使用一次：\n\n{url}\n\n"
            "设置后，其他位置的登录都会退出；除非您选择保留，API 密钥也会吊销。"
            "如果不是您本人申请的，无需任何操作，密码不会改变。\n"
        ),
    ),
}


def ask_for_link(*, email: str) -> None:
    """Have a worker send a link, if anybody has this address.

    It is looked for there: whoever asks waits equally long for any address, and learns nothing.

    Raises:
        Conflict: ``mail_not_set_up``.
        Invalid: ``email_invalid``.
    """
    if not settings.EMAIL_HOST:
        raise Conflict(
            "This installation sends no mails. Ask an administrator of your organisation for a "
            "link to choose a new password by.",
            code="mail_not_set_up",
        )
    try:
        validate_email(email)
    except ValidationError as error:
        raise Invalid(
            f"'{email}' is not an e-mail address. Check its spelling.", code="email_invalid"
        ) from error
    enqueue_on_commit(SEND_PASSWORD_LINK, email=email.lower())


def send_link(*, email: str) -> bool:
    """Send a link to the person with this address; return whether there is one.

    Raises:
        OSError: when the server for mails does not take it.
    """
    user = User.objects.filter(email=email, is_active=True).first()
    if user is None:
        return False
    link = make_link(user=user, valid_for=VALID_FOR)
    subject, text = _TEXTS.get(user.language, _TEXTS["en"])
    send_mail(
        subject,
        text.format(
            email=user.email,
            site=settings.ENVIRONMENT.public_url,
            minutes=int(VALID_FOR.total_seconds() // 60),
            url=link.url,
        ),
        None,
        [user.email],
    )
    return True
