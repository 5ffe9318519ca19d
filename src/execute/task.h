/* One program that is to be run, and how far it is. */
#pragma once
#include <glib.h>

typedef enum
{
  IHOP_TASK_WAITING,
  IHOP_TASK_RUNNING,
  IHOP_TASK_ENDED,       /* see status */
  IHOP_TASK_LOST         /* see why; given up */
} IhopTaskState;

typedef struct
{
  char *name;            /* for people */
  char **argv;           /* argv[0] is a path, or found on PATH */
  char *folder;          /* where it runs; NULL: the current one */
  char *log;             /* a file for what it prints; NULL: thrown away */
  double seconds;        /* it is ended when it runs longer; 0: no limit */
  gpointer data;         /* the owner's */
  /* Filled in: */
  IhopTaskState state;
  int status;            /* exit status */
  guint attempts;        /* how often it was started */
  char *why;             /* the last time it was lost; or NULL */
  char *where;           /* node it ran on; NULL: here, or not known */
  double took;           /* seconds; as seen from here */
  /* Of the executor: */
  gint64 began;
  gint64 missed;         /* since when nobody knows of it */
  int handle;            /* process id; or number in the job array */
  gpointer job;
} IhopTask;

/* Takes name and argv, copies the others. */
IhopTask *ihop_task_new (char *name, char **argv, const char *folder, const char *log);
void ihop_task_free (IhopTask *task);

/* For those who run it: */
void ihop_task_began (IhopTask *task, int handle);
void ihop_task_ended (IhopTask *task, int status);
/* Takes why. It is started again if it may be; never if "is_final". */
void ihop_task_was_lost (IhopTask *task, char *why, gboolean is_final);
