-- The last moment at which a server was up, in the time of the servers and by the database's clock. One row.
CREATE TABLE heartbeat (
    id       SMALLINT NOT NULL PRIMARY KEY, -- always 1
    at       BIGINT   NOT NULL,             -- milliseconds since 1970
    db_clock BIGINT   NOT NULL              -- the same
);

-- When no server was up, or none could reach the database. Players get this time back.
CREATE TABLE outages (
    began BIGINT NOT NULL PRIMARY KEY, -- milliseconds since 1970
    ended BIGINT NOT NULL
);
