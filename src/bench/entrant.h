/* A rival at work on one kernel: its source made, compiled, ready to run. Own to this room. */
#pragma once
#include "bench/bench.h"
#include "bench/launch.h"

/* What all entrants of one task share. */
typedef struct
{
  const IhopBenchOptions *options;
  const IhopKernelFile *kernel;
  const char *size;
  IhopToolFound tools[IHOP_N_TOOLS];
  char **flags;          /* -I… of the kernels' headers, -DMEDIUM_DATASET; each -D without a value */
  GHashTable *made;      /* of IhopMade *, by mode: what ihop generated */
  char *architecture;    /* "sm_90" */
  gboolean has_card;
} IhopTaskContext;

typedef struct
{
  const IhopRival *rival;
  IhopCase *result;      /* owned until it is handed over */
  char *folder, *program;
  char **compile;        /* command; NULL: there is nothing to compile, the result says why */
  char *log;             /* what the compiler said */
  char *dump;            /* results of its run, to be compared */
} IhopEntrant;

IhopEntrant *ihop_entrant_new (const IhopTaskContext *context, const IhopRival *rival);
void ihop_entrant_free (gpointer entrant);

/* An original tree prints its results: 0 where both texts have the same words, but for numbers that differ by
 * no more than the last digit printed, whose count is in *within; else the first difference, which the caller
 * frees. */
char *ihop_printed_compare (const char *original, const char *own, guint64 *within);

/* Writes a file into its folder; *path is the caller's. FALSE: the disk is full, or the like; the result
 * says so. */
gboolean ihop_entrant_write (IhopEntrant *entrant, const char *name, const char *text, char **path);
/* What a program said into that file, from its first word to its last, ": " in front; "" where it said nothing.
 * Without the entrant's folder: messages outlive it, and machines. Caller frees. */
char *ihop_entrant_said (const IhopEntrant *entrant, const char *path);
/* From its sources (of char *) to the command that compiles them. */
void ihop_entrant_set_command (const IhopTaskContext *context, IhopEntrant *entrant, const GPtrArray *sources);

/* The other generators, each with its own way to be called. */
void ihop_entrant_ppcg (IhopTaskContext *context, IhopEntrant *entrant);
void ihop_entrant_pluto (IhopTaskContext *context, IhopEntrant *entrant);
/* Without the lines "#pragma target …", which stay empty so that lines keep their numbers. Caller frees. */
char *ihop_text_for_others (const char *text);

/* Makes its sources and its compile command, or says in the result why not. */
void ihop_entrant_prepare (IhopTaskContext *context, IhopEntrant *entrant);
/* Compiles all those that have a command, some at once. */
void ihop_entrants_compile (const IhopTaskContext *context, GPtrArray *entrants, guint at_once);
/* What ihop generated in one mode; made once. */
typedef struct
{
  GPtrArray *products;   /* of IhopProduct * */
  GPtrArray *figures;    /* of IhopFigure *: of the plan */
  char *steps;           /* taken, a line each; or NULL */
  char *failure;         /* it could not; or NULL … */
  gboolean is_refused;   /* … because there is nothing to do here */
  double seconds;        /* from the file to the products */
} IhopMade;

const IhopMade *ihop_entrant_generate (IhopTaskContext *context, const char *mode);
void ihop_made_free (gpointer made);

/* The kernel's text with the pragmas of openmp.tsv; NULL with a sentence in *why: it lists none.
 * Caller frees both. */
char *ihop_openmp_text (const IhopTaskContext *context, char **why);

/* What nvcc -Xptxas -v says about each kernel: registers, spills, shared memory. */
void ihop_ptxas_read (const char *said, IhopCase *result);
/* Lines that are not empty between "__global__" and the end of its function, all kernels together. */
guint ihop_kernel_lines (const char *text);
