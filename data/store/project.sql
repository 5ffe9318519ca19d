-- A window's project: the owner's files, the tree of steps, what was measured (project/keep.c).

-- version 1
-- One row a name: alias, database, gpu, current (a state's id).
CREATE TABLE project_setting (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;

-- Lists of words: kind "flag" (for the compiler) or "assume" (what the owner vouches for).
CREATE TABLE project_word (
  kind TEXT NOT NULL,
  number INTEGER NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (kind, number)
) WITHOUT ROWID;

-- hash: SHA-256 of the file as it was when these steps were taken. text: what the owner has typed and
-- not yet written to the file; NULL: nothing.
CREATE TABLE project_source (
  number INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  hash TEXT NOT NULL,
  text TEXT
);

-- State 1, the owner's text, has no row.
CREATE TABLE project_state (
  id INTEGER PRIMARY KEY,
  parent INTEGER NOT NULL,
  source INTEGER NOT NULL,
  step TEXT NOT NULL,
  name TEXT
);

CREATE TABLE project_measurement (
  id INTEGER PRIMARY KEY,
  state INTEGER NOT NULL,
  product TEXT NOT NULL,
  device TEXT,
  predicted REAL,
  seconds REAL,
  made TEXT NOT NULL
);

-- version 2
-- What runs have shown (src/observe/seen.h). hash: of the texts that ran (ihop_snapshot_hash).
CREATE TABLE project_observation (
  hash TEXT PRIMARY KEY,
  document TEXT NOT NULL
) WITHOUT ROWID;
