/* The few functions that generated programs call, each printed once and only if it is used. */
#include "gpugen/emit/helpers.h"
#include "gpugen/emit/block_table.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

static const char check_text[] =
  "/* Every CUDA call goes through here: an error ends the program. */\n"
  "#define IHOP_CUDA(call) ihop_cuda ((call), __FILE__, __LINE__)\n"
  "\n"
  "static void ihop_cuda (cudaError_t error, const char *file, int line)\n"
  "{\n"
  "\tif (error != cudaSuccess) {\n"
  "\t\tfprintf (stderr, \"%s:%d: CUDA: %s\\n\", file, line, cudaGetErrorString (error));\n"
  "\t\texit (EXIT_FAILURE);\n"
  "\t}\n"
  "}\n"
  "\n";

static const char blocks_text[] =
  "/* How many blocks of \"size\" threads it takes for n iterations. */\n"
  "static unsigned ihop_blocks (long long n, unsigned size)\n"
  "{\n"
  "\tlong long blocks = n / size + (n % size != 0);\n"
  "\n"
  "\tif (blocks > 2147483647) {\n"
  "\t\tfprintf (stderr, \"%lld iterations are too many for a grid\\n\", n);\n"
  "\t\texit (EXIT_FAILURE);\n"
  "\t}\n"
  "\treturn (unsigned) blocks;\n"
  "}\n"
  "\n";

static const char up_to_text[] =
  "/* The same, but at most so many: the kernel's threads then take several iterations each. */\n"
  "static unsigned ihop_blocks_up_to (unsigned most, long long n, unsigned size)\n"
  "{\n"
  "\tlong long blocks = n / size + (n % size != 0);\n"
  "\n"
  "\treturn blocks < most ? (unsigned) blocks : most;\n"
  "}\n"
  "\n";

static const char size_text[] =
  "/* A number of elements: none where the program computes less than 0. */\n"
  "static size_t ihop_size (long long n)\n"
  "{\n"
  "\treturn n > 0 ? (size_t) n : 0;\n"
  "}\n"
  "\n";

static const char overlap_text[] =
  "/* Whether two stretches of memory have a byte in common. */\n"
  "static int ihop_overlap (const void *a, size_t a_bytes, const void *b, size_t b_bytes)\n"
  "{\n"
  "\tconst char *p = (const char *) a, *q = (const char *) b;\n"
  "\n"
  "\treturn (size_t) p < (size_t) q + b_bytes && (size_t) q < (size_t) p + a_bytes;\n"
  "}\n"
  "\n";

static const char larger_text[] =
  "static long long ihop_larger (long long a, long long b)\n"
  "{\n"
  "\treturn a > b ? a : b;\n"
  "}\n"
  "\n";

/* CUDA refuses 0 bytes of managed memory, and gives 0 bytes of its own. */
static const char managed_text[] =
  "/* Memory that may be larger than the card's own: its pages move there as they are used. */\n"
  "static cudaError_t ihop_managed (void **pointer, size_t bytes)\n"
  "{\n"
  "\t*pointer = NULL;\n"
  "\treturn bytes > 0 ? cudaMallocManaged (pointer, bytes, cudaMemAttachGlobal) : cudaSuccess;\n"
  "}\n"
  "\n";

static const char threads_text[] =
  "/* The threads of a launch, one after another. */\n"
  "#define IHOP_EMU_EACH_BLOCK \\\n"
  "\tfor (dim3 blockIdx = ihop_emu_first (gridDim); blockIdx.z < gridDim.z; \\\n"
  "\t     blockIdx = ihop_emu_next (blockIdx, gridDim))\n"
  "#define IHOP_EMU_EACH_THREAD \\\n"
  "\tfor (dim3 threadIdx = ihop_emu_first (blockDim); threadIdx.z < blockDim.z && IHOP_EMU_TELL; \\\n"
  "\t     threadIdx = ihop_emu_next (threadIdx, blockDim))\n";

