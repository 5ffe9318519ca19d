/* Steps as forms: what a person has to fill in to take a transformation of a loop, with sensible
 * answers filled in already. Made from the registry's usage texts alone, so that a transformation
 * that is added there has its form. */
#pragma once
#include "project/snapshot.h"

typedef enum
{
  IHOP_FIELD_NUMBER,
  IHOP_FIELD_TEXT,         /* one or several words; quotes are put around it where it needs them */
  IHOP_FIELD_CHOICE,
  IHOP_FIELD_FLAG          /* value: "" or the flag */
} IhopFieldKind;

typedef struct
{
  IhopFieldKind kind;
  char *label;             /* "size", "variable" */
  char *value;             /* what is filled in */
  GPtrArray *choices;      /* of char *: CHOICE; else NULL */
  gboolean is_optional;    /* may be left empty */
  gboolean is_many;        /* TEXT: several words */
} IhopField;

typedef struct
{
  char *name;              /* "tile" */
  char *summary;           /* in the user's language */
  char *target;            /* "f/i/j", or "f 12": what stands between name and fields */
  GPtrArray *fields;       /* of IhopField * */
  char *obstacle;          /* why it cannot be tried at this place ("there is no loop inside this one"), in the user's
                            * language; NULL: it can */
} IhopForm;

void ihop_form_free (gpointer form);
/* The step as a script's line. Caller frees. */
char *ihop_form_step (const IhopForm *form);
/* One form for each transformation, in the order of the registry, of IhopForm *, for the loop with this
 * address and a line in it (0: none). May be slow (for workers). Caller unrefs. */
GPtrArray *ihop_snapshot_forms (IhopSnapshot *snapshot, guint file, const char *address, guint line);
