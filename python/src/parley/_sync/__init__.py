# Generated from _async/__init__.py by `npm run clients`. Do not edit.
"""The synchronous client. `_sync` is generated from this folder: change it here, then run `npm run clients`."""
