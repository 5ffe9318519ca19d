/* Where memory of devices comes from, for all that hands it out. */
#pragma once
#include "cudart/cudart.h"
#include "cudart/places.h"

/* At an address that a card would give; NULL: there is no room. */
void *ihop_memory_obtain (size_t size, IhopPlaceKind kind);
/* 0: it was not obtained, which a program that is checked is told of. */
int ihop_memory_return (void *place, const char *function);
/* What a program frees goes back to its owner (places.h), or to where it was obtained. Accepts NULL. */
cudaError_t ihop_memory_release (void *place, const char *function);
