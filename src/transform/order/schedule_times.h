/* When each instance of the statements of a nest is to run. */
#pragma once
#include "analysis/scop/scop.h"
#include "transform/build/header.h"
#include <isl/ast.h>
#include <isl/union_map.h>

enum
{
  IHOP_SCHEDULE_STATEMENTS = 24,
  IHOP_SCHEDULE_TIMES = 12
};

/* A statement of the nest that is moved as a whole. */
typedef struct
{
  const IhopNode *node;
  const IhopScopLoop *loop;   /* innermost around it */
  guint n_times;
  const IhopNode *time[IHOP_SCHEDULE_TIMES]; /* over the owner's iterators and parameters, outermost first */
} IhopScheduled;

typedef struct
{
  IhopBuild *build;
  IhopHeader header;          /* of the nest's outermost loop */
  IhopScop *scop;             /* of it */
  guint n, n_times;
  IhopScheduled statement[IHOP_SCHEDULE_STATEMENTS]; /* in the order of the text */
} IhopSchedule;

/* ---- schedule_times.c ---- */
/* { statement "S3"'s iterators → times } of all of them; NULL after a refusal. */
isl_union_map *ihop_schedule_times (IhopSchedule *schedule);
/* The loops for them; one that counts the time 2 is called "t2". NULL: isl has given up. Takes times. */
isl_ast_node *ihop_schedule_generate (IhopSchedule *schedule, isl_union_map *times);
