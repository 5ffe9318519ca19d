/* What nvcc's start-up code tells of a program: fat binaries, kernels, variables. They are only noted;
 * a module is read when something of it is first used. */
#include "cudart/devices.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  int magic, version;
  const void *data;
  void *aux; /* version 2: a list of fat binaries that ends with NULL */
} Wrapper;

/* One registration: fat binaries that are linked to one module. */
typedef struct
{
  const void **images;
  size_t n;
  IhopEngineModule *modules[IHOP_MOST_DEVICES];
  int is_bad;
} Program;

typedef struct
{
  const void *host;
  Program *program;
  char *name;
  int is_managed;
  IhopEngineKernel *kernels[IHOP_MOST_DEVICES];
} Entry;

typedef struct
{
  Entry *entries;
  size_t n, room;
} Table;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Table kernels, variables;

static void
add_image (Program *program, const void *image)
{
  program->images = realloc (program->images, (program->n + 1) * sizeof *program->images);
  program->images[program->n++] = image;
}

IHOP_CUDART void **
__cudaRegisterFatBinary (void *data)
{
  const Wrapper *wrapper = data;
  Program *program = calloc (1, sizeof *program);

  if (wrapper->version == 2 && wrapper->aux)
    for (void **image = wrapper->aux; *image; image++)
      add_image (program, *image);
  else
    add_image (program, wrapper->data);
  return (void **) program;
}

IHOP_CUDART void
__cudaRegisterFatBinaryEnd (void **handle)
{
}

IHOP_CUDART void
__cudaUnregisterFatBinary (void **handle)
{
}

IHOP_CUDART char
__cudaInitModule (void **handle)
{
  return 1;
}

static void
add (Table *table, const void *host, Program *program, const char *name, int is_managed)
{
  pthread_mutex_lock (&lock);
  if (table->n == table->room)
    {
      table->room = table->room ? 2 * table->room : 64;
      table->entries = realloc (table->entries, table->room * sizeof *table->entries);
    }
  table->entries[table->n++] = (Entry){ .host = host, .program = program, .name = strdup (name), .is_managed = is_managed };
  pthread_mutex_unlock (&lock);
}

IHOP_CUDART void
__cudaRegisterFunction (void **handle, const char *host, char *device, const char *name, int limit, void *tid,
                        void *bid, void *block, void *grid, int *warp)
{
  add (&kernels, host, (Program *) handle, name, 0);
}

IHOP_CUDART void
__cudaRegisterVar (void **handle, char *host, char *device, const char *name, int is_extern, size_t size,
                   int is_constant, int is_global)
{
  add (&variables, host, (Program *) handle, name, 0);
}

static Entry *
find (Table *table, const void *host)
{
  for (size_t i = 0; i < table->n; i++)
    if (table->entries[i].host == host)
      return &table->entries[i];
  return NULL;
}

/* Each device has variables of its own, but for managed ones: those of the first device that needs them are everybody's. */
static void
share_managed (Program *program, IhopEngineModule *module)
{
  IhopEngineModule *first = NULL;
  size_t size;

  for (int i = 0; i < IHOP_MOST_DEVICES && first == NULL; i++)
    first = program->modules[i];
  for (size_t i = 0; first && i < variables.n; i++)
    if (variables.entries[i].program == program && variables.entries[i].is_managed)
      ihop_cudart_engine ()->share (module, variables.entries[i].name, ihop_cudart_engine ()->variable (first, variables.entries[i].name, &size));
}

static IhopEngineModule *
module_of (Program *program)
{
  IhopEngineModule **module = &program->modules[ihop_devices_current ()];
  char *message = NULL;

  if (*module || program->is_bad || ihop_cudart_engine () == NULL)
    return *module;
  IhopEngineModule *loaded = ihop_cudart_engine ()->load (program->images, program->n, &message);
  program->is_bad = loaded == NULL;
  if (program->is_bad)
    ihop_cudart_fail (cudaErrorInvalidPtx, "the program's device code", message);
  else
    share_managed (program, loaded);
  *module = loaded;
  return loaded;
}

static IhopEngineKernel *
look_up_kernel (Entry *entry)
{
  IhopEngineKernel **kernel = &entry->kernels[ihop_devices_current ()];
  IhopEngineModule *module = *kernel ? NULL : module_of (entry->program);

  if (module)
    *kernel = ihop_cudart_engine ()->kernel (module, entry->name);
  return *kernel;
}

/* A function may be given by its handle, too, as the documentation has it: also by one of another device. */
static Entry *
find_by_handle (const void *handle)
{
  for (size_t i = 0; handle && i < kernels.n; i++)
    for (int k = 0; k < IHOP_MOST_DEVICES; k++)
      if (kernels.entries[i].kernels[k] == handle)
        return &kernels.entries[i];
  return NULL;
}

IhopEngineKernel *
ihop_cudart_kernel (const void *host_function)
{
  pthread_mutex_lock (&lock);
  Entry *entry = find (&kernels, host_function);
  if (entry == NULL)
    entry = find_by_handle (host_function);
  IhopEngineKernel *kernel = entry ? look_up_kernel (entry) : NULL;
  pthread_mutex_unlock (&lock);
  return kernel;
}

void *
ihop_cudart_variable (const void *host_variable, size_t *size)
{
  void *place = NULL;

  pthread_mutex_lock (&lock);
  Entry *entry = find (&variables, host_variable);
  IhopEngineModule *module = entry ? module_of (entry->program) : NULL;
  if (module)
    place = ihop_cudart_engine ()->variable (module, entry->name, size);
  pthread_mutex_unlock (&lock);
  return place;
}

/* A managed variable is reached through a pointer of the host's. */
IHOP_CUDART void
__cudaRegisterManagedVar (void **handle, void **pointer, char *device, const char *name, int is_extern, size_t size,
                          int is_constant, int is_global)
{
  size_t found;

  add (&variables, pointer, (Program *) handle, name, 1);
  void *place = ihop_cudart_variable (pointer, &found);
  if (place)
    *pointer = place;
}
