/* Functions of other files of the program that loops of this one call are brought in, as static functions with names of their
 * own, so that what keeps data on the device over calls (versions that take device pointers, time loops of which the calls are inlined)
 * sees them. The other file keeps its own for whoever else calls it. Linkers that optimise whole programs do the same with
 * summaries: Johnson, Amini, Li, "ThinLTO: scalable and incremental LTO", CGO 2017.
 *
 * The text goes as its owner wrote it, with the macros, headers, tables and declarations that it needs. Whether it means in this file
 * what it meant in that one is not argued but asked: both are read, and compared node by node (ir/same.h), and so are all
 * functions that this file had before. What does not mean the same stays where it is. */
#pragma once
#include "gpugen/plan/plan.h"
#include "project/state.h"

/* What has this name in the file; NULL: nothing that was brought in. */
const IhopImported *ihop_imported_find (const IhopProjectFile *file, const char *name);
/* Those that loops meant by "plan" call, unless the file's "kept_out" has them; they are noted in "imported". */
void ihop_project_import (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan);
/* Whether it was of use: a call hands copies over, or has become the function's body, or stands in a kernel. Those of no use are noted in "kept_out". The plan
 * is one of the file's tree. */
gboolean ihop_project_import_helps (const IhopProjectFile *file, const IhopPlan *plan);
/* Functions of this file that other files of the project have brought in: for IhopPlanOptions' "imported". Of char *, the
 * other files'; the caller unrefs. */
GPtrArray *ihop_project_imported_from (const IhopProject *project, const IhopProjectFile *file);
