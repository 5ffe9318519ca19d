/* Maximum flow and minimum cut. Vertices are numbered from 0. */
#pragma once
#include <glib.h>

typedef struct _IhopCut IhopCut;
#define IHOP_CUT_INFINITE (G_MAXUINT64 / 4)

IhopCut *ihop_cut_new (guint n_vertices);
void ihop_cut_free (IhopCut *flow);
void ihop_cut_edge (IhopCut *flow, guint from, guint to, guint64 capacity);
/* The minimum cut between source and sink: side[v] is 1 where v is on the source's side. FALSE:
 * only an infinite cut exists. */
gboolean ihop_cut_find (IhopCut *flow, guint source, guint sink, guint8 *side);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopCut, ihop_cut_free)
