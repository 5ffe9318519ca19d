/* The judge: original and products compiled, run, and compared in everything they leave behind.
 *
 * What is compared: exit status, standard output and error (lines of ihop's own apart), files that
 * the program writes, and, sharply, every array that fragments work on: at each return of a function
 * with fragments its arrays are written to a dump, byte for byte (instrument.h). Programs that dump
 * by themselves into the file that BENCH_DUMP names are compared by that, too.
 *
 * Files without main get one: a driver that calls every function it can fill with random data, in
 * several sizes that are no multiples of a block (driver.h).
 *
 * Equal means equal in every bit. Only where the plan changes the order of a floating-point
 * reduction (or a device computes mathematical functions by its own library) is a difference up to
 * a stated bound taken, and then the result says so. */
#pragma once
#include "check/cuda.h"
#include "project/project.h"

typedef enum
{
  IHOP_CHECK_EQUAL,     /* in every bit */
  IHOP_CHECK_WITHIN,    /* up to the stated bound; message says of what and how far */
  IHOP_CHECK_SKIPPED,   /* not tried; message says why */
  IHOP_CHECK_DIFFERENT, /* message: the first difference */
  IHOP_CHECK_BROKEN     /* does not compile, crashed, ran too long; message */
} IhopCheckState;

typedef struct
{
  char *product;         /* "cpu", "emulated", "cuda"; "cuda-here": the .cu on this machine's processors */
  IhopCheckState state;
  char *message;         /* NULL when equal */
  char *output;          /* the beginning of what it wrote to standard output and error; or NULL */
  guint64 records;       /* dumps compared */
  guint64 bytes;         /* of arrays compared */
  double seconds;        /* of the run */
  gboolean has_transfers; /* emulated: bytes that travelled, and the fewest that could have */
  guint64 moved, least;
} IhopCheckResult;

typedef struct
{
  char *fault;           /* "the copy of A to the device before line 12 is dropped" */
  gboolean caught;
  char *how;             /* by what it was caught, or why it may have been missed */
} IhopFaultResult;

typedef struct
{
  GPtrArray *results;    /* of IhopCheckResult *: one a product */
  GPtrArray *faults;     /* of IhopFaultResult * */
  GPtrArray *notes;      /* of char *: what could not be compared, and why */
  double original_seconds;
  char *original_output; /* as a result's */
  char *failure;         /* NULL, or why nothing could be compared … */
  gboolean is_outside;   /* … which is an outside program's failure */
} IhopCheckReport;

typedef struct
{
  IhopGenerateOptions generate;  /* products and change_plan are set by the check */
  void (*choose) (const IhopProjectFile *file, IhopGenerateOptions *options, gpointer data);
  gpointer choose_data;          /* choose may be NULL; called for every file */
  const char *compiler;          /* NULL: $CC, or cc */
  const char *const *flags;      /* more for the compiler, behind ours (-O2); or NULL */
  const char *const *arguments;  /* for the program; or NULL */
  const char *input;             /* file for standard input, or NULL */
  const char *const *files;      /* copied into each run's folder; or NULL */
  const guint *sizes;            /* for the driver, ends with 0; NULL: its own choice */
  double seconds;                /* for one run; 0: 60, or 60 times what the original takes if that is more */
  gboolean no_cuda;
  IhopCudaCompiler cuda_compiler; /* where there is no GPU */
  guint faults;                  /* how many seeded faults to try at most; 0: none */
  guint64 seed;                  /* which ones, when there are more */
  GCancellable *cancellable;     /* ends compilers and programs early; or NULL */
  char *keep;                    /* folder in which everything is left behind; NULL: removed */
  void (*progress) (const char *what, gpointer data); /* or NULL; what is a static string */
  gpointer progress_data;
} IhopCheckOptions;

/* All files of the project make one program. Never NULL; the caller frees it. */
IhopCheckReport *ihop_check_project (IhopProject *project, const IhopCheckOptions *options);
void ihop_check_report_free (IhopCheckReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopCheckReport, ihop_check_report_free)
/* The gravest state of all products. */
IhopCheckState ihop_check_report_state (const IhopCheckReport *report);
const char *ihop_check_state_name (IhopCheckState state);
