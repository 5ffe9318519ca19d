/* Summaries of what functions do (effects.h), as the files that compute them share them. Other files ask effects.h. */
#pragma once
#include "analysis/memory/effects.h"
#include "analysis/memory/access_walk.h"
#include "analysis/memory/points_to.h"
#include "analysis/memory/stored_places.h"

typedef struct
{
  IhopEffects effects; /* first: a const IhopEffects * from here is one of these */
  /* What the call does to memory that is not reached through a parameter: numbers of the program's
   * system. globals_read and globals_written name variables for the memory behind them as well. */
  GArray *read, *written, *freed;
  GArray *untyped;          /* the part of written that is written otherwise than by assignments */
  IhopStoredPlaces *stored; /* what those assignments store to */
  IhopParamEffect *deep; /* of effects.params, the part done behind pointers stored in what the
                            parameter points to */
} IhopSummary;

/* The summary behind a call; never NULL. */
const IhopSummary *ihop_effects_summary (IhopFacts *facts, const IhopSymbol *function);
const IhopSummary *ihop_effects_summary_of_call (IhopFacts *facts, const IhopNode *call);
/* The effect on argument i, by itself and behind stored pointers. */
IhopParamEffect ihop_summary_param (const IhopSummary *summary, guint i);
IhopParamEffect ihop_summary_deep (const IhopSummary *summary, guint i);
/* effects_function.c: one function's summary from its body and the summaries of what it calls; the
 * function's own points-to system is (re)built on the way. */
IhopSummary *ihop_effects_compute (IhopFacts *facts, const IhopFunction *function);
/* effects_summary.c */
IhopSummary *ihop_summary_new (guint n_params);
void ihop_summary_free (IhopSummary *summary);
IhopSummary *ihop_summary_unknown (guint n_params, IhopMessage *why); /* takes why */
/* "stores": a format may have it write through the arguments behind it. */
IhopSummary *ihop_summary_of_library (IhopFacts *facts, const IhopLibraryEntry *entry,
                                      const IhopSymbol *function, gboolean errno_matters, gboolean stores);
void ihop_summary_give_up (IhopSummary *summary, IhopMessage *why); /* takes why; the first one stays */
/* Everything that "from" does besides to its parameters. */
void ihop_summary_include (IhopSummary *summary, const IhopSummary *from);
gboolean ihop_summary_equal (const IhopSummary *a, const IhopSummary *b);
/* A loop that nothing is seen to end. */
gboolean ihop_loop_is_endless (const IhopNode *loop);
/* device_addresses.c: NULL, or what the node, which stands in "code", finds out about an address that would
 * be something else on the device. */
const char *ihop_address_refuse (const IhopNode *code, const IhopNode *node);
/* device_pointers.c: NULL, or the pointer in memory, an address of the host, that the node, which stands in "code",
 * follows or hands on. */
const IhopNode *ihop_host_pointer_followed (const IhopNode *code, const IhopNode *node);
