/* Pictures of small programs whose answers are known by heart. */
#include "frontend/frontend.h"
#include "project/graph.h"
#include <gio/gio.h>
#include <string.h>

typedef struct
{
  IhopDiags *diags;
  IhopTree *tree;
  GPtrArray *trees;
  IhopFacts *facts;
} Program;

static Program
program_new (const char *text)
{
  Program program = { .diags = ihop_diags_new (), .trees = g_ptr_array_new () };

  program.tree = ihop_frontend_parse_text ("test.c", text, strlen (text), NULL, program.diags);
  g_assert_nonnull (program.tree);
  g_ptr_array_add (program.trees, program.tree);
  program.facts = ihop_facts_new (program.trees, NULL, program.diags);
  return program;
}

static void
program_clear (Program *program)
{
  ihop_facts_free (program->facts);
  g_ptr_array_unref (program->trees);
  ihop_tree_unref (program->tree);
  g_ptr_array_unref (program->diags);
}

static const IhopLoop *
loop_named (const Program *program, const char *address)
{
  const GPtrArray *loops = ihop_loops_of (program->facts, program->tree);

  for (guint i = 0; i < loops->len; i++)
    if (g_str_equal (((const IhopLoop *) loops->pdata[i])->name->address, address))
      return loops->pdata[i];
  g_error ("no loop %s", address);
}

/* ---- iteration spaces ---- */

static int
by_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* "kind variable distance" of each arrow, each once, sorted: "flow A 1 0; flow A 0 1". */
static char *
arrows_of (const IhopInstances *space)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (guint i = 0; i < space->arrows->len; i++)
    {
      const IhopArrow *arrow = space->arrows->pdata[i];
      const IhopInstance *from = &g_array_index (space->points, IhopInstance, arrow->from);
      const IhopInstance *to = &g_array_index (space->points, IhopInstance, arrow->to);
      GString *text = g_string_new (ihop_dependence_kind_name (arrow->kind));
      g_assert_cmpuint (arrow->from, <, arrow->to);
      g_string_append_printf (text, " %s%s", arrow->variable,
                              arrow->standing == IHOP_LEVEL_STANDS ? "" : "*");
      for (guint k = 0; k < MIN (from->depth, to->depth); k++)
        g_string_append_printf (text, " %" G_GINT64_FORMAT, to->at[k] - from->at[k]);
      if (from->depth != to->depth)
        g_string_append (text, from->depth < to->depth ? " in" : " out");
      char *key = g_string_free (text, FALSE);
      if (g_hash_table_contains (seen, key))
        g_free (key);
      else if (g_hash_table_add (seen, key))
        g_ptr_array_add (words, key);
    }
  g_ptr_array_sort (words, by_text);
  g_ptr_array_add (words, NULL);
  return g_strjoinv ("; ", (char **) words->pdata);
}

static void
check_space (const char *text, const char *loop, guint points, guint fronts, guint rounds,
             const char *arrows)
{
  Program program = program_new (text);
  IhopInstances *space
    = ihop_instances_of (program.facts, program.tree, loop_named (&program, loop), NULL);
  g_autofree char *found = arrows_of (space);

  g_assert_null (space->why);
  g_assert_cmpstr (found, ==, arrows);
  g_assert_cmpuint (space->points->len, ==, points);
  g_assert_cmpuint (space->n_fronts, ==, fronts);
  g_assert_cmpuint (space->n_rounds, ==, rounds);
  ihop_instances_free (space);
  program_clear (&program);
}

#define SEIDEL                                                                                   \
  "void f (int n, double A[100][100]) { for (int i = 1; i < n - 1; i++) "                         \
  "for (int j = 1; j < n - 1; j++) "

static void
test_stencils (void)
{
  /* 7 × 7 points; the wave runs along the diagonals. */
  check_space (SEIDEL "A[i][j] = A[i-1][j] + A[i][j-1]; }", "f/i/j", 49, 13, 49,
               "flow A 0 1; flow A 1 0");
  /* The same after skewing: rows of one diagonal each, which run at once as they stand. */
  check_space ("void f (double A[100][100]) { for (int d = 2; d < 9; d++) "
               "for (int i = 1; i < d; i++) A[i][d - i] = A[i-1][d - i] + A[i][d - i - 1]; }",
               "f/d/i", 28, 7, 7, "flow A 1 0; flow A 1 1");
  check_space (SEIDEL "A[i][j] = A[i-1][j+1]; }", "f/i/j", 49, 7, 7, "flow A 1 -1");
  /* What is written later is read before. */
  check_space (SEIDEL "A[i][j] = A[i+1][j-1]; }", "f/i/j", 49, 7, 7, "anti A 1 -1");
}

