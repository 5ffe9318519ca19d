/* The engine that runs PTX on this machine's processors: modules, their variables, launches.
 *
 * Whoever loads it (the runtime in src/cudart) opens it as a library of its own, so that LLVM is not
 * among the symbols of the user's program; the functions are reached by one table. All of them may
 * be called from any thread. Messages are freed with g_free. */
#pragma once
#include "simt/misuse.h"
#include <stddef.h>
#include <stdint.h>

typedef struct IhopEngineModule IhopEngineModule;
typedef struct IhopEngineKernel IhopEngineKernel;

typedef struct
{
  const char *name;     /* as PTX calls it */
  unsigned max_threads; /* a block; .maxntid or 1024 */
  unsigned n_registers; /* of the PTX: not those that a card would use */
  unsigned card_registers; /* a thread, in the machine code beside the PTX; 0: there is none */
  size_t shared, local; /* bytes: a block, a thread */
  unsigned n_params;
  unsigned target;      /* 80 where the PTX was made for sm_80 */
} IhopEngineKernelInfo;

/* How a launch ended. */
typedef enum
{
  IHOP_ENGINE_DONE,
  IHOP_ENGINE_NO_CODE, /* something in the kernel is not known */
  IHOP_ENGINE_TRAPPED,
  IHOP_ENGINE_ASSERTED
} IhopEngineEnd;

/* For programs that are checked (check/host.h tells of each). */
typedef struct
{
  void *(*allocate) (size_t size, int kind);
  int (*release) (void *place, const char *function);
  void (*give) (void *block, size_t size, const char *name);
  void (*take) (void *block);
  void (*name) (void *allocation, const char *name);
  void (*add_host) (const void *place, size_t size);
  void (*remove_host) (const void *place);
  int (*access) (const void *place, size_t size, int writes, const char *function);
  int (*direction) (const void *to, const void *from, int kind, const char *function);
  void (*refuse) (const char *kernel, IhopRefusal why);
  void (*unasked) (const char *function, int is_launch);
  void (*misuse) (const char *function, IhopMisuse what);
  /* Streams: a number for each (kind 0: blocking, 1: non-blocking, 2: the legacy one), and for each piece of work. */
  unsigned (*open) (int kind);
  unsigned (*issue) (unsigned stream);
  void (*enter) (unsigned issue);                        /* this thread does it; 0: nothing any more */
  void (*put_behind) (unsigned stream, unsigned issue);  /* the stream waits for it */
  void (*reach) (unsigned issue);                        /* the host has waited for it */
  void (*reach_all) (unsigned stream);                   /* … for all of the stream; 0: of all */
  void (*tell) (int is_awaited);                         /* this thread's work calls a function of the host, which waits for that */
  int (*is_reached) (unsigned issue);                    /* the host knows that it is done */
  int (*is_left) (unsigned stream);                      /* … of something of the stream it does not */
} IhopEngineCheck;

typedef struct
{
  /* Each image is PTX text, or a fat binary, whose newest PTX is taken; several are linked to one
   * module. NULL and a message. */
  IhopEngineModule *(*load) (const void *const *images, size_t n, char **message);
  void (*unload) (IhopEngineModule *module);
  /* Address of a variable, with its size in bytes; NULL where there is none of this name. */
  void *(*variable) (IhopEngineModule *module, const char *name, size_t *size);
  /* From now on the variable lies there, where somebody else keeps it. */
  void (*share) (IhopEngineModule *module, const char *name, void *place);
  /* NULL where there is none of this name. It belongs to the module. */
  IhopEngineKernel *(*kernel) (IhopEngineModule *module, const char *name);
  void (*info) (IhopEngineKernel *kernel, IhopEngineKernelInfo *info);
  /* Sizes of parameters in bytes and where they lie, by number; 0 behind the last. */
  size_t (*param) (IhopEngineKernel *kernel, unsigned number, size_t *offset);
  /* Runs the grid, and returns when it has ended; *message: NULL, or what went wrong, in words. "args"
   * points to each argument; "shared": bytes beside what the kernel declares. "waits" (or NULL) is called once, from
   * any thread, when all blocks have waited for long for what others write: the host or another launch. */
  IhopEngineEnd (*launch) (IhopEngineKernel *kernel, const unsigned grid[3], const unsigned block[3], size_t shared,
                           void *const *args, void (*waits) (void *data), void *data, char **message);
  /* Is there a loop in it that may wait for what others write? Makes its code. */
  int (*may_wait) (IhopEngineKernel *kernel, const unsigned block[3]);
  /* The program has copied so many bytes; "kind" as cudaMemcpyKind has it. It is only counted. */
  void (*copied) (int kind, size_t bytes);
  const IhopEngineCheck *check; /* to be used where IHOP_SIMT_CHECK is set */
} IhopEngine;

extern const IhopEngine ihop_engine;
