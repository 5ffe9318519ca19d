/* A program made of instrumented texts, compiled and run in a folder of its own. */
#pragma once
#include "check/check.h"
#include "check/dump.h"
#include "check/process.h"

typedef enum
{
  IHOP_VARIANT_ORIGINAL,
  IHOP_VARIANT_CPU,
  IHOP_VARIANT_EMULATED,
  IHOP_VARIANT_CUDA,
  IHOP_VARIANT_CUDA_HERE /* the same program on this machine's processors (cuda.h) */
} IhopVariant;

/* One source text of a variant. */
typedef struct
{
  char *name;    /* "gemm_cpu.c" */
  char *text;
  char *origin;  /* folder of the owner's file, where its #include "…" start */
} IhopUnit;

typedef struct
{
  const IhopCheckOptions *options;
  char **flags;         /* of the project's files */
  char **product_flags; /* of what is written from them (project.h) */
  char *folder;         /* of everything */
  char *watcher;        /* path of the library that notes what programs do outside their folders; NULL: none */
  char *runtime;        /* path of the object with ihop_check_dump */
  char *emulator;       /* path of the object for emulated programs that are watched; NULL: they compile their own */
  const char *plain_messages; /* the compiler's flag for messages without a line of the text; NULL: it has none */
  double original_seconds; /* that the original has run for; 0: it has not yet */
  gboolean fills_locals; /* the compiler can give what is not initialized the same bytes in all programs */
} IhopBuilder;

typedef struct
{
  IhopVariant variant;
  GCancellable *cancellable; /* the options' */
  const char *rounding; /* "up", "down"; NULL: to nearest */
  const char *disturbance; /* runtime.c's IHOP_CHECK_DISTURB: other values in arrays; NULL: the program's own */
  gboolean watches;     /* every access of an emulated program is looked at (ihop_emu_host.h) */
  gboolean by_clang;    /* its CUDA texts are compiled without nvcc */
  const char *clang;    /* Clang's program, which takes the place of the owner's compiler; or NULL */
  gboolean is_forwards; /* run here, its blocks and warps come from the first to the last; else the other way round */
  const char *level;    /* "-O0": instead of -O2, behind the owner's flags; or NULL */
  char *folder;         /* of this variant */
  char *program;        /* path */
  GPtrArray *units;     /* of IhopUnit * */
  char *failure;        /* why it could not be built; or NULL */
  gboolean is_missing;  /* … because a compiler is not there */
  IhopProcess run;
  char *run_folder, *outside, *dump_path, *bench_path, *report_path;
} IhopProgram;

/* NULL with a sentence in *failure when the compiler does not work. The folder must exist. */
IhopBuilder *ihop_builder_new (const IhopCheckOptions *options, char **flags, const char *folder,
                               char **failure);
void ihop_builder_free (IhopBuilder *builder);
/* The owner's compiler, as the words of a command. Caller frees. */
char **ihop_builder_compiler (const IhopBuilder *builder);
/* It runs with these words. NULL; or what it said, which the caller frees. */
char *ihop_builder_compile (IhopBuilder *builder, const char *const *words);

/* A build in folder/NAME. */
IhopProgram *ihop_program_new (IhopBuilder *builder, IhopVariant variant, const char *name);
void ihop_program_free (IhopProgram *build);
/* Takes name and text. */
void ihop_program_add (IhopProgram *build, char *name, char *text, const char *origin_path);
/* Compiles and links all builds, as many at once as there are processors. What fails is said in
 * each build's failure. */
void ihop_program_all (IhopBuilder *builder, IhopProgram *const *builds, guint n);
/* Runs it in a fresh folder; the build must have no failure. */
void ihop_program_run (IhopBuilder *builder, IhopProgram *build, const char *run_name);
/* The command that nvcc is, or NULL. Caller frees. */
char *ihop_program_find_nvcc (void);
/* The first lines of a compiler's messages, without the folder's name. Caller frees. */
char *ihop_program_first_lines (const char *path, const char *folder, guint lines);