static void
test_values (void)
{
  /* Every read sees the last write only: not each of them. */
  check_space ("void f (int n, double *s, double *x) { for (int i = 0; i < n; i++) s[0] = x[i]; }",
               "f/i", 12, 1, 1, "output s* 1");
  check_space ("void f (int n, double *a) { for (int i = 2; i < n; i++) a[i] = a[i-1] * a[i-2]; }",
               "f/i", 12, 12, 12, "flow a 1; flow a 2");
  /* A sum is no obstacle, and a variable of the body is another one in each iteration. */
  check_space ("double f (int n, double *a) { double s = 0; for (int i = 0; i < n; i++) "
               "{ double t = a[i]; s += t * t; } return s; }",
               "f/i", 12, 1, 1, "flow s* 1; output s* 1");
}

static void
test_order (void)
{
  Program program = program_new ("void f (int n, double *a) { for (int i = n; i > 0; i -= 2) "
                                 "a[i] = a[i + 2]; }");
  IhopInstances *space
    = ihop_instances_of (program.facts, program.tree, loop_named (&program, "f/i"), NULL);

  g_assert_cmpint (space->step[0], ==, -2);
  for (guint i = 1; i < space->points->len; i++)
    g_assert_cmpint (g_array_index (space->points, IhopInstance, i).at[0], ==,
                     g_array_index (space->points, IhopInstance, i - 1).at[0] - 2);
  g_assert_cmpuint (space->n_fronts, ==, space->points->len);
  ihop_instances_free (space);
  program_clear (&program);
}

static void
test_window (void)
{
  /* Constant sizes: the first iterations, and that it says so. */
  Program program = program_new ("double A[4000][4000]; void f (void) { "
                                 "for (int i = 0; i < 4000; i++) { A[i][0] = i; "
                                 "for (int j = i; j < 4000; j++) A[i][j] += A[i][0]; } }");
  const IhopInstanceOptions options = { .size = 5 };
  IhopInstances *space
    = ihop_instances_of (program.facts, program.tree, loop_named (&program, "f/i"), &options);
  guint between = 0;

  g_assert_true (space->is_cut[0] && space->is_cut[1]);
  g_assert_cmpint (space->high[0], ==, 4);
  for (guint i = 0; i < space->points->len; i++)
    between += g_array_index (space->points, IhopInstance, i).depth == 1;
  g_assert_cmpuint (between, ==, 5);
  g_assert_cmpuint (space->points->len, ==, 5 + 15);
  ihop_instances_free (space);
  program_clear (&program);
}

static void
test_witness (void)
{
  Program program = program_new ("void f (int n, double *a) { for (int i = 0; i < n; i++) "
                                 "a[i + 20] = a[i]; }");
  const IhopLoop *loop = loop_named (&program, "f/i");
  const IhopInstanceOptions options = { .witness = loop->dependences->pdata[0] };
  IhopInstances *space = ihop_instances_of (program.facts, program.tree, loop, &options);
  guint found = 0;

  for (guint i = 0; i < space->arrows->len; i++)
    {
      const IhopArrow *arrow = space->arrows->pdata[i];
      found += arrow->is_witness;
      if (arrow->is_witness)
        g_assert_cmpint (g_array_index (space->points, IhopInstance, arrow->to).at[0], ==,
                         g_array_index (space->points, IhopInstance, arrow->from).at[0] + 20);
    }
  g_assert_cmpuint (found, ==, 1);
  ihop_instances_free (space);
  program_clear (&program);
}

/* ---- dependences ---- */

