"""The synchronous client, generated from `_async`."""
