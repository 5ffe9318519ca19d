-- Measurements of `ihop bench`. Seconds are seconds, memory is bytes; what could not be known is NULL.

-- version 1
-- One call of `ihop bench`, perhaps in several sittings.
CREATE TABLE bench_run (
  id       INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,
  began    TEXT NOT NULL,            -- ISO 8601, UTC
  ended    TEXT,                     -- NULL: not (yet) at its end
  ihop     TEXT NOT NULL,            -- version of the program
  machine  TEXT NOT NULL,            -- JSON: processor, memory, system, card
  settings TEXT NOT NULL             -- JSON: sizes, repeats, threads, limits
);

-- Who takes part, and with what.
CREATE TABLE bench_rival (
  run      INTEGER NOT NULL REFERENCES bench_run ON DELETE CASCADE,
  name     TEXT NOT NULL,            -- "gcc-O2", "ihop-cpu", "polly"
  title    TEXT NOT NULL,            -- for people
  family   INTEGER NOT NULL,         -- 0 the original, 1 ihop, 2 others
  version  TEXT,
  command  TEXT,                     -- how it builds, in one line
  absent   TEXT,                     -- why it takes no part; NULL: it does
  place    INTEGER NOT NULL,         -- order of showing
  PRIMARY KEY (run, name)
);

-- One rival on one kernel at one size.
CREATE TABLE bench_case (
  id       INTEGER PRIMARY KEY,
  run      INTEGER NOT NULL REFERENCES bench_run ON DELETE CASCADE,
  kernel   TEXT NOT NULL,
  size     TEXT NOT NULL,
  rival    TEXT NOT NULL,
  state    TEXT NOT NULL,            -- equal, within, different, broken, refused, unrun, lost
  message  TEXT,
  memory   INTEGER,                  -- bytes: largest resident set seen
  build    REAL,                     -- seconds of compiling
  UNIQUE (run, kernel, size, rival)
);

-- Each measured execution, in the order in which they ran ("turn" counts over all rivals of a kernel).
CREATE TABLE bench_sample (
  owner    INTEGER NOT NULL REFERENCES bench_case ON DELETE CASCADE,
  turn     INTEGER NOT NULL,
  seconds  REAL NOT NULL,            -- of the kernel
  whole    REAL NOT NULL,            -- of the process
  PRIMARY KEY (owner, turn)
) WITHOUT ROWID;

-- Everything else that is a number: "generate" (seconds), "registers" of a GPU kernel …
CREATE TABLE bench_figure (
  owner    INTEGER NOT NULL REFERENCES bench_case ON DELETE CASCADE,
  part     TEXT NOT NULL,            -- a GPU kernel's name; "": the whole program
  name     TEXT NOT NULL,
  value    REAL NOT NULL,
  PRIMARY KEY (owner, part, name)
) WITHOUT ROWID;

-- What was compiled: the source, and what each generator made of it.
CREATE TABLE bench_text (
  owner    INTEGER NOT NULL REFERENCES bench_case ON DELETE CASCADE,
  name     TEXT NOT NULL,            -- "gemm_cpu.c"
  text     TEXT NOT NULL,
  PRIMARY KEY (owner, name)
) WITHOUT ROWID;
