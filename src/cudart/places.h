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

/* Whoever gets memory back that a program frees. It is part of a structure of the owner's. */
typedef struct IhopPlaceOwner IhopPlaceOwner;
struct IhopPlaceOwner
{
  /* "function": of the runtime, by which it is freed. 0: it was not allocated (in a program that is checked). */
  int (*take_back) (IhopPlaceOwner *owner, void *place, const char *function);
};

void ihop_places_add (const void *place, size_t size, IhopPlaceKind kind);
void ihop_places_add_owned (const void *place, size_t size, IhopPlaceKind kind, IhopPlaceOwner *owner);
/* Whatever begins there; nothing where nothing does. Its owner, or NULL. */
IhopPlaceOwner *ihop_places_remove (const void *place);
/* Of the memory around the address: its kind, and the device for which it was allocated (0 where it is nobody's). */
IhopPlaceKind ihop_places_kind (const void *address);
int ihop_places_device (const void *address);
