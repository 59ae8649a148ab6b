# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.setup`."""

from __future__ import annotations

from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import SetupDone, SetupState
from .._api import AsyncApi


class AsyncSetupResource:
    """The methods of `client.setup`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    async def retrieve(self, *, options: Optional[RequestOptions] = None) -> SetupState:
        """Check whether the instance has no owner yet.

        Without an owner the server prints a link with a token for `completeSetup`. Answers 404 once there is an owner.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `SetupState`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            NotFoundError: `route_not_found`.
            RateLimitError: `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/setup")
        return await self._api.call(request, SetupState, options)

    async def complete(
        self,
        *,
        token: str,
        email: str,
        password: str,
        name: Union[str, NotGiven] = NOT_GIVEN,
        workspace_name: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> SetupDone:
        """Create the first owner and sign in.

        Creates the owner, their account and the first workspace, and sets the session cookie. It works once.

        The body has at most 8 KiB.

        Args:
            token: The token in the link that the server printed.
            email: Email address of the owner: up to 254 characters, stored in lower case.
            password: Password of the owner: 12 to 1,024 characters.
            name: Name of the owner: up to 200 characters. By default the part of the email address before the `@`.
            workspace_name: Name of the first workspace: 1 to 100 characters after trimming. `My workspace` by default.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `SetupDone`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            NotFoundError: `route_not_found`, `setup_token_invalid`.
            RateLimitError: `too_many_concurrent`, `too_many_failed_attempts`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/setup",
            body={"token": token, "email": email, "password": password, "name": name, "workspaceName": workspace_name},
        )
        return await self._api.call(request, SetupDone, options)
