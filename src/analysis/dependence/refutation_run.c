/* Whether a run does what a witness says: the way to the root is run with its numbers (interpret/interpreter.h), and with others as
 * long as none has led to two iterations that meet. */
#include "analysis/dependence/refutation_run.h"
#include "analysis/context/provenance.h"
#include "analysis/dependence/witness_point.h"
#include "analysis/interpret/interpreter.h"
#include "analysis/program/facts_private.h"
#include "analysis/scop/parameters.h"
#include "ir/key.h"

/* Runs: with the witness's numbers all of them, then with fewer and fewer of them. Each may take a tenth of the
 * steps that are left: many turns in front of the root would take seconds for what is only a better word than
 * "unknown". */
enum { MOST_RUNS = 96, WHOLE_RUNS = 32, MOST_STEPS = 200000 };

typedef struct
{
  IhopScop *scop;
  isl_map *pairs, *sure;     /* kept; sure: those that meet whatever open variables hold, NULL: none */
  isl_set *meeting;          /* the parameters of "pairs" */
  gboolean *needs_open;      /* by parameter: an open variable whose value the meeting depends on: none may be named */
  isl_map *found;            /* those of one run */
  GHashTable *tried;         /* texts: what all parameters held at the root, with which none was found */
  GPtrArray *apart;          /* of const char *: what came out otherwise in the first run */
} Search;

/* ---- where control comes to the root -------------------------------------------------------------------------- */

static IhopNumber
number_of (IhopInterpreter *interpreter, guint param)
{
  const IhopParameter *p = interpreter->scop->params->pdata[param];
  IhopNumber product = { TRUE, 1 };

  if (p->symbol)
    return ihop_interpreter_lookup (interpreter, p->symbol);
  if (p->node)
    return p->is_derived ? ihop_interpreter_evaluate (interpreter, p->node) : (IhopNumber){ FALSE, 0 };
  for (guint i = 0; i < p->n_factors; i++)
    {
      IhopNumber factor = number_of (interpreter, (guint) p->factor[i]);
      product.is_known &= factor.is_known && !__builtin_mul_overflow (product.value, factor.value, &product.value);
    }
  return product;
}

static gboolean
matters (const IhopScop *scop, isl_set *params, guint number)
{
  const IhopParameter *param = scop->params->pdata[number];
  int at = isl_set_find_dim_by_id (params, isl_dim_param, param->id);

  return at >= 0 && isl_set_involves_dims (params, isl_dim_param, (unsigned) at, 1) != isl_bool_false;
}

static gboolean *
find_needed (const Search *search)
{
  guint n = search->scop->params->len;
  gboolean *needed = g_new (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    needed[i] = matters (search->scop, search->meeting, i) && !ihop_param_is_free (search->scop, i);
  return needed;
}

static void
read_numbers (const Search *search, IhopInterpreter *interpreter, IhopNumber *numbers)
{
  for (guint i = 0; i < search->scop->params->len; i++)
    numbers[i] = number_of (interpreter, i);
}

/* Whether the parameters have not been seen with these values yet. */
static gboolean
is_new (const Search *search, const IhopNumber *numbers)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < search->scop->params->len; i++)
    if (numbers[i].is_known)
      g_string_append_printf (text, "%u %" G_GINT64_FORMAT ",", i, numbers[i].value);
  return g_hash_table_add (search->tried, g_string_free (text, FALSE));
}

/* Whether the meeting depends on a variable that is open now; names them. */
static gboolean
depends_on_open (Search *search, const IhopNumber *numbers)
{
  const GPtrArray *params = search->scop->params;

  for (guint i = 0; i < params->len; i++)
    if (!numbers[i].is_known && search->needs_open[i])
      g_ptr_array_add (search->apart, ((const IhopParameter *) params->pdata[i])->text);
  return search->apart->len > 0;
}

/* Names the first value with which no two iterations meet any more. */
static void
find_apart (Search *search, const IhopNumber *numbers)
{
  IhopScop *scop = search->scop;
  isl_set *params = isl_set_copy (search->meeting);

  for (guint i = 0; i < scop->params->len && search->apart->len == 0; i++)
    {
      if (!numbers[i].is_known || !matters (scop, search->meeting, i))
        continue;
      params = isl_set_fix_val (params, isl_dim_param, i, isl_val_int_from_si (scop->ctx, numbers[i].value));
      if (isl_set_is_empty (params) != isl_bool_false)
        g_ptr_array_add (search->apart, ((const IhopParameter *) scop->params->pdata[i])->text);
    }
  isl_set_free (params);
}

/* The pairs that these numbers leave; NULL: none. Keeps pairs. */
static isl_map *
pairs_with (const IhopScop *scop, isl_map *pairs, const IhopNumber *numbers)
{
  pairs = isl_map_copy (pairs);
  for (guint i = 0; i < scop->params->len; i++)
    if (numbers[i].is_known)
      pairs = isl_map_fix_val (pairs, isl_dim_param, i, isl_val_int_from_si (scop->ctx, numbers[i].value));
  return isl_map_is_empty (pairs) == isl_bool_false ? pairs : isl_map_free (pairs);
}

