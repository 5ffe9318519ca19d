/* Programs that compile device code themselves ask NVRTC for machine code of a card (cubin), which nobody
 * here can run. The library then makes PTX of the same architecture, and hands that over instead. */
#include "cudart/cudart.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef struct IhopNvrtcProgram *nvrtcProgram;
enum { MISSING = 11 /* NVRTC_ERROR_INTERNAL_ERROR */ };

static void *
real (const char *name)
{
  return dlsym (RTLD_NEXT, name);
}

/* "-arch=sm_90" becomes "-arch=compute_90"; otherwise the option itself. */
static char *
virtual_option (const char *option)
{
  const char *real_arch = strstr (option, "=sm_");
  char *changed = malloc (strlen (option) + strlen ("compute_"));
  size_t before = real_arch ? (size_t) (real_arch + 1 - option) : 0;

  if (real_arch == NULL || (strncmp (option, "-arch", 5) && strncmp (option, "--gpu-architecture", 18)))
    return strcpy (changed, option);
  memcpy (changed, option, before);
  strcpy (changed + before, "compute_");
  return strcat (changed, real_arch + strlen ("=sm_"));
}

IHOP_CUDART int
nvrtcCompileProgram (nvrtcProgram program, int n, const char *const *options)
{
  int (*compile) (nvrtcProgram, int, const char *const *) = real ("nvrtcCompileProgram");
  char **changed = calloc (n + 1, sizeof *changed);

  for (int i = 0; i < n; i++)
    changed[i] = virtual_option (options[i]);
  int result = compile ? compile (program, n, (const char *const *) changed) : MISSING;
  for (int i = 0; i < n; i++)
    free (changed[i]);
  free (changed);
  return result;
}

IHOP_CUDART int
nvrtcGetCUBINSize (nvrtcProgram program, size_t *size)
{
  int (*get) (nvrtcProgram, size_t *) = real ("nvrtcGetPTXSize");

  return get ? get (program, size) : MISSING;
}

IHOP_CUDART int
nvrtcGetCUBIN (nvrtcProgram program, char *text)
{
  int (*get) (nvrtcProgram, char *) = real ("nvrtcGetPTX");

  return get ? get (program, text) : MISSING;
}
