/* Between the files of the GPU pane. */
#pragma once
#include "gui/document.h"
#include "project/plan_view.h"
#include <gtk/gtk.h>

/* gpu_blocks.c: the profiler's table for one kernel; a press takes a step that marks the nest so. */
GtkWidget *ihop_gpu_blocks_new (IhopDocument *document);
/* plan and kernel are kept until the next call; NULL: nothing is shown. */
void ihop_gpu_blocks_show (GtkWidget *blocks, const IhopPlanView *plan, const IhopKernelView *kernel);

/* gpu_notes.c: the plan in sentences. The plan is kept until the next call; NULL: nothing is shown. */
GtkWidget *ihop_gpu_notes_new (IhopDocument *document);
void ihop_gpu_notes_show (GtkWidget *notes, const IhopPlanView *plan);

/* gpu_code.c: the products, their lines linked with the source's. */
GtkWidget *ihop_gpu_code_new (IhopDocument *document);
void ihop_gpu_code_show (GtkWidget *code, const IhopPlanView *plan);
/* Lines of the source to be found in the product. */
void ihop_gpu_code_light (GtkWidget *code, guint first, guint last);
