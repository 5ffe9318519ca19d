/* Predicted sectors against those that an emulated program counts (IHOP_EMU_SECTORS).
 *
 * Each nest is turned into a kernel of the emulated runtime: threads in CUDA's numbering around the
 * body as written, in which every access that the profiler lists tells its site. */
#include "frontend/frontend.h"
#include "ir/print.h"
#include "profiler/profiler.h"
#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  const char *name, *first, *condition;
  gint64 step;
  guint trips;             /* the most there are */
} Loop;

typedef struct
{
  const char *name, *params, *body;
  const char *arguments;   /* of the call; arrays are d[0], d[1] … of the type that fits */
  guint n, bytes[4];       /* sizes of the arrays, 0: no more */
  Loop loops[3];
  double tolerance;        /* a share: places of rows do not come up equally often */
  gboolean is_symbolic;    /* extents are parameters: blocks that leave a rest are not foreseen */
} Case;

static const Case cases[] = {
  { "gemm", "int n, int w, int m, int l, double C[n][m], double A[n][l], double B[l][m]",
    "{ C[i][j] *= 2; for (int k = 0; k < l; k++) C[i][j] += A[i][k] * B[k][j]; }",
    "64, 64, 65, 41, d[0], d[1], d[2]", 2, { 64 * 65 * 8, 64 * 41 * 8, 65 * 41 * 8 },
    { { "i", "0", "i < n", 1, 64 }, { "j", "0", "j < w", 1, 64 } }, 0.03, TRUE },
  { "gemm-static", "double C[64][64], double A[64][40], double B[40][64]",
    "{ C[i][j] *= 2; for (int k = 0; k < 40; k++) C[i][j] += A[i][k] * B[k][j]; }",
    "d[0], d[1], d[2]", 2, { 64 * 64 * 8, 64 * 40 * 8, 64 * 40 * 8 },
    { { "i", "0", "i < 64", 1, 64 }, { "j", "0", "j < 64", 1, 64 } }, 1e-9 },
  { "stencil", "float A[130][258], float B[130][258]",
    "A[i][j] = B[i][j-1] + B[i][j] + B[i][j+1] + B[i-1][j] + B[i+1][j];",
    "d[0], d[1]", 2, { 130 * 258 * 4, 130 * 258 * 4 },
    { { "i", "1", "i < 129", 1, 128 }, { "j", "1", "j < 257", 1, 256 } }, 1e-9 },
  { "transposed", "double A[96][96], const double B[96][96]", "A[j][i] = B[i][j];",
    "d[0], d[1]", 2, { 96 * 96 * 8, 96 * 96 * 8 },
    { { "i", "0", "i < 96", 1, 96 }, { "j", "0", "j < 96", 1, 96 } }, 1e-9 },
  { "structs", "struct { double x, y, z; } *p, double s",
    "{ p[i].x += s * p[i].y; p[i].z = 0; }", "d[0], 2.0", 1, { 1024 * 24 },
    { { "i", "0", "i < 1024", 1, 1024 } }, 1e-9 },
  { "downward", "float *a, const float *b", "a[i] = b[2 * i] + b[100];", "d[0], d[1]", 1,
    { 4 * 1000, 8 * 1000 }, { { "i", "959", "i >= 0", -1, 960 } }, 1e-9 },
  { "steps", "double *a", "a[3 * i + 1] = 0;", "d[0]", 1, { 8 * 3 * 1024 },
    { { "i", "1", "i < 1023", 2, 511 } }, 1e-9 },
  { "indirect", "double *x, const int *at", "x[at[i] + 4 * i] = 1;", "d[0], d[1]", 1,
    { 8 * 4100, 4 * 1024 }, { { "i", "0", "i < 1024", 1, 1024 } }, 1e-9 },
  { "cube", "float A[32][32][64], const float B[32][64][32]", "A[i][j][k] = B[j][k][i];",
    "d[0], d[1]", 3, { 32 * 32 * 64 * 4, 32 * 32 * 64 * 4 },
    { { "i", "0", "i < 32", 1, 32 }, { "j", "0", "j < 32", 1, 32 },
      { "k", "0", "k < 64", 1, 64 } }, 1e-9 },
  { "ragged", "double A[50][70]", "A[i][j] += 1;", "d[0]", 2, { 50 * 70 * 8 },
    { { "i", "0", "i < 50", 1, 50 }, { "j", "0", "j < 70", 1, 70 } }, 1e-9 },
};
static const guint blocks[][3] = { { 256, 1, 1 }, { 32, 8, 1 }, { 16, 16, 1 }, { 8, 8, 4 },
                                   { 4, 64, 1 },  { 48, 4, 1 } };

