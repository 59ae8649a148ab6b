# Generated from _async/_webhook_signatures.py by `npm run clients`. Do not edit.
"""The signatures of webhooks, beside the methods that manage them."""

from __future__ import annotations

from ..webhooks import Webhooks
from ._api import Api


class WebhookSignatures(Webhooks):
    """Checks and creates the signatures of webhooks; `parley.webhooks` has the same functions."""

    def __init__(self, api: Api) -> None:
        self._api = api
