/* What the plan's printers share: the state of one product, and the pieces they put together.
 *
 * Host text and kernels are printed once, in one way, for the CUDA program and for the emulated
 * one; where they have to differ, the dialect says how. */
#pragma once
#include "base/edits.h"
#include "gpugen/emit/emit.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/shape.h"

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
  IHOP_HELPER_MANAGED = 1 << 5
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
  GHashTable *shapes;      /* const IhopDeviceVariable * → IhopShape *, owned */
  GHashTable *device_functions; /* IhopSymbol * → name of its device copy (char *, owned) */
  GHashTable *device_globals; /* IhopSymbol * of those that read globals → GPtrArray of these, owned */
  GHashTable *atomics;     /* text of helper functions for atomics (char *, owned): a set … */
  GPtrArray *atomics_order; /* … and in the order of their first use, not owned */
  GHashTable *taken;       /* CPU: loop → what stands in its place (char *, owned) */
  guint n_sites;           /* accesses instrumented so far */
  char *grid, *block;      /* what launches call these two: names that the file has for nothing else */
  const IhopDeviceVersion *version; /* this function's version for the device is being printed; NULL: the file */
  gboolean failed;         /* something was refused; the reason is in diags */
} IhopPrint;

IhopPrint *ihop_printing_new (const IhopPlan *plan, const IhopEmitOptions *options,
                              IhopDialect dialect, IhopDiags *diags);
void ihop_printing_free (IhopPrint *print);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopPrint, ihop_printing_free)
const IhopShape *ihop_printing_shape (IhopPrint *print, const IhopDeviceVariable *variable);
/* "grid.x * grid.y * grid.z". Caller frees. */
char *ihop_printing_blocks (const IhopPrint *print);
/* Says that something cannot be printed; sets failed. */
void ihop_printing_refuse (IhopPrint *print, IhopRange range, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* ---- kernel_params.c ---- */

/* A kernel's parameters as its text and its callers see them. */
typedef struct
{
  GPtrArray *declarations; /* of char *: "double (*A)[N]" */
  GPtrArray *names;        /* of char *: "A" */
  GPtrArray *arguments;    /* of char *: "d_A" */
  GPtrArray *pointers;     /* of char *: the names of device pointers among the arguments */
} IhopKernelParams;

IhopKernelParams *ihop_kernel_params_new (IhopPrint *print, const IhopKernel *kernel);
/* Whether "const" can stand before it: the kernel only reads it, and makes no pointer of it that the owner
 * did not call const ("double *row = a[i];"). */
gboolean ihop_kernel_param_is_const (const IhopKernel *kernel, const IhopKernelParam *param);
void ihop_kernel_params_free (IhopKernelParams *params);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopKernelParams, ihop_kernel_params_free)
/* "head (first, second,\n…second line)" with lines of at most 96 bytes. */
char *ihop_text_list (const char *head, const GPtrArray *items, guint skip);
const IhopReduction *ihop_kernel_reduction_of (const IhopKernel *kernel, const IhopSymbol *symbol);
const IhopPrivate *ihop_kernel_last_of (const IhopKernel *kernel, const IhopSymbol *symbol);
/* How the pointer to a changed scalar is called in the kernel: "s", "s_total", "t_last". */
char *ihop_kernel_pointer_name (const IhopKernel *kernel, const IhopSymbol *symbol);

/* ---- kernel_body.c ---- */

/* How expressions of a kernel's body are printed. */
typedef struct
{
  IhopPrint *print;
  const IhopKernel *kernel;
  GHashTable *names;       /* IhopSymbol * → char *: another text for its uses */
  GHashTable *shapes;      /* IhopSymbol * → const IhopShape *: its device variable's */
  GHashTable *nodes;       /* IhopNode * → char *: another text for this very node */
  gboolean expand;         /* macros mean something else before the function */
  IhopPrinter printer;
  GHashTable *busy;        /* nodes whose own text is being printed */
} IhopBody;

IhopBody *ihop_body_new (IhopPrint *print, const IhopKernel *kernel);
void ihop_body_free (IhopBody *body);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopBody, ihop_body_free)
/* An expression. Caller frees. */
char *ihop_body_expression (IhopBody *body, const IhopNode *node);
/* A statement, its first line without indentation, further ones moved to "indent". */
char *ihop_body_statement (IhopBody *body, const IhopNode *node, const char *indent);
/* Words that C++ spells otherwise. Takes text, which the caller owned; caller frees the result. */
char *ihop_text_for_cxx (char *text);

/* ---- kernel_atomic.c: updates of elements that threads share ---- */
void ihop_body_add_atomics (IhopBody *body);

/* ---- kernel_axes.c: from threads to iterations ---- */

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

IhopAxisText *ihop_axis_text_new (IhopBody *body, const IhopAxis *axis);
/* The parameter with the value that the iterator starts from, where the loop does not set it itself;
 * NULL elsewhere. Caller frees. */
