/* How much memory hangs on a member of a struct, in members of the same struct, as all places show where it is stored. */
#pragma once
#include "analysis/memory/member_writes.h"

/* Where memory for the pointer is stored in a member. */
typedef struct
{
  IhopFacts *facts;
  const IhopType *record;
  const IhopFunction *function;
  const IhopNode *write;       /* the assignment */
  const IhopSymbol *base;      /* the struct's own variable, or the pointer to it */
  const IhopNode *block;       /* whose child … */
  guint at;                    /* … with this number does it */
  guint allocated;             /* the child that allocates */
  guint first, last;           /* children of the block between which the pointer and the numbers do not belong together */
  gboolean is_fresh;           /* nothing knows the struct yet */
} IhopMemberSite;

typedef struct
{
  const IhopNode *size;      /* in names of fields; NULL: not known */
  GArray *sites;             /* of IhopMemberSite: where memory is stored, one a function */
} IhopMemberSize;

/* How the size of the memory that is stored at a site is measured (its bytes, or elements of a type), as an expression of the site's
 * function. Sets site->allocated, and widens site->first and last where pointer and numbers disagree for longer than the write itself.
 * NULL: not known. */
typedef const IhopNode *(*IhopMemberMeasure) (IhopMemberSite *site, gpointer data);
/* The usual one: all that is allocated, in elements of a type (const IhopType *). */
const IhopNode *ihop_member_measure_all (IhopMemberSite *site, gpointer element);
/* "size" is set if it is known. "sites" is the caller's, empty. */
void ihop_member_size_find (IhopFacts *facts, const IhopType *record, const IhopSymbol *field, IhopMemberMeasure measure, gpointer data,
                            IhopMemberSize *found);
/* NULL: none is there. */
const IhopMemberSite *ihop_member_site_in (const IhopMemberSize *size, const IhopFunction *function);
/* Whether a write to another member stands beside the one of the site (NULL: no), and nothing leaves in between. */
gboolean ihop_member_is_beside (const IhopMemberSite *site, const IhopMemberWrite *write);
/* "m" of "m->x" and of "m.x", where nothing but its name sets it; NULL: something else. */
const IhopSymbol *ihop_member_base (IhopFacts *facts, const IhopFunction *function, const IhopNode *member);
/* "m->n" beside "m->val". */
const IhopNode *ihop_member_beside (IhopPool *pool, const IhopNode *member, const IhopSymbol *field);
/* Without parentheses and conversions of pointers. */
const IhopNode *ihop_member_stored_value (const IhopNode *node);
/* The members of the same struct one of which a write takes a pointer from: "m->a = m->b;", "t = m->a; … m->b = t;", "m->a = a;" where a
 * and b change places and were read from m->a and m->b. NULL: another value. Nothing that the function runs stores memory there
 * meanwhile, or sets structs as wholes. Caller unrefs; of const IhopNode *. */
GPtrArray *ihop_member_taken_from (IhopFacts *facts, const IhopType *record, const IhopMemberWrite *write);
/* "double *val = m->val;" or "= n > 0 ? m->val : NULL": the member that a variable was read from, if it is there at all, and
 * that is all it ever holds; NULL: otherwise. */
const IhopNode *ihop_member_read (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer);
/* The same of a pointer that changes places with others, into which nothing else is put: what it held at first. */
const IhopNode *ihop_member_swapped_from (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer);
/* The member that the variable's declaration reads, whatever it is set to later; NULL: none. */
const IhopNode *ihop_member_declared_value (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer);
