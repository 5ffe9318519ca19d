/* Outside programs: started in a folder, with a time limit, their output in files. */
#pragma once
#include <gio/gio.h>

typedef struct
{
  const char *const *argv;
  const char *folder;    /* NULL: the current one */
  const char *const *environment; /* NULL: ours */
  const char *input;     /* file for standard input; NULL: /dev/null */
  char *out, *err;       /* files for standard output and error */
  double seconds;        /* limit */
  GCancellable *cancellable; /* ends it early; or NULL */
  /* Filled in: */
  int pid;
  gint64 began;          /* g_get_monotonic_time () units */
  int status;            /* exit status; 128 + n as well for signal n, and 127 if it was not started: see below */
  int signal;            /* that killed it; 0: none */
  gboolean was_started, timed_out, was_cancelled;
  double took;
} IhopProcess;

/* Starts it; the strings must stay valid until it was waited for. */
void ihop_process_start (IhopProcess *process);
/* Waits for what it started and left behind, too. Ends it with all its children when its time is up. */
void ihop_process_wait (IhopProcess *process);
gboolean ihop_process_ended_alike (const IhopProcess *a, const IhopProcess *b);
gboolean ihop_process_succeeded (const IhopProcess *process);
/* "ended with status 3", "was killed by signal 11", "ran longer than 60 s". Caller frees. */
char *ihop_process_end_text (const IhopProcess *process);
