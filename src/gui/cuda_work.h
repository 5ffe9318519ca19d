/* Between the files of the pane that proves, checks and counts a CUDA source. */
#pragma once
#include "gui/document.h"
#include <gtk/gtk.h>

typedef enum
{
  IHOP_CUDA_PROVE,         /* its kernels, for all sizes */
  IHOP_CUDA_CHECK,         /* one run: memory, races, barriers */
  IHOP_CUDA_COUNT,         /* one run: what it asks of a card */
  IHOP_N_CUDA_TASKS
} IhopCudaTask;

typedef struct
{
  guint line;              /* of the source; 0: it is not there */
  char *who;               /* "write, block (0, 0, 0), thread (1, 0, 0)", in the user's language */
} IhopCudaPlace;

/* One thing that is said. */
typedef struct
{
  char *head;              /* NULL: it goes on about what the note before is about */
  char *text;              /* or NULL */
  const char *style;       /* of the head, or of the text where there is none */
  GArray *places;          /* of IhopCudaPlace: shown side by side */
  char *more;              /* or NULL */
} IhopCudaNote;

typedef struct
{
  GPtrArray *notes;        /* of IhopCudaNote *; never NULL */
  char *output;            /* of the program and of the compiler; or NULL */
} IhopCudaResult;

typedef struct
{
  IhopCudaTask task;
  IhopCudaSource *source;
  char **arguments;        /* for the program; or NULL */
  double seconds;          /* for its run */
  char *gpu;               /* that counts are for; NULL: the default */
} IhopCudaOrder;

void ihop_cuda_order_free (gpointer order);
/* For workers; progress is called on the worker's thread with a static string. */
IhopCudaResult *ihop_cuda_work (const IhopCudaOrder *order, GCancellable *cancellable,
                                void (*progress) (const char *what, gpointer data), gpointer data);
void ihop_cuda_result_free (gpointer result);

/* cuda_notes.c: all strings are taken. */
IhopCudaNote *ihop_cuda_note_add (IhopCudaResult *result, char *head, char *text, const char *style);
void ihop_cuda_note_add_place (IhopCudaNote *note, guint line, char *who);
void ihop_cuda_note_free (gpointer note);
/* Proofs, finds and counts in the user's language; "path" is the source as its compiler knew it. */
void ihop_cuda_add_proofs (IhopCudaResult *result, const GPtrArray *proofs, const char *path);
void ihop_cuda_add_checks (IhopCudaResult *result, const char *folder, const char *path);
void ihop_cuda_add_counts (IhopCudaResult *result, const char *folder, const char *gpu, const char *path);

/* cuda_card.c: a note as a widget; go is called with the number of a place that is gone to. */
GtkWidget *ihop_cuda_card_new (const IhopCudaNote *note, const char *text, GCallback go, gpointer data);
