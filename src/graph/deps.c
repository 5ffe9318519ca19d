/* Statements of a nest and their dependences. */
#include "analysis/nest/dependence_levels.h"
#include "graph/build.h"
#include "ir/print.h"
#include <string.h>

typedef struct
{
  IhopDiagram *diagram;
  IhopFacts *facts;
  const IhopTree *tree;
  const IhopLoop *root;
  IhopLevels *levels;
  GHashTable *touched;   /* statements that take part in a dependence or do something at all */
  GHashTable *index;     /* statement → index of its node + 1 */
  GHashTable *edges;     /* text → IhopEdge, to draw equal ones once */
  guint n_edges_before;
} Work;

static gboolean
is_drawn (const Work *work, const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_EXPRESSION:
    case IHOP_RETURN:
    case IHOP_OPAQUE: return TRUE;
    default: return g_hash_table_contains (work->touched, node);
    }
}

static void
add_statement (Work *work, const IhopNode *node, int group)
{
  IhopDrawn *drawn = ihop_diagram_add_node (work->diagram, IHOP_DRAWN_STATEMENT);
  g_autofree char *text = ihop_build_text (node);

  drawn->kind = node->kind == IHOP_IF || node->kind == IHOP_SWITCH ? IHOP_DRAWN_CONDITION
                                                                   : IHOP_DRAWN_STATEMENT;
  drawn->group = group;
  drawn->name = g_strdup_printf ("S%u", work->diagram->nodes->len);
  ihop_build_place (drawn, node);
  drawn->words = ihop_message ("%s, line %u", drawn->name, drawn->first_line);
  drawn->label = g_strdup_printf ("%s\n%s", ihop_message_text (drawn->words), text);
  drawn->detail = ihop_message_word (text);
  ihop_drawn_measure (drawn);
  g_hash_table_insert (work->index, (gpointer) node, GUINT_TO_POINTER (work->diagram->nodes->len));
}

static void
add_statements (Work *work, const IhopNode *node, int group)
{
  if (node == NULL || !ihop_kind_is_statement (node->kind))
    return;
  if (ihop_kind_is_loop (node->kind))
    {
      const IhopLoop *loop = ihop_loops_find (work->facts, work->tree, node);
      guint inner = ihop_build_loop_group (work->diagram, loop, node, group);
      add_statements (work, ihop_loop_body (node), (int) inner);
      return;
    }
  if (is_drawn (work, node))
    add_statement (work, node, group);
  for (guint i = 0; i < node->n_children; i++)
    if (node->kind != IHOP_DECLARATION && node->kind != IHOP_EXPRESSION)
      add_statements (work, node->child[i], group);
}

/* "(1, 0)", directions where the distance is not constant. */
static char *
vector_text (const IhopDependence *dependence)
{
  GString *text = g_string_new ("(");

  for (guint i = 0; i < dependence->distance->len; i++)
    {
      const char *distance = dependence->distance->pdata[i];
      gboolean known = strcmp (distance, "*") != 0;
      g_string_append_printf (text, "%s%s", i ? ", " : "",
                              known ? distance : (const char *) dependence->direction->pdata[i]);
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static char *
iteration_text (const GPtrArray *names, const GArray *values)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < values->len; i++)
    g_string_append_printf (text, "%s%s = %" G_GINT64_FORMAT, i ? ", " : "",
                            (const char *) names->pdata[i], g_array_index (values, gint64, i));
  return g_string_free (text, FALSE);
}

/* "A dependence on A, carried by f/i", and what makes it harmless */
static IhopMessage *
dependence_message (const IhopLevel *level, const char *carrier)
{
  static const char *const standings[]
    = { NULL, N_ ("%s, gone with private copies"), N_ ("%s, part of a reduction"), N_ ("%s, a variable that counts along") };
  const char *variable = level->dependence->variable;
  gboolean is_exact = level->dependence->is_exact;
  g_autoptr (IhopMessage) message = carrier
                                      ? ihop_message (is_exact ? N_ ("A dependence on %s, carried by %s")
                                                               : N_ ("Possibly a dependence on %s, carried by %s"),
                                                      variable, carrier)
                                      : ihop_message (is_exact ? N_ ("A dependence on %s, within one iteration")
                                                               : N_ ("Possibly a dependence on %s, within one iteration"),
                                                      variable);

  return level->standing == IHOP_LEVEL_STANDS ? g_steal_pointer (&message)
                                              : ihop_message (standings[level->standing], message);
}

