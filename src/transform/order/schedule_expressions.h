/* Expressions of isl as expressions of C. */
#pragma once
#include "transform/build/bounds.h"
#include <isl/ast.h>
#include <isl/union_map.h>

/* ---- schedule_expressions.c ---- */
typedef struct
{
  IhopBoundWriter writing;
  GHashTable *values;      /* name of a loop of isl's → const IhopNode *: what stands for it now */
  gboolean failed;         /* something could not be written */
} IhopScheduleWriter;

/* As it is written in C; NULL, and "failed", where it cannot be. Takes the expression. */
const IhopNode *ihop_schedule_expression (IhopScheduleWriter *words, isl_ast_expr *expression);
/* The same of an operation's argument; keeps the operation. */
const IhopNode *ihop_schedule_argument (IhopScheduleWriter *words, isl_ast_expr *operation, int number);
/* NULL. */
const IhopNode *ihop_schedule_give_up (IhopScheduleWriter *words);
