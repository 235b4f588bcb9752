"""Between callers and whoever answers them: connections of both sides, requests read whole."""
