/* What ihop has to say to its user: a place, a stable id, a sentence, a remedy.
 *
 * Library code never prints: it adds to an IhopDiags, and the faces show them as
 * text, JSON or SARIF. Ids ("IHOP-D012") are listed in data/diagnostics/, one page each. */
#pragma once
#include "base/message.h"
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
  IhopRange range; /* may be unknown; then path names the file, if any; the diagnostic keeps the source */
  char *path;
  guint line, column; /* from 1; 0: no place */
  IhopMessage *message; /* a whole sentence without place and id */
  GPtrArray *remedies; /* of IhopMessage *; what to do, best first */
  IhopCollision *collision; /* what the message tells of, or NULL */
} IhopDiag;

typedef GPtrArray IhopDiags; /* of IhopDiag *, owned */

IhopDiags *ihop_diags_new (void);
/* Adds and returns a diagnostic, owned by diags. Takes message. */
IhopDiag *ihop_diags_add_message (IhopDiags *diags, IhopSeverity severity, const char *id, IhopRange range,
                                  IhopMessage *message);
/* The same at a place that is not in a file we hold. path may be NULL. */
IhopDiag *ihop_diags_add_message_at (IhopDiags *diags, IhopSeverity severity, const char *id, const char *path, guint line,
                                     guint column, IhopMessage *message);
/* Takes remedy. */
void ihop_diag_add_remedy (IhopDiag *diag, IhopMessage *remedy);
/* The same with a message that is made of a format and what stands in its gaps (ihop_message). */
#define ihop_diags_add(diags, severity, id, range, ...) \
  ihop_diags_add_message (diags, severity, id, range, ihop_message (__VA_ARGS__))
#define ihop_diags_add_at(diags, severity, id, path, line, column, ...) \
  ihop_diags_add_message_at (diags, severity, id, path, line, column, ihop_message (__VA_ARGS__))
#define ihop_diag_remedy(diag, ...) ihop_diag_add_remedy (diag, ihop_message (__VA_ARGS__))
/* A remedy that is no sentence but what can be typed as it stands: a step, an option. */
void ihop_diag_code (IhopDiag *diag, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* What can be typed; NULL if the remedy is a sentence. */
const char *ihop_remedy_code (const IhopMessage *remedy);
/* Appends copies; they keep path, line and column, but no range: they may outlive the sources. */
void ihop_diags_copy (IhopDiags *to, const IhopDiags *from);
gboolean ihop_diags_has (const IhopDiags *diags, IhopSeverity at_least);
/* "path:line:column: warning: message [IHOP-D001]" and a line per remedy. Caller frees. */
char *ihop_diag_to_text (const IhopDiag *diag);
const char *ihop_severity_name (IhopSeverity severity);
