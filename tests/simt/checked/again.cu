/* A block comes back to the program's own pool; with the fault twice. */
#include <cstdio>
#include <cuda_runtime.h>
#include <ihop_check.h>

int
main (void)
{
  char *pool;

  cudaMalloc (&pool, 4096);
  ihop_check_give (pool + 512, 100, "block");
  ihop_check_take (pool + 512);
#ifdef FAULT
  ihop_check_take (pool + 512);
#endif
  printf ("OK\n");
  cudaFree (pool);
}
