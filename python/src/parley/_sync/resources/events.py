# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.events`."""

from __future__ import annotations

from datetime import date, datetime
from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import EventExportFormat, EventPage, EventSeal, EventSort
from .._api import Api
from .._text_parts import TextParts
from .._workspace_events import WorkspaceEvents


class EventsResource:
    """The methods of `client.events`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        *,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        sort: Union[EventSort, NotGiven] = NOT_GIVEN,
        wait: Union[int, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        types: Union[str, NotGiven] = NOT_GIVEN,
        agent_id: Union[str, NotGiven] = NOT_GIVEN,
        actor: Union[str, NotGiven] = NOT_GIVEN,
        created_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        created_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> EventPage:
        """List events.

        Every change of the last 90 days, in the order in which the changes were committed. Repeat the request with
        `cursor` to read what follows: nothing is left out, and nothing comes twice. With `wait` it answers as soon as
        there is an event. With `Accept: text/event-stream` it is a stream that stays open: of new events, or of those
        after `Last-Event-ID` or `cursor`. For admins only.

        Scope: `workspace:admin`.

        Args:
            cursor: The place to go on: `cursor` of the page before, or the `id` of an event. Absent to begin with the
                oldest event.
            limit: Max items per page: 1 to 100, 20 by default.
            sort: Oldest first, or `-createdAt` for the newest first.
            wait: Max seconds to wait for an event if the page is empty: 0 to 30, 0 by default.
            workspace_id: Only events of this workspace; absent for all. Unknown ones match nothing.
            types: Only these types, separated by commas; `agent.*` is every type of agents. Absent for all.
            agent_id: Only events about this agent; absent for all. Unknown ones match nothing.
            actor: Only events of this person, key, visitor or channel, or of `system` or `operator`; absent for all.
                Unknown ones match nothing.
            created_after: Only events at this time (ISO 8601) or later; absent for no limit.
            created_before: Only events before this time (ISO 8601); absent for no limit.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `EventPage`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `cursor_invalid`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `cursor_expired` (410), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/events",
            query={
                "cursor": cursor,
                "limit": limit,
                "sort": sort,
                "wait": wait,
                "workspaceId": workspace_id,
                "types": types,
                "agentId": agent_id,
                "actor": actor,
                "createdAfter": created_after,
                "createdBefore": created_before,
            },
        )
        return self._api.call(request, EventPage, options)

    def follow(
        self,
        *,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        types: Union[str, NotGiven] = NOT_GIVEN,
        agent_id: Union[str, NotGiven] = NOT_GIVEN,
        actor: Union[str, NotGiven] = NOT_GIVEN,
        created_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        created_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> WorkspaceEvents:
        """List events.

        Every change of the last 90 days, in the order in which the changes were committed. Repeat the request with
        `cursor` to read what follows: nothing is left out, and nothing comes twice. With `wait` it answers as soon as
        there is an event. With `Accept: text/event-stream` it is a stream that stays open: of new events, or of those
        after `Last-Event-ID` or `cursor`. For admins only.

        Scope: `workspace:admin`.

        This method follows the events from now on, or after `cursor` or `created_after`, for as long as they are read.
        After a lost connection or a failure of the service it continues after the last event.

        Args:
            cursor: The place to go on: `cursor` of the page before, or the `id` of an event. Absent to begin with the
                oldest event.
            workspace_id: Only events of this workspace; absent for all. Unknown ones match nothing.
            types: Only these types, separated by commas; `agent.*` is every type of agents. Absent for all.
            agent_id: Only events about this agent; absent for all. Unknown ones match nothing.
            actor: Only events of this person, key, visitor or channel, or of `system` or `operator`; absent for all.
                Unknown ones match nothing.
            created_after: Only events at this time (ISO 8601) or later; absent for no limit.
            created_before: Only events before this time (ISO 8601); absent for no limit.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            The events, for as long as they are read.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `cursor_invalid`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `cursor_expired` (410), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/events",
            query={
                "cursor": cursor,
                "workspaceId": workspace_id,
                "types": types,
                "agentId": agent_id,
                "actor": actor,
                "createdAfter": created_after,
                "createdBefore": created_before,
            },
        )
        return self._api.follow_log(request, options)

    def export(
        self,
        *,
        format: Union[EventExportFormat, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        types: Union[str, NotGiven] = NOT_GIVEN,
        agent_id: Union[str, NotGiven] = NOT_GIVEN,
        actor: Union[str, NotGiven] = NOT_GIVEN,
        created_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        created_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> TextParts:
        """Export events, as JSON Lines or CSV.

        Streams the events that there are when it begins, the oldest first; the size is not limited. The export is an
        event itself, `export.created`. In CSV, `data` and `changes` are JSON. For admins only.

        Scope: `workspace:admin`.

        Args:
            format: `jsonl` (the default): one event per line, as the list shows it. `csv`: one event per row.
            workspace_id: Only events of this workspace; absent for all. Unknown ones match nothing.
            types: Only these types, separated by commas; `agent.*` is every type of agents. Absent for all.
            agent_id: Only events about this agent; absent for all. Unknown ones match nothing.
            actor: Only events of this person, key, visitor or channel, or of `system` or `operator`; absent for all.
                Unknown ones match nothing.
            created_after: Only events at this time (ISO 8601) or later; absent for no limit.
            created_before: Only events before this time (ISO 8601); absent for no limit.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            The text, in parts or whole. The request is sent when it is read.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/events/export",
            query={
                "format": format,
                "workspaceId": workspace_id,
                "types": types,
                "agentId": agent_id,
                "actor": actor,
                "createdAfter": created_after,
                "createdBefore": created_before,
            },
        )
        return self._api.download(request, options)

    def seal(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> EventSeal:
        """Get the newest seal of the log of events.

        Once a minute, new events are sealed by a hash over them and all before them. Note the hash elsewhere: `parley
        audit verify --head` then proves that no event until then was removed or altered. For admins only.

        Scope: `workspace:admin`.

        Args:
            workspace_id: The log of this workspace; absent for that of the whole account.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `EventSeal`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/events/seal", query={"workspaceId": workspace_id})
        return self._api.call(request, EventSeal, options)
