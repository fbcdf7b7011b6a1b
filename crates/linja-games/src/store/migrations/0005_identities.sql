-- Tokens that are not their own identity any more. A token without a row is its own identity: the identity is the
-- token's hash, as in all rows of older versions.
CREATE TABLE tokens (
    token      TEXT   NOT NULL PRIMARY KEY, -- hash
    identity   TEXT   NOT NULL,             -- what `events.actor` and `seats.holder` hold
    created_at BIGINT NOT NULL,             -- milliseconds since 1970
    ended_at   BIGINT                       -- when it stopped working; NULL while it works
);

CREATE INDEX tokens_of_identity ON tokens (identity);
CREATE INDEX tokens_ended ON tokens (ended_at) WHERE ended_at IS NOT NULL;

-- Codes that move an identity to another device, at most one per identity.
CREATE TABLE codes (
    identity   TEXT   NOT NULL PRIMARY KEY,
    code       TEXT   NOT NULL UNIQUE, -- hash
    expires_at BIGINT NOT NULL,        -- milliseconds since 1970
    used_by    TEXT                    -- hash of the token that it was exchanged for
);
