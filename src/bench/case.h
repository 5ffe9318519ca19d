/* What was found out about one rival on one kernel at one size. Made by measure.c where it runs, as a
 * file by files.c on its way home, kept by keep.c, shown by the reports. */
#pragma once
#include <glib.h>

typedef enum
{
  IHOP_CASE_EQUAL,     /* its arrays are the original's in every bit: its times count */
  IHOP_CASE_WITHIN,    /* up to rounding (sums in another order); message says how far: they count */
  IHOP_CASE_DIFFERENT, /* they are not; message: the first difference */
  IHOP_CASE_BROKEN,    /* does not build, crashed, ran too long; message */
  IHOP_CASE_REFUSED,   /* its generator had nothing to offer for this kernel; message */
  IHOP_CASE_UNRUN,     /* built, but what it runs on is not here; message */
  IHOP_CASE_LOST       /* the machine that worked on it was lost; message */
} IhopCaseState;

typedef struct
{
  guint turn;          /* when, among all runs of this kernel */
  double seconds;      /* of the kernel, by the program's own clock */
  double whole;        /* seconds of the process */
} IhopSample;

typedef struct
{
  char *part;          /* name of a GPU kernel; "": the whole program */
  char *name;          /* "registers" */
  double value;
} IhopFigure;

/* For arrays of figures. */
void ihop_figure_free (gpointer figure);

typedef struct
{
  char *name;          /* "gemm_cpu.c" */
  char *text;
} IhopText;

typedef struct
{
  char *kernel, *size, *rival;
  IhopCaseState state;
  char *message;       /* NULL where there is nothing to say */
  guint64 memory;      /* bytes: largest resident set seen; 0: not measured */
  GArray *samples;     /* of IhopSample */
  GPtrArray *figures;  /* of IhopFigure * */
  GPtrArray *texts;    /* of IhopText * */
  double build;        /* seconds of compiling; 0: was not */
} IhopCase;

IhopCase *ihop_case_new (const char *kernel, const char *size, const char *rival);
void ihop_case_free (IhopCase *bench_case);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopCase, ihop_case_free)
/* Sets state and message. Takes the message. */
void ihop_case_set (IhopCase *bench_case, IhopCaseState state, char *message);
void ihop_case_add_figure (IhopCase *bench_case, const char *part, const char *name, double value);
void ihop_case_add_text (IhopCase *bench_case, const char *name, const char *text);
void ihop_case_add_sample (IhopCase *bench_case, guint turn, double seconds, double whole);
/* NaN: no such figure. */
double ihop_case_figure (const IhopCase *bench_case, const char *part, const char *name);
/* Whether its times count. */
gboolean ihop_case_counts (const IhopCase *bench_case);
/* "equal" … and back; LOST for what is no state. */
const char *ihop_case_state_name (IhopCaseState state);
IhopCaseState ihop_case_state_from (const char *name);

/* Of the samples' seconds (or of the processes'). NaN without samples. */
double ihop_case_median (const IhopCase *bench_case);
double ihop_case_whole (const IhopCase *bench_case);
/* A standard deviation that outliers do not move: 1.4826 times the median distance from the median,
 * in parts of the median. 0 for less than three samples. */
/* The standard error of the median, as a share of it: a median of n samples has one of about 1.2533 times their standard
 * deviation by the square root of n (for a normal distribution). What is within three of them is the same. */
#define IHOP_CASE_ERRORS 3
double ihop_case_error (const IhopCase *bench_case);
double ihop_case_spread (const IhopCase *bench_case);
/* Of n values, which are sorted by it. */
double ihop_median (double *values, guint n);
