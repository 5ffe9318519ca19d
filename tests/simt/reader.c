/* The reader of PTX: what it makes of a text, and that broken texts are errors with a line, never a crash. */
#include "simt/lower/flow_build.h"
#include "simt/ptx/cubin.h"
#include "simt/ptx/fatbin.h"
#include "simt/ptx/read.h"
#include <elf.h>
#include <string.h>

static char *text; /* of the file that the test is given */

static IhopPtxModule *
read_fine (const char *ptx)
{
  g_autoptr (GError) error = NULL;
  IhopPtxModule *module = ihop_ptx_read (ptx, &error);

  g_assert_no_error (error);
  return module;
}

static void
reads (void)
{
  g_autoptr (IhopPtxModule) module = read_fine (text);
  const IhopPtxFunction *kernel = ihop_ptx_module_function (module, "kernel");

  g_assert_cmpuint (module->version, ==, 83);
  g_assert_cmpuint (module->target, ==, 80);
  g_assert_true (kernel && kernel->is_entry && kernel->has_body);
  g_assert_cmpuint (kernel->params->len, ==, 3);
  g_assert_cmpuint (kernel->max_threads, ==, 256);
  g_assert_cmpuint (kernel->labels->len, ==, 3);
  const IhopPtxVariable *table = ihop_ptx_variable_find (module->variables, "table");
  g_assert_cmpuint (table->size, ==, 16);
  g_assert_cmpint (((const gint32 *) (gpointer) table->init->data)[1], ==, -2);
  const IhopPtxVariable *pointer = ihop_ptx_variable_find (module->variables, "pointer");
  g_assert_cmpuint (pointer->relocations->len, ==, 1);
  g_assert_cmpint (g_array_index (pointer->relocations, IhopPtxRelocation, 0).offset, ==, 8);
}

/* A register of an inner scope is another one than that outside. */
static void
keeps_scopes_apart (void)
{
  g_autoptr (IhopPtxModule) module = read_fine (text);
  const IhopPtxFunction *kernel = ihop_ptx_module_function (module, "kernel");
  guint n = 0;

  for (guint i = 0; i < kernel->registers->len; i++)
    n += g_str_equal (g_array_index (kernel->registers, IhopPtxRegister, i).name, "%inner");
  g_assert_cmpuint (n, ==, 3);
}

static void
orders_blocks (void)
{
  g_autoptr (IhopPtxModule) module = read_fine (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (IhopFlow) flow = ihop_flow_new (ihop_ptx_module_function (module, "kernel"), NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (flow->n_blocks, >, 4);
  for (guint i = 0; i < flow->n_blocks; i++)
    if (flow->blocks[i].how == IHOP_FLOW_EXIT)
      g_assert_cmpuint (i, ==, flow->n_blocks - 1); /* the loop stands before what is behind it */
}

static void
says_where (void)
{
  static const char *const broken[] = { ".version 8.3\n.target sm_80\n.bogus x;", ".visible .entry k()\n{\nadd.s32 %r1, %r2\n}",
                                        ".global .u32 a[4] = {1, 2, 3, 4, 5};", ".visible .entry k() { @%p bra L; }",
                                        ".global .u32 a[99999999999];", ".func f( {", "/* no end" };

  for (guint i = 0; i < G_N_ELEMENTS (broken) - 1; i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (ihop_ptx_read (broken[i], &error));
      g_assert_nonnull (strstr (error->message, "PTX line "));
    }
}

/* How many texts; a second argument of the program asks for more. */
static guint n_noisy = 4000;

/* Bytes exchanged, left out, doubled: whatever comes, it comes back, and an error has its place. */
static void
survives_noise (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20240607);
  gsize n = strlen (text);

  for (guint round = 0; round < n_noisy; round++)
    {
      g_autofree char *noisy = g_strdup (text);
      for (guint k = g_rand_int_range (random, 1, 6); k > 0; k--)
        {
          gsize from = g_rand_int_range (random, 0, n - 40), to = g_rand_int_range (random, 0, n - 40);
          gsize length = g_rand_int_range (random, 1, 40);
          memmove (noisy + to, noisy + from, length);
          if (g_rand_boolean (random))
            noisy[to] = g_rand_int_range (random, 32, 127);
        }
      g_autoptr (GError) error = NULL;
      g_autoptr (IhopPtxModule) module = ihop_ptx_read (noisy, &error);
      for (guint i = 0; module && i < module->functions->len; i++)
        {
          g_autoptr (IhopFlow) flow = ihop_flow_new (module->functions->pdata[i], NULL, NULL);
        }
      g_assert_true (module != NULL || (error != NULL && strstr (error->message, "PTX line ")));
    }
}

static void
packs_and_unpacks (void)
{
  g_autoptr (GByteArray) image = ihop_fatbin_new (text, 80);
  g_autofree char *back = ihop_fatbin_ptx (image->data, NULL);

  g_assert_true (ihop_fatbin_is (image->data));
  g_assert_cmpstr (back, ==, text);
}

/* Machine code with one kernel of 128 registers, as ELF; cut off anywhere it tells nothing, or the same. */
static void
reads_registers (void)
{
  static const char names[] = "\0.shstrtab\0.text.k";
  struct
  {
    Elf64_Ehdr header;
    Elf64_Shdr sections[3];
    char names[sizeof names];
  } file = { .header = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64 }, .e_shnum = 3, .e_shstrndx = 1 } };

  file.header.e_shoff = (guint8 *) file.sections - (guint8 *) &file;
  memcpy (file.names, names, sizeof names);
  file.sections[1] = (Elf64_Shdr){ .sh_name = 1, .sh_offset = (guint8 *) file.names - (guint8 *) &file, .sh_size = sizeof names };
  file.sections[2] = (Elf64_Shdr){ .sh_name = 11, .sh_info = 128u << 24 | 8 };
  for (gsize size = 0; size <= sizeof file; size++)
    {
      g_autoptr (GHashTable) registers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_autofree guint8 *cut = g_memdup2 (&file, MAX (size, 1));
      ihop_cubin_registers (cut, size, registers);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (registers, "k"));
      g_assert_true (n == 128 || (n == 0 && size < sizeof file));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_true (g_file_get_contents (argv[1], &text, NULL, NULL));
  if (argc > 2)
    n_noisy = strtoul (argv[2], NULL, 10);
  g_test_add_func ("/ptx/reads", reads);
  g_test_add_func ("/ptx/scopes", keeps_scopes_apart);
  g_test_add_func ("/ptx/blocks", orders_blocks);
  g_test_add_func ("/ptx/errors", says_where);
  g_test_add_func ("/ptx/noise", survives_noise);
  g_test_add_func ("/ptx/fatbin", packs_and_unpacks);
  g_test_add_func ("/ptx/registers", reads_registers);
  int code = g_test_run ();
  g_free (text);
  return code;
}
