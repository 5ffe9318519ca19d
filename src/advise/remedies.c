/* What helps one loop: steps of the catalogue are tried on it, and the ways of the automatic mode; what
 * was legal and is seen to do something is offered. */
#include "advise/ideas.h"
#include "transform/registry.h"
#include <string.h>

static const IhopSearchLimits remedy_limits = { .steps = 400, .work = 60000, .seconds = 6 };

#define LEAST_GAIN 0.97    /* of the predicted time, that is worth a word */
#define SAME 1.01          /* predicted times that differ less are the same */

typedef struct
{
  IhopSearching searching;
  IhopState *first;
  const IhopLoopName *loop;   /* in the first state */
  char *address;
  GHashTable *leaves;         /* places of its statements → of no meaning */
  GPtrArray *candidates;      /* of IhopState *, owned */
} Trial;

/* ---- What is seen ------------------------------------------------------------------------------- */

/* Statements keep their places when they are moved and copied. */
typedef struct
{
  GHashTable *leaves;         /* place → 1: under a parallel loop wherever it stands, 2: not */
  GHashTable *parallel;       /* loops that are */
  gboolean covered;
  gboolean collects;          /* the first walk */
} Cover;

static gpointer
place_of (const IhopNode *node)
{
  return GSIZE_TO_POINTER (node->place.begin + 1);
}

static void
note_leaf (Cover *cover, const IhopNode *node)
{
  gpointer place = place_of (node);

  if (cover->collects)
    g_hash_table_insert (cover->leaves, place, GUINT_TO_POINTER (1));
  else if (!cover->covered && g_hash_table_contains (cover->leaves, place))
    g_hash_table_insert (cover->leaves, place, GUINT_TO_POINTER (2));
}

static void
cover_walk (Cover *cover, const IhopNode *node)
{
  gboolean before = cover->covered;

  if (node->kind == IHOP_EXPRESSION)
    {
      note_leaf (cover, node);
      return;
    }
  if (node->kind == IHOP_IF && node->flags & IHOP_NODE_OURS)
    return; /* what runs only if it must */
  cover->covered |= cover->parallel && g_hash_table_contains (cover->parallel, node);
  for (guint i = node->kind == IHOP_FOR ? 3 : 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      cover_walk (cover, node->child[i]);
  cover->covered = before;
}

static gboolean
holds_leaf (const Trial *trial, const IhopNode *node)
{
  if (node->kind == IHOP_EXPRESSION)
    return g_hash_table_contains (trial->leaves, place_of (node));
  for (guint i = node->kind == IHOP_FOR ? 3 : 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind)
        && holds_leaf (trial, node->child[i]))
      return TRUE;
  return FALSE;
}

static const IhopFunction *
function_of (const Trial *trial, const IhopState *state)
{
  return ihop_tree_function_of (state->tree, trial->loop->function->symbol);
}

/* Loops around statements of the one asked about, that are parallel. */
static GPtrArray *
parallel_loops (Trial *trial, IhopState *state)
{
  const GPtrArray *loops
    = ihop_loops_of_function (ihop_state_facts (&trial->searching, state), state->tree,
                              function_of (trial, state));
  GPtrArray *parallel = g_ptr_array_new ();

  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoop *loop = loops->pdata[i];
      if (loop->verdict == IHOP_PARALLEL && holds_leaf (trial, loop->name->loop))
        g_ptr_array_add (parallel, (gpointer) loop->name);
    }
  return parallel;
}

/* How many statements of the loop run in a parallel loop, in all places they have. */
static guint
count_covered (Trial *trial, IhopState *state)
{
  g_autoptr (GPtrArray) loops = parallel_loops (trial, state);
  g_autoptr (GHashTable) parallel = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) leaves = g_hash_table_new (NULL, NULL);
  Cover cover = { .leaves = leaves, .parallel = parallel };
  GHashTableIter iter;
  gpointer place, value;
  guint n = 0;

  for (guint i = 0; i < loops->len; i++)
    g_hash_table_add (parallel, (gpointer) ((const IhopLoopName *) loops->pdata[i])->loop);
  g_hash_table_iter_init (&iter, trial->leaves);
  while (g_hash_table_iter_next (&iter, &place, NULL))
    g_hash_table_insert (leaves, place, GUINT_TO_POINTER (1));
  cover_walk (&cover, function_of (trial, state)->body);
  g_hash_table_iter_init (&iter, leaves);
  while (g_hash_table_iter_next (&iter, &place, &value))
    n += GPOINTER_TO_UINT (value) == 1;
  return n;
}

