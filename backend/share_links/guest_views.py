"""What guests ask by a share link: no session, no cookie, no key; the address is the proof."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle

from backend.api.bodies import ANYBODY
from backend.api.parsers import JsonParser
from backend.api.schema import operation
from backend.api.views import View
from backend.deployments.contracts.predictions import (
    PredictionPartsSerializer,
    PredictionSerializer,
)
from backend.deployments.services.parts import MAX_BYTES
from backend.share_links import selectors
from backend.share_links import serializers as shapes
from backend.share_links.services import admission, predicting

PASS_HEADER = "Easel-Share-Pass"


class GuestView(View):
    """A view for guests, whose answers nobody keeps or finds."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (ScopedRateThrottle,)

    def finalize_response(self, *args: Any, **kwargs: Any) -> Response:
        """Keep the answer, a refusal too, out of caches and search engines."""
        response = super().finalize_response(*args, **kwargs)
        response["Cache-Control"] = "no-store"
        response["X-Robots-Tag"] = "noindex"
        return response


class SharedEndpointView(GuestView):
    """``/share-links/{token}``."""

    throttle_scope = "share_link"

    @operation(
        "get_shared_endpoint",
        response=shapes.SharedEndpointSerializer,
        header=PASS_HEADER,
        public=True,
    )
    def get(self, request: Request, share_token: str) -> object:
        """Get what a share link leads to; its model only with a pass where it has a password."""
        return selectors.get_shared_endpoint(
            token=share_token, share_pass=request.headers.get(PASS_HEADER, "")
        )


class UnlockView(GuestView):
    """``/share-links/{token}/unlock``."""

    throttle_scope = "share_link_unlock"

    @operation(
        "unlock_share_link",
        body=shapes.ShareLinkUnlockSerializer,
        response=shapes.SharePassSerializer,
        public=True,
    )
    def post(self, request: Request, share_token: str) -> object:
        """Unlock a share link: exchange its password for a pass, which is valid for two hours."""
        fields = self.body(shapes.ShareLinkUnlockSerializer)
        address = request.META.get("REMOTE_ADDR", "")
        return admission.unlock(token=share_token, address=address, **fields)


class PredictView(GuestView):
    """``/share-links/{token}/predict``."""

    parser_classes = (MultiPartParser, JsonParser)
    throttle_scope = "share_link_predict"
    # What a model server takes, and what stands around it in a form.
    max_body_bytes = MAX_BYTES + ANYBODY

    @staticmethod
    def require_sender(headers: Iterable[tuple[bytes, bytes]], share_token: str) -> None:
        """Require, before a body is read, that a call by this link would be answered now.

        Raises:
            ApiError: as ``admission.require_admitted`` does.
        """
        given = dict(headers).get(PASS_HEADER.lower().encode(), b"")
        admission.require_admitted(share_token, given.decode("latin-1"))

    @operation(
        "predict_with_share_link",
        body={
            "multipart/form-data": PredictionPartsSerializer,
            "application/json": PredictionPartsSerializer,
        },
        response=PredictionSerializer,
        header=PASS_HEADER,
        public=True,
    )
    def post(self, request: Request, share_token: str) -> object:
        """Predict with the endpoint of a share link."""
        share_pass = request.headers.get(PASS_HEADER, "")
        link, endpoint = admission.require_admitted(share_token, share_pass)
        fields = self.body(PredictionPartsSerializer)
        return predicting.predict(link=link, endpoint=endpoint, **fields)
