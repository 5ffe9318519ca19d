/* For the benchmark: how long the main loop was deaf at worst, and when the first verdict was there. */
#pragma once
#include "gui/document.h"

/* Does nothing unless IHOP_GUI_TIMES names a file; that is written when all verdicts are there, and again
 * at the end: "start", "first", "all" (ms since the process began), "stall" (ms), "work" (ms of the
 * processor between two beats: what the stall would be on an idle machine), "memory" (KiB). */
void ihop_heartbeat_start (IhopDocument *document);