/* The outermost of the parallel loops that were not there before. */
static GPtrArray *
new_parallel (Trial *trial, IhopState *state)
{
  g_autoptr (GPtrArray) now = parallel_loops (trial, state);
  g_autoptr (GPtrArray) before = parallel_loops (trial, trial->first);
  GPtrArray *addresses = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < now->len; i++)
    {
      const IhopLoopName *name = now->pdata[i];
      gboolean known = FALSE;
      for (guint k = 0; k < before->len; k++)
        known |= g_str_equal (((const IhopLoopName *) before->pdata[k])->address, name->address);
      for (guint k = 0; k < i; k++)
        known |= ((const IhopLoopName *) now->pdata[k])->loop == name->parent;
      if (!known)
        g_ptr_array_add (addresses, g_strdup (name->address));
    }
  return addresses;
}

/* ---- What is tried ------------------------------------------------------------------------------- */

static void
add_candidate (Trial *trial, IhopState *state)
{
  if (state == NULL)
    return;
  if (state == trial->first || g_ptr_array_find (trial->candidates, state, NULL))
    ihop_state_unref (state);
  else
    g_ptr_array_add (trial->candidates, state);
}

/* Behind a step that gave iterations storage of their own, the ways lie open. FALSE: it was refused. */
static gboolean
try_step (Trial *trial, const IhopTransform *transform, const char *step)
{
  IhopState *state = ihop_state_step (&trial->searching, trial->first, "%s", step);

  if (state == NULL)
    return FALSE;
  for (guint i = 0; transform->kind == IHOP_TRANSFORM_STORAGE && i < ihop_recipe_count (); i++)
    if (ihop_state_loop (state, trial->address))
      add_candidate (trial, ihop_recipe_apply (&trial->searching, state, i, trial->address));
  add_candidate (trial, state);
  return TRUE;
}

/* Takes the step. */
static gboolean
try_text (Trial *trial, const IhopTransform *transform, char *step)
{
  gboolean taken = try_step (trial, transform, step);

  g_free (step);
  return taken;
}

