"""The classes of errors as attributes of a client: `except Parley.NotFoundError`."""

from __future__ import annotations

from . import _errors


class ErrorClasses:
    """Every error that this package raises, by name."""

    ParleyError = _errors.ParleyError
    APIError = _errors.APIError
    NotModifiedError = _errors.NotModifiedError
    BadRequestError = _errors.BadRequestError
    AuthenticationError = _errors.AuthenticationError
    PermissionDeniedError = _errors.PermissionDeniedError
    NotFoundError = _errors.NotFoundError
    ConflictError = _errors.ConflictError
    PreconditionFailedError = _errors.PreconditionFailedError
    UnprocessableEntityError = _errors.UnprocessableEntityError
    RateLimitError = _errors.RateLimitError
    InternalServerError = _errors.InternalServerError
    InvalidResponseError = _errors.InvalidResponseError
    APIConnectionError = _errors.APIConnectionError
    APIConnectionTimeoutError = _errors.APIConnectionTimeoutError
    MessageFailedError = _errors.MessageFailedError
