/* Functions that are given structs get versions that are given the members. */
#pragma once
#include "gpugen/plan/plan.h"
#include "project/project.h"

/* Does that for all functions of the file that only read members, and have calls that can be changed; they are noted in
 * file->split. */
void ihop_project_split_arguments (IhopProject *project, const IhopProjectFile *file);
/* Whether anything in the plan rests on such a version: data stays on the device over its calls, or a kernel calls it. */
gboolean ihop_project_arguments_help (const IhopProjectFile *file, const IhopPlan *plan);
