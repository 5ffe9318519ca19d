/* What a C file of a project is read from. */
#pragma once
#include "project/state.h"

/* What the project's compilation database says of the language of a C file; empty without a database. Caller frees with
 * g_strfreev. */
char **ihop_project_database_flags (const IhopProject *project, const char *path);
/* All files that a C file is read from under the project's flags: see ihop_frontend_inputs. Caller frees with
 * g_strfreev. */
char **ihop_project_inputs (const IhopProject *project, const char *path);
