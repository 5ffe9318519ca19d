/* A plan as plain data that outlives the facts it came from: what runs on the device, spread how, at
 * which predicted cost, with which copies, and the products with their lines linked to the source. */
#pragma once
#include "project/snapshot.h"

/* One way to spread a nest over threads. */
typedef struct
{
  char *map;               /* "i:y,j:x", as a mark's clause map() takes it */
  char *order;             /* "i→y, j→x" */
  guint block[3];
  double cost, sectors, lines, occupancy; /* profiler.h; lower cost is better */
  gboolean is_chosen;      /* the one that the plan takes */
} IhopCandidateView;

typedef struct
{
  char *name, *function;
  char *owner;             /* "step of step.c", of which the function is a copy; NULL: it is this file's own */
  char *address;           /* of its outermost loop; NULL: one thread runs it */
  guint line, last_line;   /* of the text as it is now */
  char *axes;              /* "i→y, j→x"; NULL: one thread */
  guint block[3];
  gboolean is_marked;      /* the owner's mark says that it is to run there */
  gboolean is_laid_out;    /* its blocks and threads are loops of the text: there are no candidates */
  char *reason;
  GPtrArray *candidates;   /* of IhopCandidateView *, best first */
  GPtrArray *notes;        /* of char * */
} IhopKernelView;

typedef struct
{
  char *variable, *bytes, *reason; /* bytes: C text … */
  double n_bytes;          /* … and their number; negative: not known before the program runs */
  gboolean to_device;
  guint line;
  char *function;
} IhopTransferView;

typedef struct
{
  char *name, *text;       /* "gemm.cu" */
  GArray *lines;           /* of guint, one a line of text: the line of the source that it stands for, 0:
                              none */
} IhopLinkedProduct;

/* One thing that the plan decides, in a sentence of the user's language. */
typedef struct
{
  guint line;              /* of the source, that it is about; 0: of no single one */
  char *text;
} IhopPlanNote;

typedef struct
{
  guint file;
  char *gpu;               /* the device's title */
  GPtrArray *kernels;      /* of IhopKernelView * */
  GPtrArray *transfers;    /* of IhopTransferView * */
  GPtrArray *left_out;     /* of char *: "f/i stays on the host: …" */
  GPtrArray *notes;        /* of IhopPlanNote *: what neither kernels nor copies show */
  GPtrArray *products;     /* of IhopLinkedProduct *: CUDA and fallback */
  /* Predicted seconds of the loops worked on, one a variant; negative: nothing to predict. */
  double original, device, cpu;
  gboolean is_guess;       /* some loop's length is not known: 1000 was taken */
} IhopPlanView;

void ihop_plan_view_free (gpointer view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopPlanView, ihop_plan_view_free)
/* Slow, for workers. NULL: the file has no tree. */
IhopPlanView *ihop_snapshot_plan (IhopSnapshot *snapshot, guint file);

/* What was generated (of IhopProduct *) of the file as it is now, line by line. Slow, for workers. */
typedef struct
{
  GPtrArray *products;     /* of GArray of guint, one a product: as IhopLinkedProduct.lines */
  GPtrArray *transfers;    /* of IhopTransferView *: the plan's */
  GByteArray *kernels;     /* one a line of the source: the number of the kernel that it belongs to, from 1; 0: none */
} IhopProductLinks;
IhopProductLinks *ihop_snapshot_link (IhopSnapshot *snapshot, guint file, const GPtrArray *products); /* NULL: no tree */
void ihop_product_links_free (gpointer links);

/* plan_notes.c: the notes of a plan for this file. Of IhopPlanNote *; caller unrefs. */
GPtrArray *ihop_plan_notes (const IhopPlan *plan, const IhopProjectFile *file);
/* "step of step.c": where a function that was brought in comes from. NULL: it is the file's own. Caller frees. */
char *ihop_imported_owner (const IhopProjectFile *file, const char *name);

/* linked.c: for each line of a product the line of the source that it stands for, or 0: lines that were
 * copied, lines of a kernel's body, launches. Of guint; caller unrefs. */
GArray *ihop_lines_link (const char *source, const char *product, const GPtrArray *kernels);
/* The same for what was generated, against the file's text as it was read. */
GArray *ihop_generated_lines (const IhopGenerated *generated, const IhopProduct *product);
/* Where a statement ends, in the text that it was read from. */
guint ihop_node_last_line (const IhopNode *node);
