"""Many calls on one connection: WebSockets, and answers as server-sent events."""