char *ihop_axis_first_name (const IhopAxis *axis);
void ihop_axis_text_free (IhopAxisText *text);
/* Whether the grid along this axis may be smaller than the iterations need. */
gboolean ihop_axis_is_loop (const IhopKernel *kernel, const IhopAxis *axis);
/* Iterations of this axis that a block has. */
guint ihop_axis_share (const IhopKernel *kernel, const IhopAxis *axis);
/* At most so many blocks along this axis; 0: as many as it takes. */
guint ihop_axis_most_blocks (const IhopKernel *kernel, const IhopAxis *axis);
/* Iterations, if constants of the file say how many; -1 otherwise. */
gint64 ihop_axis_trips (const IhopAxis *axis);

/* ---- kernel_reduce.c ---- */

/* One value that threads work out together. */
typedef struct
{
  const IhopReduction *reduction;
  char *local;             /* what a thread adds up in: "s", "C_part" */
  char *total;             /* where the result goes: "s_total[0]", "C[i][j]" */
  char *type;              /* "double" */
} IhopPartial;

/* Of IhopPartial *; also makes the body's uses refer to "local". Caller unrefs. */
GPtrArray *ihop_partials_new (IhopBody *body);
/* The first value of "local" in a thread. Caller frees. */
char *ihop_partial_start (const IhopPartial *partial);
/* "a + b", "b < a ? b : a". Caller frees. */
char *ihop_partial_combine (const IhopPartial *partial, const char *a, const char *b);
/* Names of the array with a value a block, and of the kernel that combines these. */
char *ihop_partial_global (const IhopKernel *kernel, const IhopPartial *partial);
guint ihop_block_volume (const IhopKernel *kernel);

/* ---- tree_text.c: kernels whose blocks and threads are loops of the owner's (IhopKernel.tree) ---- */

/* What such a kernel does. In CUDA its block and thread loops are numbers of blocks and threads, arrays have their
 * memories, and fences are barriers; in an emulated program a block is the loops as they stand. */
void ihop_tree_text_append (IhopBody *body, GString *out, const char *indent);
/* An element of an array that is one a thread, in the thread; NULL: it is none. Caller frees. */
char *ihop_tree_text_element (IhopBody *body, const IhopNode *node);
/* Whether a loop's iterator chooses among a thread's own elements: these stay in registers only if it is unrolled. */
gboolean ihop_tree_text_is_unrolled (IhopBody *body, const IhopNode *node);

/* ---- kernel_text.c ---- */
/* The kernel with what it needs, in the dialect. Caller frees. */
char *ihop_kernel_text (IhopPrint *print, const IhopKernel *kernel);

/* ---- device_functions.c ---- */
/* Makes the functions that kernels call callable on the device: marks them by edits, or returns
 * copies to stand before the kernels of "function". Caller frees. */
char *ihop_device_functions (IhopPrint *print, const IhopFunction *function);

/* ---- device_globals.c ---- */
/* The variables outside of functions that a callee of the kernel reads, itself or by what it calls (of
 * IhopSymbol *): further parameters of its device version. Caller unrefs. */
GPtrArray *ihop_device_globals (const IhopKernel *kernel, const IhopFunction *callee);
/* Their declarations, added to params (of char *). */
void ihop_device_globals_declare (IhopPrint *print, const IhopKernel *kernel,
                                  const GPtrArray *globals, GPtrArray *params);
/* A call of such a function with its further arguments; NULL: it is none. text_of prints an argument.
 * Caller frees. */
char *ihop_device_globals_call (IhopPrint *print, const IhopNode *call,
                                char *(*text_of) (const IhopNode *node, gpointer data),
                                gpointer data);

/* ---- overloads.c ---- */

typedef char *(*IhopTextOf) (const IhopNode *node, gpointer data);

/* A call of a library's function whose arguments C converts, with these conversions written out, so that
 * C++ takes the same function; NULL: it does. Caller frees. */
char *ihop_overload_call (const IhopPrint *print, const IhopNode *call, IhopTextOf text_of, gpointer data);
/* Whether C++ would take another function for this node, a call. */
gboolean ihop_overload_differs (const IhopNode *node);

/* ---- initializers.c ---- */

/* A list in braces with its places in order and its conversions written out, as C++ wants them; NULL: its own
 * text is C++, or no text would be. Caller frees. */
char *ihop_braces_text (const IhopNode *node, IhopTextOf text_of, gpointer data);

/* ---- declarations.c ---- */

/* A switch in which a label stands behind a variable that is given a value, and a declaration that says "auto", as
 * C++ wants them; NULL elsewhere, and where such a variable is named behind the label. Caller frees. */
char *ihop_declarations_text (const IhopNode *node, IhopTextOf text_of, gpointer data);

/* ---- languages.c ---- */

/* The node's text for another function and for C++, where its own text would mean something else there: NULL
 * elsewhere. text_of prints parts. Caller frees. */
