/* Paths: the members that a loop reads. */
#pragma once
#include "transform/build/build.h"

/* A member that is read in the loops worked on: "im->data", "s->grid.w", "layer[l].n". */
typedef struct
{
  const IhopNode *node;    /* one reference to it */
  gboolean is_pointer;
  gboolean is_compared;    /* promote: it is stored behind the loop if it has changed */
  gboolean is_placed;      /* all or some of its references are read from a variable now */
  IhopSymbol *variable;    /* the one of the function's outermost block; NULL: none */
  GPtrArray *relies_on;    /* of IhopUnpackRisk *: tests that this variable needs */
} IhopUnpackPath;

/* What is written through "pointer" (a variable or a path that is to be one) must leave the object
 * that "place" lies in alone. */
typedef struct
{
  const IhopNode *place, *pointer;
} IhopUnpackRisk;

typedef struct
{
  IhopTransformStep *step;
  const IhopFunction *function;
  IhopBuild *build;
  const GPtrArray *loops;  /* of const IhopNode *: where members are to be replaced */
  GPtrArray *paths;        /* of IhopUnpackPath * */
  gboolean may_test;       /* risks are accepted in the function's outermost block */
  GHashTable *news;        /* reference → what is read instead */
  GHashTable *before;      /* statement → GPtrArray of declarations to stand before it */
  const IhopNode *trouble; /* the first reference that stays, and why (owned) */
  char *why;
} IhopUnpack;

/* unpack_paths.c: "*n", a number behind a pointer, which is kept like a member. */
gboolean ihop_unpack_is_number_behind (const IhopNode *node);
/* "w->n", "w.n": an integer in a struct. */
gboolean ihop_unpack_is_count (const IhopNode *node);
/* "w->n", "w->limits.n": a member of what is behind a pointer. */
gboolean ihop_unpack_is_member_behind (const IhopNode *node);
/* A member, an element of members, what is right behind a pointer, or a global variable, that a variable could hold. */
gboolean ihop_unpack_can_be_kept (const IhopNode *node);
/* The paths of the loops, into self->paths. */
void ihop_unpack_find (IhopUnpack *self);
/* All references to a path in a piece of code that read it, of const IhopNode *; caller unrefs. */
GPtrArray *ihop_unpack_references (const IhopNode *code, const IhopUnpackPath *path);
