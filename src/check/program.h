/* A program to be made of instrumented texts, and who makes it. */
#pragma once
#include "check/check.h"
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

void ihop_builder_free (IhopBuilder *builder);

/* A program in folder/NAME that is still to be built. */
IhopProgram *ihop_program_new (IhopBuilder *builder, IhopVariant variant, const char *name);
void ihop_program_free (IhopProgram *build);
/* Takes name and text. */
void ihop_program_add (IhopProgram *build, char *name, char *text, const char *origin_path);
