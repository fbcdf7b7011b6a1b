"""What schemathesis must know to fuzz the server: how lists of JSON lines are written."""

import json

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """A text as it is, and anything else as a line of JSON."""
    return (value if isinstance(value, str) else json.dumps(value)).encode()
