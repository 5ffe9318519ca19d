/* Where statements go, and how they get there without disturbing the owner's text. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

IhopPoints *ihop_points_new (IhopPrint *print);
void ihop_points_free (IhopPoints *points);
/* The indentation of statements at this point. Caller frees. */
char *ihop_points_indent (IhopPoints *points, const IhopFunction *function, const IhopPoint *point);
/* Whole lines. Those of one point appear in the order of adding. */
void ihop_points_add (IhopPoints *points, const IhopFunction *function, const IhopPoint *point,
                      const char *lines);
/* Lines to stand where "statements" (siblings) and the pragmas "marks" stand. "is_one": they are
 * one statement. */
void ihop_points_replace (IhopPoints *points, const IhopFunction *function,
                          const GPtrArray *statements, const GPtrArray *marks, const char *lines,
                          gboolean is_one);
/* Enters everything as edits. */
void ihop_points_apply (IhopPoints *points);
