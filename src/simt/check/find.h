/* What checking has found: kept once for each pair of places, counted, and written down at once, as the program may end in
 * any way. src/checks makes sentences of it. */
#pragma once
#include <glib.h>

typedef enum
{
  IHOP_FIND_OUTSIDE,      /* of all memory, or of what the address is next to */
  IHOP_FIND_FREED,
  IHOP_FIND_HOST_MEMORY,  /* the host's own, used by a kernel */
  IHOP_FIND_MISALIGNED,
  IHOP_FIND_READ_ONLY,    /* constant memory is written */
  IHOP_FIND_UNWRITTEN,
  IHOP_FIND_RACE,
  IHOP_FIND_SAME_VALUE,   /* a race in which the value does not change */
  IHOP_FIND_BARRIER,      /* lanes of one warp are at two */
  IHOP_FIND_ENDED,        /* threads have ended before one that others come to: cards since Volta go on (CUDA C++ Programming
                             Guide, "Synchronization Functions"), older ones hang */
  IHOP_FIND_MASK,         /* a warp function names threads that do something else */
  IHOP_FIND_NOT_NAMED,    /* … and not the thread that calls it */
  IHOP_FIND_STUCK,        /* at barriers, for threads that do not come */
  IHOP_FIND_SPINS,        /* in loops, for what nobody writes */
  IHOP_FIND_FREE,         /* of what is not, or no longer, allocated */
  IHOP_FIND_COPY,         /* a copy or fill beyond what is allocated, or in the wrong direction */
  IHOP_FIND_LAUNCH,       /* a card would refuse it */
  IHOP_FIND_LEAK,
  IHOP_FIND_UNSEEN,       /* from here on races are not looked for */
  IHOP_FIND_LEFT,         /* work that nobody has waited for when the program ends */
  IHOP_FIND_UNASKED,      /* a launch has failed, and the program has not asked */
  IHOP_FIND_FAILED,       /* … another call, which may have told */
  IHOP_FIND_DESTROYED,    /* a stream or event that is no more */
  IHOP_FIND_WAITED,       /* … is destroyed before anybody has waited */
  IHOP_FIND_RECORDED,     /* an event is waited for that was never recorded */
  IHOP_FIND_CALLBACK,     /* what a stream calls asks for work */
  IHOP_FIND_ORDER,        /* results depend on the order of blocks or warps (schedules.h): the second place before the first one */
  IHOP_FIND_UNSTEADY,     /* … differ in the same order, too */
  IHOP_FIND_UNTRIED,      /* other orders of that kernel are not tried */
  IHOP_N_FINDS
} IhopFindKind;

/* Why nothing orders two accesses, or where an address is beside memory. */
typedef enum
{
  IHOP_WHY_NONE,
  IHOP_WHY_INSTRUCTION, /* lanes of one instruction */
  IHOP_WHY_WARP,        /* no warp barrier between */
  IHOP_WHY_BLOCK,       /* no barrier between warps of a block */
  IHOP_WHY_GRID,        /* two blocks of a grid */
  IHOP_WHY_SCOPE,       /* … that are atomic within a block alone */
  IHOP_WHY_STREAMS,     /* two pieces of work that streams and events leave open */
  IHOP_WHY_HOST,        /* … one of them the host itself, which has not waited for the other one */
  IHOP_WHY_BEHIND,      /* offset: bytes from the end of the allocation */
  IHOP_WHY_BEFORE,
  IHOP_WHY_FAR,         /* from all memory */
  IHOP_WHY_BLOCKS_MEET, /* what the program says of its blocks does not fit */
  IHOP_WHY_DIRECTION,   /* a copy: the memory is not on the side that its kind names */
  IHOP_WHY_OTHERS,      /* another thread's local memory */
  IHOP_WHY_ELSEWHERE,   /* … are at another one */
  IHOP_WHY_THREADS,     /* a launch is refused (IhopRefusal) */
  IHOP_WHY_BLOCKS,
  IHOP_WHY_SHARED,
  IHOP_WHY_NOT_ASKED,
  IHOP_WHY_COOPERATIVE,
  IHOP_WHY_REGISTERS,
  IHOP_WHY_BLOCKS_SWAP, /* two orders differ in these two blocks alone */
  IHOP_WHY_BLOCKS_AMONG, /* … and in the same way from the usual one elsewhere */
  IHOP_WHY_WARPS_SWAP,  /* … warps of one block */
  IHOP_WHY_WARPS_AMONG,
  IHOP_WHY_TURNS,       /* … in that blocks take turns at their barriers, the first of these to the last one */
  IHOP_WHY_WAITS,       /* a kernel waits for others */
  IHOP_WHY_HEAP,        /* … kernels allocate memory */
  IHOP_WHY_SURFACES,    /* … writes surfaces */
  IHOP_WHY_SIZE,        /* there is too much memory to be copied */
  IHOP_N_WHYS
} IhopWhy;

typedef enum { IHOP_FOUND_GLOBAL, IHOP_FOUND_SHARED, IHOP_FOUND_LOCAL, IHOP_FOUND_CONSTANT, IHOP_FOUND_HOST } IhopFoundSpace;

/* One side: an instruction and who ran it; or a function of the host. */
typedef struct
{
  const char *kernel;  /* as PTX calls it; of the host: the function */
  const char *text;    /* "ld.global.f32"; "": of the host */
  const char *file;    /* or "" */
  guint source_line, line; /* of the source, 0: not known; of the PTX text */
  gboolean has_block, has_thread;
  guint block[3], thread[3];
} IhopFoundPlace;

typedef struct
{
  IhopFindKind kind;
  IhopWhy why;
  IhopFoundPlace places[2];
  guint n_places;
  IhopFoundSpace space;
  const char *name;     /* of a variable, or "" */
  guint allocation;     /* number of it, from 1; 0: none */
  guint64 size;         /* bytes of that memory */
  gint64 offset;        /* of the first byte in question */
  guint bytes;          /* of the access */
  const char *text;     /* what the engine or the runtime says, or "" */
  IhopFoundPlace made;  /* where the program has asked for that memory */
} IhopFind;

#define IHOP_FOUND_PLACE "(sssuub(uuu)b(uuu))"
#define IHOP_FOUND "(uutusutxus" IHOP_FOUND_PLACE "a" IHOP_FOUND_PLACE ")"

/* A record of a process's file: this, an IHOP_FOUND of `size` bytes, and zeros up to a multiple of 8. Of several with one number
 * the last counts, which has been found most often; the file may end within a record. */
typedef struct
{
  guint32 number, size;
} IhopFoundHead;

static inline gsize
ihop_found_room (guint32 size)
{
  return ((gsize) size + 7) / 8 * 8;
}

/* TRUE: programs are checked. */
gboolean ihop_find_is_on (void);
/* IHOP_SIMT_CHECK_ONLY: "races" are not looked for where it says "memory", and the other way round. Memory is then what
 * nobody has written, and what is left; accesses outside are always seen. */
gboolean ihop_find_has_part (const char *part);
/* Strings are copied. */
void ihop_find_add (const IhopFind *find);
