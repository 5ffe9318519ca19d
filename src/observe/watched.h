/* The watched program: built by Clang with the pass, linked with the runtime, run. */
#pragma once
#include "observe/names.h"
#include "observe/observation.h"

typedef enum
{
  IHOP_WATCH_ACCESSES,
  IHOP_WATCH_TRIPS,     /* only these, and time */
  IHOP_WATCH_CONDITIONS /* nothing but what other texts ask by ihop_observe_condition */
} IhopWatchKind;

typedef struct
{
  IhopWatchKind kind;
  char *folder;    /* of everything */
  IhopNames *names;
  char *program;
  char *record;    /* file that the run fills */
  char *log;       /* file with a line "NUMBER RUN" for each condition that did not hold */
  int status, signal; /* as in check/process.h */
  gboolean timed_out;
  double seconds;
  char *output;    /* the beginning of what it wrote */
  char *failure;   /* why there is no run; or NULL */
} IhopWatched;

/* Never NULL. texts: in place of the files, as many as there are; or NULL. */
IhopWatched *ihop_watched_run (IhopProject *project, const IhopObserveOptions *options, IhopWatchKind kind,
                               char **texts);
void ihop_watched_free (IhopWatched *watched, gboolean keep);