static gboolean
is_iterator (const Trial *trial, const char *name)
{
  for (guint i = 0; i < trial->first->names->len; i++)
    {
      const IhopSymbol *iterator
        = ihop_loop_iterator (((const IhopLoopName *) trial->first->names->pdata[i])->loop);
      if (iterator && strcmp (iterator->name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Variables that tie iterations together, and those that iterations have a copy of; iterators are
 * the judge's. */
static GPtrArray *
variables_of (const Trial *trial, const IhopLoop *loop)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < loop->dependences->len; i++)
    g_ptr_array_add (names, ((IhopDependence *) loop->dependences->pdata[i])->variable);
  for (guint i = 0; i < loop->privates->len; i++)
    g_ptr_array_add (names, (gpointer) ((IhopPrivate *) loop->privates->pdata[i])->symbol->name);
  for (guint i = names->len; i-- > 0;)
    {
      gboolean known = is_iterator (trial, names->pdata[i]);
      for (guint k = 0; k < i; k++)
        known |= g_str_equal (names->pdata[i], names->pdata[k]);
      if (known)
        g_ptr_array_remove_index (names, i);
    }
  return names;
}

static void
try_on_variables (Trial *trial, const IhopTransform *transform, const IhopLoop *loop)
{
  g_autoptr (GPtrArray) names = variables_of (trial, loop);
  g_autoptr (GString) all = g_string_new (NULL);
  guint n = 0;

  g_string_append_printf (all, "%s %s", transform->name, trial->address);
  for (guint i = 0; i < names->len; i++)
    if (try_text (trial, transform, g_strdup_printf ("%s %s %s", transform->name, trial->address,
                                                     (char *) names->pdata[i])))
      {
        g_string_append_printf (all, " %s", (char *) names->pdata[i]);
        n++;
      }
  if (n > 1 && strstr (transform->usage, "[MORE...]"))
    try_step (trial, transform, all->str);
}

/* The loop as the inner one of two, and as the outer one. */
static void
try_on_pairs (Trial *trial, const IhopTransform *transform)
{
  g_autoptr (GPtrArray) inner = ihop_state_inner (trial->first, trial->loop->loop);

  if (trial->loop->parent)
    try_text (trial, transform, g_strdup_printf ("%s %s", transform->name, trial->address));
  for (guint i = 0; i < inner->len; i++)
    try_text (trial, transform,
              g_strdup_printf ("%s %s", transform->name,
                               ((const IhopLoopName *) inner->pdata[i])->address));
}

/* The usage says which words a step takes: a step that is added to the catalogue is tried, too. */
static void
try_transform (Trial *trial, const IhopTransform *transform, const IhopLoop *loop)
{
  const char *usage = transform->usage;

  if (transform->kind == IHOP_TRANSFORM_TEXT)
    return;
  if (strcmp (usage, "LOOP") == 0 || g_str_has_prefix (usage, "LOOP ["))
    try_text (trial, transform, g_strdup_printf ("%s %s", transform->name, trial->address));
  else if (g_str_has_prefix (usage, "LOOP VARIABLE") || g_str_has_prefix (usage, "LOOP ARRAY"))
    try_on_variables (trial, transform, loop);
  else if (strcmp (usage, "OUTER/INNER") == 0)
    try_on_pairs (trial, transform);
  else if (g_str_has_prefix (usage, "LOOP first|last"))
    for (guint i = 0; i < 2; i++)
      try_text (trial, transform, g_strdup_printf ("%s %s %s", transform->name, trial->address,
                                                   i ? "last" : "first"));
  else if (g_str_has_suffix (usage, "|all") && g_str_has_prefix (usage, "LOOP"))
    try_text (trial, transform, g_strdup_printf ("%s %s all", transform->name, trial->address));
}

/* What the reasons themselves recommend, where it is a step. */
static void
try_reasons (Trial *trial, const IhopLoop *loop)
{
  for (guint i = 0; i < loop->reasons->len; i++)
    {
      const IhopReason *reason = loop->reasons->pdata[i];
      for (guint k = 0; k < reason->remedies->len; k++)
        {
          const char *remedy = ihop_message_text (reason->remedies->pdata[k]);
          g_autofree char *word = g_strndup (remedy, strcspn (remedy, " "));
          const IhopTransform *transform = ihop_transform_find (word);
          if (transform)
            try_step (trial, transform, remedy);
        }
    }
}

static void
try_all (Trial *trial)
{
  const IhopLoop *loop
    = ihop_loops_find (ihop_state_facts (&trial->searching, trial->first), trial->first->tree,
                       trial->loop->loop);

  for (guint i = 0; i < ihop_recipe_count (); i++)
    add_candidate (trial, ihop_recipe_apply (&trial->searching, trial->first, i, trial->address));
  try_reasons (trial, loop);
  for (guint i = 0; ihop_transforms[i]; i++)
    try_transform (trial, ihop_transforms[i], loop);
}

/* ---- What is offered ------------------------------------------------------------------------------- */

static void
remedy_free (gpointer data)
{
  IhopRemedy *remedy = data;

  g_ptr_array_unref (remedy->steps);
  g_ptr_array_unref (remedy->parallel);
  g_free (remedy);
}

static IhopRemedy *
remedy_of (Trial *trial, IhopState *state)
{
  IhopRemedy *remedy = g_new0 (IhopRemedy, 1);
  const IhopWorth *before = ihop_state_worth (&trial->searching, trial->first);
  const IhopWorth *after = ihop_state_worth (&trial->searching, state);

  remedy->steps = g_ptr_array_ref (state->steps);
  remedy->parallel = new_parallel (trial, state);
  remedy->n_statements = g_hash_table_size (trial->leaves);
  remedy->statements_before = count_covered (trial, trial->first);
  remedy->statements = count_covered (trial, state);
  remedy->before = before->seconds;
  remedy->after = after->seconds;
  remedy->traffic_before = before->traffic;
  remedy->traffic_after = after->traffic;
  return remedy;
}

/* Loops that no longer count in a way that is understood: what is predicted of them says nothing. */
static guint
count_obscure (Trial *trial, IhopState *state)
{
  const GPtrArray *loops
    = ihop_loops_of_function (ihop_state_facts (&trial->searching, state), state->tree,
                              function_of (trial, state));
  guint n = 0;

  for (guint i = 0; i < loops->len; i++)
    n += ((const IhopLoop *) loops->pdata[i])->counting.iterator == NULL;
  return n;
}

/* More code in parallel loops (whether that pays is said beside it), or a quicker function. */
static gboolean
helps (const IhopRemedy *remedy)
{
  if (remedy->statements < remedy->statements_before)
    return FALSE;
  return (remedy->statements > remedy->statements_before && remedy->parallel->len)
         || remedy->after < LEAST_GAIN * remedy->before;
}

static gint
by_worth (gconstpointer a, gconstpointer b)
{
  const IhopRemedy *x = *(IhopRemedy *const *) a, *y = *(IhopRemedy *const *) b;

  if (x->after * SAME < y->after || y->after * SAME < x->after)
    return x->after < y->after ? -1 : 1;
  if (x->statements != y->statements)
    return x->statements > y->statements ? -1 : 1;
  return (gint) x->steps->len - (gint) y->steps->len;
}

/* With more steps than another that does as much. */
static gboolean
is_surpassed (const GPtrArray *remedies, guint n)
{
  const IhopRemedy *remedy = remedies->pdata[n];

  for (guint i = 0; i < remedies->len; i++)
    {
      const IhopRemedy *other = remedies->pdata[i];
      if (i != n && other->after <= SAME * remedy->after && other->statements >= remedy->statements
          && (other->steps->len < remedy->steps->len
              || (other->steps->len == remedy->steps->len && i < n)))
        return TRUE;
    }
  return FALSE;
}

static GPtrArray *
best_of (Trial *trial, guint most)
{
  GPtrArray *remedies = g_ptr_array_new_with_free_func (remedy_free);

  for (guint i = 0; i < trial->candidates->len; i++)
    {
      IhopState *state = trial->candidates->pdata[i];
      if (count_obscure (trial, state) > count_obscure (trial, trial->first))
        continue;
      IhopRemedy *remedy = remedy_of (trial, state);
      if (helps (remedy))
        g_ptr_array_add (remedies, remedy);
      else
        remedy_free (remedy);
    }
  g_ptr_array_sort (remedies, by_worth);
  for (guint i = remedies->len; i-- > 0;)
    if (i >= most || is_surpassed (remedies, i))
      g_ptr_array_remove_index (remedies, i);
  return remedies;
}

GPtrArray *
ihop_advise_loop (IhopFacts *facts, IhopTree *tree, const IhopFactsOptions *options,
                  const IhopPlanOptions *plan, const IhopLoopName *loop, guint most)
{
  IhopPlanOptions own = *plan;
  Trial trial = { .loop = loop, .address = g_strdup (loop->address) };
  Cover cover = { .collects = TRUE };

  own.choose = IHOP_CHOOSE_AUTO;
  own.function = loop->function->symbol->name;
  ihop_searching_init (&trial.searching, options, &own, remedy_limits);
  trial.first = ihop_state_new (&trial.searching, tree, facts);
  trial.leaves = cover.leaves = g_hash_table_new (NULL, NULL);
  cover_walk (&cover, loop->loop);
  trial.candidates = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_state_unref);
  try_all (&trial);
  GPtrArray *remedies = best_of (&trial, most);
  g_ptr_array_unref (trial.candidates);
  g_hash_table_unref (trial.leaves);
  ihop_state_unref (trial.first);
  ihop_searching_clear (&trial.searching);
  g_free (trial.address);
  return remedies;
}
