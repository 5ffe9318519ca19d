/* From the number of a thread to a value of an iterator, and which threads have one. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

IhopAxisText *ihop_axis_text_new (IhopBody *body, const IhopAxis *axis);
void ihop_axis_text_free (IhopAxisText *text);
/* Whether the grid along this axis may be smaller than the iterations need. */
gboolean ihop_axis_is_loop (const IhopKernel *kernel, const IhopAxis *axis);
/* Iterations of this axis that a block has. */
guint ihop_axis_share (const IhopKernel *kernel, const IhopAxis *axis);
/* At most so many blocks along this axis; 0: as many as it takes. */
guint ihop_axis_most_blocks (const IhopKernel *kernel, const IhopAxis *axis);
/* Iterations, if constants of the file say how many; -1 otherwise. */
gint64 ihop_axis_trips (const IhopAxis *axis);