static gboolean
arrive (IhopInterpreter *interpreter, gpointer data)
{
  Search *search = data;
  IhopScop *scop = search->scop;
  g_autofree IhopNumber *numbers = g_new0 (IhopNumber, scop->params->len);
  gboolean is_open;

  read_numbers (search, interpreter, numbers);
  if (interpreter->has_failed || !is_new (search, numbers))
    return FALSE;
  g_ptr_array_set_size (search->apart, 0);
  is_open = depends_on_open (search, numbers);
  if (!is_open || search->sure)
    search->found = pairs_with (scop, is_open ? search->sure : search->pairs, numbers);
  if (search->found == NULL && interpreter->attempt == 0 && !is_open)
    find_apart (search, numbers);
  return search->found != NULL;
}

/* ---- what is wanted ------------------------------------------------------------------------------------------- */

static void
want (GHashTable *wanted, gpointer key, gint64 value)
{
  IhopNumber *number = g_new (IhopNumber, 1);

  *number = (IhopNumber) { TRUE, value };
  g_hash_table_insert (wanted, key, number);
}

/* Whether a run keeps to the witness's value of this parameter. */
static gboolean
keeps (guint run, guint param)
{
  return run < WHOLE_RUNS || ((run * 2654435761u) >> (8 + param % 16)) % 2 == 0;
}

static void
want_all (IhopInterpreter *interpreter, isl_point *point)
{
  const GPtrArray *params = interpreter->scop->params;

  g_hash_table_remove_all (interpreter->wanted);
  g_hash_table_remove_all (interpreter->wanted_memory);
  for (guint i = 0; i < params->len; i++)
    {
      const IhopParameter *param = params->pdata[i];
      char *key = param->node && !param->is_derived ? ihop_node_key (param->node) : NULL;
      if (key)
        want (interpreter->wanted_memory, key, ihop_point_coordinate (point, i));
      else if (param->symbol && keeps (interpreter->attempt, i))
        want (interpreter->wanted, (gpointer) param->symbol, ihop_point_coordinate (point, i));
    }
}

static gboolean
add_name (const IhopNode *node, gpointer names)
{
  if (node->kind == IHOP_REF && !(node->flags & IHOP_NODE_CONSTANT) && node->symbol->kind != IHOP_SYMBOL_FUNCTION
      && !g_ptr_array_find_with_equal_func (names, node->symbol->name, g_str_equal, NULL))
    g_ptr_array_add (names, (gpointer) node->symbol->name);
  return TRUE;
}

/* What kept the first run from being the one that was looked for. Caller frees. */
static char *
reason (const Search *search, const IhopInterpreter *interpreter)
{
  if (search->apart->len == 0 && interpreter->diverted)
    ihop_node_walk (interpreter->diverted, add_name, search->apart);
  if (search->apart->len == 0)
    g_ptr_array_add (search->apart, (gpointer) search->scop->function->symbol->name);
  g_ptr_array_add (search->apart, NULL);
  return g_strjoinv (", ", (char **) search->apart->pdata);
}

/* ---- runs ----------------------------------------------------------------------------------------------------- */

/* A loop around the root has a value there, too, that people are told. */
static void
add_iterators (IhopScop *scop)
{
  for (guint i = 0; i < scop->outer_loops->len; i++)
    {
      const IhopOuterLoop *loop = scop->outer_loops->pdata[i];
      if (loop->counting.iterator && ihop_type_is_integer (loop->counting.iterator->type))
        ihop_param_symbol (scop, loop->counting.iterator);
    }
}

static void
run_all (Search *search, isl_point *point, char **because)
{
  IhopInterpreter interpreter = { .scop = search->scop, .arrive = arrive, .data = search };
  guint left = MOST_STEPS;

  interpreter.free = g_hash_table_new (NULL, NULL);
  interpreter.idle = g_hash_table_new (NULL, NULL);
  interpreter.changes = ihop_facts_cache (search->scop->facts, "interpreter changes", (GDestroyNotify) g_hash_table_unref);
  interpreter.wanted = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  interpreter.wanted_memory = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (; interpreter.attempt < MOST_RUNS && search->found == NULL; interpreter.attempt++)
    {
      want_all (&interpreter, point);
      interpreter.steps = left / 10;
      left -= left / 10;
      ihop_interpreter_run (&interpreter);
      left += interpreter.steps;
      if (interpreter.attempt == 0 && search->found == NULL)
        *because = reason (search, &interpreter);
    }
  if (search->found)
    g_clear_pointer (because, g_free);
  g_hash_table_unref (interpreter.free);
  g_hash_table_unref (interpreter.idle);
  g_hash_table_unref (interpreter.wanted);
  g_hash_table_unref (interpreter.wanted_memory);
}

isl_map *
ihop_refute_run (IhopScop *scop, isl_map *pairs, isl_map *sure, char **because)
{
  g_autoptr (GPtrArray) apart = g_ptr_array_new ();
  g_autoptr (GHashTable) tried = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Search search = { .scop = scop, .tried = tried, .apart = apart };
  isl_point *point;

  add_iterators (scop);
  pairs = isl_map_align_params (pairs, isl_space_copy (scop->space));
  sure = sure ? isl_map_align_params (sure, isl_space_copy (scop->space)) : NULL;
  point = ihop_witness_point (scop, isl_map_copy (sure ? sure : pairs));
  search.pairs = pairs;
  search.sure = sure;
  search.meeting = isl_map_params (isl_map_copy (pairs));
  search.needs_open = find_needed (&search);
  if (point)
    run_all (&search, point, because);
  isl_point_free (point);
  isl_set_free (search.meeting);
  g_free (search.needs_open);
  isl_map_free (pairs);
  isl_map_free (sure);
  return search.found;
}
