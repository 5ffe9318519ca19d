/* One run of the program ihop inside the sandbox. */
#pragma once
#include "web/json.h"

typedef struct
{
  char *name;     /* "analyze" */
  char *output;   /* file of what it printed, beside the report: "analyze.json" */
  int exit_code;  /* -1: it did not end by itself */
  char *ended_by; /* a sentence; NULL: by itself */
  char *messages; /* what it wrote to standard error */
  double seconds;
} IhopWebCommand;

void ihop_web_command_free (IhopWebCommand *command);

/* Runs argv (argv[0] is the program) in the folder until the deadline (monotonic, microseconds);
 * standard output goes to results/NAME.json. may_fork: it needs a program of its own (Graphviz's dot).
 * Caller frees. */
IhopWebCommand *ihop_web_command_run (const char *name, char **argv, const char *folder,
                                      const char *results, gint64 deadline, gboolean may_fork);
/* As an object of the report. */
void ihop_web_command_put (const IhopWebCommand *command, JsonBuilder *json);
