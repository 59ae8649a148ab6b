"""Server-sent events: their parser, the fields that each needs, and the events that the client returns."""
