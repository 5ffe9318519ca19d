/* What of a program is held against what the original leaves: of each function with fragments the variables that the plan has copies
 * of, as far as the function's caller sees them, and what the plan says of each. instrument.h writes the text that tells their values. */
#pragma once
#include "project/project.h"

typedef struct
{
  char *label;            /* "kernel_gemm:C" */
  IhopSymbol *symbol;
  const IhopType *element;
  char *address;          /* C text */
  guint rank;
  char **extents;         /* C text; NULL-terminated */
  gboolean is_dead;       /* the plan never brings it back: it holds that nobody reads it after the
                             function. Then it is not compared; products overwrite it, so that
                             whoever reads it all the same is found out */
} IhopWatched;

typedef struct
{
  const IhopFunction *function;
  char *head;             /* specifiers to the closing parenthesis, as written, up to the "{" */
  gboolean in_kernels;     /* a kernel runs it, too: then it is called less often than in the original */
  GPtrArray *watched;     /* of IhopWatched * */
} IhopWatchedFunction;

/* Of IhopWatchedFunction *: functions of the plan with kernels, whether or not something of them can
 * be watched. What cannot be is said in notes (of char *). Caller unrefs. */
GPtrArray *ihop_watch_functions (IhopProject *project, const IhopProjectFile *file, const IhopPlan *plan, GPtrArray *notes);
