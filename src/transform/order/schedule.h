/* Between the files of "schedule": the statements of a nest, when each of their instances is to run,
 * and the loops that run them then. */
#pragma once
#include "analysis/scop/scop.h"
#include "transform/build/bounds.h"
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

/* FALSE: enough. */
typedef gboolean IhopSchedulePart (const IhopNode *part, const IhopNode *loop, gpointer data);
/* What "schedule" sees in a nest, in the order of the text: its loops, and the statements that it moves as
 * wholes, each with the innermost loop around it. FALSE: it was enough. */
gboolean ihop_schedule_parts (const IhopNode *loop, IhopSchedulePart *take, gpointer data);

/* The times that leave the nest as it stands: "'i, 0, j, 0' 'i, 1'". Caller frees. */
char *ihop_schedule_standing (const IhopNode *loop);

/* ---- schedule_times.c ---- */
/* { statement "S3"'s iterators → times } of all of them; NULL after a refusal. */
isl_union_map *ihop_schedule_times (IhopSchedule *schedule);
/* The loops for them; one that counts the time 2 is called "t2". NULL: isl has given up. Takes times. */
isl_ast_node *ihop_schedule_generate (IhopSchedule *schedule, isl_union_map *times);

/* ---- schedule_expressions.c ---- */
typedef struct
{
  IhopWriting writing;
  GHashTable *values;      /* name of a loop of isl's → const IhopNode *: what stands for it now */
  gboolean failed;         /* something could not be written */
} IhopScheduleWords;
/* As it is written in C; NULL, and "failed", where it cannot be. Takes the expression. */
const IhopNode *ihop_schedule_expression (IhopScheduleWords *words, isl_ast_expr *expression);
/* The same of an operation's argument; keeps the operation. */
const IhopNode *ihop_schedule_argument (IhopScheduleWords *words, isl_ast_expr *operation, int number);
/* NULL. */
const IhopNode *ihop_schedule_give_up (IhopScheduleWords *words);

/* The loops that run the statements in the order of their times, of const IhopNode *. NULL after a
 * refusal. Caller unrefs. */
GPtrArray *ihop_schedule_loops (IhopSchedule *schedule);
