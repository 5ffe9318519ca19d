/* What the files of this room share about one verification. */
#pragma once
#include "check/program.h"
#include "check/compare.h"

typedef struct
{
  const IhopProjectFile *file;
  IhopGenerated *emulated; /* its plan tells what to watch */
  GPtrArray *watched;      /* of IhopWatchedFunction * */
} IhopCheckFile;

typedef struct
{
  IhopProject *project;
  const IhopCheckOptions *options;
  IhopCheckReport *report;
  IhopBuilder *builder;
  GPtrArray *files;        /* of IhopCheckFile * */
  GHashTable *types;       /* of const IhopType *, by label and by variable */
  gboolean reorders;       /* some floating sum is summed in another order */
  gboolean needs_driver;
  IhopProgram *original, *original_again, *original_by_clang;
  char *original_differs;  /* from itself; NULL: it does not, or was not asked */
  IhopUnsteady *unsteady;  /* the lines in which it does */
  IhopRounding *rounding;  /* how far rounding moves it; NULL: not asked yet */
} IhopCheck;

IhopCheckReport *ihop_check_report_new (void);
void ihop_check_progress (const IhopCheckOptions *options, const char *what);
IhopGenerated *ihop_check_generate (IhopCheck *check, const IhopProjectFile *file,
                                    IhopProducts products,
                                    void (*change) (IhopPlan *plan, gpointer data),
                                    gpointer change_data);
void ihop_check_add_products (IhopCheck *check, IhopProgram *build, guint number,
                              const IhopGenerated *generated);
/* The owner's own text, instrumented, as unit "number" of a build. */
void ihop_check_add_original (IhopCheck *check, IhopProgram *build, guint number);
/* "cpu", "emulated" …; "running the fallback" … */
const char *ihop_variant_name (IhopVariant variant);
const char *ihop_variant_running (IhopVariant variant);
/* The first pages of what a program said, made UTF-8. Caller frees. */
char *ihop_check_output (const IhopProgram *build);
/* judge.c. Runs a product and adds what came out to the report; one that could not be built is told so. */
void ihop_check_judge (IhopCheck *check, IhopProgram *build);
/* Takes message; the report owns the result. */
IhopCheckResult *ihop_check_result_new (IhopCheck *check, IhopVariant variant, IhopCheckState state,
                                        char *message);
/* Compares the last runs of a build and of the original. message: see IhopCheckResult. */
IhopCheckState ihop_check_compare (IhopCheck *check, const IhopProgram *original, const IhopProgram *build,
                                   char **message, IhopComparison *comparison);
/* Bytes moved and the least possible, from the emulated program's own report. */
void ihop_check_read_transfers (const char *path, IhopCheckResult *result);
/* Plants faults, if any are asked for, and adds what became of them to the report. "right" is the emulated
 * program without any. */
void ihop_check_faults (IhopCheck *check, const IhopProgram *right);
