/* What a program says of its own allocator (include/own/ihop_check.h). */
#include "cudart/cudart.h"

IHOP_CUDART void ihop_cudart_give (void *block, size_t bytes, const char *name);
IHOP_CUDART void ihop_cudart_take (void *block);
IHOP_CUDART void ihop_cudart_name (void *allocation, const char *name);

void
ihop_cudart_give (void *block, size_t bytes, const char *name)
{
  if (ihop_cudart_check ())
    ihop_cudart_check ()->give (block, bytes, name);
}

void
ihop_cudart_take (void *block)
{
  if (ihop_cudart_check ())
    ihop_cudart_check ()->take (block);
}

void
ihop_cudart_name (void *allocation, const char *name)
{
  if (ihop_cudart_check ())
    ihop_cudart_check ()->name (allocation, name);
}
