/* Opens the engine: a library of its own beside this one, whose names nobody else sees. */
#include "cudart/cudart.h"
#include "cudart/failures.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const IhopEngine *engine;
static __thread cudaError_t last_error;

/* Beside this library, or where a build folder has it. */
static void *
open_beside (const char *here, const char *name)
{
  char path[4096];
  int folder = strrchr (here, '/') ? strrchr (here, '/') - here : 0;

  snprintf (path, sizeof path, "%.*s/%s", folder, here, name);
  return dlopen (path, RTLD_NOW | RTLD_LOCAL);
}

static void
open_engine (void)
{
  Dl_info here;
  void *library = NULL;

  if (dladdr ((void *) open_engine, &here))
    library = open_beside (here.dli_fname, "libihop-simt.so");
  if (library == NULL)
    library = open_beside (here.dli_fname, "../simt/libihop-simt.so");
  engine = library ? dlsym (library, "ihop_engine") : NULL;
  if (engine == NULL)
    fprintf (stderr, "ihop: the engine could not be opened: %s\n", dlerror ());
}

const IhopEngine *
ihop_cudart_engine (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;

  pthread_once (&once, open_engine);
  return engine;
}

const IhopEngineCheck *
ihop_cudart_check (void)
{
  static int known; /* 1: no, 2: yes */

  if (known == 0)
    known = getenv ("IHOP_SIMT_CHECK") && ihop_cudart_engine () ? 2 : 1;
  return known == 2 ? engine->check : NULL;
}

cudaError_t
(ihop_cudart_error) (cudaError_t error)
{
  if (error != cudaSuccess)
    last_error = error;
  return error;
}

cudaError_t
ihop_cudart_fail (cudaError_t error, const char *what, char *message)
{
  fprintf (stderr, "ihop: %s: %s\n", what, message ? message : "not possible");
  free (message);
  return ihop_cudart_error (error);
}

IHOP_CUDART cudaError_t
cudaGetLastError (void)
{
  cudaError_t error = last_error;

  last_error = cudaSuccess;
  ihop_failures_note_asked ();
  return error;
}

IHOP_CUDART cudaError_t
cudaPeekAtLastError (void)
{
  ihop_failures_note_asked ();
  return last_error;
}

static const struct
{
  cudaError_t error;
  const char *name, *text;
} errors[] = { { cudaSuccess, "cudaSuccess", "no error" },
               { cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument" },
               { cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory" },
               { cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument" },
               { cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol" },
               { cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy" },
               { cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function" },
               { cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected" },
               { cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal" },
               { cudaErrorInvalidPtx, "cudaErrorInvalidPtx", "a PTX JIT compilation failed" },
               { 217, "cudaErrorPeerAccessUnsupported", "peer access is not supported between these two devices" },
               { 704, "cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled" },
               { 705, "cudaErrorPeerAccessNotEnabled", "peer access has not been enabled" },
               { cudaErrorNotPermitted, "cudaErrorNotPermitted", "operation not permitted" },
               { cudaErrorCooperativeLaunchTooLarge, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch" },
               { cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle" },
               { cudaErrorNotReady, "cudaErrorNotReady", "device not ready" },
               { cudaErrorAssert, "cudaErrorAssert", "device-side assert triggered" },
               { cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure" },
               { cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources", "too many resources requested for launch" },
               { cudaErrorStreamCaptureUnmatched, "cudaErrorStreamCaptureUnmatched", "operation cannot be performed on a stream whose capture began in another one" },
               { cudaErrorStreamCaptureUnjoined, "cudaErrorStreamCaptureUnjoined", "capturing stream has unjoined work" },
               { cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported" } };

IHOP_CUDART const char *
cudaGetErrorName (cudaError_t error)
{
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].error == error)
      return errors[i].name;
  return "cudaErrorUnknown";
}

IHOP_CUDART const char *
cudaGetErrorString (cudaError_t error)
{
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].error == error)
      return errors[i].text;
  return "unknown error";
}
