/* One dependence as people read it. */
#pragma once
#include "ir/tree.h"

typedef enum
{
  IHOP_DEPENDENCE_FLOW, IHOP_DEPENDENCE_ANTI, IHOP_DEPENDENCE_OUTPUT
} IhopDependenceKind;

/* One carried dependence, with a witness when it is exact. Arrays run over the loops around both
 * ends from the analysed nest's outermost, "names" gives the iterators. All is owned. */
typedef struct
{
  IhopDependenceKind kind;
  gboolean is_exact;       /* FALSE: it may exist; no witness */
  char *variable;          /* "A", "s.x", "p->data" */
  char *depends_on;        /* "lj, lk": whether it exists depends on these, whose values are not followed; or NULL */
  const IhopNode *source, *sink; /* the two references */
  GPtrArray *source_names, *sink_names; /* of char *: iterators of the loops around each */
  GArray *source_iteration, *sink_iteration; /* of gint64, one a name: values of the iterators */
  GArray *element;         /* of gint64: which element; empty for scalars */
  GPtrArray *parameters;   /* of char *: "n = 4", the values under which they collide */
  GPtrArray *distance;     /* of char *, one a common loop: "1", "-2", "*" (not constant) */
  GPtrArray *direction;    /* of char *, one a common loop: "<", "=", ">", "<=", ">=", "*" */
} IhopDependence;

void ihop_dependence_free (gpointer dependence);
const char *ihop_dependence_kind_name (IhopDependenceKind kind); /* "flow" … */
/* The element that its ends meet in: "A[1][2]"; the variable alone where none is known. Caller frees. */
char *ihop_dependence_element (const IhopDependence *dependence);
