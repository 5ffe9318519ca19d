/* What the programs of this folder share: each compares with a plain loop on the host. */
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

template <typename T>
static void
expect (const char *what, const T *got, const T *wanted, int n)
{
  for (int i = 0; i < n; i++)
    if (memcmp (&got[i], &wanted[i], sizeof (T)))
      {
        printf ("%s: element %d is %g, expected %g\n", what, i, (double) got[i], (double) wanted[i]);
        failures++;
        return;
      }
}

static int
finish (void)
{
  cudaError_t error = cudaDeviceSynchronize ();

  if (error == cudaSuccess)
    error = cudaGetLastError ();
  if (error != cudaSuccess)
    {
      printf ("error: %s\n", cudaGetErrorString (error));
      failures++;
    }
  puts (failures ? "FAILED" : "OK");
  return failures > 0;
}

template <typename T>
static T *
on_device (const T *host, size_t n)
{
  T *place;

  cudaMalloc (&place, n * sizeof (T));
  cudaMemcpy (place, host, n * sizeof (T), cudaMemcpyHostToDevice);
  return place;
}

template <typename T>
static void
back (T *host, const T *device, size_t n)
{
  cudaMemcpy (host, device, n * sizeof (T), cudaMemcpyDeviceToHost);
}
