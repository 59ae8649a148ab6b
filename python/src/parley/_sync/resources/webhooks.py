# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.webhooks`."""

from __future__ import annotations

from datetime import date, datetime
from typing import Optional, Sequence, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import (
    Confirmation,
    Webhook,
    WebhookDeliveriesSort,
    WebhookDelivery,
    WebhookDeliveryState,
    WebhookSort,
    WebhookStatus,
    WebhookTest,
    WebhookWithSecret,
)
from .._api import Api
from .._page_promise import Page
from .._webhook_signatures import WebhookSignatures


class WebhooksResource(WebhookSignatures):
    """The methods of `client.webhooks`."""

    def __init__(self, api: Api) -> None:
        super().__init__(api)

    def create(
        self,
        *,
        url: str,
        description: Union[str, NotGiven] = NOT_GIVEN,
        types: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        agents: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        status: Union[WebhookStatus, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> WebhookWithSecret:
        """Create a webhook.

        Its address gets a signed request for each event from now on, as [Standard
        Webhooks](https://www.standardwebhooks.com) describes. The secret is in this answer only. A private address is
        refused, here and at each attempt.

        Scope: `workspace:admin`.

        Args:
            url: Address that gets the events: an `https` URL of a public host, without a user name or password, up to
                2,000 characters. `http` only for a host that the operator allows.
            description: A note about its purpose: up to 500 characters; empty by default.
            types: Types of events: `*` for all (the default), `agent.*` for all of agents, or single ones; 1 to 100.
            agents: Identifiers of agents of the workspace whose events alone it gets, up to 100; empty for all (the
                default).
            status: `enabled` (the default), or `disabled`: then events wait.
            workspace_id: Identifier of its workspace; may be absent if you reach a single one.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `WebhookWithSecret`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `idempotency_in_progress`, `quota_exceeded`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/webhooks",
            body={
                "url": url,
                "description": description,
                "types": types,
                "agents": agents,
                "status": status,
                "workspaceId": workspace_id,
            },
            keyed=True,
        )
        return self._api.call(request, WebhookWithSecret, options)

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[WebhookStatus, NotGiven] = NOT_GIVEN,
        sort: Union[WebhookSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[Webhook]:
        """List webhooks.

        Lists those of the workspaces that you administer. Newest first unless `sort` says otherwise.

        Scope: `workspace:admin`.

        Args:
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            workspace_id: Only webhooks of this workspace; absent for all. Unknown ones match nothing.
            status: Only webhooks with this status; absent for all.
            sort: Order of the list; `-` is descending. Newest first by default.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A page of the list. Iterating over it continues through all pages.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `cursor_invalid`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/webhooks",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "workspaceId": workspace_id,
                "status": status,
                "sort": sort,
            },
        )
        return self._api.list(request, Webhook, options)

    def retrieve(self, webhook_id: str, *, options: Optional[RequestOptions] = None) -> Webhook:
        """Get a webhook.

        Without its secret.

        Scope: `workspace:admin`.

        Args:
            webhook_id: Webhook identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Webhook`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `webhook_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/webhooks/{id}", params={"id": webhook_id})
        return self._api.call(request, Webhook, options)

    def update(
        self,
        webhook_id: str,
        *,
        url: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[str, NotGiven] = NOT_GIVEN,
        types: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        agents: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        status: Union[WebhookStatus, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Webhook:
        """Update a webhook.

        Merges: absent fields stay unchanged. `"status": "enabled"` on a disabled one first sends what has happened
        since, in order and with `webhook-replayed: true`. It and a new address also retry at once what waits.

        Scope: `workspace:admin`.

        Args:
            webhook_id: Webhook identifier.
            url: Address that gets the events: an `https` URL of a public host, without a user name or password, up to
                2,000 characters. `http` only for a host that the operator allows.
            description: A note about its purpose: up to 500 characters.
            types: Types of events: `*` for all, `agent.*` for all of agents, or single ones.
            agents: Identifiers of the agents whose events alone it gets; empty for all.
            status: `disabled` stops it; `enabled` sends what has happened meanwhile, in order, then the rest.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A `Webhook`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `webhook_not_found`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/webhooks/{id}",
            params={"id": webhook_id},
            body={"url": url, "description": description, "types": types, "agents": agents, "status": status},
        )
        return self._api.call(request, Webhook, options)

    def delete(self, webhook_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Delete a webhook with its deliveries.

        Nothing more is sent, except by an attempt that is under way.

        Scope: `workspace:admin`.

        Args:
            webhook_id: Webhook identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `webhook_not_found`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/webhooks/{id}", params={"id": webhook_id})
        return self._api.call(request, Confirmation, options)

    def rotate_secret(
        self,
        webhook_id: str,
        *,
        overlap_hours: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> WebhookWithSecret:
        """Rotate the secret of a webhook.

        Requests have two signatures for `overlap_hours`: of the new secret, and of the old one. A secret from before
        that ends at once. The new one is in this answer only.

        Scope: `workspace:admin`.

        Args:
            webhook_id: Webhook identifier.
            overlap_hours: Hours that the old secret also signs: 0 to 168, 24 by default.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `WebhookWithSecret`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `webhook_not_found`.
            ConflictError: `idempotency_in_progress`.
            PreconditionFailedError: `version_conflict`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/webhooks/{id}/rotate-secret",
            params={"id": webhook_id},
            body={"overlapHours": overlap_hours},
            keyed=True,
        )
        return self._api.call(request, WebhookWithSecret, options)

    def test(self, webhook_id: str, *, options: Optional[RequestOptions] = None) -> WebhookTest:
        """Send a test event to a webhook.

        Sends a signed request of the type `webhook.test` now, also if the webhook is disabled, and returns the reply of
        its receiver. It is no delivery, and isn’t retried.

        Scope: `workspace:admin`.

        Args:
            webhook_id: Webhook identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `WebhookTest`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `webhook_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/webhooks/{id}/test", params={"id": webhook_id}, body={})
        return self._api.call(request, WebhookTest, options)

    def deliveries(
        self,
        webhook_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        state: Union[WebhookDeliveryState, NotGiven] = NOT_GIVEN,
        type: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[WebhookDeliveriesSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[WebhookDelivery]:
        """List the deliveries of a webhook.

        Lists those of the last 30 days. Newest first unless `sort` says otherwise.

        Scope: `workspace:admin`.

        Args:
            webhook_id: Webhook identifier.
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            state: Only deliveries in this state; absent for all.
            type: Only deliveries of events of this type; absent for all. Unknown ones match nothing.
            sort: Order of the list; `-` is descending. Newest first by default.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A page of the list. Iterating over it continues through all pages.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `cursor_invalid`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `webhook_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/webhooks/{id}/deliveries",
            params={"id": webhook_id},
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "state": state,
                "type": type,
                "sort": sort,
            },
        )
        return self._api.list(request, WebhookDelivery, options)

    def redeliver(
        self,
        webhook_id: str,
        *,
        delivery_id: Union[str, NotGiven] = NOT_GIVEN,
        since: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Confirmation:
        """Send events to a webhook again.

        Either one delivery, or all events since a time, in order. Each has its ID as before, and the header
        `webhook-replayed: true`. While the webhook is disabled, they wait. Refused with 409 while an earlier range is
        sent again.

        Scope: `workspace:admin`.

        Args:
            webhook_id: Webhook identifier.
            delivery_id: Identifier of a delivery to send again. Either this or `since`.
            since: Time (ISO 8601) since which all events are sent again, in order; at most the 90 days that events are
                kept. Either this or `delivery_id`.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `webhook_not_found`, `webhook_delivery_not_found`.
            ConflictError: `idempotency_in_progress`, `webhook_redelivery_in_progress`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/webhooks/{id}/redeliver",
            params={"id": webhook_id},
            body={"deliveryId": delivery_id, "since": since},
            keyed=True,
        )
        return self._api.call(request, Confirmation, options)
