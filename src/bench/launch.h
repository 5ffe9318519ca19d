/* One run of a program, pinned to processors, timed from outside. */
#pragma once
#include <glib.h>

typedef struct
{
  const char *const *argv;
  const char *folder;
  const char *const *environment; /* NULL-terminated */
  const char *out, *err; /* files; NULL: thrown away */
  guint processors;      /* pinned to the first so many that we may use; 0: all of them */
  double seconds;        /* limit */
  gboolean watch_memory; /* looks at it while it runs, which costs some time */
  /* Filled in: */
  double took;
  guint64 memory;        /* bytes: largest resident set seen */
  int status;            /* exit status; 128 + n for signal n; 127: could not be started */
  gboolean timed_out;
} IhopBenchLaunch;

void ihop_launch (IhopBenchLaunch *launch);
/* As ihop_launch, without waiting; for compilers. Gives the process id, or -1. */
int ihop_launch_start (const IhopBenchLaunch *launch);
void ihop_launch_wait (IhopBenchLaunch *launch, int pid, gint64 began);
/* "ended with status 3" … Caller frees. */
char *ihop_launch_end_text (const IhopBenchLaunch *launch);
