"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.webhooks import views

CHANNEL = "channels/<uuid:channel_id>"

urlpatterns = [
    path("channels", views.ChannelList.as_view()),
    path(CHANNEL, views.ChannelDetail.as_view()),
    path(f"{CHANNEL}/test", views.ChannelTest.as_view()),
    path(f"{CHANNEL}/secret", views.ChannelSecretView.as_view()),
    path(f"{CHANNEL}/deliveries", views.DeliveryList.as_view()),
]
