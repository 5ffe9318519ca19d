/* From what people name (files, a folder, a project, compile_commands.json) to what is opened. */
#pragma once
#include "gui/window.h"

/* settings: NULL: flags are looked for: a compile_commands.json in the folder of the first file or above. */
void ihop_opening_paths (IhopWindow *window, const char *const *paths, const IhopSettings *settings);
/* Puts a file in the list of recent ones. */
void ihop_opening_remember (const char *path);
/* The example that comes with the program, copied to where it may be written. */
void ihop_opening_example (IhopWindow *window);
