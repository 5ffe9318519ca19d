/* The program is stopped where it comes to closed memory, and goes on. Where it was is told by the module and the place in it
 * ("0x1234"; and the caller's behind it, for functions of headers), which src/checks makes a line of. */
#pragma once
#include "simt/check/find.h"

typedef struct
{
  guint64 address;
  gboolean writes;
  gpointer context; /* of the signal */
} IhopStop;

/* The program's faults are given to "come", which says FALSE where they are none of ours; after ihop_stop_step one instruction later to
 * "gone". FALSE: the program has a handler of its own, and nothing may be closed. */
gboolean ihop_stop_take (gboolean (*come) (const IhopStop *stop, gboolean can_step), gboolean (*gone) (void));
/* Stops again behind this instruction. */
void ihop_stop_step (const IhopStop *stop);
/* The program's function that was at work; of the C library's functions the caller. */
IhopFoundPlace ihop_stop_place (const IhopStop *stop);
/* Whoever has called the runtime. */
IhopFoundPlace ihop_stop_caller (void);
