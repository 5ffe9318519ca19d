/* Expressions of isl's generated loops as expressions of C. */
#pragma once
#include "transform/build/bounds.h"
#include <isl/ast.h>

typedef struct
{
  IhopBoundWriter writing;
  GHashTable *values;      /* name of a loop that isl has generated → const IhopNode *: what stands for it */
  gboolean failed;         /* something could not be written */
} IhopScheduleWriter;

/* NULL, and writer->failed, where the expression cannot be written in C. */
const IhopNode *ihop_schedule_expression (IhopScheduleWriter *writer, __isl_take isl_ast_expr *expression);
/* The same of an argument of an operation. */
const IhopNode *ihop_schedule_argument (IhopScheduleWriter *writer, __isl_keep isl_ast_expr *operation, int number);
/* Sets writer->failed and returns NULL. */
const IhopNode *ihop_schedule_give_up (IhopScheduleWriter *writer);
