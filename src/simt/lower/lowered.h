/* A kernel's code as those see it who run it and know nothing of LLVM: what it was made for, and what
 * it needs. */
#pragma once
#include <glib.h>

/* Where lanes of a warp are when its code hands over to the exact code: a block of the quick code's
 * flow, known by its instructions, as the exact one's has more blocks. */
typedef struct
{
  guint number;      /* of the block: where its masks are handed over */
  guint first;       /* instruction */
  gboolean is_empty; /* the block in front of a guarded effect */
} IhopLowerPlace;

/* A sum that must not wrap: in front of this instruction the exact code takes over. */
typedef struct
{
  guint instruction;
  gboolean is_empty;    /* in front of the guard of this instruction, which has an effect */
  guint n_quick_blocks; /* of the quick code's flow */
  GArray *places;       /* IhopLowerPlace: where other lanes are pending */
} IhopLowerPoint;

/* Instructions by what executes them on a card. */
typedef enum
{
  IHOP_CLASS_FLOAT,   /* binary32 and halves */
  IHOP_CLASS_DOUBLE,
  IHOP_CLASS_SPECIAL, /* quotients, roots, sines: more than one step */
  IHOP_CLASS_INTEGER,
  IHOP_CLASS_CONVERT,
  IHOP_CLASS_MOVE,    /* moves, choices, comparisons */
  IHOP_CLASS_CONTROL,
  IHOP_CLASS_BARRIER,
  IHOP_CLASS_WARP,    /* shuffles, votes, matches */
  IHOP_CLASS_MATRIX,  /* products of matrices that a warp holds */
  IHOP_CLASS_LOAD,
  IHOP_CLASS_STORE,
  IHOP_CLASS_ATOMIC,
  IHOP_CLASS_PARAM,   /* reads what the launch has given */
  IHOP_CLASS_OTHER,
  IHOP_N_CLASSES
} IhopInstructionClass;

/* One instruction of counted code: what it is, and which counters tell how often it ran. */
typedef struct
{
  const char *text;   /* "ld.global.f32"; interned */
  const char *file;   /* of the source, as .loc says; NULL: not known */
  guint source_line;  /* 0: none */
  guint line;         /* of the PTX text */
  IhopInstructionClass class;
  guint operations;   /* of floating point, a thread */
  guint row;          /* of the block that it stands in */
  guint issuer;       /* of the block that asks its guard; else the same */
  gboolean parts;     /* a branch at which lanes may part */
  /* Memory alone: */
  guint space;        /* IhopPtxSpace; a generic address is looked at when it is used */
  guint bytes;        /* a thread */
  gboolean passes_l1; /* by .cg, .cv, volatile and the like */
  gboolean in_wait;   /* it asks again and again for what another block writes */
} IhopCountSite;

/* How far an access that is no data race with others of its kind reaches ("PTX ISA", 8.5): weak ones not at all. */
typedef enum { IHOP_SCOPE_WEAK, IHOP_SCOPE_BLOCK, IHOP_SCOPE_DEVICE, IHOP_SCOPE_SYSTEM } IhopScope;

/* One instruction of checked code, beside its IhopCountSite. */
typedef struct
{
  guint8 bytes;      /* of one element */
  guint8 n;          /* elements; 0: no access */
  guint8 scope;      /* IhopScope: of an access or a fence */
  gboolean acquires, releases;
  gboolean observes; /* an atomic operation whose result somebody uses */
  gboolean reads_shared; /* a load that names shared memory */
  gboolean is_phased; /* an operation on an mbarrier object, whose phases tell who has arrived (run/mbarrier.c) */
  gboolean is_copy;  /* of a cp.async: from global memory to shared */
  gboolean is_warp_barrier; /* orders memory, as other warp functions do not */
  guint16 number;    /* of the accesses, from 1; 0: too many, or none */
} IhopCheckSite;

/* Counted code adds to rows of four numbers, one row a block of its flow. WAITS: how often all lanes have left a loop that
 * waited for other blocks. */
enum { IHOP_ROW_EXECUTIONS, IHOP_ROW_LANES, IHOP_ROW_DIVERGENT, IHOP_ROW_WAITS, IHOP_ROW_LENGTH };

typedef struct
{
  guint block[3];      /* threads in x, y and z: the code is made for these */
  gboolean is_exact;   /* no assumptions that would have to be tested */
  gboolean is_counted; /* it counts what it does (count/counter.h); only exact code can */
  gboolean has_permutations; /* the processor looks elements up in two vectors of 16 at a time (AVX-512); the compiler says so itself */
  gboolean is_checked; /* it asks before each access (run/checked.h) */
  gboolean is_whole;   /* one function for all warps of a block, where the kernel has regions for that (lower/regions.h) */
  gboolean is_backwards; /* that runs the last warp first in each region */
  const GArray *points; /* exact code: IhopLowerPoint, where quick code may hand over; or NULL */
} IhopLowerOptions;

typedef struct
{
  guint state_size;  /* bytes that a warp keeps over barriers */
  guint local_size;  /* bytes a lane */
  guint shared_size; /* bytes a block, without what the launch adds behind */
  guint param_size;  /* bytes */
  gboolean is_whole;   /* it runs all warps of a block from their start to their end; called once, with the first one's frame */
  gboolean has_numbered; /* its barriers let go some lanes at a time (run/frame.h) */
  gboolean may_wait; /* it has a loop that may wait for what others write */
  guint handed_size; /* bytes that quick code hands over */
  GArray *points;    /* quick code: IhopLowerPoint, by number, from 1 in frame->resume; owned by the caller */
  guint first_point; /* exact code: added to the point's number for frame->resume */
  GArray *sites;     /* counted and checked code: IhopCountSite, by number of the instruction; else NULL; owned by the caller */
  GArray *checks;    /* checked code: IhopCheckSite, by number of the instruction; else NULL; owned by the caller */
  gboolean has_small_shared; /* checked code: it asks for less than 4 bytes of shared memory */
  guint n_rows;      /* counted code */
} IhopLowerResult;

/* An empty list of IhopLowerPoint that frees what they own. */
GArray *ihop_lower_points_new (void);