/* "S1→S2 flow A (1, 0) by f/i", in their order. */
static char *
edges_of (const IhopDiagram *diagram)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < diagram->edges->len; i++)
    {
      const IhopEdge *edge = diagram->edges->pdata[i];
      const IhopDrawn *from = diagram->nodes->pdata[edge->from];
      const IhopDrawn *to = diagram->nodes->pdata[edge->to];
      g_string_append_printf (text, "%s%s→%s %s %s %s", i ? "; " : "", from->name, to->name,
                              ihop_edge_kind_name (edge->kind), edge->variable, edge->vector);
      if (edge->carrier)
        g_string_append_printf (text, " by %s", edge->carrier);
      if (edge->standing != IHOP_LEVEL_STANDS)
        g_string_append_printf (text, " %s", ihop_standing_name (edge->standing));
    }
  return g_string_free (text, FALSE);
}

static void
check_deps (const char *text, const char *loop, const char *edges)
{
  Program program = program_new (text);
  g_autoptr (IhopDiagram) diagram = ihop_diagram_new (IHOP_DIAGRAM_DEPS, "test");

  ihop_diagram_add_deps (diagram, program.facts, program.tree, loop_named (&program, loop));
  g_autofree char *found = edges_of (diagram);
  g_assert_cmpstr (found, ==, edges);
  program_clear (&program);
}

static void
test_deps (void)
{
  check_deps (SEIDEL "A[i][j] = A[i-1][j+1] + A[i][j-2]; }", "f/i",
              "S1→S1 flow A (1, -1) by f/i; S1→S1 flow A (0, 2) by f/i/j");
  check_deps ("void f (int n, double *restrict a, double *restrict b) { "
              "for (int i = 1; i < n; i++) { a[i] = b[i]; b[i] = a[i-1]; } }", "f/i",
              "S1→S2 anti b (0); S1→S2 flow a (1) by f/i");
  check_deps ("double f (int n, double *a) { double s = 0, t; for (int i = 0; i < n; i++) "
              "{ t = a[i]; s = s + t; } return s; }", "f/i",
              "S1→S1 output t (<) by f/i private; S1→S2 flow t (<) by f/i private; "
              "S1→S2 flow t (0); S2→S2 anti s (<) by f/i reduction; "
              "S2→S1 anti t (<) by f/i private; S2→S2 flow s (<) by f/i reduction; "
              "S2→S2 output s (<) by f/i reduction");
  /* A variable of the inner body: nothing is carried. */
  check_deps ("void f (int n, double *restrict a) { for (int i = 0; i < n; i++) "
              "{ double t = a[i]; a[i] = t * t; } }", "f/i",
              "S1→S2 anti a (0); S1→S2 flow t (0)");
}

static char *
loudly (const IhopMessage *message)
{
  return g_ascii_strup (ihop_message_text (message), -1);
}

/* Words of a label are another language's where it asks for that; code never is. */
static void
test_words (void)
{
  Program program = program_new ("void f (int n, double *restrict a) { for (int i = 1; i < n; i++) a[i] = a[i-1]; }");
  g_autoptr (IhopDiagram) diagram = ihop_diagram_new (IHOP_DIAGRAM_DEPS, "test");
  const IhopSvgLook look = { .say = loudly };

  ihop_diagram_add_deps (diagram, program.facts, program.tree, loop_named (&program, "f/i"));
  g_autofree char *svg = ihop_diagram_to_svg_bare (diagram, &look), *plain = ihop_diagram_to_svg (diagram);
  g_assert_nonnull (strstr (svg, "S1, LINE 1"));
  g_assert_nonnull (strstr (svg, "a[i] = a[i-1]"));
  g_assert_nonnull (strstr (plain, "S1, line 1"));
  program_clear (&program);
}

/* ---- control flow and calls ---- */

static guint
count_kind (const IhopDiagram *diagram, IhopDrawnKind kind)
{
  guint count = 0;

  for (guint i = 0; i < diagram->nodes->len; i++)
    count += ((const IhopDrawn *) diagram->nodes->pdata[i])->kind == kind;
  return count;
}

static guint
count_label (const IhopDiagram *diagram, const char *label)
{
  guint count = 0;

  for (guint i = 0; i < diagram->edges->len; i++)
    count += g_strcmp0 (((const IhopEdge *) diagram->edges->pdata[i])->label, label) == 0;
  return count;
}

