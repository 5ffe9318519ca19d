/* How many devices there are (ihop run --devices), and which one this thread works with. All are alike, and all memory is the same for them. */
#pragma once
#include "cudart/cudart.h"

enum { IHOP_MOST_DEVICES = 16 };

IHOP_CUDART int ihop_devices_count (void);
IHOP_CUDART int ihop_devices_current (void);
IHOP_CUDART int ihop_devices_is (int device);

/* Of the card that all of them are taken for: an H100, unless $IHOP_SIMT_CARD says "MULTIPROCESSORS COOPERATES" (ihop run --gpu). */
typedef struct
{
  int multiprocessors;
  int cooperates;          /* it launches grids whose blocks wait for each other */
} IhopCard;

const IhopCard *ihop_devices_card (void);
