/* Compilers and linkers are run. */
#pragma once
#include "check/program.h"

/* The owner's compiler runs with these words. NULL; or what it said, which the caller frees. */
char *ihop_builder_compile (IhopBuilder *builder, const char *const *words);
/* Compiles and links all builds, as many at once as there are processors. What fails is said in
 * each build's failure. */
void ihop_program_all (IhopBuilder *builder, IhopProgram *const *builds, guint n);
/* The first lines of a compiler's messages, without the folder's name. Caller frees. */
char *ihop_program_first_lines (const char *path, const char *folder, guint lines);
