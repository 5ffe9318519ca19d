/* Commands of the table that are about the CUDA source (document_cuda.c): they show its pane and tell it to begin. */
#pragma once
#include "gui/window.h"

/* Why it cannot be worked on now; NULL: it can. */
const char *ihop_cuda_command_obstacle (IhopWindow *window);
/* Why there is nothing to be stopped; NULL: there is. */
const char *ihop_cuda_command_not_at_work (IhopWindow *window);
void ihop_cuda_command_prove (IhopWindow *window);
void ihop_cuda_command_check (IhopWindow *window);
void ihop_cuda_command_count (IhopWindow *window);
void ihop_cuda_command_stop (IhopWindow *window);
