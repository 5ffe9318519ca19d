/* How the service is set up: one table of options, which the server reads from its command line and
 * hands on to its workers. */
#pragma once
#include <glib.h>

typedef struct
{
  char *address, *state, *ihop, *executor;
  char *tls_certificate, *tls_key, *origin, *metrics;
  gboolean behind_proxy, unsafe_no_sandbox;
  int port;
  int workers;           /* jobs at a time */
  int upload_kb;         /* body of a request */
  int unpacked_kb;       /* an archive's files together, and a job's results */
  int files;             /* in an upload */
  int seconds;           /* of the wall clock, for a whole job */
  int memory_mb;         /* address space of each process */
  int queue;             /* jobs waiting, of everybody */
  int address_workers;   /* jobs of one address that run at a time; 0: one less than workers, so that one is left */
  int address_jobs;      /* waiting or running, of one address */
  int address_per_hour;
  int address_mb;        /* files and results kept for one address */
  int connections, address_connections;
  int address_requests;  /* in a second that are answered at once; 0: all */
  int idle_seconds;      /* a connection that says nothing */
  int request_seconds;   /* from the first byte of a request to its last */
  int free_mb;           /* of the state folder's disk: with less no job is taken */
  int keep_minutes;      /* until a job and its results are deleted */
  int attempts;          /* how often a job is begun */
  int sandbox_uid;       /* as root: workers are this user and the ones behind it */
} IhopWebConfig;

/* Defaults, then the command line. -1: go on; otherwise the exit code. */
int ihop_web_config_parse (IhopWebConfig *config, int *argc, char ***argv);
/* What a worker needs to know, as options for it. NULL-terminated; caller frees with g_strfreev. */
char **ihop_web_config_for_worker (const IhopWebConfig *config);
void ihop_web_config_clear (IhopWebConfig *config);