static const char tell_text[] =
  "#define IHOP_EMU_TELL (ihop_emu_thread.blockIdx = blockIdx, ihop_emu_thread.threadIdx = "
  "threadIdx, 1)\n"
  "#define IHOP_READ(site, x) (*({ __typeof__ (&(x)) ihop_at = &(x); "
  "ihop_emu_read (ihop_at, sizeof *ihop_at); "
  "ihop_emu_site (site, ihop_at, sizeof *ihop_at); ihop_at; }))\n"
  "#define IHOP_WRITE(site, x) (*({ __typeof__ (&(x)) ihop_at = &(x); "
  "ihop_emu_write (ihop_at, sizeof *ihop_at); "
  "ihop_emu_site (site, ihop_at, sizeof *ihop_at); ihop_at; }))\n"
  "#define IHOP_UPDATE(site, x) (*({ __typeof__ (&(x)) ihop_at = &(x); "
  "ihop_emu_read (ihop_at, sizeof *ihop_at); ihop_emu_write (ihop_at, sizeof *ihop_at); "
  "ihop_emu_site (site, ihop_at, sizeof *ihop_at); "
  "ihop_emu_site (site, ihop_at, sizeof *ihop_at); ihop_at; }))\n";

/* One thread at a time: an atomic operation is an operation. The names inside are ours alone: "at" and
 * "value" speak of the owner's. */
static const char atomics_text[] =
  "#define IHOP_EMU_ATOMIC(at, value, next) \\\n"
  "\t({ __typeof__ (at) ihop_p = (at); __typeof__ (*(at)) ihop_v = (value), ihop_old = *ihop_p; \\\n"
  "\tihop_emu_atomic (ihop_p, sizeof *ihop_p); *ihop_p = (next); ihop_old; })\n"
  "#define atomicAdd(at, value) IHOP_EMU_ATOMIC (at, value, ihop_old + ihop_v)\n"
  "#define atomicMin(at, value) \\\n"
  "\tIHOP_EMU_ATOMIC (at, value, ihop_v < ihop_old ? ihop_v : ihop_old)\n"
  "#define atomicMax(at, value) \\\n"
  "\tIHOP_EMU_ATOMIC (at, value, ihop_v > ihop_old ? ihop_v : ihop_old)\n"
  "#define atomicAnd(at, value) IHOP_EMU_ATOMIC (at, value, ihop_old & ihop_v)\n"
  "#define atomicOr(at, value) IHOP_EMU_ATOMIC (at, value, ihop_old | ihop_v)\n"
  "#define atomicXor(at, value) IHOP_EMU_ATOMIC (at, value, ihop_old ^ ihop_v)\n"
  "#define atomicExch(at, value) IHOP_EMU_ATOMIC (at, value, ihop_v)\n";

static gboolean
has_atomics (const IhopPlan *plan)
{
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      const IhopKernel *kernel = plan->kernels->pdata[i];
      if (kernel->atomics && kernel->atomics->len > 0)
        return TRUE;
    }
  return FALSE;
}

char *
ihop_helpers_text (const IhopPrint *print)
{
  GString *out = g_string_new (NULL);
  const IhopLayout *layout = &print->layout;
  const char *const texts[] = { check_text, blocks_text, up_to_text, size_text,
                                       overlap_text, managed_text, larger_text,
                                       ihop_block_table_text () };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (print->helpers & (1u << i))
      {
        g_autofree char *text = ihop_layout_text (layout, "", texts[i]);
        g_string_append (out, text);
      }
  if (print->dialect == IHOP_DIALECT_EMULATED && print->plan->kernels->len > 0)
    {
      g_string_append (out, threads_text);
      g_string_append (out, print->options->sites ? tell_text : "#define IHOP_EMU_TELL 1\n");
      g_string_append (out, has_atomics (print->plan) ? atomics_text : "");
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}
