/* Lengths of rows that are found behind a pointer. */
#pragma once
#include "project/project_private.h"

/* Rows that functions of the file declare with such lengths are declared with variables that hold them; the file is read anew. */
void ihop_project_keep_row_lengths (IhopProject *project, const IhopProjectFile *file);
