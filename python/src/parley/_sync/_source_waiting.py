# Generated from _async/_source_waiting.py by `npm run clients`. Do not edit.
"""Waiting for a knowledge source."""

from __future__ import annotations

import time
from typing import Callable, Optional

from .._errors import ParleyError
from .._request import Request, RequestOptions
from ..types import KnowledgeSource
from ._api import Api

USUAL_WAIT = 600.0
"""Default maximum wait, in seconds."""

FIRST_DELAY = 0.25
MAX_DELAY = 5.0


class SourceWaiting:
    """Additions to the operations of `client.knowledge_sources`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def wait_until_ready(
        self,
        knowledge_source_id: str,
        *,
        timeout: float = USUAL_WAIT,
        on_progress: Optional[Callable[[KnowledgeSource], None]] = None,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeSource:
        """
        Waits until a source's sync has ended, and returns the source.

        Args:
            knowledge_source_id: Knowledge source identifier.
            timeout: Maximum wait in all, in seconds.
            on_progress: Called with the source after each look that finds it queued or processing.
            options: Options of each look.

        Returns:
            A `KnowledgeSource` whose status is `ready`.

        Raises:
            ParleyError: `source_failed` with the reason if the sync failed, `wait_timeout` if the time is up.
        """
        end = time.monotonic() + timeout
        delay = FIRST_DELAY
        while True:
            request = Request(method="GET", path="/api/knowledge-sources/{id}", params={"id": knowledge_source_id})
            source = self._api.call(request, KnowledgeSource, options)
            if source.status == "ready":
                return source
            if source.status == "failed":
                reason = "" if source.error is None else f" {source.error.message} {source.error.hint}"
                raise ParleyError(f"The knowledge source failed.{reason}", code="source_failed")
            if on_progress is not None:
                on_progress(source)
            left = end - time.monotonic()
            if left <= 0:
                raise ParleyError(
                    f"The knowledge source is not ready after {timeout} s; its status is {source.status}.",
                    code="wait_timeout",
                )
            self._api.wait(min(delay, left))
            delay = min(delay * 1.5, MAX_DELAY)
