"""Log lines. None of them contains a key, header, body, query or filled-in path."""

from __future__ import annotations

import logging
from typing import Mapping, Optional, Union

from ._errors import ParleyError

LEVELS: Mapping[str, int] = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warn": logging.WARNING,
    "error": logging.ERROR,
    "off": logging.CRITICAL + 1,
}
"""The log levels: attempts (`debug`), retries (`info`), deprecation notices (`warn`). Nothing is logged above that."""

LogField = Union[str, int, float, None]


def read_log_level(value: str, setting: str) -> int:
    """Checks a log level from a setting; raises a `ParleyError` that names the setting and the allowed levels."""
    if value not in LEVELS:
        raise ParleyError(f"{setting} must be one of {', '.join(LEVELS)}.", code="invalid_option")
    return LEVELS[value]


class Log:
    """Writes lines with fields to a logger: in the message, and as `record.parley`."""

    def __init__(self, logger: logging.Logger, level: Optional[int] = None) -> None:
        """Without a level, the logger's own decides."""
        self._logger = logger
        self._level = logging.NOTSET if level is None else level

    def changed(self, logger: Optional[logging.Logger], level: Optional[int]) -> Log:
        """The same with another logger or level; None keeps it."""
        return Log(self._logger if logger is None else logger, self._level if level is None else level)

    def debug(self, message: str, **fields: LogField) -> None:
        """An attempt."""
        self._write(logging.DEBUG, message, fields)

    def info(self, message: str, **fields: LogField) -> None:
        """A retry."""
        self._write(logging.INFO, message, fields)

    def warn(self, message: str, **fields: LogField) -> None:
        """A deprecation notice."""
        self._write(logging.WARNING, message, fields)

    def _write(self, level: int, message: str, fields: Mapping[str, LogField]) -> None:
        if level < self._level or not self._logger.isEnabledFor(level):
            return
        known = {name: value for name, value in fields.items() if value is not None}
        text = ", ".join(f"{name}={value}" for name, value in known.items())
        self._logger.log(level, "%s (%s)" if text else "%s%s", message, text, extra={"parley": known})


def open_logger(logger: Optional[logging.Logger], level: Optional[int]) -> Log:
    """The log of a client. If a level is asked for and nothing is configured, lines go to stderr."""
    if logger is not None:
        return Log(logger, level)
    own = logging.getLogger("parley")
    if level is not None:
        own.setLevel(level)
        if not own.hasHandlers():
            handler = logging.StreamHandler()
            handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
            own.addHandler(handler)
    return Log(own, level)
