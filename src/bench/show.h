/* Runs as text: for a terminal, for other programs. All give text that the caller frees. */
#pragma once
#include "bench/keep.h"

/* Speed-up of every rival over the original, a row a kernel, for each size; then means, what did not
 * count and why, and who was absent. */
char *ihop_show_run (const IhopRun *run);
/* One line a case: run, kernel, size, rival, state, seconds … (RFC 4180). */
char *ihop_show_csv (const IhopRun *run);
/* Everything but the texts: data/schema/bench.json. */
char *ihop_show_json (const IhopRun *run);
/* A page that needs nothing else: figure, tables, sources and products. */
char *ihop_show_html (const IhopRun *run);
/* The figure alone, as a picture that stands by itself. */
char *ihop_show_svg (const IhopRun *run);

/* What got better or worse from one run to the other, beyond noise. *worse counts those that did. */
char *ihop_show_compare (const IhopRun *before, const IhopRun *after, guint *worse);
char *ihop_show_compare_json (const IhopRun *before, const IhopRun *after);
/* A page that needs nothing else: every case with its ratio, its interval and the drift. */
char *ihop_show_compare_html (const IhopRun *before, const IhopRun *after);

/* "1.25 ms", "17 µs"; "" for NaN. */
char *ihop_show_seconds (double seconds);
/* "12.3 KiB"; decimal places only where they say something. */
char *ihop_show_bytes (double bytes);
/* "3.21", "0.087", "1.2e-05", "120"; "" for NaN. */
char *ihop_show_ratio (double ratio);
