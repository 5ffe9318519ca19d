/* What devices are: each has the numbers of an H100. */
#include "cudart/devices.h"
#include "cudart/order.h"
#include "cudart/pool.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The fields of cudaDeviceProp, in the order of CUDA 13's documentation. */
typedef struct
{
  char name[256];
  char uuid[16], luid[8];
  unsigned luid_mask;
  size_t global_memory, shared_per_block;
  int registers_per_block, warp_size;
  size_t pitch;
  int max_threads, max_block[3], max_grid[3];
  size_t constant_memory;
  int major, minor;
  size_t texture_alignment, texture_pitch_alignment;
  int sm_count, is_integrated, can_map_host;
  int textures[25], surfaces[13];
  size_t surface_alignment;
  int concurrent_kernels, ecc, pci_bus, pci_device, pci_domain, tcc, async_engines, unified_addressing, bus_width,
    l2_size, l2_persisting, threads_per_sm, stream_priorities, global_l1, local_l1;
  size_t shared_per_sm;
  int registers_per_sm, managed_memory, multi_board, multi_board_id, host_atomics, pageable, concurrent_managed,
    preemption, registered_pointers, cooperative;
  size_t shared_optin;
  int pageable_tables, direct_managed, blocks_per_sm, policy_window;
  size_t shared_reserved;
  int host_register, sparse_arrays, host_register_read_only, timelines, memory_pools, rest[71];
} Properties;

/* Programs are compiled against the real layout. */
_Static_assert (offsetof (Properties, global_memory) == 288, "");
_Static_assert (offsetof (Properties, sm_count) == 384, "");
_Static_assert (offsetof (Properties, surface_alignment) == 552, "");
_Static_assert (offsetof (Properties, threads_per_sm) == 604, "");
_Static_assert (offsetof (Properties, cooperative) == 668, "");
_Static_assert (offsetof (Properties, shared_reserved) == 696, "");
_Static_assert (offsetof (Properties, memory_pools) == 720, "");
_Static_assert (sizeof (Properties) == 1008, "");

enum { VERSION = 13000 };

static size_t
memory_size (void)
{
  return (size_t) sysconf (_SC_PHYS_PAGES) * sysconf (_SC_PAGESIZE);
}

IHOP_CUDART cudaError_t
cudaGetDeviceProperties (Properties *properties, int device)
{
  if (!ihop_devices_is (device))
    return ihop_cudart_error (cudaErrorInvalidDevice);
  memset (properties, 0, sizeof *properties);
  *properties = (Properties){ .name = "ihop: H100 on the CPU",
                              .global_memory = memory_size (),
                              .shared_per_block = 48 * 1024,
                              .registers_per_block = 65536,
                              .warp_size = 32,
                              .pitch = 0x7fffffff,
                              .max_threads = 1024,
                              .max_block = { 1024, 1024, 64 },
                              .max_grid = { 0x7fffffff, 65535, 65535 },
                              .constant_memory = 65536,
                              .major = 9,
                              .texture_alignment = 512,
                              .texture_pitch_alignment = 32,
                              .sm_count = ihop_devices_card ()->multiprocessors,
                              .can_map_host = 1,
                              .surface_alignment = 512,
                              .concurrent_kernels = 1,
                              .async_engines = 3,
                              .unified_addressing = 1,
                              .bus_width = 5120,
                              .l2_size = 50 << 20,
                              .threads_per_sm = 2048,
                              .pci_device = device,
                              .stream_priorities = 1,
                              .global_l1 = 1,
                              .local_l1 = 1,
                              .shared_per_sm = 228 * 1024,
                              .registers_per_sm = 65536,
                              .managed_memory = 1,
                              .concurrent_managed = 1,
                              .pageable = 1,
                              .cooperative = ihop_devices_card ()->cooperates,
                              .shared_optin = 227 * 1024,
                              .blocks_per_sm = 32,
                              .shared_reserved = 1024,
                              .memory_pools = 1 };
  return cudaSuccess;
}

/* By the numbers of enum cudaDeviceAttr; what is not here is not supported. */
enum { MULTIPROCESSORS = 16, COOPERATES = 95 };
static const struct
{
  int attribute, value;
} attributes[] = { { 1, 1024 },       { 2, 1024 },  { 3, 1024 },   { 4, 64 },     { 5, 0x7fffffff }, { 6, 65535 },
                   { 7, 65535 },      { 8, 49152 }, { 9, 65536 },  { 10, 32 },    { 11, 0x7fffffff }, { 12, 65536 },
                   { 13, 1980000 },   { 19, 1 },     { 31, 1 },     { 36, 2619000 },   { 37, 5120 },
                   { 38, 50 << 20 },  { 39, 2048 }, { 40, 3 },     { 41, 1 },     { 75, 9 },         { 76, 0 },
                   { 78, 1 },         { 79, 1 },    { 80, 1 },     { 81, 233472 }, { 82, 65536 },    { 83, 1 },
                   { 88, 1 },         { 89, 1 },  { 97, 232448 }, { 106, 32 },
                   { 115, 1 } };

IHOP_CUDART cudaError_t
cudaDeviceGetAttribute (int *value, int attribute, int device)
{
  if (!ihop_devices_is (device))
    return ihop_cudart_error (cudaErrorInvalidDevice);
  *value = attribute == MULTIPROCESSORS ? ihop_devices_card ()->multiprocessors : attribute == COOPERATES ? ihop_devices_card ()->cooperates : 0;
  for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
    if (attributes[i].attribute == attribute)
      *value = attributes[i].value;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaSetDeviceFlags (unsigned flags)
{
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaDeviceSynchronize (void)
{
  cudaError_t error = ihop_order_wait_all ();

  ihop_pools_trim ();
  return error;
}

IHOP_CUDART cudaError_t
cudaDeviceReset (void)
{
  return ihop_order_wait_all ();
}

IHOP_CUDART cudaError_t
cudaDeviceSetLimit (int limit, size_t value)
{
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaDeviceGetStreamPriorityRange (int *least, int *greatest)
{
  *least = 0;
  *greatest = -5;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaDeviceSetCacheConfig (int config)
{
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaMemGetInfo (size_t *left, size_t *total)
{
  *total = memory_size ();
  *left = (size_t) sysconf (_SC_AVPHYS_PAGES) * sysconf (_SC_PAGESIZE);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaDriverGetVersion (int *version)
{
  *version = VERSION;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaRuntimeGetVersion (int *version)
{
  *version = VERSION;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaProfilerStart (void)
{
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaProfilerStop (void)
{
  return cudaSuccess;
}
