/* "Port this program": what the automatic mode finds for a file, as lines of a script that a person takes or leaves one
 * by one. Everything here is slow: for workers. */
#pragma once
#include "project/snapshot.h"

typedef struct
{
  char *line;              /* of a script (ihop_project_transform) */
  char *title;             /* the line without the times that it may hold */
  char *words;             /* what it does, in the user's language */
  char *before, *after;    /* predicted: "12 ms" of all loops that were looked at, without and with it; NULL: not tried */
  char *refusal;           /* why it cannot be taken, in the user's language; NULL: it can */
} IhopPortLine;

typedef struct
{
  gatomicrefcount references;
  guint file;
  GPtrArray *lines;        /* of IhopPortLine * */
  GPtrArray *notes;        /* of char *: what else there is to say, with both predicted times, in the user's language */
  char *before, *after;    /* predicted of all loops that were looked at */
  char *obstacle;          /* why nothing was looked for, in the user's language; or NULL */
  guint tried;             /* steps */
  gboolean is_cut_short;
} IhopPort;

/* What the automatic mode would do, not tried yet, to the file as it stands in the snapshot. It never changes. Caller unrefs. */
IhopPort *ihop_snapshot_port (IhopSnapshot *snapshot, guint file, IhopAdviseEffort effort, const IhopAdviseWatch *watch);
IhopPort *ihop_port_ref (IhopPort *port);
void ihop_port_unref (gpointer port);
/* The same with those of its lines tried that are wanted (one of "wanted" for each), one after another: what each changes
 * or why it is refused, and what all together are worth. Each is told to "watch" before it is tried; what is called off is
 * left without an answer. Caller unrefs. */
IhopPort *ihop_port_check (const IhopPort *port, IhopSnapshot *snapshot, const gboolean *wanted,
                           const IhopAdviseWatch *watch);
