-- The queue of the web service. A job's files stand in a folder of its name beside the store.
-- version 1
CREATE TABLE jobs_job (
  number   INTEGER PRIMARY KEY,
  id       TEXT NOT NULL UNIQUE,
  parent   TEXT,                    -- the job that this one goes on from
  address  TEXT NOT NULL,           -- whose it is: a hash, to count by
  options  TEXT NOT NULL,           -- JSON, as the API takes it
  state    TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
  stage    TEXT NOT NULL,           -- what is being done, for progress
  message  TEXT,                    -- why it failed
  worker   TEXT,                    -- who works at it: "PID START"
  attempts INTEGER NOT NULL DEFAULT 0,
  created  INTEGER NOT NULL,        -- seconds since 1970
  started  INTEGER,
  finished INTEGER,
  expires  INTEGER NOT NULL
);
CREATE INDEX jobs_by_state ON jobs_job (state, number);
CREATE INDEX jobs_by_address ON jobs_job (address, created);
CREATE INDEX jobs_by_expiry ON jobs_job (expires);
-- What outlives a start of the service.
CREATE TABLE jobs_secret (name TEXT PRIMARY KEY, value TEXT NOT NULL);
-- version 2
ALTER TABLE jobs_job ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0; -- its files: sent, and at its end made
