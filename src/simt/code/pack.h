/* A kernel's code and what is known of it, as bytes for the cache. */
#pragma once
#include "simt/lower/lowered.h"

typedef struct
{
  IhopLowerResult sizes;
  GBytes *object;
  char *made_by; /* the library of LLVM that made it: where it was, how large, and from when */
} IhopCodePack;

GBytes *ihop_code_pack (const IhopCodePack *pack);
/* FALSE: the bytes are no pack. On success the caller owns what "pack" holds. */
gboolean ihop_code_unpack (GBytes *bytes, IhopCodePack *pack);
void ihop_code_pack_clear (IhopCodePack *pack);
