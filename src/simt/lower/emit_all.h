/* Blocks of the flow that have code twice: for warps of which all lanes are there, as of most warps behind "if (i < n)", and for others.
 * The first one has no masks, and knows that no lanes are elsewhere. */
#pragma once
#include "simt/lower/emit.h"

/* Instructions of PTX, each counted once a warp, that a kernel may have twice: more would take long to compile. */
enum { IHOP_DOUBLED = 1024 };

/* TRUE: the code of emit->block that is made next is for all lanes; it stands behind a question. */
gboolean ihop_emit_all_begin (IhopEmit *emit);
/* Behind that code: what is made next is for some lanes. */
void ihop_emit_all_end (IhopEmit *emit);
