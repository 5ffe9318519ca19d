/* The comparison runs: kernels of polybench/, compiled by ihop and by everybody else who is installed,
 * run in turns, checked, measured.
 *
 * One *task* is one kernel at one size with all rivals, so that they are measured in turns (A B A B …)
 * on one machine; tasks are spread by execute/. A *rival* is one way to make a program from the
 * kernel's source (rivals.c). Times count only where the results are the original's.
 *
 * Nothing here prints; what is kept stands in the store (keep.h), what is shown is made by
 * table.h, html.h and csv.h. */
#pragma once
#include "bench/case.h"
#include "project/project.h"

/* Outside programs, by what they do here. */
typedef enum
{
  IHOP_TOOL_GCC,
  IHOP_TOOL_CLANG,
  IHOP_TOOL_NVCC,
  IHOP_TOOL_PPCG,
  IHOP_TOOL_PLUTO,
  IHOP_N_TOOLS
} IhopTool;

typedef struct
{
  char *path;            /* NULL: absent */
  char *version;         /* the line in which it says so; NULL: absent */
  char *absent;          /* why: "ppcg is not on PATH"; NULL: it is there */
} IhopToolFound;

typedef struct
{
  const char *folder;    /* with kernels.txt, common/, recipes/; or, as is_tree says, … */
  gboolean is_tree;      /* … an original PolyBench/C tree (3.2, 4.x), untouched: its own list, clock, dump */
  const char *const *kernels; /* names ("gemm"); NULL-terminated; NULL: all */
  const char *const *sizes;   /* "MEDIUM"; NULL-terminated */
  const char *const *rivals;  /* names; NULL-terminated; NULL: all */
  const char *paths[IHOP_N_TOOLS]; /* given by the user; NULL: look for it */
  guint repeats;         /* measured runs of each */
  double least_seconds;  /* measured in all for one sample: shorter programs are run several times for one, at most 200 */
  guint threads;         /* of parallel programs, each pinned to a processor of its own */
  double run_seconds;    /* one run may take so long */
  double build_seconds;  /* and one generator, one compiler */
  double count_seconds;  /* and a run of the emulated device, which counts and is not timed */
  double precision;      /* goes on, at most four times "repeats", until medians are known to this share; 0: does not */
  double case_seconds;   /* and all measured runs of one rival on one kernel */
  gboolean device;       /* run what needs a card */
  const char *gpu;       /* device to generate for; NULL: the default */
  const char *work;      /* folder for what is compiled; of this task alone */
} IhopBenchOptions;

typedef enum { IHOP_GROUP_ORIGINAL, IHOP_GROUP_IHOP, IHOP_GROUP_OTHER } IhopRivalGroup;

typedef enum
{
  IHOP_FROM_SOURCE,      /* the kernel's own file */
  IHOP_FROM_OPENMP,      /* with the pragmas of openmp.tsv */
  IHOP_FROM_CPU, IHOP_FROM_EMULATED, IHOP_FROM_CUDA, /* made by ihop */
  IHOP_FROM_PPCG_C, IHOP_FROM_PPCG_CUDA, IHOP_FROM_PLUTO
} IhopRivalSource;

typedef struct
{
  const char *name;      /* "gcc-O2" */
  const char *title;     /* for people */
  IhopRivalGroup group;
  IhopRivalSource source;
  const char *mode;      /* ihop's: "scop", "target", "script" */
  IhopTool compiler;
  const char *flags;     /* for the compiler */
  const char *generator_flags; /* for the other generator, in front of what it is to read; or NULL */
  gboolean is_parallel;  /* on all threads */
  gboolean is_counted;   /* its counts are of interest, not its time */
} IhopRival;

/* Ends with a NULL name. The first one is the original: what everybody is compared with. */
extern const IhopRival ihop_rivals[];
const IhopRival *ihop_rival_find (const char *name);
/* Whether its seconds on the processor are measured, in turns with all others of that kind. */
gboolean ihop_rival_is_timed (const IhopRival *rival);
/* Flags with "%t" as the number of threads. Caller frees. */
char *ihop_rival_flags (const IhopRival *rival, guint threads);
/* The generator it needs beside its compiler, or IHOP_N_TOOLS. */
IhopTool ihop_rival_generator (const IhopRival *rival);
/* Whether it takes part at all under these options; the original always does. */
gboolean ihop_rival_is_wanted (const IhopRival *rival, const IhopBenchOptions *options);

/* Looks at all tools (and starts them, for their version). The caller clears each. */
void ihop_tools_find (IhopToolFound tools[IHOP_N_TOOLS], const char *const paths[IHOP_N_TOOLS]);
void ihop_tools_clear (IhopToolFound tools[IHOP_N_TOOLS]);
/* Why this rival cannot take part; NULL: it can. */
const char *ihop_rival_absent (const IhopRival *rival, const IhopToolFound tools[IHOP_N_TOOLS]);

typedef struct
{
  char *name;            /* "gemm" */
  char *path;
  char *listed;          /* "linear-algebra/blas/gemm/gemm.c", as in the list */
} IhopKernelFile;

/* Of IhopKernelFile *: those of options->kernels, in the order of the folder's list. NULL with a sentence in
 * error. Caller unrefs. */
GPtrArray *ihop_kernels_find (const IhopBenchOptions *options, GError **error);
/* "MINI" … "EXTRALARGE"; NULL-terminated. */
extern const char *const ihop_bench_sizes[];

/* One task, here and now: of IhopCase *, one for every rival that takes part. Caller unrefs. */
GPtrArray *ihop_bench_measure (const IhopBenchOptions *options, const IhopKernelFile *kernel,
                               const char *size);

/* What this machine is, as JSON. Caller frees. */
char *ihop_machine_json (void);
/* A sentence, where so much else was running that times say little. NULL: not. Caller frees. */
char *ihop_machine_busy (const char *machine);
/* Two documents of one machine, however busy it was. */
gboolean ihop_machine_is_same (const char *a, const char *b);
/* Whether there is an NVIDIA card that programs can use. */
gboolean ihop_machine_has_card (void);
