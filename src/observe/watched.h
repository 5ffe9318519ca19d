/* The watched program: built by Clang with the pass, linked with the runtime, run. */
#pragma once
#include "observe/names.h"
#include "observe/observe.h"

typedef struct
{
  gboolean trips;  /* only these, and time */
  char *folder;    /* of everything */
  IhopNames *names;
  char *program;
  char *record;    /* file that the run fills */
  int status;
  gboolean timed_out;
  double seconds;
  char *output;    /* the beginning of what it wrote */
  char *failure;   /* why there is no run; or NULL */
} IhopWatched;

/* Never NULL. trips: only trips and time are taken. */
IhopWatched *ihop_watched_run (IhopProject *project, const IhopObserveOptions *options, gboolean trips);
void ihop_watched_free (IhopWatched *watched, gboolean keep);
