"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.share_links import guest_views, views

OF_ENDPOINT = "deployments/<uuid:deployment_id>/share-links"
OF_GUESTS = "share-links/<str:share_token>"

urlpatterns = [
    path(OF_ENDPOINT, views.ShareLinkList.as_view()),
    path(f"{OF_ENDPOINT}/<uuid:share_link_id>", views.ShareLinkDetail.as_view()),
    path(OF_GUESTS, guest_views.SharedEndpointView.as_view()),
    path(f"{OF_GUESTS}/unlock", guest_views.UnlockView.as_view()),
    path(f"{OF_GUESTS}/predict", guest_views.PredictView.as_view()),
]