char *ihop_language_text (const IhopNode *node, IhopTextOf text_of, gpointer data);
/* Whether something below asks for the type of an operand (sizeof, _Alignof, _Generic, typeof …): where an
 * array becomes a pointer, it has to be written by ihop_language_text. */
gboolean ihop_language_asks_types (const IhopNode *node);
/* What stays of the file outside of kernels and means something else in C++, in words; NULL: nothing. */
const char *ihop_language_differs (const IhopPlan *plan);
/* Whether the file's very words may do so: macros then stand for what C makes of them, and nothing else. */
gboolean ihop_language_changes_words (const IhopTree *tree);

/* ---- helpers.c ---- */
/* What the text calls (print->helpers), to stand behind the includes. Caller frees. */
char *ihop_helpers_text (const IhopPrint *print);

/* ---- host.c and host_*.c ---- */
/* Enters all of the host program's changes into print->edits. */
void ihop_host_edit (IhopPrint *print);
/* What it enters into functions (into print->version's alone, if there is one). */
void ihop_host_edit_functions (IhopPrint *print);
/* device_versions.c: calls that hand copies on the device over, and the functions that they call. */
void ihop_host_calls (IhopPrint *print);
void ihop_host_versions (IhopPrint *print);
/* Whether the text being printed allocates and copies the variable; else it is handed in. */
gboolean ihop_printing_keeps (const IhopPrint *print, const IhopDeviceVariable *variable);
gboolean ihop_printing_is_in (const IhopPrint *print, const IhopFunction *function);
/* The marks that ihop was told by have done their work; nvcc would warn of them. */
void ihop_host_remove_marks (const IhopPlan *plan, IhopEdits *edits);
/* The launch that takes a nest's place, statements at "indent" with a newline each. */
char *ihop_host_launch (IhopPrint *print, const IhopKernel *kernel, const char *indent);
/* Copies, allocation and free as statements. */
/* Several copies at one place, of variables with the same condition (IhopDeviceVariable.when). */
char *ihop_host_copies (IhopPrint *print, const IhopTransfer *const *transfers, guint n, const char *indent);
char *ihop_host_copy_all (IhopPrint *print, const IhopDeviceVariable *variable, gboolean to_device,
                          const char *indent);
char *ihop_host_allocate (IhopPrint *print, const IhopDeviceVariable *variable,
                          const char *indent);
char *ihop_host_free (IhopPrint *print, const IhopDeviceVariable *variable, const char *indent);
/* Takes away local variables that only kernels used. */
void ihop_host_cut_unused (IhopPrint *print);
/* Renamed originals and the tests that choose between them and the new functions. */
void ihop_host_overlaps (IhopPrint *print);
/* Emulated programs: what the owner vouches for is tested at the entry of the functions worked on (of print->version's
 * alone, if there is one). */
void ihop_host_vouched (IhopPrint *print);
/* The same where a kernel is launched and device memory can be read: "permutation p". Caller frees. */
char *ihop_host_vouched_launch (IhopPrint *print, const IhopKernel *kernel, const char *indent);
/* What makes words of C's, such as "_Bool", ones of C++; "" where there are none. Caller frees. */
char *ihop_host_words (const IhopTree *tree);
/* The file's first comment, the includes and helpers. To be called last. "about" is the comment's
 * text behind "Made by ihop from X." */
void ihop_host_file (IhopPrint *print, const char *about);
/* Where text goes that is to stand before a function: above its comment. */
gsize ihop_host_before_function (const IhopSource *source, const IhopFunction *function);
/* A comment of one or more lines at "indent". Caller frees. */
char *ihop_text_comment (const char *indent, const char *text);

/* Statements to be put at points of the program; insertions.c. */
typedef struct _IhopPoints IhopPoints;
IhopPoints *ihop_points_new (IhopPrint *print);
void ihop_points_free (IhopPoints *points);
/* The indentation of statements at this point. Caller frees. */
char *ihop_points_indent (IhopPoints *points, const IhopFunction *function, const IhopPoint *point);
/* Whole lines. Those of one point appear in the order of adding. */
void ihop_points_add (IhopPoints *points, const IhopFunction *function, const IhopPoint *point,
                      const char *lines);
/* Lines to stand where "statements" (siblings) and the pragmas "marks" stand. "is_one": they are
 * one statement. */
void ihop_points_replace (IhopPoints *points, const IhopFunction *function,
                          const GPtrArray *statements, const GPtrArray *marks, const char *lines,
                          gboolean is_one);
/* Enters everything as edits. */
void ihop_points_apply (IhopPoints *points);

/* ---- trace_calls.c: what an emulated program tells about itself ---- */
int ihop_event_number (const IhopPrint *print, const IhopDeviceVariable *variable);
void ihop_events_add (IhopPrint *print, IhopPoints *points);
char *ihop_events_of_kernel (IhopPrint *print, const IhopKernel *kernel, const char *indent);
/* The same for buffers that change places. */
char *ihop_events_of_rotation (IhopPrint *print, const IhopRotation *rotation, const char *indent);
