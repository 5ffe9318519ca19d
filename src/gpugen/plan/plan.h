/* The plan: everything decided about running fragments of a file on the device.
 *
 * gpugen makes it; the printers (CUDA, collapsed CPU, emulated), the JSON report and the GUI's
 * transfer view only print it (DESIGN D6). Sizes, bounds and conditions are expressions (ir/expression.h) in the names
 * of the function that they are about; boxes never change. Both belong to the facts that the plan was made from.
 * Plans are made for trees fresh from the front end, in which statements know their ranges;
 * outlines for any. */
#pragma once
#include "analysis/footprint/footprint.h"
#include "analysis/kernel/kernel.h"
#include "analysis/memory/function_entry.h"
#include "profiler/profiler.h"

/* A place between statements of the host program where something is to be inserted. At one place
 * the order is: allocations, copies out, copies in, frees. An anchor that stands without braces as
 * the body of an if or a loop gets braces around it and what is inserted. */
typedef enum
{
  IHOP_POINT_BEFORE,       /* right before the statement "anchor" */
  IHOP_POINT_AFTER,        /* right after it */
  IHOP_POINT_BLOCK_START,  /* anchor is a BLOCK: after its "{" (behind its leading declarations is
                              not needed: C17 lets statements precede declarations) */
  IHOP_POINT_BLOCK_END     /* anchor is a BLOCK: before its "}" */
} IhopPointKind;

typedef struct
{
  IhopPointKind kind;
  const IhopNode *anchor;
} IhopPoint;

typedef enum
{
  IHOP_PASS_VALUE,  /* an outer scalar that no fragment changes: kernel parameter by value */
  IHOP_PASS_SCALAR, /* an outer scalar that a fragment changes: one element on the device */
  IHOP_PASS_ARRAY   /* array, or memory behind a pointer */
} IhopPassing;

/* A size that says it must not be printed. */
#define IHOP_UNMEASURED "ihop_unmeasured"

/* A host variable with a copy on the device. One for each (function, symbol). */
typedef struct
{
  const IhopFunction *function;
  IhopSymbol *symbol;
  char *name;              /* of the device pointer on the host: "d_A" (unique) */
  IhopPassing passing;     /* SCALAR or ARRAY */
  const IhopType *element;
  guint rank;              /* subscripts; 0 for scalars */
  const IhopNode **extents; /* elements, one a dimension, all known where it is allocated; owned by the facts */
  GPtrArray *ends;         /* of const IhopNode *: what extents[0] is the greatest of, for callers to combine; NULL: one */
  const IhopNode *count;   /* elements in all */
  IhopPoint allocate;
  GPtrArray *frees;        /* of IhopPoint *: every way out of where it lives */
  IhopMessage *reason;     /* "A is a parameter: its copy lives from entry to exit of the function" */
  gboolean is_changed;     /* some fragment writes it */
  gboolean is_measured;    /* its first extent is how far the kernels reach: where they touch nothing,
                              there need not be any memory behind the pointer */
  gboolean is_shared;      /* measured together with all that it changes places with: they are equally large … */
  const IhopNode *asked;   /* … if this holds, which is tested at entry; NULL: nothing is */
  gboolean begins_before;  /* kernels may touch something before the place that it points to */
  const IhopNode *begins_inside; /* kernels touch nothing before the place that it points to if this holds, which is
                              tested at entry; NULL: they never do */
  const IhopNode *when;    /* what keeps its value where it is copied: the condition under which the kernels
                              touch it. Else nothing of it is copied. NULL: always */
  const IhopNode *is_known_where; /* its size is asked of the program's allocations, which know it if this holds: tested
                              at entry; NULL: it is always known, or each kernel asks */
  const IhopNode *bare;    /* count where that condition holds, if it is simpler then; else NULL */
  gboolean is_mixed;       /* measured; kernels reach differently far under different conditions, which are
                              in the count: no part of it is copied by itself */
  gboolean is_doubtful, is_doubtful_around; /* measured; some kernel may not reach that far under its
                              condition: for what it does, or for what stands around it */
  const IhopNode *touched_when; /* "when" without the question whether the pointer leads anywhere */
  gboolean is_reached;     /* measured; kernels touch the last element for certain whenever the function is called and touched_when
                              holds; of more than one end: where its own condition does */
  gboolean is_guessed;     /* measured; whether any kernel goes that far, the data decide */
  GPtrArray *guesses;      /* of const IhopNode *: not measured, as it would be a guess that kernels reach to the largest of
                              these ends; or NULL */
  gboolean is_local;       /* allocated and freed around one kernel only; then (function, symbol) may
                              have several */
  gboolean is_handed;      /* all callers hand its copy in: it is neither allocated nor copied here */
  gboolean is_unmeasured;  /* handed, as nothing here tells how large it is, or not in time: extents[0] and count
                              are IHOP_UNMEASURED */
} IhopDeviceVariable;