static void
test_flow (void)
{
  Program program = program_new (
    "int f (int n) { int s = 0; int t = 1; for (int i = 0; i < n; i++) { if (i == 7) break; "
    "if (i == 3) continue; s += i; } switch (n) { case 1: s = 2; break; case 2: s = 3; "
    "default: s++; } while (s > 100) s /= 2; return s; }");
  g_autoptr (IhopDiagram) diagram = ihop_diagram_new (IHOP_DIAGRAM_FLOW, "test");

  ihop_diagram_add_flow (diagram, program.facts, program.tree,
                         program.tree->functions->pdata[0], NULL);
  g_assert_cmpuint (count_kind (diagram, IHOP_DRAWN_ENTRY), ==, 1);
  g_assert_cmpuint (count_kind (diagram, IHOP_DRAWN_EXIT), ==, 1);
  /* i < n, i == 7, i == 3, switch, s > 100 */
  g_assert_cmpuint (count_kind (diagram, IHOP_DRAWN_CONDITION), ==, 5);
  /* one block of the three declarations; s += i; i++; s = 2; s = 3; s++; s /= 2; return */
  g_assert_cmpuint (count_kind (diagram, IHOP_DRAWN_STATEMENT), ==, 8);
  g_assert_cmpuint (count_label (diagram, "yes"), ==, 4);
  g_assert_cmpuint (count_label (diagram, "no"), ==, 4);
  g_assert_cmpuint (count_label (diagram, "case 1"), ==, 1);
  g_assert_cmpuint (count_label (diagram, "default"), ==, 1);
  g_assert_cmpuint (diagram->groups->len, ==, 2);
  program_clear (&program);
}

static void
test_calls (void)
{
  Program program = program_new ("double sin (double); static double g (double x) { return x; } "
                                 "double h (int n) { return n ? h (n - 1) + g (1) + g (2) : sin (0); } "
                                 "double k (double (*p) (double)) { return p (1) + g (3); }");
  g_autoptr (IhopDiagram) all = ihop_diagram_new (IHOP_DIAGRAM_CALLS, "test");
  g_autoptr (IhopDiagram) one = ihop_diagram_new (IHOP_DIAGRAM_CALLS, "test");

  ihop_diagram_add_calls (all, program.facts, NULL);
  g_assert_cmpuint (count_kind (all, IHOP_DRAWN_FUNCTION), ==, 3);
  g_assert_cmpuint (count_kind (all, IHOP_DRAWN_STRANGER), ==, 2); /* sin, and by pointer */
  g_assert_cmpuint (all->edges->len, ==, 5);
  g_assert_cmpuint (count_label (all, "× 2"), ==, 1);
  ihop_diagram_add_calls (one, program.facts, ihop_tree_function (program.tree, "h"));
  g_assert_cmpuint (one->nodes->len, ==, 3); /* h, g, sin */
  program_clear (&program);
}

/* ---- laying out and writing ---- */

static void
test_layout (void)
{
  Program program = program_new (SEIDEL "A[i][j] = A[i-1][j+1] + A[i][j-2]; }");
  g_autoptr (IhopDiagram) diagram = ihop_diagram_new (IHOP_DIAGRAM_DEPS, "A & B <test>");
  g_autoptr (GError) error = NULL;

  ihop_diagram_add_deps (diagram, program.facts, program.tree, loop_named (&program, "f/i"));
  program_clear (&program); /* a diagram outlives what it shows */
  g_assert_true (ihop_diagram_layout (diagram, 0, NULL, &error));
  g_assert_no_error (error);
  const IhopDrawn *node = diagram->nodes->pdata[0];
  const IhopDrawnGroup *inner = diagram->groups->pdata[1], *outer = diagram->groups->pdata[0];
  g_assert_cmpfloat (node->x - node->width / 2, >, inner->x - inner->width / 2);
  g_assert_cmpfloat (inner->x - inner->width / 2, >, outer->x - outer->width / 2);
  g_assert_cmpfloat (node->y + node->height / 2, <, outer->y + outer->height / 2);
  for (guint i = 0; i < diagram->edges->len; i++)
    g_assert_cmpuint (((const IhopEdge *) diagram->edges->pdata[i])->path->len, >=, 4);
  g_autofree char *svg = ihop_diagram_to_svg (diagram);
  g_assert_nonnull (strstr (svg, "A &amp; B &lt;test&gt;"));
  g_assert_nonnull (strstr (svg, "data-level=\"2\""));
  g_autoptr (GBytes) png = ihop_diagram_to_picture (diagram, IHOP_PICTURE_PNG, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (png, NULL), 8, "\x89PNG\r\n\x1a\n", 8);
  g_autoptr (GBytes) pdf = ihop_diagram_to_picture (diagram, IHOP_PICTURE_PDF, &error);
  g_assert_cmpmem (g_bytes_get_data (pdf, NULL), 5, "%PDF-", 5);
}

