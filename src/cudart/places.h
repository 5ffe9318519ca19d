/* Whose memory it is: what was allocated or registered here. */
#pragma once
#include <stddef.h>

/* By the numbers of cudaMemoryType. */
typedef enum
{
  IHOP_PLACE_UNKNOWN, /* the host's usual memory, or a variable of the device */
  IHOP_PLACE_HOST,    /* page-locked */
  IHOP_PLACE_DEVICE,
  IHOP_PLACE_MANAGED
} IhopPlaceKind;

void ihop_places_add (const void *place, size_t size, IhopPlaceKind kind);
/* Whatever begins there; nothing where nothing does. */
void ihop_places_remove (const void *place);
/* Of the memory around the address. */
IhopPlaceKind ihop_places_kind (const void *address);
