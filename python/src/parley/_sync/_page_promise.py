"""Without promises, a list returns its first page at once. Written by hand for each of the two clients."""

from ._page import Page

__all__ = ["Page"]
