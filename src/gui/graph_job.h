/* Diagrams for panes: made and laid out by a worker, shown when they are ready; and written to files. */
#pragma once
#include "gui/graph_canvas.h"
#include "gui/document.h"

typedef struct
{
  IhopDiagramKind kind;
  guint file;
  char *function, *loop;   /* or NULL */
  guint size;
  gboolean with_plan;      /* FLOW: kernels and copies are drawn */
  guint block[3];          /* with_plan: of all kernels; 0: as the profiler says */
  char **folded;           /* keys of groups that are drawn as one part each; or NULL */
  guint most;              /* more parts than these are folded besides; 0: as many as can be laid out */
  guint first, last;       /* only what is near these lines; 0: all */
} IhopGraphWish;

void ihop_graph_wish_clear (IhopGraphWish *wish);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IhopGraphWish, ihop_graph_wish_clear)
/* Takes the diagram; NULL: error is a sentence. data is the one given below. */
typedef void (*IhopGraphReady) (IhopDiagram *diagram, const char *error, gpointer data);
/* Copies wish and witness (which may be NULL). "ready" comes on the main thread, never if owner is gone,
 * another text is shown, or the next one was asked for with the same *running (whose cancellable is kept
 * there). */
void ihop_graph_job (IhopDocument *document, const IhopGraphWish *wish, const IhopCollision *witness,
                     GObject *owner, GCancellable **running, IhopGraphReady ready);
/* The sentences below a picture, in the user's language. diagram may be NULL. Caller frees. */
char *ihop_graph_notes (const IhopDiagram *diagram);
/* A menu button that writes what the canvas shows to a file. */
GtkWidget *ihop_graph_export_button (IhopDocument *document, IhopGraphCanvas *canvas);
/* What the colours of dependences mean. */
GtkWidget *ihop_graph_legend_new (void);
/* Minus, plus, fit. */
void ihop_graph_add_zoom (GtkWidget *bar, IhopGraphCanvas *canvas);
/* The number of this path's file in what is shown; G_MAXUINT: none. */
guint ihop_graph_file (IhopDocument *document, const char *path);
