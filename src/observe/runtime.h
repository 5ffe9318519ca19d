/* What the parts of the runtime share; inline.c's part is in shadow.h. Linked to the watched program, so
 * all names begin with ihop_observe_. */
#pragma once
#include "shadow.h"
#include <stddef.h>

#define UNLIKELY(condition) __builtin_expect (!!(condition), 0)

extern IhopRecord *ihop_observe_record;
/* Whether this is the thread that is watched, and there is a record. */
extern IHOP_LOCAL int ihop_observe_is_watched;

/* trips.c: counts trips and takes time, and nothing else. */
void ihop_observe_start_clock (void);
/* Zeroed memory of our own, never given back: the program's heap stays as it is. */
void *ihop_observe_memory (size_t bytes);
/* The active loop that carries what happens between an access of this stamp and now; 0: none. */
unsigned ihop_observe_carrier (uint64_t old);
/* The number of the iteration of an active loop that a stamp lies in. 0 in *known: too long ago, the number
 * is that of the first iteration still known. */
uint64_t ihop_observe_number (const IhopRecordActive *active, uint64_t stamp, int *known);
/* Iterations begun. */
uint64_t ihop_observe_count (const IhopRecordActive *active);
/* Fills base, size and object. */
void ihop_observe_locate (IhopRecordMeeting *meeting);
/* Cells of this memory forget: it is a new object. */
void ihop_observe_forget (uint64_t address, uint64_t size);
