/* The words behind "#pragma target". */
#pragma once
#include "ir/tree.h"

typedef struct
{
  char *iterator;
  guint axis;              /* 0: x, 1: y, 2: z */
} IhopPin;

typedef struct
{
  gboolean is_begin, is_end, is_serial;
  GArray *map;             /* of IhopPin */
  guint block[3];          /* 0: free */
  GPtrArray *assume;       /* of char *: "n > 0" */
  GPtrArray *noalias;      /* of char *: "A, B" */
} IhopClauses;

/* Whether a pragma (node or directive text) is "target …". */
gboolean ihop_clauses_is_target (const char *text);
/* Parses; a malformed clause is reported at "range" with a remedy and left out. Never NULL. */
IhopClauses *ihop_clauses_parse (const char *text, IhopRange range, IhopDiags *diags);
void ihop_clauses_free (IhopClauses *clauses);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopClauses, ihop_clauses_free)
/* "i:x, j:y" into pins. FALSE: not of this form. */
gboolean ihop_clauses_parse_map (const char *text, GArray *pins);
/* All assume() and noalias() of a tree's "#pragma target" lines (of char *, appended), each with the
 * name of its function in front: what facts must be told before anything is analysed. */
void ihop_clauses_collect (const IhopTree *tree, GPtrArray *assume, GPtrArray *noalias);