/* Loops of three statements each, one behind the other, under one loop. */
static IhopDiagram *
big_diagram (guint loops)
{
  IhopDiagram *diagram = ihop_diagram_new (IHOP_DIAGRAM_DEPS, "big");
  IhopDrawnGroup *outer = ihop_diagram_add_group (diagram, -1);

  outer->label = g_strdup ("for t");
  for (guint i = 0; i < loops; i++)
    {
      IhopDrawnGroup *group = ihop_diagram_add_group (diagram, 0);
      group->label = g_strdup ("for i");
      for (guint k = 0; k < 3; k++)
        {
          IhopDrawn *node = ihop_diagram_add_node (diagram, IHOP_DRAWN_STATEMENT);
          node->group = (int) i + 1;
          node->name = g_strdup_printf ("S%u", 3 * i + k);
          node->label = g_strdup (node->name);
          node->width = 60;
          node->height = 20;
          if (3 * i + k)
            ihop_diagram_add_edge (diagram, 3 * i + k - 1, 3 * i + k, IHOP_EDGE_FLOW);
        }
    }
  return diagram;
}

static void
test_fold (void)
{
  g_autoptr (IhopDiagram) diagram = big_diagram (400);
  g_autoptr (IhopDiagram) flat = big_diagram (400);

  ihop_diagram_fold (diagram, 500);
  g_assert_cmpuint (diagram->nodes->len, ==, 400);
  g_assert_cmpuint (diagram->edges->len, ==, 399);
  g_assert_cmpuint (count_kind (diagram, IHOP_DRAWN_FOLDED), ==, 400);
  g_assert_cmpuint (diagram->notes->len, ==, 1);
  ihop_diagram_fold (diagram, 100);
  g_assert_cmpuint (diagram->nodes->len, ==, 1);
  g_assert_cmpuint (diagram->edges->len, ==, 0);
  for (guint i = 0; i < flat->nodes->len; i++)
    ((IhopDrawn *) flat->nodes->pdata[i])->group = -1;
  ihop_diagram_fold_loops (flat, 500);
  g_assert_cmpuint (flat->nodes->len, ==, 1200);
  ihop_diagram_fold (flat, 500);
  g_assert_cmpuint (flat->nodes->len, ==, 500);
  g_assert_cmpuint (flat->edges->len, ==, 499);
  g_assert_nonnull (strstr (ihop_message_text (flat->notes->pdata[0]), "700 of 1200"));
}

static void
test_fold_chosen (void)
{
  g_autoptr (IhopDiagram) diagram = big_diagram (4);
  const char *const keys[] = { "f/i#2", "f/i#3", NULL }, *const outer[] = { "for t, line 0", "f/i#2", NULL };

  for (guint i = 0; i < 4; i++)
    ((IhopDrawnGroup *) diagram->groups->pdata[i + 1])->address = g_strdup_printf ("f/i#%u", i + 1);
  ihop_diagram_fold_chosen (diagram, keys);
  g_assert_cmpuint (diagram->nodes->len, ==, 8);
  g_assert_cmpuint (diagram->edges->len, ==, 7);
  const IhopDrawn *folded = diagram->nodes->pdata[3];
  g_assert_cmpstr (folded->folds, ==, "f/i#2");
  g_assert_nonnull (strstr (folded->inside, "S4"));
  ihop_diagram_fold_chosen (diagram, outer);
  g_assert_cmpuint (diagram->nodes->len, ==, 1);
  g_assert_nonnull (strstr (((const IhopDrawn *) diagram->nodes->pdata[0])->inside, "S4"));
}

