/* What there is to say about a loop, as plain data that outlives the facts it came from: for faces
 * that show loops in lists and beside the source, from another thread than the one that looked. */
#pragma once
#include "project/snapshot.h"

/* Two iterations that collide. */
typedef struct
{
  char *text;              /* "flow: iteration i = 1 writes A[2] (line 13), iteration i = 2 reads it …" */
  char *kind, *variable;   /* "flow", "A" */
  guint source_line, sink_line;
  gboolean is_exact;
} IhopWitnessView;

typedef struct
{
  char *id, *message;      /* "IHOP-D012", a sentence */
  guint line;
  GPtrArray *remedies;     /* of IhopMessage * */
} IhopReasonView;

typedef struct
{
  guint file;              /* number in the snapshot */
  char *function, *address, *iterator; /* iterator: NULL if it does not count */
  guint line, column, last_line; /* from 1; of the text as it is now */
  guint depth;             /* 1: outermost */
  IhopVerdict verdict;
  char *finding;           /* one sentence */
  char *mark;              /* "target block(32,8)": the mark in front of it; NULL: none */
  GPtrArray *conditions;   /* of char *: "j is private to each iteration", "holds if …" */
  GPtrArray *witnesses;    /* of IhopWitnessView * */
  GPtrArray *reasons;      /* of IhopReasonView * */
} IhopLoopView;

void ihop_loop_view_free (gpointer view);
IhopLoopView *ihop_loop_view_new (const IhopLoop *loop, guint file);

typedef struct
{
  char *name;
  guint file, line, last_line;
} IhopFunctionView;

void ihop_function_view_free (gpointer view);

/* FALSE: Clang refuses the file; nothing is known of it but what Clang has said. Slow. */
gboolean ihop_snapshot_is_readable (IhopSnapshot *snapshot, guint file);
/* All functions of a file with bodies, in its order, of IhopFunctionView *; no verdict is worked out.
 * Slow only because the file may have to be parsed. Caller unrefs. */
GPtrArray *ihop_snapshot_functions (IhopSnapshot *snapshot, guint file);
/* The loops of one of them (by its place in that list), of IhopLoopView *. Caller unrefs. */
GPtrArray *ihop_snapshot_loops (IhopSnapshot *snapshot, guint file, guint function);
/* What there was to say about opening and analysing so far. Caller unrefs. */
IhopDiags *ihop_snapshot_diags (IhopSnapshot *snapshot);
/* Steps that help a loop, each tried and proved, of IhopRemedyView *, best first. Caller unrefs. */
typedef struct
{
  char *steps;             /* one a line */
  char *effect;            /* a sentence */
} IhopRemedyView;
GPtrArray *ihop_snapshot_remedies (IhopSnapshot *snapshot, guint file, const char *address,
                                   guint most);
