/* What the files of this room share about a project. */
#pragma once
#include "frontend/frontend.h"
#include "project/project.h"

/* Pointers into the project. */
IhopFrontendOptions ihop_project_frontend_options (const IhopProject *project);
const IhopFactsOptions *ihop_project_facts_options (IhopProject *project);
/* Takes the tree. Facts are dropped with every answer they gave. */
void ihop_project_replace (IhopProject *project, const IhopProjectFile *file, IhopTree *tree);
