/* Verdicts: can this loop, as it stands, run with all its iterations at once?
 *
 * parallel    proved, given what is listed in privates, reductions, inductions and assumptions;
 * sequential  refuted, by a dependence with two concrete iterations that collide;
 * unknown     neither, for the reasons listed. */
#pragma once
#include "analysis/extract/reduction_update.h"
#include "analysis/scop/assumption.h"
#include "analysis/scop/counted_loop.h"
#include "analysis/scop/induction_variable.h"
#include "analysis/dependence/dependence.h"

typedef enum
{
  IHOP_PARALLEL,
  IHOP_SEQUENTIAL,
  IHOP_UNKNOWN
} IhopVerdict;

typedef struct
{
  IhopSymbol *symbol;      /* scalar or array that every iteration may have a copy of its own of */
  gboolean needs_last;     /* its value is (or may be) used after the loop: the last iteration's
                              value must be what remains */
  gboolean last_is_certain; /* the last iteration is sure to write (all of) it */
  gboolean needs_first;    /* needs_last, and an iteration writes only part of it, or nothing for some
                              sizes, but every iteration the same part: what the last iteration's
                              copy holds is right if the copy starts with the old values */
} IhopPrivate;

typedef struct
{
  IhopReduce operator;
  IhopSymbol *symbol;      /* the scalar, or the array or pointer whose element is reduced into */
  gboolean is_element;     /* elements of an array: "element" below */
  const IhopNode *element; /* the reference reduced into, as written: s, C[i][j], hist[b[i]] */
  gboolean is_invariant;   /* the same element in all iterations of this loop */
  const IhopType *type;
  GPtrArray *updates;      /* of const IhopNode *: the assignments (or ifs, for min/max) */
  gint64 constant;         /* SET: what is stored, a value of the type */
  guint line;
} IhopReduction;

typedef struct
{
  const char *id;          /* "IHOP-D012" */
  IhopMessage *message;
  IhopRange range;
  GPtrArray *remedies;     /* of IhopMessage * */
} IhopReason;

typedef struct
{
  const IhopLoopName *name; /* function, node, address, depth, parent */
  IhopCounting counting;
  IhopVerdict verdict;
  GPtrArray *privates;     /* of IhopPrivate * (symbols declared inside the body are not listed) */
  GPtrArray *reductions;   /* of IhopReduction * */
  GPtrArray *inductions;   /* of IhopInduction * */
  GPtrArray *assumptions;  /* of IhopAssumption * */
  GPtrArray *dependences;  /* of IhopDependence *: those carried by this loop that matter */
  GPtrArray *reasons;      /* of IhopReason * */
} IhopLoop;

const char *ihop_verdict_name (IhopVerdict verdict);     /* "parallel" … */
const char *ihop_reduce_text (IhopReduce reduce);        /* "+", "max", "&&" … */
