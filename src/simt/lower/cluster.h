/* Loads of one block of instructions that read, in each lane, elements which follow each other in memory: "a[i * n + k]" in a loop over k that
 * the compiler has written out four times. Where lanes are far apart each of these loads asks for 32 cache lines, and for the same ones as the one
 * before it; together they are read as a few short runs, one or two a lane (emit_cluster.c).
 *
 * Loads are done sooner than they stand there. So nothing in between may order memory; and a lane must not itself write in between what it
 * reads, which code asks in front of them, as far as it is known there where the stores go. What other threads write with nothing that orders the
 * two may be seen or not, as on a card. */
#pragma once
#include "simt/lower/flow.h"

enum { IHOP_CLUSTER_MOST = 16, IHOP_CLUSTER_MOST_STORES = 4 };

typedef struct
{
  guint first, last; /* instructions: its first load, its last one */
  gint64 lowest;     /* bytes from the first load's element to the lowest one: 0, or less */
  guint n, size;     /* elements from there on, all of them read; bytes of one */
  const IhopPtxInstruction *stores[IHOP_CLUSTER_MOST_STORES]; /* between the two, each place once */
  guint n_stores;
} IhopCluster;

/* FALSE: with the load at "first" no cluster of several elements begins. */
gboolean ihop_cluster_find (const IhopFlow *flow, const IhopFlowBlock *block, guint first, IhopCluster *cluster);
/* Is the instruction one of its loads? "at": which of its elements; where its address is in another register than that of the first load,
 * probably (linear.h). */
gboolean ihop_cluster_has (const IhopFlow *flow, const IhopCluster *cluster, guint instruction, guint *at);
