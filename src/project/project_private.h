/* What the files of this room share about a project. */
#pragma once
#include "frontend/frontend.h"
#include "project/project.h"

/* Pointers into the project. */
IhopFrontendOptions ihop_project_frontend_options (const IhopProject *project);
const IhopFactsOptions *ihop_project_facts_options (IhopProject *project);
/* A tree made by steps as the front end sees it: with ranges. */
IhopTree *ihop_project_read_anew (const IhopProject *project, const IhopProjectFile *file,
                                  const IhopTree *tree);
/* transform.c: the file as it was before its steps, which rest on what cannot be tested: a refusal. */
void ihop_project_take_back (IhopProject *project, const IhopProjectFile *file);
/* unpack.c: once more from the start, with nothing that needs a test. */
void ihop_project_unpack_proved (IhopProject *project, const IhopProjectFile *file,
                                 const IhopPlanOptions *plan);
/* Takes the tree. Facts are dropped with every answer they gave. */
void ihop_project_replace (IhopProject *project, const IhopProjectFile *file, IhopTree *tree);