/* ---- Instrumenting the body ------------------------------------------------------ */

typedef struct
{
  const GArray *sites;
  int base;                /* number of this candidate's first site */
  const IhopNode *inside;  /* being printed already */
} Instrument;

static int
site_number (const GArray *sites, const IhopNode *node, gboolean is_store)
{
  for (guint i = 0; i < sites->len; i++)
    if (g_array_index (sites, IhopSite, i).node == node
        && g_array_index (sites, IhopSite, i).is_store == is_store)
      return (int) i;
  return -1;
}

static char *
instrument (const IhopNode *node, gpointer data)
{
  Instrument *self = data, inner = { self->sites, self->base, node };
  IhopPrinter printer = { .replace = instrument, .data = &inner };
  int load = site_number (self->sites, node, FALSE), store = site_number (self->sites, node, TRUE);
  g_autofree char *text = NULL;

  if (node == self->inside || (load < 0 && store < 0))
    return NULL;
  text = ihop_print_node (node, &printer);
  return g_strdup_printf ("(*SITE (%d, %d, &(%s)))", load < 0 ? -1 : self->base + load,
                          store < 0 ? -1 : self->base + store, text);
}

/* ---- The program ---------------------------------------------------------------------- */

static void
add_runtime (GString *program)
{
  static const char *const files[] = { "ihop_emu.h", "ihop_emu_arena.h", "ihop_emu_host.h", "ihop_emu_cuda.h",
                                       "ihop_emu_watch.h", "ihop_emu_report.h" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (EMULATE_DIR, files[i], NULL);
      g_autofree char *text = NULL;

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_string_append (program, text);
    }
  g_string_append (program,
                   "#define SITE(l, s, p) ({ __typeof__ (p) at_ = (p);\\\n"
                   "  if ((l) >= 0) ihop_emu_site (l, at_, sizeof *at_);\\\n"
                   "  if ((s) >= 0) ihop_emu_site (s, at_, sizeof *at_); at_; })\n"
                   "#define EACH(v, n) for (unsigned v = 0; v < n; v++)\n");
}

static void
add_kernel (GString *program, const Case *c, const IhopCandidate *candidate, int base,
            const char *body)
{
  g_string_append_printf (program,
                          "static void kernel_%d (dim3 grid, dim3 block, %s)\n{\n"
                          "  EACH (bz, grid.z) EACH (by, grid.y) EACH (bx, grid.x) {\n"
                          "    ihop_emu_thread.blockIdx = (dim3) { bx, by, bz };\n"
                          "    EACH (tz, block.z) EACH (ty, block.y) EACH (tx, block.x) {\n"
                          "      ihop_emu_thread.threadIdx = (dim3) { tx, ty, tz };\n"
                          "      int number[3] = { bx * block.x + tx, by * block.y + ty,\n"
                          "                        bz * block.z + tz };\n", base, c->params);
  for (guint k = 0; k < c->n; k++)
    g_string_append_printf (program, "      int %s = %s + %d * number[%u]; if (!(%s)) continue;\n",
                            c->loops[k].name, c->loops[k].first, (int) c->loops[k].step,
                            candidate->axis_of[k], c->loops[k].condition);
  g_string_append_printf (program, "      %s\n    }\n    ihop_emu_block_end ();\n  }\n}\n", body);
}

