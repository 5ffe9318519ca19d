/* What ihop has to say to its user: a place, a stable id, a sentence, a remedy.
 *
 * Library code never prints: it adds to an IhopDiags, and the faces show them as
 * text, JSON or SARIF. Ids ("IHOP-D012") are listed in data/diagnostics/, one page each. */
#pragma once
#include "base/source.h"

typedef enum
{
  IHOP_NOTE,    /* worth knowing */
  IHOP_WARNING, /* something is odd, the result stands */
  IHOP_REFUSED, /* something that was asked for was not done: exit code 1 */
  IHOP_ERROR    /* the input could not be worked on: exit code 3 */
} IhopSeverity;

/* Two moments that collide, for whoever draws them: the iteration that touches an element first and
 * the one that touches it later, under these sizes. */
typedef struct
{
  int kind;            /* 0 flow, 1 anti, 2 output */
  char *variable;
  guint source_line, sink_line;
  GPtrArray *source_names, *sink_names; /* of char *: iterators, outermost first */
  GArray *source_values, *sink_values;  /* of gint64, one a name */
  GPtrArray *sizes;    /* of char *: "n = 4" */
} IhopCollision;

IhopCollision *ihop_collision_new (int kind, const char *variable);
IhopCollision *ihop_collision_copy (const IhopCollision *collision); /* NULL gives NULL */
void ihop_collision_free (gpointer collision);

typedef struct
{
  IhopSeverity severity;
  const char *id;  /* static string */
  IhopRange range; /* may be unknown; then path names the file, if any */
  char *path;
  guint line, column; /* from 1; 0: no place */
  char *message;      /* a whole sentence without place and id */
  GPtrArray *remedies; /* of char *; what to do, best first */
  IhopCollision *collision; /* what the message tells of, or NULL */
} IhopDiag;

typedef GPtrArray IhopDiags; /* of IhopDiag *, owned */

IhopDiags *ihop_diags_new (void);
/* Adds and returns a diagnostic, owned by diags. */
IhopDiag *ihop_diags_add (IhopDiags *diags, IhopSeverity severity, const char *id, IhopRange range,
                          const char *format, ...) G_GNUC_PRINTF (5, 6);
/* The same at a place that is not in a file we hold. path may be NULL. */
IhopDiag *ihop_diags_add_at (IhopDiags *diags, IhopSeverity severity, const char *id,
                             const char *path, guint line, guint column, const char *format, ...)
  G_GNUC_PRINTF (7, 8);
void ihop_diag_remedy (IhopDiag *diag, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Appends copies; they keep path, line and column, but no range: they may outlive the sources. */
void ihop_diags_copy (IhopDiags *to, const IhopDiags *from);
gboolean ihop_diags_has (const IhopDiags *diags, IhopSeverity at_least);
/* "path:line:column: warning: message [IHOP-D001]" and a line per remedy. Caller frees. */
char *ihop_diag_to_text (const IhopDiag *diag);
const char *ihop_severity_name (IhopSeverity severity);
