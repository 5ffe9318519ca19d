/* What the members of structs hold is kept in local variables: "im->data[i]" in a loop becomes
 * "im_data[i]", with "double *im_data = im->data;" before it; and so are numbers behind pointers: "*n" is "n_value". From there on analysis and generation
 * know it like any pointer, and a kernel needs no copy of the struct.
 *
 * A member is read once, at a place where it is certain to be there, instead of each time; that is
 * the same as long as nothing in between changes it. Where only what is written through other
 * pointers might (and nobody knows what a caller passes), that can be left to a test (IhopGuard). */
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

/* unpack_unchanged.c: whether running "code" leaves the value of a path alone. Risks that could be tested
 * are added to "risks" (of IhopUnpackRisk *, owned) and do not count; NULL: they do. */
gboolean ihop_unpack_keeps (IhopUnpack *self, const IhopNode *code, const IhopUnpackPath *path,
                            GPtrArray *risks);
/* Whether "written" is another member of the very struct that "place" is a member of. */
gboolean ihop_unpack_is_beside (const IhopNode *written, const IhopNode *place);

/* unpack_safe.c: whether the path can be read before child "at" of a block: it is read there anyway,
 * or was before. */
gboolean ihop_unpack_is_safe (IhopUnpack *self, const IhopNode *block, guint at,
                              const IhopUnpackPath *path);
/* The condition under which a loop reads the path at all, "n > 0"; NULL: not known. */
const IhopNode *ihop_unpack_guard (IhopUnpack *self, const IhopNode *loop,
                                   const IhopUnpackPath *path);
/* Whether all that the path follows is followed whenever the loop's body runs. */
gboolean ihop_unpack_is_reached (IhopUnpack *self, const IhopNode *loop, const IhopUnpackPath *path);
/* When the loop runs, as it is known in front of it; NULL: not known. It may read memory. */
const IhopNode *ihop_unpack_runs (IhopUnpack *self, const IhopNode *loop);

/* unpack.c: a new variable for the path, "im_data" for im->data. */
IhopSymbol *ihop_unpack_variable (IhopUnpack *self, const IhopUnpackPath *path);
/* The function with the members that these loops of it read in variables. guards: those needed (of
 * IhopGuard *) are added there; NULL: nothing that needs one is done. NULL: nothing was done.
 * Otherwise a new tree, which the caller unrefs. */
IhopTree *ihop_unpack_run (IhopFacts *facts, const IhopTree *tree, const IhopFunction *function,
                           const GPtrArray *loops, GPtrArray *guards);
