"""The signatures of webhooks, beside the methods that manage them."""

from __future__ import annotations

from ..webhooks import Webhooks
from ._api import AsyncApi


class AsyncWebhookSignatures(Webhooks):
    """Checks and creates the signatures of webhooks; `parley.webhooks` has the same functions."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api
