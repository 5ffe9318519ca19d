/* What the plan's printers share: the state of one product, and the pieces they put together.
 *
 * Host text and kernels are printed once, in one way, for the CUDA program and for the emulated
 * one; where they have to differ, the dialect says how. */
#pragma once
#include "base/edits.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/emit.h"
#include "gpugen/emit/shape.h"
#include "gpugen/plan/plan.h"

typedef enum
{
  IHOP_DIALECT_CUDA,       /* NAME.cu: everything in one C++ file */
  IHOP_DIALECT_SPLIT,      /* NAME.c, which calls launchers in NAME_kernels.cu */
  IHOP_DIALECT_EMULATED,   /* NAME_emu.c */
  IHOP_DIALECT_CPU         /* NAME_cpu.c: no device at all */
} IhopDialect;

typedef enum
{
  IHOP_HELPER_CHECK = 1 << 0,    /* IHOP_CUDA */
  IHOP_HELPER_BLOCKS = 1 << 1,
  IHOP_HELPER_UP_TO = 1 << 2,
  IHOP_HELPER_SIZE = 1 << 3,
  IHOP_HELPER_OVERLAP = 1 << 4,
  IHOP_HELPER_MANAGED = 1 << 5,
  IHOP_HELPER_LARGER = 1 << 6,
  IHOP_HELPER_ELEMENTS = 1 << 7
} IhopHelpers;

typedef struct
{
  const IhopPlan *plan;
  const IhopEmitOptions *options;
  IhopDialect dialect;
  IhopDiags *diags;
  IhopLayout layout;
  IhopEdits *edits;        /* of the main file */
  guint helpers;           /* IhopHelpers that the text so far calls */
  GHashTable *shapes;      /* const IhopDeviceVariable * → IhopDeviceShape *, owned */
  GHashTable *device_functions; /* IhopSymbol * → name of its device copy (char *, owned) */
  GHashTable *device_globals; /* IhopSymbol * of those that read globals → GPtrArray of these, owned */
  GHashTable *atomics;     /* text of helper functions for atomics (char *, owned): a set … */
  GPtrArray *atomics_order; /* … and in the order of their first use, not owned */
  GHashTable *taken;       /* CPU: loop → what stands in its place (char *, owned) */
  guint n_sites;           /* accesses instrumented so far */
  char *grid, *block;      /* what launches call these two: names that the file has for nothing else */
  const IhopDeviceVersion *version; /* this function's version for the device is being printed; NULL: the file */
  GPtrArray *named_sizes;  /* as named_sizes.h has them; NULL: not asked for yet */
  gboolean failed;         /* something was refused; the reason is in diags */
} IhopPrint;

IhopPrint *ihop_printing_new (const IhopPlan *plan, const IhopEmitOptions *options,
                              IhopDialect dialect, IhopDiags *diags);
void ihop_printing_free (IhopPrint *print);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopPrint, ihop_printing_free)
/* That the text calls ihop_size, ihop_larger or ihop_elements, if it does. */
void ihop_printing_note_sizes (IhopPrint *print, const char *text);
const IhopDeviceShape *ihop_printing_shape (IhopPrint *print, const IhopDeviceVariable *variable);
/* Whether the text being printed allocates and copies the variable; else it is handed in. */
gboolean ihop_printing_keeps (const IhopPrint *print, const IhopDeviceVariable *variable);
gboolean ihop_printing_is_in (const IhopPrint *print, const IhopFunction *function);
/* The name, or a longer one if the owner's files have it for something. Caller frees. */
char *ihop_printing_free_name (const IhopTree *tree, const char *name);
/* "grid.x * grid.y * grid.z". Caller frees. */
char *ihop_printing_blocks (const IhopPrint *print);
/* Says that something cannot be printed; sets failed. */
void ihop_printing_refuse_message (IhopPrint *print, IhopRange range, IhopMessage *message); /* takes message */
/* What stands there goes, with its lines where nothing else stands in them, and with a blank one behind where one stands
 * in front. */
void ihop_printing_remove_lines (IhopPrint *print, IhopRange range);
#define ihop_printing_refuse(print, range, ...) ihop_printing_refuse_message (print, range, ihop_message (__VA_ARGS__))

/* A kernel's parameters as its text and its callers see them. */
typedef struct
{
  GPtrArray *declarations; /* of char *: "double (*A)[N]" */
  GPtrArray *names;        /* of char *: "A" */
  GPtrArray *arguments;    /* of char *: "d_A" */
  GPtrArray *pointers;     /* of char *: the names of device pointers among the arguments */
} IhopKernelParams;


/* How expressions of a kernel's body are printed. */
typedef struct
{
  IhopPrint *print;
  const IhopKernel *kernel;
  GHashTable *names;       /* IhopSymbol * → char *: another text for its uses */
  GHashTable *shapes;      /* IhopSymbol * → const IhopDeviceShape *: its device variable's */
  GHashTable *nodes;       /* IhopNode * → char *: another text for this very node */
  gboolean expand;         /* macros mean something else before the function */
  IhopPrinter printer;
  GHashTable *busy;        /* nodes whose own text is being printed */
} IhopBody;


typedef struct
{
  const IhopAxis *axis;
  gboolean is_loop;        /* a thread runs every gridDim-th iteration, not only one */
  gboolean by_number;      /* the guard compares the number of the iteration, not the iterator */
  char *declaration;       /* "const int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;" */
  char *header;            /* is_loop: "for (…)" */
  char *guard;             /* "i < n"; NULL for loops */
  char *last;              /* "i == n - 1": true in the last iteration */
} IhopAxisText;

/* One value that threads work out together. */
typedef struct
{
  const IhopReduction *reduction;
  char *local;             /* what a thread adds up in: "s", "C_part" */
  char *total;             /* where the result goes: "s_total[0]", "C[i][j]" */
  char *type;              /* "double" */
} IhopPartial;


/* Copies, allocation and free as statements. */

/* Statements to be put at points of the program; insertions.c. */
typedef struct _IhopPoints IhopPoints;

