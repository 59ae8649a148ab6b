"""The client."""

from __future__ import annotations

import logging
from types import TracebackType
from typing import Any, Dict, Mapping, Optional, Type

import httpx

from .._error_classes import ErrorClasses
from .._errors import ParleyError
from .._request import Request, RequestOptions
from .._settings import (
    AsyncApiKey,
    Options,
    Settings,
    Timeout,
    change_settings,
    hide,
    http_arguments,
    read_settings,
)
from ._api import AsyncApi
from ._transport import AsyncTransport
from .resources import AsyncResources


class AsyncParley(AsyncResources, ErrorClasses):
    """
    A client of one Parley service. Close it with `aclose()`, or use it as a context manager.

        async with AsyncParley(api_key="parley_…", base_url="https://parley.example.com") as client:
            agent = await client.agents.create(name="Support")
    """

    def __init__(
        self,
        api_key: Optional[AsyncApiKey] = None,
        base_url: Optional[str] = None,
        *,
        timeout: Optional[Timeout] = None,
        max_retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
        http_client: Optional[httpx.AsyncClient] = None,
        session: bool = False,
        logger: Optional[logging.Logger] = None,
        log_level: Optional[str] = None,
    ) -> None:
        """
        Creates a client; raises a `ParleyError` if an option is invalid, or missing both here and in the environment.

        Args:
            api_key: A secret key, `parley_…`, or a function that returns the key of each attempt; `PARLEY_API_KEY` if
                left out.
            base_url: The address of the service, such as `https://parley.example.com`; paths that begin with `/api` are
                appended. `PARLEY_BASE_URL` if left out.
            timeout: Timeout of each attempt in seconds, including the response's body (60; 630 if the call waits for a
                complete reply). An `httpx.Timeout` also limits each phase on its own: `httpx.Timeout(60, connect=2)`.
            max_retries: Maximum retries of a failed request (2; max 10).
            headers: Sent with every request.
            http_client: Replaces the client's own connections: a proxy, certificates, a test double. It is used with
                its own settings, except for timeouts and redirects, and it is not closed.
            session: Sends no key: the cookie of `sessions.create` authenticates.
            logger: The target of log lines (`logging.getLogger("parley")`).
            log_level: The lowest level that is logged: `debug`, `info`, `warn`, `error` or `off`. `PARLEY_LOG` if left
                out, else the logger's own level.
        """
        # From here on, no traceback shows the key.
        key = hide(api_key)
        api_key = None
        settings = read_settings(
            Options(
                api_key=key,
                base_url=base_url,
                session=session,
                timeout=timeout,
                max_retries=max_retries,
                headers=headers,
                logger=logger,
                log_level=log_level,
            )
        )
        if http_client is not None and not isinstance(http_client, httpx.AsyncClient):
            raise ParleyError("http_client must be an httpx.AsyncClient.", code="invalid_option")
        self._owns_http = http_client is None
        self._use(settings, _open_http(settings) if http_client is None else http_client)

    def _use(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self._transport = AsyncTransport(settings, http)
        self._api = AsyncApi(self._transport)
        super().__init__(self._api)

    def with_options(
        self,
        *,
        api_key: Optional[AsyncApiKey] = None,
        base_url: Optional[str] = None,
        timeout: Optional[Timeout] = None,
        max_retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
        logger: Optional[logging.Logger] = None,
        log_level: Optional[str] = None,
    ) -> AsyncParley:
        """
        Returns a client with other options, which shares the connections and proxies of this one; closing it has no
        effect.

        Args:
            api_key: Another key, or a function that returns one; not for a client with a session.
            base_url: Another address.
            timeout: Timeout of each attempt, also of those that wait for a complete reply.
            max_retries: Maximum retries of a failed request.
            headers: Added to those of this client.
            logger: Another target of log lines.
            log_level: Another lowest level that is logged.

        Returns:
            A client of the same class.

        Raises:
            ParleyError: `invalid_api_key`, `invalid_base_url` or `invalid_option`: an option is invalid.
        """
        # From here on, no traceback shows the key.
        key = hide(api_key)
        api_key = None
        options = Options(
            api_key=key,
            base_url=base_url,
            timeout=timeout,
            max_retries=max_retries,
            headers=headers,
            logger=logger,
            log_level=log_level,
        )
        other = object.__new__(type(self))
        other._owns_http = False
        other._use(change_settings(self._transport.settings, options), self._transport.http)
        return other

    async def request(
        self,
        method: str,
        path: str,
        *,
        params: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, object]] = None,
        body: Optional[Mapping[str, object]] = None,
        repeats: Optional[bool] = None,
        slow: bool = False,
        options: Optional[RequestOptions] = None,
    ) -> Dict[str, Any]:
        """
        Calls an operation that this version has no method for, with the same retries, errors and options as methods;
        names are those of the API, and the data comes as it is in JSON.

            await client.request("POST", "/api/agents/{id}/publish", params={"id": agent_id}, body={})

        Args:
            method: The HTTP method.
            path: The path, with a `{name}` for each of `params`.
            params: The values of the names in the path.
            query: The query parameters; None leaves one out.
            body: The JSON object to send.
            repeats: True if a repeat is safe, unless the method tells it. If set, a POST gets no idempotency key.
            slow: True if the response waits for a model: the default timeout is then longer.
            options: Options of this call.
        """
        request = Request(
            method.upper(),
            path,
            params=params or {},
            query=query or {},
            body=body,
            keyed=method.upper() == "POST" and repeats is None,
            repeats=repeats,
            slow=slow,
        )
        return await self._api.call_raw(request, options)

    async def aclose(self) -> None:
        """Closes the connections, unless they belong to `http_client`."""
        if self._owns_http:
            await self._transport.http.aclose()

    async def __aenter__(self) -> AsyncParley:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        # Also printed in the traceback of a constructor that has failed.
        transport: Optional[AsyncTransport] = getattr(self, "_transport", None)
        return f"<{type(self).__name__} {transport.settings.base_url if transport else 'without settings'}>"


def _open_http(settings: Settings) -> httpx.AsyncClient:
    try:
        return httpx.AsyncClient(**http_arguments(settings))
    except (ImportError, ValueError, httpx.InvalidURL) as error:
        # Its message can hold the password of a proxy.
        raise ParleyError(
            f"The environment's proxy settings can't be used ({type(error).__name__}). Check HTTP_PROXY, HTTPS_PROXY and "
            "ALL_PROXY, or pass http_client.",
            code="invalid_option",
        ) from None
