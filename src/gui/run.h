/* Between the files of the run-and-measure pane. */
#pragma once
#include "check/check.h"
#include "gui/document.h"
#include <gtk/gtk.h>

enum { IHOP_RUN_VARIANTS = 4 };
extern const char *const ihop_run_products[IHOP_RUN_VARIANTS]; /* "original", "cpu", "emulated", "cuda" */
const char *ihop_run_title (guint variant); /* translated */

/* What one run brought. */
typedef struct
{
  IhopCheckReport *report; /* NULL: there is no program to run; "error" says why */
  char *error;
  double predicted[IHOP_RUN_VARIANTS]; /* seconds; negative: not known */
  double measured[IHOP_RUN_VARIANTS];
  gboolean is_guess;
  gboolean is_one_of_several; /* the files are several programs; this is one of them */
} IhopRunResult;

/* run_job.c: for workers. Of several programs the one that the file belongs to is run. progress is called on the worker's thread with a static string. */
IhopRunResult *ihop_run_work (IhopSnapshot *all, guint file, double seconds, GCancellable *cancellable,
                              void (*progress) (const char *what, gpointer data), gpointer data);
void ihop_run_result_free (gpointer result);

/* run_chart.c: bars for what was predicted (pale) and measured, one pair a row. Seconds; negative: not
 * known. */
typedef struct
{
  char *label;
  double predicted, measured;
} IhopBar;

GtkWidget *ihop_run_chart_new (void);
/* Takes the array (of IhopBar, cleared by ihop_bar_clear). */
void ihop_run_chart_show (GtkWidget *chart, GArray *bars);
void ihop_bar_clear (gpointer bar);
/* "1.2 ms"; negative: "—". Caller frees. */
char *ihop_run_seconds (double seconds);

/* run_times.c. "as you wrote it", a variant's name, or its last step. Caller frees. */
char *ihop_run_state_text (IhopDocument *document, guint state);
/* Of a product of ihop_run_products, or one that a check has named. */
const char *ihop_run_product_title (const char *product);
/* Fills the grid with all states, and the chart with the one that is looked at. */
void ihop_run_times_show (IhopDocument *document, GtkWidget *table, GtkWidget *chart);
