/* When each instance of the statements of a nest is to run. */
#pragma once
#include "analysis/scop/scop.h"
#include "transform/build/header.h"
#include <isl/ast.h>
#include <isl/union_map.h>

enum
{
  IHOP_SCHEDULE_STATEMENTS = 24, /* at most, in a nest */
  IHOP_SCHEDULE_TIMES = 12       /* at most, of a statement */
};

/* A statement of the nest, which is moved as a whole, and its vector of times: what is earlier by these, compared
 * lexicographically, runs earlier (Feautrier 1992). */
typedef struct
{
  const IhopNode *node;
  const IhopScopLoop *loop;   /* innermost around it */
  guint n_times;
  const IhopNode *time[IHOP_SCHEDULE_TIMES]; /* affine in the owner's iterators and parameters */
} IhopScheduled;

typedef struct
{
  IhopBuild *build;
  IhopHeader header;          /* of the nest's outermost loop */
  IhopScop *scop;             /* of that loop */
  guint n, n_times;           /* of statements; of times, as many as the longest vector has */
  IhopScheduled statement[IHOP_SCHEDULE_STATEMENTS]; /* in the order of the text */
} IhopSchedule;

/* { [iterators of a statement, named S0, S1 …] → [times] } of all statements; NULL after a refusal. */
__isl_give isl_union_map *ihop_schedule_times (IhopSchedule *schedule);

/* The loops that isl generates for them (Grosser, Verdoolaege and Cohen 2015); one that counts time 2 is called "t2".
 * NULL: isl has given up. */
__isl_give isl_ast_node *ihop_schedule_generate (IhopSchedule *schedule, __isl_take isl_union_map *times);
