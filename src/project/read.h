/* Reading what a user calls a C file, with a sentence for everything that is none. */
#pragma once
#include "project/project.h"

/* The caller frees text, which is NUL-terminated beyond the end. */
IhopOpenResult ihop_project_read (const char *path, char **text, gsize *length, IhopDiags *diags);
/* What the project's compilation database says of the language of a C file; empty without a database. Caller frees with
 * g_strfreev. */
char **ihop_project_database_flags (const IhopProject *project, const char *path);
/* All files that a C file is read from under the project's flags: see ihop_frontend_inputs. Caller frees with
 * g_strfreev. */
char **ihop_project_inputs (const IhopProject *project, const char *path);