/* The same with two iterations, if they are known: "…. A[3] in (i = 1), then in (i = 2)" */
static IhopMessage *
detail_of (const IhopLevel *level, const char *carrier)
{
  const IhopDependence *dependence = level->dependence;
  g_autoptr (IhopMessage) message = dependence_message (level, carrier);

  if (!dependence->is_exact || dependence->source_iteration->len == 0)
    return g_steal_pointer (&message);
  g_autofree char *element = ihop_dependence_element (dependence);
  g_autofree char *source = iteration_text (dependence->source_names, dependence->source_iteration);
  g_autofree char *sink = iteration_text (dependence->sink_names, dependence->sink_iteration);
  return ihop_message ("%s. %s in (%s), then in (%s)", message, element, source, sink);
}

static void
add_dependence (Work *work, const IhopLevel *level)
{
  const IhopDependence *dependence = level->dependence;
  guint from = GPOINTER_TO_UINT (g_hash_table_lookup (work->index, level->source));
  guint to = GPOINTER_TO_UINT (g_hash_table_lookup (work->index, level->sink));
  const IhopLoop *carrier
    = level->carrier ? ihop_loops_find (work->facts, work->tree, level->carrier) : NULL;
  g_autofree char *vector = vector_text (dependence);
  g_autofree char *key
    = g_strdup_printf ("%u %u %d %s %s %u %d %d", from, to, dependence->kind, dependence->variable,
                       vector, level->level, dependence->is_exact, level->standing);
  IhopEdge *edge;

  /* That a statement reads before it writes orders nothing. */
  if (from == 0 || to == 0 || (from == to && level->level == 0))
    return;
  edge = g_hash_table_lookup (work->edges, key);
  if (edge)
    {
      edge->count++;
      return;
    }
  edge = ihop_diagram_add_edge (work->diagram, from - 1, to - 1, (IhopEdgeKind) dependence->kind);
  edge->variable = g_strdup (dependence->variable);
  edge->label = g_strdup_printf ("%s %s", dependence->variable, vector);
  edge->vector = g_steal_pointer (&vector);
  edge->carrier = carrier ? g_strdup (carrier->name->address) : NULL;
  edge->level = level->level;
  edge->is_exact = dependence->is_exact;
  edge->standing = level->standing;
  edge->from_line = ihop_range_line (dependence->source->place);
  edge->to_line = ihop_range_line (dependence->sink->place);
  edge->detail = detail_of (level, edge->carrier);
  g_hash_table_insert (work->edges, g_steal_pointer (&key), edge);
}

static void
add_notes (Work *work)
{
  for (guint i = 0; i < work->levels->assumptions->len; i++)
    ihop_diagram_note (work->diagram, "Taken for granted: %s.", (IhopMessage *) work->levels->assumptions->pdata[i]);
  if (!work->levels->is_complete)
    ihop_diagram_note (work->diagram, "%s: there may be more dependences: %s.", work->root->name->address,
                       work->levels->why);
}

void
ihop_diagram_add_deps (IhopDiagram *diagram, IhopFacts *facts, const IhopTree *tree,
                       const IhopLoop *root)
{
  Work work = { .diagram = diagram, .facts = facts, .tree = tree, .root = root,
                .levels = ihop_levels_of (facts, tree, root),
                .touched = g_hash_table_new (NULL, NULL), .index = g_hash_table_new (NULL, NULL),
                .edges = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

  for (guint i = 0; i < work.levels->levels->len; i++)
    {
      const IhopLevel *level = work.levels->levels->pdata[i];
      g_hash_table_add (work.touched, (gpointer) level->source);
      g_hash_table_add (work.touched, (gpointer) level->sink);
    }
  add_statements (&work, root->name->loop, -1);
  for (guint i = 0; i < work.levels->levels->len; i++)
    add_dependence (&work, work.levels->levels->pdata[i]);
  add_notes (&work);
  g_hash_table_unref (work.edges);
  g_hash_table_unref (work.index);
  g_hash_table_unref (work.touched);
  ihop_levels_free (work.levels);
}
