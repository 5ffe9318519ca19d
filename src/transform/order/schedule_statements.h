/* The statements that a schedule moves as wholes, and the schedule that a nest has as it stands. */
#pragma once
#include "ir/tree.h"

/* A loop of the nest, or a statement, with the innermost loop around it. FALSE ends the visit. */
typedef gboolean IhopSchedulePart (const IhopNode *part, const IhopNode *loop, gpointer data);

/* Visits the parts of a nest in the order of the text. FALSE: a visit has ended it. */
gboolean ihop_schedule_parts (const IhopNode *loop, IhopSchedulePart *take, gpointer data);

/* The times that leave the nest as it stands, as words of the step: "'i, 0, j, 0' 'i, 1'". The caller frees. */
char *ihop_schedule_identity (const IhopNode *loop);
