/* Modules of the engine: PTX that has been read, variables that have their memory, kernels as they are asked for. */
#pragma once
#include "simt/engine.h"
#include "simt/ptx/ptx.h"

struct IhopEngineKernel
{
  IhopEngineModule *module;
  const IhopPtxFunction *function;
  gsize shared; /* bytes of a block that it declares */
  GPtrArray *versions;
};

struct IhopEngineModule
{
  IhopPtxModule *ptx;
  char *checksum;    /* of the PTX */
  gpointer *symbols; /* by number of the variable */
  gboolean *is_shared; /* … somebody else keeps it */
  GHashTable *kernels; /* name → IhopEngineKernel */
  GHashTable *registers; /* name → registers of a card, as far as machine code tells */
};

/* As the table of the engine says (engine.h). */
IhopEngineModule *ihop_module_load (const void *const *images, gsize n, char **message);
void ihop_module_unload (IhopEngineModule *module);
gpointer ihop_module_variable (IhopEngineModule *module, const char *name, gsize *size);
void ihop_module_share (IhopEngineModule *module, const char *name, gpointer place);