static void
test_near (void)
{
  g_autoptr (IhopDiagram) diagram = big_diagram (10);

  for (guint i = 0; i < diagram->nodes->len; i++)
    ((IhopDrawn *) diagram->nodes->pdata[i])->first_line = ((IhopDrawn *) diagram->nodes->pdata[i])->last_line = i + 1;
  ihop_diagram_keep_near (diagram, NULL, 100, 110, 2); /* nothing stands there */
  g_assert_cmpuint (diagram->nodes->len, ==, 30);
  ihop_diagram_keep_near (diagram, NULL, 10, 11, 2);
  g_assert_cmpuint (diagram->nodes->len, ==, 6);
  g_assert_cmpuint (diagram->edges->len, ==, 5);
  g_assert_cmpstr (((const IhopDrawn *) diagram->nodes->pdata[0])->name, ==, "S7");
  g_assert_nonnull (strstr (ihop_message_text (diagram->notes->pdata[0]), "6 of 30"));
}

/* So many arrows of the nest that is shown would run backwards. */
static void
check_change (const char *text, IhopSpaceChange change, const char *step, guint expected)
{
  Program program = program_new (text);
  IhopInstances *space = ihop_instances_of (program.facts, program.tree, loop_named (&program, "f/i/j"), NULL);
  g_autoptr (IhopDiagram) diagram = ihop_diagram_new (IHOP_DIAGRAM_ITERATIONS, "f");
  guint n_backwards;

  ihop_diagram_add_points (diagram, space, program.tree);
  g_autofree char *said = ihop_space_change_step (diagram, &change);
  g_assert_cmpstr (said, ==, step);
  g_autoptr (IhopDiagram) changed = ihop_space_change_show (diagram, &change, &n_backwards);
  g_assert_cmpuint (n_backwards, ==, expected);
  g_assert_cmpuint (changed->nodes->len, ==, diagram->nodes->len);
  ihop_instances_free (space);
  program_clear (&program);
}

static void
test_change (void)
{
  const IhopSpaceChange interchange = { IHOP_CHANGE_INTERCHANGE, 0, 1 }, tile = { IHOP_CHANGE_TILE, 0, 3 };
  const IhopSpaceChange skew = { IHOP_CHANGE_SKEW, 0, 1 }, none = { IHOP_CHANGE_SKEW, 0, 0 };

  check_change (SEIDEL "A[i][j] = A[i-1][j] + A[i][j-1]; }", interchange, "interchange f/i/j", 0);
  check_change (SEIDEL "A[i][j] = A[i-1][j] + A[i][j-1]; }", tile, "tile f/i/j 3 3", 0);
  check_change (SEIDEL "A[i][j] = A[i-1][j+1]; }", interchange, "interchange f/i/j", 36);
  check_change (SEIDEL "A[i][j] = A[i-1][j+1]; }", skew, "skew f/i/j 1", 0);
  check_change (SEIDEL "A[i][j] = A[i-1][j+1]; }", none, NULL, 0);
  /* Only arrows that go from a tile to the one before it: two boundaries of columns, six rows, not where the rows' tile ends. */
  check_change (SEIDEL "A[i][j] = A[i-1][j+1]; }", tile, "tile f/i/j 3 3", 8);
  /* Sums may be added in any order. */
  check_change ("void f (int n, double *s) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s[0] += 1.0; }",
                interchange, "interchange f/i/j", 0);
}

static void
test_cancel (void)
{
  g_autoptr (IhopDiagram) diagram = big_diagram (10);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (ihop_diagram_layout (diagram, 0, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph/stencils", test_stencils);
  g_test_add_func ("/graph/values", test_values);
  g_test_add_func ("/graph/order", test_order);
  g_test_add_func ("/graph/window", test_window);
  g_test_add_func ("/graph/witness", test_witness);
  g_test_add_func ("/graph/deps", test_deps);
  g_test_add_func ("/graph/words", test_words);
  g_test_add_func ("/graph/flow", test_flow);
  g_test_add_func ("/graph/calls", test_calls);
  g_test_add_func ("/graph/layout", test_layout);
  g_test_add_func ("/graph/fold", test_fold);
  g_test_add_func ("/graph/fold-chosen", test_fold_chosen);
  g_test_add_func ("/graph/near", test_near);
  g_test_add_func ("/graph/change", test_change);
  g_test_add_func ("/graph/cancel", test_cancel);
  return g_test_run ();
}