typedef struct
{
  IhopDeviceVariable *variable;
  gboolean to_device;
  IhopPoint at;
  const IhopBox *box;      /* elements moved; NULL: all */
  IhopMessage *reason;     /* "the kernel at line 12 reads A, which the host wrote at line 5" */
  guint id;                /* number in the report */
} IhopTransfer;

/* Buffers change places, and their copies on the device with them: variables[0]'s pointer takes
 * variables[1]'s value, and so on, the last one's the first one's. */
typedef struct
{
  const IhopFunction *function;
  const IhopNode *last;    /* the last statement of the exchange, or the macro it comes from: right behind it */
  GPtrArray *variables;    /* of IhopDeviceVariable * */
} IhopPointerSwap;

/* A loop spread over threads. */
typedef struct
{
  const IhopNode *loop;
  const IhopLoop *facts;
  IhopSymbol *iterator;
  guint axis;              /* 0: x, 1: y, 2: z */
  const IhopNode *first;   /* the iterator's first value; may use outer axes' iterators */
  const IhopNode *trips;   /* number of iterations of THIS loop for given outer iterators */
  const IhopNode *max_trips; /* the largest such number, in variables valid before the launch */
  gint64 step;             /* iterator = first + step * number */
  gboolean is_block;       /* of a kernel that is a tree: one iteration a block, not one a thread */
} IhopAxis;

typedef struct
{
  IhopSymbol *symbol;      /* keeps its name inside the kernel, so the body stands as written */
  IhopPassing passing;
  IhopDeviceVariable *variable; /* NULL for VALUE */
  gboolean is_const;       /* the kernel only reads it */
  const IhopFootprint *footprint;
} IhopKernelParam;

typedef enum
{
  IHOP_KERNEL_MAPPED,      /* axes spread over threads, body once a thread */
  IHOP_KERNEL_SERIAL,      /* one thread runs the statements, so that data need not travel */
  IHOP_KERNEL_CALL         /* no kernel, but a call of a function's version for the device, which launches some:
                              in IhopPlan.calls */
} IhopKernelKind;

typedef struct _IhopDeviceVersion IhopDeviceVersion;

