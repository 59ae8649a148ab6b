# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.invitations`."""

from __future__ import annotations

from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import InvitationAccepted, InvitationPreview, SecondFactorProof
from .._api import AsyncApi


class AsyncInvitationsResource:
    """The methods of `client.invitations`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    async def preview(self, *, token: str, options: Optional[RequestOptions] = None) -> InvitationPreview:
        """Preview an invitation.

        Shows a person what the link is for, before they accept. Changes nothing.

        The body has at most 8 KiB.

        Args:
            token: The token in the link: what follows `#token=`.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `InvitationPreview`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            NotFoundError: `invitation_not_found`.
            RateLimitError: `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/invitations/preview", body={"token": token}, repeats=True)
        return await self._api.call(request, InvitationPreview, options)

    async def accept(
        self,
        *,
        token: str,
        password: str,
        name: Union[str, NotGiven] = NOT_GIVEN,
        second_factor: Union[SecondFactorProof, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> InvitationAccepted:
        """Accept an invitation.

        Adds the person to the workspace and signs in: sets the session cookie. A mailed link verifies the address. A
        person whose address is not verified can join only the account in which it began. An existing user with a second
        factor gets `second_factor_required`, and sends the request again with `second_factor`.

        The body has at most 8 KiB.

        Args:
            token: The token in the link: what follows `#token=`.
            password: The password of an existing user; for a new user, the password to set: 12 to 1,024 characters.
            name: Name of a new user: up to 200 characters. By default the part of the email address before the `@`;
                ignored for an existing user.
            second_factor: The second factor of a user who has one; absent if it was not asked.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `InvitationAccepted`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `invalid_credentials`, `second_factor_required`, `second_factor_invalid`,
                `challenge_expired`.
            PermissionDeniedError: `address_not_verified`.
            NotFoundError: `invitation_not_found`.
            ConflictError: `quota_exceeded`, `name_conflict`, `already_member`.
            RateLimitError: `too_many_concurrent`, `too_many_failed_attempts`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/invitations/accept",
            body={"token": token, "password": password, "name": name, "secondFactor": second_factor},
        )
        return await self._api.call(request, InvitationAccepted, options)
