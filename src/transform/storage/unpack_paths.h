/* Paths: the members and numbers behind pointers that loops read, for the steps unpack and promote. */
#pragma once
#include "transform/build/build.h"

/* "im->data", "s->grid.w", "layer[l].n", "*n". */
typedef struct
{
  const IhopNode *node;    /* one reference to it */
  gboolean is_pointer;
  gboolean is_compared;    /* promote: it is stored behind the loop only if it has changed */
  gboolean is_placed;      /* at least some of its references are read from a variable now */
  IhopSymbol *variable;    /* the variable declared in the function's outermost block; NULL: none */
  GPtrArray *relies_on;    /* of IhopUnpackRisk *: tests that this variable needs */
} IhopUnpackPath;

/* A variable is right only if what is written through "pointer" (a variable, or a path that becomes one) is not in the
 * object that "place" lies in. */
typedef struct
{
  const IhopNode *place, *pointer;
} IhopUnpackRisk;

typedef struct
{
  IhopTransformStep *step;
  const IhopFunction *function;
  IhopBuild *build;
  const GPtrArray *loops;  /* of const IhopNode *: in which references are replaced */
  GPtrArray *paths;        /* of IhopUnpackPath * */
  gboolean may_test;       /* variables of the function's outermost block may rest on risks, which are tested at its entry */
  GHashTable *news;        /* reference → what is read instead */
  GHashTable *before;      /* statement → GPtrArray of declarations that are to stand before it */
  const IhopNode *trouble; /* the first reference that stays, or NULL … */
  IhopMessage *why;        /* … and why; owned */
  gboolean members_alone;  /* "s.at", though "s.at[k]" is always the same, too */
} IhopUnpack;

/* Finds the paths of self->loops, into self->paths. */
void ihop_unpack_find (IhopUnpack *self);
/* All references in the code that read the path, of const IhopNode *. The caller unrefs. */
GPtrArray *ihop_unpack_references (const IhopNode *code, const IhopUnpackPath *path);

/* Whether a variable could hold it: a member, an element of members, what is right behind a pointer, or a global
 * variable. */
gboolean ihop_unpack_can_be_kept (const IhopNode *node);
/* "*n" */
gboolean ihop_unpack_is_number_behind (const IhopNode *node);
/* "w->n", "w->limits.n": a member of what is behind a pointer. */
gboolean ihop_unpack_is_member_behind (const IhopNode *node);
/* "w->n", "w.n": an integer member. */
gboolean ihop_unpack_is_count (const IhopNode *node);
