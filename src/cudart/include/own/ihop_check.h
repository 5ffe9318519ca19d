/* For programs that cut blocks of device memory out of larger ones by themselves: `ihop run --check` is told of them, and so sees what goes
 * beyond a block, or comes after it was given back. Without it these functions do nothing, and nothing has to be linked.
 *
 *     cudaMalloc (&pool, SIZE);
 *     ...
 *     ihop_check_give (pool + offset, bytes, "particles");    // a block is handed out; the name may be NULL
 *     ihop_check_take (pool + offset);                        // it has come back
 *     ihop_check_name (matrix, "matrix");                     // what an allocation is called in reports
 *
 * From the first block on that is cut from an allocation, threads may use its blocks alone. What a block holds when it is handed out
 * counts as never written. C and C++, for any compiler; the file may be copied into a program. */
#pragma once
#include <dlfcn.h>
#include <stddef.h>

static inline void
ihop_check_give (void *block, size_t bytes, const char *name)
{
  void (*give) (void *, size_t, const char *) = (void (*) (void *, size_t, const char *)) dlsym (RTLD_DEFAULT, "ihop_cudart_give");

  if (give)
    give (block, bytes, name);
}

static inline void
ihop_check_take (void *block)
{
  void (*take) (void *) = (void (*) (void *)) dlsym (RTLD_DEFAULT, "ihop_cudart_take");

  if (take)
    take (block);
}

static inline void
ihop_check_name (void *allocation, const char *name)
{
  void (*put) (void *, const char *) = (void (*) (void *, const char *)) dlsym (RTLD_DEFAULT, "ihop_cudart_name");

  if (put)
    put (allocation, name);
}
