/* Where threads meet: barriers of a block, and what lanes of a warp do together. For whoever runs blocks (run/block.c). */
#pragma once
#include "simt/check/team.h"

/* The usual barrier lets all its warps go on. */
void ihop_meeting_open (IhopCheckBlock *block);
/* One with a number does: frames of the block's warps tell who has come there, before that is forgotten. */
void ihop_meeting_open_numbered (IhopCheckBlock *block, const IhopWarpFrame *frames, guint number);
/* All wait, and nobody comes: at barriers, or in loops. "line": of the PTX text, if it is known, else 0. */
void ihop_meeting_note_stuck (IhopCheckBlock *block, gboolean spins, guint line);
