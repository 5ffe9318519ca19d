/* Between arguments.c (which members become parameters, and of which calls) and arguments_write.c (the text that comes of it). */
#pragma once
#include "base/edits.h"
#include "project/project.h"
#include "transform/storage/parameter_members.h"

typedef struct
{
  IhopProject *project;
  const IhopProjectFile *file;
  const IhopFunction *function;
  GPtrArray *members;      /* of IhopParameterMember *: those that become parameters */
  GPtrArray *names;        /* of char *: what these are called */
  GHashTable *kept;        /* of IhopSymbol *: parameters with members that are still asked for as structs */
  char *name;              /* of the version; file->split owns it */
  GPtrArray *calls;        /* of const IhopNode *: that can call it */
  gboolean has_other_uses; /* the function is asked for by others */
  gboolean may_declare;    /* calls that stand before the function are changed, too … */
  gboolean is_declared;    /* … of which there are some: the version is declared in front of the file's first function */
  IhopEdits *edits;
} IhopArgumentSplit;

/* The number of a parameter. */
guint ihop_argument_index (const IhopFunction *function, const IhopSymbol *parameter);
/* What stands for "p->now" where the argument stands for p: "&board" makes "board.now" of it, and "*p" makes "p->now" of
 * "p.now". NULL: nothing simple. Caller frees. */
char *ihop_argument_member (const IhopNode *argument, const char *behind);
/* "double *p_now, int p_w, struct plate *p, int steps". Caller frees. */
char *ihop_argument_parameters (const IhopArgumentSplit *self);
/* The file with the version and its calls in it; FALSE: it cannot be read so. */
gboolean ihop_argument_write (IhopArgumentSplit *self);
