"""The asynchronous client. `_sync` is generated from this folder: change it here, then run `npm run clients`."""
