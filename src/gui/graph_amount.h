/* How much of a graph is to be seen: loops that are folded, only what is near the selection, and the search for a part. */
#pragma once
#include "gui/graph_job.h"

typedef struct _IhopGraphAmount IhopGraphAmount;

/* Puts its buttons into bar. changed (data) is called when another diagram is to be asked for. */
IhopGraphAmount *ihop_graph_amount_new (IhopGraphCanvas *canvas, GCallback changed, gpointer data, GtkWidget *bar);
void ihop_graph_amount_free (IhopGraphAmount *amount);
/* Sets in wish how much of this subject to draw, and gives it as text, to see when it is another. Caller frees. */
char *ihop_graph_amount_ask (IhopGraphAmount *amount, const char *subject, const IhopSelection *selection, IhopGraphWish *wish);
/* What came of it; or NULL. */
void ihop_graph_amount_shown (IhopGraphAmount *amount, const IhopDiagram *diagram);
/* Folds a group, or unfolds it (graph/diagram.h has the keys). */
void ihop_graph_amount_fold (IhopGraphAmount *amount, const char *key, gboolean folds);
/* What is searched for is searched in what is shown now. */
void ihop_graph_amount_search (IhopGraphAmount *amount);
