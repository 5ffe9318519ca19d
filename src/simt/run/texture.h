/* Textures and surfaces as kernels' code asks for them: a warp at a time. */
#pragma once
#include <glib.h>

/* What is asked: dimensions (1 to 3) and what the instruction says of them. */
enum { IHOP_TEXTURE_DIMENSIONS = 3, IHOP_TEXTURE_LAYERED = 4, IHOP_TEXTURE_CUBE = 8, IHOP_TEXTURE_INTEGERS = 16,
       IHOP_SURFACE_STORES = 32, IHOP_SURFACE_CLAMPS = 64, IHOP_SURFACE_TRAPS = 128 };

#define IHOP_TEXTURE_SYMBOL "ihop_texture_fetch"
#define IHOP_SURFACE_SYMBOL "ihop_surface_access"

/* Handles, and coordinates (up to four times 32, a layer first) as bits of floats or, with INTEGERS, as integers; the channels
 * come as bits, four times 32. */
void ihop_texture_fetch (guint32 form, const guint64 *objects, const guint32 *coordinates, guint32 mask, guint32 *channels);
/* "values" (four times 32) are of "bytes" each; the first coordinate is in bytes. TRUE: a place is outside, and
 * the instruction says that this is an error. */
guint32 ihop_surface_access (guint32 form, guint32 n, guint32 bytes, const guint64 *objects, const guint32 *coordinates, guint32 mask,
                             guint64 *values);
