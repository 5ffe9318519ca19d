#include "cudart/devices.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* By the numbers of cudaError_t and cudaDeviceP2PAttr. */
enum { PEER_ACCESS_UNSUPPORTED = 217, PEER_ALREADY_ENABLED = 704, PEER_NOT_ENABLED = 705 };
enum { RANK = 1, ACCESS, ATOMICS, ARRAYS };

static __thread int current;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char has_access[IHOP_MOST_DEVICES][IHOP_MOST_DEVICES]; /* of the first one to the other's memory */

int
ihop_devices_count (void)
{
  static int count;
  const char *told = count ? NULL : getenv ("IHOP_SIMT_DEVICES");

  if (count == 0)
    count = told == NULL || atoi (told) < 1 ? 1 : atoi (told) > IHOP_MOST_DEVICES ? IHOP_MOST_DEVICES : atoi (told);
  return count;
}

int
ihop_devices_current (void)
{
  return current;
}

int
ihop_devices_is (int device)
{
  return device >= 0 && device < ihop_devices_count ();
}

static IhopCard card = { 132, 1 };

static void
read_card (void)
{
  const char *told = getenv ("IHOP_SIMT_CARD");
  IhopCard other;

  if (told && sscanf (told, "%d %d", &other.multiprocessors, &other.cooperates) == 2 && other.multiprocessors > 0)
    card = other;
}

const IhopCard *
ihop_devices_card (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;

  pthread_once (&once, read_card);
  return &card;
}

static cudaError_t
check (int device)
{
  return ihop_devices_is (device) ? cudaSuccess : cudaErrorInvalidDevice;
}

IHOP_CUDART cudaError_t
cudaGetDeviceCount (int *count)
{
  *count = ihop_devices_count ();
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaGetDevice (int *device)
{
  *device = current;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaSetDevice (int device)
{
  cudaError_t error = check (device);

  current = error ? current : device;
  return ihop_cudart_error (error);
}

/* They are all alike. */
IHOP_CUDART cudaError_t
cudaChooseDevice (int *device, const void *wanted)
{
  *device = 0;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaInitDevice (int device, unsigned flags, unsigned more)
{
  return ihop_cudart_error (check (device));
}

IHOP_CUDART cudaError_t
cudaDeviceGetPCIBusId (char *id, int size, int device)
{
  snprintf (id, size > 0 ? size : 0, "0000:00:%02x.0", (unsigned char) device);
  return ihop_cudart_error (check (device));
}

IHOP_CUDART cudaError_t
cudaDeviceGetByPCIBusId (int *device, const char *id)
{
  unsigned found = IHOP_MOST_DEVICES;

  if (sscanf (id, "%*x:%*x:%x", &found) != 1)
    sscanf (id, "%*x:%x", &found);
  *device = found < IHOP_MOST_DEVICES ? (int) found : 0;
  return ihop_cudart_error (check (found < IHOP_MOST_DEVICES ? (int) found : -1));
}

/* --- of two ------------------------------------------------------------------------------------- */

IHOP_CUDART cudaError_t
cudaDeviceCanAccessPeer (int *can, int device, int peer)
{
  cudaError_t error = check (device);

  *can = device != peer;
  return ihop_cudart_error (error ? error : check (peer));
}

static cudaError_t
set_access (int peer, int wanted, cudaError_t is_so)
{
  if (!ihop_devices_is (peer) || peer == current)
    return ihop_devices_is (peer) ? PEER_ACCESS_UNSUPPORTED : cudaErrorInvalidDevice;
  pthread_mutex_lock (&lock);
  int was = has_access[current][peer];
  has_access[current][peer] = wanted;
  pthread_mutex_unlock (&lock);
  return was == wanted ? is_so : cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaDeviceEnablePeerAccess (int device, unsigned flags)
{
  return ihop_cudart_error (flags ? cudaErrorInvalidValue : set_access (device, 1, PEER_ALREADY_ENABLED));
}

IHOP_CUDART cudaError_t
cudaDeviceDisablePeerAccess (int device)
{
  return ihop_cudart_error (set_access (device, 0, PEER_NOT_ENABLED));
}

IHOP_CUDART cudaError_t
cudaDeviceGetP2PAttribute (int *value, int attribute, int from, int to)
{
  if (!ihop_devices_is (from) || !ihop_devices_is (to) || from == to)
    return ihop_cudart_error (cudaErrorInvalidDevice);
  if (attribute < RANK || attribute > ARRAYS)
    return ihop_cudart_error (cudaErrorInvalidValue);
  *value = attribute != RANK;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaStreamGetDevice (cudaStream_t stream, int *device)
{
  *device = (size_t) stream > 2 ? stream->device : current;
  return cudaSuccess;
}
