/* Reading what a user calls a C file, with a sentence for everything that is none. */
#pragma once
#include "project/project.h"

/* The caller frees text, which is NUL-terminated beyond the end. */
IhopOpenResult ihop_project_read (const char *path, char **text, gsize *length, IhopDiags *diags);
