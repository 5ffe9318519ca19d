/* What the engine found, as documents: JSON by data/schema/ (doc/command-line.md), SARIF 2.1.0 for editors and
 * code hosts. All functions give text that the caller frees. */
#pragma once
#include "base/json.h"
#include "project/project.h"

/* Every loop of every file with its verdict: the document of `ihop analyze --format json`. */
char *ihop_report_loops_json (IhopProject *project);
/* The same as SARIF: one result for each sequential or unknown loop, and the diagnostics. */
char *ihop_report_loops_sarif (IhopProject *project);
/* What was read, with what is known about it: the document of `ihop tree`. */
char *ihop_report_tree_json (IhopProject *project);
/* One loop in the same words, with what only the explanation has. */
char *ihop_report_loop_json (IhopProject *project, const IhopLoop *loop,
                             const GPtrArray *remedies);

/* The members of one loop's object (without "file"). */
void ihop_report_put_loop (JsonBuilder *builder, const IhopLoop *loop, const char *path);
/* "diagnostics": […] */
void ihop_report_put_diags (JsonBuilder *builder, const IhopDiags *diags);
/* "i = 1, j = 2" */
char *ihop_report_iteration (const GPtrArray *names, const GArray *values);
/* Of a loop in which file it stands, as its user named it. */
const char *ihop_report_loop_path (const IhopLoop *loop);
