"""
The Python client of the Parley API, synchronous and asynchronous.

    from parley import Parley

    with Parley() as client:  # reads PARLEY_API_KEY and PARLEY_BASE_URL
        agent = client.agents.create(name="Support")
"""

from . import webhooks
from ._async._client import AsyncParley
from ._async._conversation_events import AsyncConversationChangeEvents, AsyncConversationEvents
from ._async._message_stream import AsyncMessageStream, AsyncReplyText
from ._async._page import AsyncPage
from ._async._page_promise import AsyncPagePromise
from ._async._suggestion_events import AsyncSuggestionEvents
from ._async._text_parts import AsyncTextParts
from ._async._workspace_events import AsyncWorkspaceEvents
from ._errors import (
    APIConnectionError,
    APIConnectionTimeoutError,
    APIError,
    AuthenticationError,
    BadRequestError,
    ClientErrorCode,
    ConflictError,
    ErrorDetail,
    FailedExchange,
    InternalServerError,
    InvalidResponseError,
    MessageFailedError,
    NotFoundError,
    NotModifiedError,
    ParleyError,
    PermissionDeniedError,
    PreconditionFailedError,
    RateLimitError,
    SecondFactorDemand,
    UnprocessableEntityError,
)
from ._files import FileContent, FileInput, OnProgress
from ._request import NOT_GIVEN, NotGiven, RequestOptions
from ._response import Response
from ._sync._client import Parley
from ._sync._conversation_events import ConversationChangeEvents, ConversationEvents
from ._sync._message_stream import MessageStream, ReplyText
from ._sync._page import Page
from ._sync._suggestion_events import SuggestionEvents
from ._sync._text_parts import TextParts
from ._sync._workspace_events import WorkspaceEvents
from ._tools import ToolDraft, ToolRun, ToolsRun, tool, tool_draft
from ._version import __version__

__all__ = [
    "NOT_GIVEN",
    "APIConnectionError",
    "APIConnectionTimeoutError",
    "APIError",
    "AsyncConversationChangeEvents",
    "AsyncConversationEvents",
    "AsyncMessageStream",
    "AsyncPage",
    "AsyncPagePromise",
    "AsyncParley",
    "AsyncReplyText",
    "AsyncSuggestionEvents",
    "AsyncTextParts",
    "AsyncWorkspaceEvents",
    "AuthenticationError",
    "BadRequestError",
    "ClientErrorCode",
    "ConflictError",
    "ConversationChangeEvents",
    "ConversationEvents",
    "ErrorDetail",
    "FailedExchange",
    "FileContent",
    "FileInput",
    "InternalServerError",
    "InvalidResponseError",
    "MessageFailedError",
    "MessageStream",
    "NotFoundError",
    "NotGiven",
    "NotModifiedError",
    "OnProgress",
    "Page",
    "Parley",
    "ParleyError",
    "PermissionDeniedError",
    "PreconditionFailedError",
    "RateLimitError",
    "ReplyText",
    "RequestOptions",
    "Response",
    "SecondFactorDemand",
    "SuggestionEvents",
    "TextParts",
    "ToolDraft",
    "ToolRun",
    "ToolsRun",
    "UnprocessableEntityError",
    "WorkspaceEvents",
    "__version__",
    "tool",
    "tool_draft",
    "webhooks",
]
