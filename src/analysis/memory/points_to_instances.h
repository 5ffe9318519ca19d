/* What functions allocate, told apart by the calls that they were run by ("heap cloning": Nystrom, Kim and Hwu, SAS 2004).
 *
 *   image *image_new (int n) { image *m = malloc (sizeof *m); m->pix = malloc (n * sizeof *m->pix); return m; }
 *
 * Two calls of it make two images with two arrays of pixels, although both arrays come from one malloc. Objects that a
 * run of a function allocates, and that nothing but its result leads to when it returns, are instances of their own for
 * each call; while the function runs they keep the names of their allocations. What is kept anywhere else, where another
 * run finds it again (a cache, a list of all images), is one object as before. */
#pragma once
#include "analysis/memory/points_to.h"

/* What objects are called when this call of the function has returned: object → object. NULL: as before. Owned by
 * facts. "site": what a function that returns fresh memory returns here, or 0. */
GHashTable *ihop_instance_names (IhopFacts *facts, const IhopFunction *function, const IhopNode *call, guint site);