static void
add_arrays (GString *program, const Case *c)
{
  for (guint i = 0; i < 4 && c->bytes[i] != 0; i++)
    g_string_append_printf (program, "  cudaMalloc (&d[%u], %u); cudaMemset (d[%u], 0, %u);\n", i,
                            c->bytes[i], i, c->bytes[i]);
}

static void
add_launch (GString *program, const Case *c, const IhopCandidate *candidate, int base)
{
  guint grid[3] = { 1, 1, 1 };
  const guint *b = candidate->block;

  for (guint k = 0; k < c->n; k++)
    grid[candidate->axis_of[k]] = (c->loops[k].trips + b[candidate->axis_of[k]] - 1)
                                  / b[candidate->axis_of[k]];
  g_string_append_printf (program,
                          "  grid = (dim3) { %u, %u, %u }, block = (dim3) { %u, %u, %u };\n"
                          "  if (ihop_emu_kernel_begin (\"k\", \"k.c\", 1, grid, block)) {\n"
                          "    kernel_%d (grid, block, %s);\n    ihop_emu_kernel_end ();\n  }\n",
                          grid[0], grid[1], grid[2], b[0], b[1], b[2], base, c->arguments);
}

static void
run_program (const char *folder, const char *text)
{
  g_autofree char *source = g_build_filename (folder, "e.c", NULL);
  g_autofree char *binary = g_build_filename (folder, "e", NULL);
  g_autofree char *counts = g_build_filename (folder, "e.json", NULL);
  const char *compile[] = { "cc", "-std=gnu11", "-O0", "-w", "-o", binary, source, NULL };
  const char *run[] = { binary, NULL };
  int status = -1;

  g_assert_true (g_file_set_contents (source, text, -1, NULL));
  g_assert_true (g_spawn_sync (NULL, (char **) compile, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL,
                               NULL, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  g_setenv ("IHOP_EMU_SECTORS", counts, TRUE);
  g_assert_true (g_spawn_sync (NULL, (char **) run, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL,
                               &status, NULL));
  g_unsetenv ("IHOP_EMU_SECTORS");
  g_assert_cmpint (status, ==, 0);
}

/* ---- Comparing ------------------------------------------------------------------------------ */

static void
compare (const Case *c, JsonArray *counted, int base, const IhopCandidate *candidate,
         const GArray *sites)
{
  for (guint i = 0; i < sites->len; i++)
    {
      JsonObject *object = json_array_get_object_element (counted, (guint) base + i);
      const IhopSite *site = &g_array_index (sites, IhopSite, i);
      double real = (double) json_object_get_int_member (object, "sectors")
                    / (double) json_object_get_int_member (object, "accesses");
      g_autofree char *text = ihop_print_node (site->node, NULL);

      g_assert_cmpint (json_object_get_int_member (object, "site"), ==, base + (int) i);
      g_test_message ("%s block (%u,%u,%u) %s %s: predicted %g, counted %g", c->name,
                      candidate->block[0], candidate->block[1], candidate->block[2],
                      site->is_store ? "store" : "load", text, site->sectors, real);
      if (site->is_exact)
        g_assert_cmpfloat_with_epsilon (site->sectors, real, c->tolerance * real);
      else
        g_assert_cmpfloat (site->sectors, >=, real);
    }
}

static IhopTree *
parse_case (const Case *c)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopTree *tree;

  g_string_printf (text, "void f(%s)\n{\n", c->params);
  for (guint k = 0; k < c->n; k++)
    g_string_append_printf (text, "  for (int %s = %s; %s; %s += %d)\n", c->loops[k].name,
                            c->loops[k].first, c->loops[k].condition, c->loops[k].name,
                            (int) c->loops[k].step);
  g_string_append_printf (text, "    %s\n}\n", c->body);
  tree = ihop_frontend_parse_text ("nest.c", text->str, text->len, NULL, diags);
  g_assert_nonnull (tree);
  return tree;
}

static gboolean
find_loop (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (*found == NULL && node->kind == IHOP_FOR)
    *found = node;
  return *found == NULL;
}

static gboolean
is_possible (const Case *c, const guint *block)
{
  for (guint axis = c->n; axis < 3; axis++)
    if (block[axis] != 1)
      return FALSE;
  return !c->is_symbolic || block[0] != 48;
}

/* One way to spread the nest: its kernel, its predictions. */
typedef struct
{
  IhopCandidate candidate;
  GArray *sites;
  int base;
} Variant;

static GArray *
list_variants (const Case *c, const IhopFunction *function, const IhopNode *const *loops)
{
  g_autoptr (IhopGpu) gpu = ihop_gpu_load ("a100", NULL);
  GArray *variants = g_array_new (FALSE, FALSE, sizeof (Variant));
  int base = 0;

  for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
    for (guint turned = 0; turned < MIN (c->n, 2) && is_possible (c, blocks[b]); turned++)
      {
        Variant v = { .candidate.block = { blocks[b][0], blocks[b][1], blocks[b][2] },
                      .base = base };

        for (guint k = 0; k < c->n; k++)
          v.candidate.axis_of[k] = turned ? k : c->n - 1 - k;
        v.sites = ihop_profile_sites (NULL, function, loops, c->n, gpu, &v.candidate, NULL);
        base += (int) v.sites->len;
        g_array_append_val (variants, v);
      }
  return variants;
}

static char *
write_program (const Case *c, const IhopNode *body, const GArray *variants)
{
  GString *program = g_string_new (NULL);

  add_runtime (program);
  for (guint i = 0; i < variants->len; i++)
    {
      const Variant *v = &g_array_index (variants, Variant, i);
      Instrument data = { v->sites, v->base, NULL };
      IhopPrinter printer = { .replace = instrument, .data = &data };
      g_autofree char *text = ihop_print_node (body, &printer);

      add_kernel (program, c, &v->candidate, v->base, text);
    }
  g_string_append (program, "int main (void)\n{\n  void *d[4];\n  dim3 grid, block;\n");
  add_arrays (program, c);
  for (guint i = 0; i < variants->len; i++)
    add_launch (program, c, &g_array_index (variants, Variant, i).candidate,
                g_array_index (variants, Variant, i).base);
  g_string_append (program, "  return 0;\n}\n");
  return g_string_free (program, FALSE);
}

static void
compare_all (const Case *c, const char *folder, const GArray *variants)
{
  g_autofree char *path = g_build_filename (folder, "e.json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *counted;

  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  counted = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                          "sites");
  for (guint i = 0; i < variants->len; i++)
    {
      Variant *v = &g_array_index (variants, Variant, i);

      compare (c, counted, v->base, &v->candidate, v->sites);
      g_array_unref (v->sites);
    }
}

static void
remove_folder (const char *folder)
{
  static const char *const files[] = { "e", "e.c", "e.json" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i], NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *folder = g_dir_make_tmp ("ihop-XXXXXX", NULL);
  g_autoptr (IhopTree) tree = parse_case (c);
  const IhopFunction *function = g_ptr_array_index (tree->functions, 0);
  const IhopNode *loops[3] = { NULL };
  g_autoptr (GArray) variants = NULL;
  g_autofree char *program = NULL;

  for (guint k = 0; k < c->n; k++)
    ihop_node_walk (k == 0 ? function->body : ihop_loop_body (loops[k - 1]), find_loop, &loops[k]);
  variants = list_variants (c, function, loops);
  program = write_program (c, ihop_loop_body (loops[c->n - 1]), variants);
  run_program (folder, program);
  compare_all (c, folder, variants);
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/profiler/emulated/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
