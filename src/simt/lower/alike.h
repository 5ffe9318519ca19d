/* What all warps of a block do alike: where their control flow cannot part, and registers that hold the same in all of them
 * wherever they are at the same place. Found by assuming it of all and taking back what may differ, until nothing changes
 * (divergence analysis: Coutinho, Sampaio, Pereira and Meira, 2011). */
#pragma once
#include "simt/lower/lanes.h"

typedef struct
{
  IhopBits registers; /* of one value, or of one base beside a pattern */
  IhopBits blocks;    /* of the flow: all warps run them equally often */
} IhopAlike;

IhopAlike *ihop_alike_new (IhopLanesTable *lanes);
void ihop_alike_free (IhopAlike *alike);
/* Does the block's end send all lanes of all warps the same way? */
gboolean ihop_alike_decides (const IhopAlike *alike, IhopLanesTable *lanes, guint block);