typedef struct
{
  char *name;              /* "kernel_gemm_1" */
  const IhopFunction *function;
  IhopKernelKind kind;
  GPtrArray *statements;   /* of const IhopNode *: consecutive siblings that the launch replaces
                              (one nest, or a run); pragmas before them are in "marks" */
  GPtrArray *marks;        /* of const IhopNode *: IHOP_PRAGMAs that go away with them */
  guint n_axes;
  IhopAxis axes[3];        /* outermost first; none for SERIAL */
  guint block[3];          /* threads along x, y, z */
  const IhopNode *body;    /* MAPPED: what a thread runs: body of the innermost spread loop. With "tree", what a
                              block runs */
  const IhopKernelTree *tree; /* MAPPED: the owner's blocks, threads, memories and fences, proved; owned by the facts.
                              NULL: the plan maps the axes */
  GPtrArray *params;       /* of IhopKernelParam * */
  GPtrArray *privates;     /* of IhopSymbol *: outer variables of which each thread has its own
                              (declared in the kernel; not parameters). Iterators of the axes are
                              not among them, those of other loops declared outside are. */
  GPtrArray *last_values;  /* of IhopPrivate *: privates whose last value must reach the host copy;
                              their device variable is in params; the last iteration's thread
                              stores it */
  GPtrArray *reductions;   /* of const IhopReduction *: across threads (not inside one): one and the
                              same element for all threads */
  GPtrArray *atomics;      /* of const IhopReduction *: into elements that differ from thread to
                              thread or change inside one (hist[b[i]] += 1): each update is to be
                              one atomic operation where it stands. Only + on int, float, double;
                              min max & | ^ on integers. Disjoint from reductions. */
  GPtrArray *iterators_after; /* of IhopSymbol *: outer iterators whose value after the loop is used
                              by the host, set by an assignment after the launch */
  GPtrArray *iterator_values; /* of const IhopNode *, one each of iterators_after: the value, to be
                              evaluated after the launch ("n", "n > 1 ? n : 1") */
  GPtrArray *callees;      /* of const IhopFunction *: to be made __device__ */
  GPtrArray *conditions;   /* of IhopAssumption * (CONDITION): tested before the launch; if false the
                              fragment is run on the host between copies out and in of all of
                              its device variables */
  const IhopProfile *profile; /* may be NULL */
  GPtrArray *footprints;   /* of IhopFootprint *: what params refer to, kept alive here */
  guint line;              /* of its first statement */
  IhopMessage *reason;     /* why it is on the device, in a sentence */
  const IhopNode *call;    /* CALL: the call in the one statement … */
  const IhopDeviceVersion *version; /* … and what it calls. params are the caller's arrays whose copies it hands
                              over, one each of version->handed, in this order */
} IhopKernel;

/* What a function does to an array that its caller keeps on the device. */
typedef struct
{
  IhopDeviceVariable *variable; /* the function's own view of it */
  guint index;             /* of the parameter; G_MAXUINT: a variable outside of functions */
  gboolean is_read, is_written;
  gboolean is_exposed;     /* may read a value that was there before the call */
  gboolean is_filled;      /* all of its elements are certain to be written */
} IhopHanded;

typedef struct
{
  guint a, b;              /* numbers in IhopDeviceVersion.handed */
  IhopSymbol *global;      /* stands for b: a number that kernels are given by value. NULL: none does */
} IhopPair;

/* A function as code calls it that keeps arrays on the device: it takes pointers to the copies there, and
 * launches its kernels. */
struct _IhopDeviceVersion
{
  const IhopFunction *function;
  char *name;              /* "collide_on_device" */
  GArray *handed;          /* of IhopHanded, those behind parameters first */
  GArray *apart;           /* of IhopPair: what must not overlap */
  GPtrArray *conditions;   /* of const IhopNode *, in the function's names: what it does not test any more, though kernels rest on it */
  gboolean is_needed;      /* the function has no other version: some array is unmeasured */
  gboolean is_only;        /* all calls are of this version: there is no other one */
  gboolean is_hoped_for;   /* a lone thread does what the host would do quicker, but for the copies that callers hand over */
};

/* Two pointers that must not overlap: tested before the function has done anything; if they do, the
 * original function (kept under another name) runs. */
typedef struct
{
  const IhopFunction *function;
  IhopSymbol *a, *b;       /* a: NULL for what is no variable's memory but an object, "name_a" */
  char *name_a;            /* its address as C text, "im" or "&grid"; else NULL */
  const IhopGuard *guard;  /* what asks for that; else NULL */
  const IhopNode *bytes_a, *bytes_b; /* valid where it is tested */
  gboolean holds_host_a, holds_host_b; /* the host's code touches nothing behind the pointer but these bytes */
  const IhopNode *condition; /* not NULL: no overlap is tested, but whether this holds */
  gboolean is_required;    /* the tree is right only with this test */
  const IhopNode *behind;  /* the statement at the body's start (analysis/memory/function_entry.h) behind which it can
                              be tested; NULL: right at the start */
  IhopMessage *reason;     /* "A and B are not known to be distinct" */
} IhopOverlapTest;

