/* What an observed run is asked for, and what it has shown. */
#pragma once
#include "project/project.h"

typedef struct
{
  const char *const *flags;     /* more for the compiler and linker, behind the project's; or NULL */
  const char *const *arguments; /* for the program; or NULL */
  const char *input;            /* file for standard input; NULL: nothing */
  double seconds;               /* for one run; 0: 600 */
  /* There are two runs: one at nearly full speed for trips and time, one with accesses recorded. */
  gboolean trips_only, accesses_only;
  const char *keep;             /* folder in which everything is left; NULL: removed */
  GCancellable *cancellable;    /* or NULL */
  void (*progress) (const char *what, gpointer data); /* or NULL; what is a static string */
  gpointer progress_data;
} IhopObserveOptions;

/* Where memory is accessed. */
typedef struct
{
  char *path;          /* as the project names the file; the compiler's name for others; "" */
  guint line, column;  /* 0: not known */
  char *variable;      /* what the access starts from: "A" for A[i][j]; "strcpy()"; "" */
} IhopAccessPlace;

/* Two accesses by different iterations of one loop to the same byte: the nearest pair of its kind and places. */
typedef struct
{
  IhopDependenceKind kind;
  IhopAccessPlace source, sink;
  guint64 source_iteration, sink_iteration; /* from 0 */
  guint64 distance;    /* at least 1 */
  gboolean at_least;   /* the true distance may be more: the source was too long ago to be counted */
  guint64 run;         /* in which run of the loop, from 0 */
  char *element;       /* "A[2][3]", "s", "byte 40 of 800 from malloc" … */
  char *object;        /* the variable whose memory it is; NULL: heap, or not known */
  gboolean is_inside;  /* that variable is declared inside the loop: each iteration has its own */
} IhopMeeting;

/* What the run says of a verdict. */
typedef enum
{
  IHOP_JUDGED_UNSEEN,    /* the loop was not reached, or never ran twice in a row: says nothing */
  IHOP_JUDGED_CONFIRMED, /* parallel, and no iterations met but in what the verdict names */
  IHOP_JUDGED_REFUTED,   /* parallel, but they did */
  IHOP_JUDGED_ASIDE,     /* they did, but an assumption of the verdict did not hold in this run */
  IHOP_JUDGED_SHOWN,     /* sequential, and they met */
  IHOP_JUDGED_NOT_SHOWN, /* sequential, but not in this run */
  IHOP_JUDGED_MET,       /* unknown, and they met */
  IHOP_JUDGED_APART      /* unknown, and they did not meet */
} IhopJudgement;

typedef struct
{
  const IhopLoop *loop; /* the project's */
  gboolean is_watched;  /* FALSE: the compiled program has no such loop, as of "do … while (0)" */
  guint64 runs, trips;  /* how often it was come to; iterations of all runs */
  guint64 least, most;  /* iterations of one run */
  double share;         /* of the program's time, with everything inside; below 0: not known */
  double own_share;     /* without the loops inside, also in called functions; known where share is */
  GPtrArray *meetings;  /* of IhopMeeting *; never NULL */
  IhopJudgement judgement;
  const IhopMeeting *culprit; /* for REFUTED and ASIDE */
  const IhopMessage *assertion; /* what would settle an unknown loop, if somebody vouched for it; or NULL */
} IhopObservedLoop;

typedef struct
{
  GPtrArray *loops;      /* of IhopObservedLoop *, file by file in the order of the text */
  int status;            /* of the program: exit status; 128 + n for signal n, too */
  int signal;            /* that ended it; 0: none */
  gboolean timed_out;
  double seconds;        /* of the last run … */
  double plain_seconds;  /* … and of the first, which takes the time; 0: there was none */
  guint64 threads;       /* that the program made: only what the first one does is seen */
  GPtrArray *unseen;     /* of char *: functions whose effects on memory are not seen */
  gboolean has_accesses; /* FALSE: trips_only */
  char *output;          /* what the program wrote: the beginning */
  gboolean is_no_program; /* that is why nothing could be observed: there is no main */
  char *failure;         /* why nothing could be observed; or NULL */
} IhopObservation;

/* Lists that own what is put in. */
GPtrArray *ihop_meetings_new (void);       /* of IhopMeeting * */
GPtrArray *ihop_observed_loops_new (void); /* of IhopObservedLoop * */
void ihop_observation_free (IhopObservation *observation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopObservation, ihop_observation_free)
gboolean ihop_observation_refutes (const IhopObservation *observation);
const char *ihop_judgement_name (IhopJudgement judgement); /* "confirmed" … */
/* The meeting to tell of: the one that refutes a verdict, else the nearest of the worst kind; NULL: they met in nothing but
 * what counts the loop or is declared inside it. */
const IhopMeeting *ihop_observed_meeting (const IhopObservedLoop *observed);
/* A sentence: "no two of 1000 iterations met", "iterations 0 and 1 met in A[2]: …". Caller frees. */
char *ihop_observed_text (const IhopObservedLoop *observed);
char *ihop_meeting_text (const IhopMeeting *meeting);