/* A loop or statement of a fragment, or of a function worked on, that stays on the host. */
typedef struct
{
  const IhopLoop *loop;
  IhopMessage *reason;
} IhopLeftOut;

/* What happens to a part of a variable that travels on its own: for the bound of emulated programs.
 * events are those of motion.h. */
typedef struct
{
  guint16 event;
  IhopPoint at;
  const IhopKernel *kernel; /* not NULL: at its launch, not at "at" */
} IhopTraceEvent;

typedef struct
{
  const IhopDeviceVariable *variable;
  guint piece;             /* 0 or 1 */
  const IhopBox *in, *out; /* what a copy in and a copy out moves; NULL: the whole variable */
  const IhopBox *without;  /* of in and out, this box does not travel with it; NULL: nothing */
  GArray *events;          /* of IhopTraceEvent, in the order of the text */
} IhopTransferTrace;

typedef enum
{
  IHOP_TRANSFERS_2D, IHOP_TRANSFERS_WHOLE, IHOP_TRANSFERS_MANAGED
} IhopTransferMode;

typedef struct
{
  const IhopTree *tree;
  IhopFacts *facts;        /* what it was made from, for the events of emulated programs; may be NULL */
  IhopTransferMode mode;   /* MANAGED: device variables may be larger than the card's memory; they
                              are copies all the same, with the same transfers */
  GPtrArray *kernels;      /* of IhopKernel *, in the order of the file */
  GHashTable *kernel_at;   /* each of their statements → its IhopKernel * */
  GPtrArray *calls;        /* of IhopKernel * of kind CALL, in the order of the file */
  GPtrArray *versions;     /* of IhopDeviceVersion *: what these call */
  GPtrArray *variables;    /* of IhopDeviceVariable * */
  GPtrArray *transfers;    /* of IhopTransfer *, in the order of the file */
  GPtrArray *pointer_swaps;    /* of IhopPointerSwap *; NULL: none */
  GPtrArray *traces;         /* of IhopTransferTrace *; NULL: none */
  GPtrArray *overlaps;     /* of IhopOverlapTest * */
  GPtrArray *assumption_tests;      /* of IhopOverlapTest *: pairs that do not overlap on the owner's word; only
                              emulated programs test them. bytes_a NULL: cannot be tested */
  GPtrArray *dropped;      /* of const IhopDirective *: OpenMP of the program's own that may not stay */
  GPtrArray *uncalled;     /* of const IhopFunction *: static ones whose calls have all become their bodies; nothing in them is
                              worked on, and products do without them */
  GPtrArray *left_alone;   /* of const IhopFunction *: whose calls run copies in other files, and what they alone call: C as it was */
  GPtrArray *left_out;     /* of IhopLeftOut *: every loop of the worked-on functions that is not in a
                              kernel */
  GPtrArray *assumptions;  /* of IhopAssumption * that hold by the owner's word */
  GPtrArray *made;         /* of IhopAssumption *: those of them that the plan owns */
  IhopGpu *gpu;
  /* Of whoever had the plan made, for the report: */
  const GPtrArray *steps;  /* of char *: what the tree went through before; NULL: nothing */
  gboolean is_advised;     /* the automatic mode has looked: what it predicts … */
  double seconds_plain, seconds; /* … of the loops without its steps, and with them */
  guint steps_tried;
  const GHashTable *left;  /* char *, a function's name → double *: … of its loops' work that stays on the host; NULL: not asked */
  const GPtrArray *notes;  /* of IhopMessage *: steps that do not pay; NULL: none */
  const IhopTree *first;   /* the file as it was before what rests on tests was done to it: originals
                              kept for overlaps are its; NULL: the tree's own */
  GPtrArray *unguarded;    /* of char *: functions with guards, or pairs, that cannot be tested. If there are any,
                              this plan is not to be used */
  const GPtrArray *cpu_steps; /* of char *: that the tree went through for NAME_cpu.c alone; NULL: none */
  gboolean is_not_for_cpu; /* NAME_cpu.c is made from the code without the steps */
} IhopPlan;

typedef enum
{
  IHOP_CHOOSE_TARGET,      /* what "#pragma target" marks */
  IHOP_CHOOSE_SCOP,        /* found inside #pragma scop … endscop */
  IHOP_CHOOSE_AUTO         /* found in every function */
} IhopChoose;

/* A function ("f") or an outermost loop ("f/i") that is predicted to be quicker on the host. */
typedef struct
{
  char *address;
  char *device, *host;     /* predicted: "5.3 ms" */
} IhopStays;

void ihop_stays_free (IhopStays *stays);
/* Whether a loop's address ("f/i/j") is that of a loop in it. */
gboolean ihop_stays_covers (const IhopStays *stays, const char *address);

typedef struct
{
  IhopChoose choose;
  const char *function;    /* AUTO: look at this one only; NULL: at all */
  const GPtrArray *on_host; /* of IhopStays *: what is not put on the device, or NULL. Not asked for what is marked */
  const GPtrArray *once_called; /* of char *: functions that the owner's program calls; NULL: it is not known */
  const GPtrArray *imported; /* of char *: functions of which other files have copies of their own; NULL: none */
  gboolean cpu_only;       /* for NAME_cpu.c: no copies, and nothing for one thread to run */
  gboolean for_cpu;        /* the search may take seconds for what suits NAME_cpu.c alone */
  gboolean may_round;      /* floating-point recurrences may be rounded anew, as sums are */
  gboolean no_motion;
  gboolean keep_slower;    /* AUTO: what the host does more quickly is put on the device all the same */
  const GPtrArray *guards; /* of IhopGuard *; NULL: none */
  const GPtrArray *apart;  /* of char *, "f: A, B": steps that the tree went through are right only if
                              these do not overlap, which is to be tested; NULL: none */
  IhopTransferMode transfers;
  const char *gpu;         /* NULL: the default */
  guint block[3];          /* 0: free */
  const char *map;         /* "i:x,j:y" or NULL */
  IhopProfileModel model;
} IhopPlanOptions;

/* Owned by the caller; facts must outlive it. Refusals (a marked loop is not parallel …) go to the
 * facts' diags with severity IHOP_REFUSED; the rest is planned all the same. */
IhopPlan *ihop_plan_new (IhopFacts *facts, const IhopTree *tree, const IhopPlanOptions *options);
/* Only what would run on the device and how it is spread: kernels with axes, blocks and profiles,
 * but no names, variables and copies, nor what one thread would run. For looking, not for
 * printing: the tree may be fresh from a transformation. For SCOP and AUTO. */
IhopPlan *ihop_plan_outline (IhopFacts *facts, const IhopTree *tree,
                             const IhopPlanOptions *options);
void ihop_plan_free (IhopPlan *plan);
/* An empty plan, to be filled in, and what plans are made of; each frees what it owns. */
IhopPlan *ihop_plan_alloc (IhopFacts *facts, const IhopTree *tree, const IhopPlanOptions *options);
void ihop_kernel_free (IhopKernel *kernel);
void ihop_variable_free (IhopDeviceVariable *variable);
void ihop_version_free (IhopDeviceVersion *version);
void ihop_transfer_trace_free (gpointer trace);
/* To the kernels, behind those that are there; takes it. */
void ihop_plan_add_kernel (IhopPlan *plan, IhopKernel *kernel);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopPlan, ihop_plan_free)
/* How much is moved or allocated, as C text: "n * m * sizeof(double)"; box NULL: all of it. Caller
 * frees. */
char *ihop_plan_bytes (const IhopDeviceVariable *variable, const IhopBox *box);
/* The report (DIR/NAME.json). Caller frees. */
char *ihop_plan_to_json (const IhopPlan *plan);
